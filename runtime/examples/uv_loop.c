// SPDX-License-Identifier: Apache-2.0
//
// Value tasks on a libuv loop. One function is the whole hook: posted work goes
// to a vt_loop, and uv_async_send, which any thread may call, makes libuv run
// it. Requests live in the frames that await them.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include <once/frame.h>

#include "example.h"

// ---- the hook

struct host {
	uv_loop_t *uv;
	uv_async_t async;
	struct vt_loop *posted;
};

static void wake(void *arg)
{
	struct host *host = arg;

	uv_async_send(&host->async);
}

static void run_posted(uv_async_t *async)
{
	struct host *host = async->data;

	vt_loop_run(host->posted);
}

static void host_init(struct host *host)
{
	host->uv = uv_default_loop();
	host->posted = vt_loop_new();
	must(host->posted, "vt_loop_new");
	must(!uv_async_init(host->uv, &host->async, run_posted), "uv_async");
	host->async.data = host;
	vt_loop_on_wake(host->posted, wake, host);
}

// Runs the libuv loop until *t is complete, and takes it.
static int host_run_until(struct host *host, struct value_task *t,
			  uint64_t *value)
{
	while (value_task_status(t) == VT_PENDING)
		uv_run(host->uv, UV_RUN_ONCE);
	return value_task_take(t, value);
}

static void host_release(struct host *host)
{
	uv_close((uv_handle_t *)&host->async, NULL);
	uv_run(host->uv, UV_RUN_DEFAULT);
	must(!uv_loop_close(host->uv), "uv_loop_close");
	vt_loop_free(host->posted);
}

// ---- libuv's operations as value tasks

struct delay {
	uv_timer_t timer;
	struct vt_promise promise;
};

static void delay_closed(uv_handle_t *timer)
{
	struct delay *delay = timer->data;

	vt_promise_complete(delay->promise, 0);
}

// The frame may be gone once the promise is complete, so libuv must have let go
// of the timer first.
static void delay_over(uv_timer_t *timer)
{
	uv_close((uv_handle_t *)timer, delay_closed);
}

static struct value_task delay_start(struct host *host, struct delay *delay,
				     unsigned milliseconds)
{
	struct value_task t = vt_promise_init(&delay->promise);

	delay->timer.data = delay;
	uv_timer_init(host->uv, &delay->timer);
	uv_timer_start(&delay->timer, delay_over, milliseconds, 0);
	return t;
}

struct file_read {
	uv_fs_t request;
	uv_buf_t buffer;
	struct vt_promise promise;
};

static void file_read_done(uv_fs_t *request)
{
	struct file_read *read = request->data;
	ssize_t n = request->result;

	uv_fs_req_cleanup(request);
	if (n < 0)
		vt_promise_fail(read->promise, (int)-n);
	else
		vt_promise_complete(read->promise, (uint64_t)n);
}

static struct value_task file_read_start(struct host *host,
					 struct file_read *read, int fd,
					 int64_t offset)
{
	struct value_task t = vt_promise_init(&read->promise);
	int rc;

	read->request.data = read;
	rc = uv_fs_read(host->uv, &read->request, fd, &read->buffer, 1, offset,
			file_read_done);
	if (rc < 0)
		vt_promise_fail(read->promise, -rc);
	return t;
}

// ---- an asynchronous function over them

struct count_lines {
	struct vt_frame frame;
	struct host *host;
	struct vt_threads *threads;
	int fd;
	char bytes[512];
	struct file_read read;
	struct delay delay;
	struct value_task step;
	uint64_t got;
	uint64_t offset;
	uint64_t lines;
};

static int count_lines_step(struct vt_frame *frame)
{
	struct count_lines *self = (struct count_lines *)frame;
	uint64_t nothing;
	int rc;

	VT_BEGIN(frame);
	self->step = delay_start(self->host, &self->delay, 1);
	VT_AWAIT(frame, rc, &self->step, &nothing);
	if (rc)
		VT_FAIL(frame, rc);
	do {
		self->read.buffer =
			uv_buf_init(self->bytes, sizeof(self->bytes));
		self->step = file_read_start(self->host, &self->read, self->fd,
					     (int64_t)self->offset);
		VT_AWAIT(frame, rc, &self->step, &self->got);
		if (rc)
			VT_FAIL(frame, rc);
		self->offset += self->got;
		VT_YIELD(frame, vt_threads_executor(self->threads));
		for (uint64_t i = 0; i < self->got; i++) // on a thread
			self->lines += self->bytes[i] == '\n';
		VT_YIELD(frame, vt_loop_executor(self->host->posted));
	} while (self->got);
	VT_RETURN(frame, self->lines);
	VT_END(frame);
}

static struct value_task count_lines(struct host *host,
				     struct vt_threads *threads, int fd)
{
	struct count_lines *self =
		vt_frame_new(sizeof(*self), count_lines_step);

	if (!self)
		return value_task_error(ENOMEM);
	self->host = host;
	self->threads = threads;
	self->fd = fd;
	return vt_frame_start(&self->frame);
}

int main(void)
{
	struct host host;
	struct vt_threads *threads = vt_threads_new(1);
	FILE *f = tmpfile();
	struct value_task lines;
	uint64_t count = 0;
	int rc;

	must(f && threads, "start");
	for (int i = 0; i < 100; i++)
		fprintf(f, "line %d of a file that is read in pieces\n", i);
	must(!fflush(f), "writing");
	host_init(&host);
	lines = count_lines(&host, threads, fileno(f));
	rc = host_run_until(&host, &lines, &count);
	must(rc == 0, "counting lines");
	printf("%d lines\n", (int)count);
	lines = count_lines(&host, threads, -1);
	rc = host_run_until(&host, &lines, &count);
	must(rc == EBADF, "reading a file that is not open");
	printf("a file that is not open: %s\n", vt_code_name(rc));
	host_release(&host);
	vt_threads_free(threads);
	fclose(f);
	return EXIT_SUCCESS;
}
