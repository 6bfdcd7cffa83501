// SPDX-License-Identifier: Apache-2.0
//
// Value tasks on io_uring. Completions carry the address of a promise that
// lives in the frame which awaits it, so an operation needs no memory of its
// own. Where the kernel refuses io_uring the program says so and does the same
// with blocking calls: the callers do not notice.
#include <errno.h>
#include <liburing.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <once/frame.h>

#include "example.h"

enum { ENTRIES = 64 };

// ---- the loop

struct ring {
	struct io_uring uring;
	bool refused; // by the kernel: do without
	struct vt_loop *posted;
	int wake_fd; // read through the ring, so that posting ends a wait
	uint64_t wakes;
	bool waking; // such a read is under way
};

// A post from another thread must end the loop's wait for completions.
static void wake(void *arg)
{
	const struct ring *ring = arg;
	const uint64_t one = 1;

	if (write(ring->wake_fd, &one, sizeof(one)) < 0)
		perror("eventfd");
}

static void ring_init(struct ring *ring)
{
	int rc;

	*ring = (struct ring){
		.posted = vt_loop_new(),
		.wake_fd = eventfd(0, EFD_CLOEXEC),
	};
	must(ring->posted && ring->wake_fd >= 0, "start");
	rc = io_uring_queue_init(ENTRIES, &ring->uring, 0);
	ring->refused = rc < 0;
	if (!ring->refused)
		vt_loop_on_wake(ring->posted, wake, ring);
	else
		fprintf(stderr,
			"io_uring: %s; going on with blocking calls "
			"(see /proc/sys/kernel/io_uring_disabled)\n",
			strerror(-rc));
}

static void ring_release(struct ring *ring)
{
	if (!ring->refused)
		io_uring_queue_exit(&ring->uring);
	close(ring->wake_fd);
	vt_loop_free(ring->posted);
}

static struct io_uring_sqe *get_sqe(struct ring *ring)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring->uring);

	if (sqe)
		return sqe;
	io_uring_submit(&ring->uring);
	sqe = io_uring_get_sqe(&ring->uring);
	must(sqe, "io_uring_get_sqe");
	return sqe;
}

static void watch_wakes(struct ring *ring)
{
	struct io_uring_sqe *sqe;

	if (ring->waking)
		return;
	sqe = get_sqe(ring);
	io_uring_prep_read(sqe, ring->wake_fd, &ring->wakes,
			   sizeof(ring->wakes), 0);
	io_uring_sqe_set_data(sqe, NULL);
	ring->waking = true;
}

static void finish(struct vt_promise promise, int result)
{
	if (result < 0)
		vt_promise_fail(promise, -result);
	else
		vt_promise_complete(promise, (uint64_t)result);
}

// One turn: submits, waits for a completion, runs what it sets going.
static void turn(struct ring *ring)
{
	struct io_uring_cqe *cqe;

	watch_wakes(ring);
	io_uring_submit_and_wait(&ring->uring, 1);
	while (!io_uring_peek_cqe(&ring->uring, &cqe)) {
		struct vt_promise *promise = io_uring_cqe_get_data(cqe);
		int result = cqe->res;

		io_uring_cqe_seen(&ring->uring, cqe);
		if (promise)
			finish(*promise, result);
		else
			ring->waking = false;
	}
	vt_loop_run(ring->posted);
}

static int ring_run_until(struct ring *ring, struct value_task *t,
			  uint64_t *value)
{
	if (ring->refused)
		return vt_loop_run_until(ring->posted, t, value);
	while (value_task_status(t) == VT_PENDING)
		turn(ring);
	return value_task_take(t, value);
}

// ---- operations

static struct value_task outcome(ssize_t result)
{
	return result < 0 ? value_task_error(errno)
			  : value_task_value((uint64_t)result);
}

// `promise` and `bytes` must last until the value task is complete.
static struct value_task ring_read(struct ring *ring,
				   struct vt_promise *promise, int fd,
				   void *bytes, unsigned size, uint64_t offset)
{
	struct io_uring_sqe *sqe;
	struct value_task t;

	if (ring->refused)
		return outcome(pread(fd, bytes, size, (off_t)offset));
	t = vt_promise_init(promise);
	sqe = get_sqe(ring);
	io_uring_prep_read(sqe, fd, bytes, size, offset);
	io_uring_sqe_set_data(sqe, promise);
	return t;
}

static struct value_task ring_write(struct ring *ring,
				    struct vt_promise *promise, int fd,
				    const void *bytes, unsigned size,
				    uint64_t offset)
{
	struct io_uring_sqe *sqe;
	struct value_task t;

	if (ring->refused)
		return outcome(pwrite(fd, bytes, size, (off_t)offset));
	t = vt_promise_init(promise);
	sqe = get_sqe(ring);
	io_uring_prep_write(sqe, fd, bytes, size, offset);
	io_uring_sqe_set_data(sqe, promise);
	return t;
}

// ---- an asynchronous function over them

struct copy {
	struct vt_frame frame;
	struct ring *ring;
	int from;
	int to;
	char bytes[4096];
	struct vt_promise promise;
	struct value_task step;
	uint64_t got;
	uint64_t put;
	uint64_t offset;
};

static int copy_step(struct vt_frame *frame)
{
	struct copy *self = (struct copy *)frame;
	int rc;

	VT_BEGIN(frame);
	for (;;) {
		self->step = ring_read(self->ring, &self->promise, self->from,
				       self->bytes, sizeof(self->bytes),
				       self->offset);
		VT_AWAIT(frame, rc, &self->step, &self->got);
		if (rc)
			VT_FAIL(frame, rc);
		if (!self->got)
			VT_RETURN(frame, self->offset);
		self->step = ring_write(self->ring, &self->promise, self->to,
					self->bytes, (unsigned)self->got,
					self->offset);
		VT_AWAIT(frame, rc, &self->step, &self->put);
		if (rc)
			VT_FAIL(frame, rc);
		self->offset += self->put;
	}
	VT_END(frame);
}

static struct value_task copy_file(struct ring *ring, int from, int to)
{
	struct copy *self = vt_frame_new(sizeof(*self), copy_step);

	if (!self)
		return value_task_error(ENOMEM);
	self->ring = ring;
	self->from = from;
	self->to = to;
	return vt_frame_start(&self->frame);
}

int main(void)
{
	struct ring ring;
	FILE *from = tmpfile();
	FILE *to = tmpfile();
	struct value_task copied;
	struct count before;
	uint64_t size = 0;
	int rc;

	must(from && to, "tmpfile");
	for (int i = 0; i < 10000; i++)
		fprintf(from, "record %06d\n", i);
	must(!fflush(from), "writing");
	ring_init(&ring);
	copied = copy_file(&ring, -1, fileno(to)); // warms the pool
	rc = ring_run_until(&ring, &copied, &size);
	must(rc == EBADF, "reading a file that is not open");
	printf("a file that is not open: %s\n", vt_code_name(rc));
	before = count_now();
	copied = copy_file(&ring, fileno(from), fileno(to));
	rc = ring_run_until(&ring, &copied, &size);
	must(rc == 0, "copying");
	printf("%d bytes copied in pieces of 4096, %llu B from malloc\n",
	       (int)size, bytes_since(before));
	must(lseek(fileno(to), 0, SEEK_END) == (off_t)size, "size");
	ring_release(&ring);
	fclose(from);
	fclose(to);
	return EXIT_SUCCESS;
}
