// SPDX-License-Identifier: Apache-2.0
#include <uv.h>

static void work(uv_work_t *req)
{
	(void)req;
}

static void done(uv_work_t *req, int status)
{
	(void)req;
	(void)status;
}

void bad_queued_again(uv_loop_t *loop, uv_work_t *req)
{
	uv_queue_work(loop, req, work, done);
	uv_queue_work(loop, req, work, done); // expect: overwritten-handle
}

void ok_queued_again_when_done(uv_loop_t *loop, uv_work_t *req)
{
	uv_queue_work(loop, req, work, done);
	uv_run(loop, UV_RUN_DEFAULT);
	uv_queue_work(loop, req, work, done);
}

void ok_two_requests(uv_loop_t *loop, uv_work_t req[2])
{
	uv_queue_work(loop, &req[0], work, done);
	uv_queue_work(loop, &req[1], work, done);
}
