// SPDX-License-Identifier: Apache-2.0
#include <uv.h>

static void on_idle(uv_idle_t *idle)
{
	(void)idle;
}

void bad_never_closed(uv_loop_t *loop)
{
	uv_idle_t idle;

	uv_idle_init(loop, &idle); // expect: never-consumed "'idle'"
	uv_idle_start(&idle, on_idle);
	uv_run(loop, UV_RUN_DEFAULT);
}

void ok_closed(uv_loop_t *loop)
{
	uv_idle_t idle;

	uv_idle_init(loop, &idle);
	uv_idle_start(&idle, on_idle);
	uv_run(loop, UV_RUN_NOWAIT);
	uv_close((uv_handle_t *)&idle, NULL);
	uv_run(loop, UV_RUN_DEFAULT);
}
