// SPDX-License-Identifier: Apache-2.0
//
// Frames, the coroutine macros, chains of any length, executors.
#include <errno.h>
#include <pthread.h>

#include <once/check.h>
#include <once/executor.h>
#include <once/frame.h>

#include "test.h"

// ---- a function of two awaits

struct sum {
	struct vt_frame frame;
	struct value_task left, right;
	uint64_t a, b;
};

static int sum_step(struct vt_frame *frame)
{
	struct sum *self = (struct sum *)frame;
	int rc;

	VT_BEGIN(frame);
	VT_AWAIT(frame, rc, &self->left, &self->a);
	if (rc) {
		value_task_discard(&self->right);
		VT_FAIL(frame, rc);
	}
	VT_AWAIT(frame, rc, &self->right, &self->b);
	if (rc)
		VT_FAIL(frame, rc);
	VT_RETURN(frame, self->a + self->b);
	VT_END(frame);
}

static struct value_task sum(struct value_task left, struct value_task right)
{
	struct sum *self = vt_frame_new(sizeof(*self), sum_step);

	assert_non_null(self);
	self->left = left;
	self->right = right;
	return vt_frame_start(&self->frame);
}

static void ready_inputs(void **state)
{
	struct value_task t = sum(value_task_value(1), value_task_value(2));
	uint64_t value = 0;

	(void)state;
	if (!vt_check_enabled())
		assert_int_equal(t.word, VT_TAG_VALUE);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value, 3);
	assert_int_equal(live_slots(), 0);
}

static void pending_inputs(void **state)
{
	struct vt_promise p, q;
	struct value_task left = vt_promise_init(&p);
	struct value_task right = vt_promise_init(&q);
	struct value_task t = sum(left, right);
	uint64_t value = 0;

	(void)state;
	assert_int_equal(value_task_status(&t), VT_PENDING);
	vt_promise_complete(q, 20);
	assert_int_equal(value_task_status(&t), VT_PENDING);
	vt_promise_complete(p, 10);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value, 30);
	assert_int_equal(live_slots(), 0);
}

static void failing_input(void **state)
{
	struct vt_promise p, q;
	struct value_task left = vt_promise_init(&p);
	struct value_task t = sum(left, vt_promise_init(&q));
	uint64_t value;

	(void)state;
	vt_promise_fail(p, EIO);
	assert_int_equal(value_task_take(&t, &value), EIO);
	assert_int_equal(vt_promise_complete(q, 1), VT_EDISCARDED);

	// An empty input is refused, and the function fails.
	t = sum((struct value_task){ 0 }, value_task_value(1));
	assert_int_equal(value_task_take(&t, &value), EINVAL);
	assert_int_equal(live_slots(), 0);
}

// Whoever started it does not want it any more, but it runs to its end.
static void discarded_function(void **state)
{
	struct vt_promise p;
	struct value_task left = vt_promise_init(&p);
	struct value_task t = sum(left, value_task_value(1));

	(void)state;
	assert_int_equal(value_task_discard(&t), VT_OK);
	assert_int_equal(live_slots(), 2);
	vt_promise_complete(p, 1);
	assert_int_equal(live_slots(), 0);
}

static void frame_sizes(void **state)
{
	void *frame;

	(void)state;
	assert_null(vt_frame_new(sizeof(struct vt_frame) - 1, sum_step));
	assert_null(vt_frame_new(VT_FRAME_MAX + 1, sum_step));
	for (size_t size = sizeof(struct vt_frame); size <= VT_FRAME_MAX;
	     size += 977) {
		frame = vt_frame_new(size, sum_step);
		assert_non_null(frame);
		vt_frame_free(frame);
	}
	vt_frame_free(NULL);
	assert_int_equal(live_slots(), 0);
}

// ---- a million

enum { MILLION = 1000000 };

struct loop {
	struct vt_frame frame;
	struct value_task inner;
	uint64_t one, total;
};

static int loop_step(struct vt_frame *frame)
{
	struct loop *self = (struct loop *)frame;
	int rc;

	VT_BEGIN(frame);
	while (self->total < MILLION) {
		self->inner = value_task_value(1);
		VT_AWAIT(frame, rc, &self->inner, &self->one);
		if (rc)
			VT_FAIL(frame, rc);
		self->total += self->one;
	}
	VT_RETURN(frame, self->total);
	VT_END(frame);
}

static void million_ready_awaits(void **state)
{
	struct loop *self = vt_frame_new(sizeof(*self), loop_step);
	struct value_task t = vt_frame_start(&self->frame);
	uint64_t value = 0;

	(void)state;
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value, MILLION);
}

// Each link awaits the one before; completing the first runs through all.
struct link {
	struct vt_frame frame;
	struct value_task inner;
	uint64_t count;
};

static int link_step(struct vt_frame *frame)
{
	struct link *self = (struct link *)frame;
	int rc;

	VT_BEGIN(frame);
	VT_AWAIT(frame, rc, &self->inner, &self->count);
	if (rc)
		VT_FAIL(frame, rc);
	VT_RETURN(frame, self->count + 1);
	VT_END(frame);
}

static void *million_links(void *arg)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	uint64_t value = 0;

	(void)arg;
	for (int i = 0; i < MILLION; i++) {
		struct link *self = vt_frame_new(sizeof(*self), link_step);

		assert_non_null(self);
		self->inner = t;
		t = vt_frame_start(&self->frame);
	}
	vt_promise_complete(p, 0);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value, MILLION);
	return NULL;
}

// On a small stack: one frame of recursion a link would overflow it.
static void chain_of_a_million(void **state)
{
	pthread_attr_t attr;
	pthread_t thread;

	(void)state;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, (size_t)256 * 1024);
	assert_int_equal(pthread_create(&thread, &attr, million_links, NULL),
			 0);
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
	assert_int_equal(live_slots(), 0);
}

// ---- executors

struct hop {
	struct vt_frame frame;
	struct vt_executor *there, *back;
	pthread_t seen;
};

static int hop_step(struct vt_frame *frame)
{
	struct hop *self = (struct hop *)frame;

	VT_BEGIN(frame);
	VT_YIELD(frame, self->there);
	self->seen = pthread_self();
	VT_YIELD(frame, self->back);
	VT_RETURN(frame, !pthread_equal(self->seen, pthread_self()));
	VT_END(frame);
}

static void between_executors(void **state)
{
	struct vt_loop *loop = vt_loop_new();
	struct vt_threads *threads = vt_threads_new(2);

	(void)state;
	for (int i = 0; i < 200; i++) {
		struct hop *self = vt_frame_new(sizeof(*self), hop_step);
		struct value_task t;
		uint64_t moved = 0;

		self->there = vt_threads_executor(threads);
		self->back = vt_loop_executor(loop);
		t = vt_frame_start(&self->frame);
		assert_int_equal(vt_loop_run_until(loop, &t, &moved), VT_OK);
		assert_true(moved);
	}
	vt_threads_free(threads);
	vt_loop_free(loop);
	vt_threads_free(NULL);
	vt_loop_free(NULL);
	assert_int_equal(live_slots(), 0);
}

static void posted_completion(void **state)
{
	struct vt_loop *loop = vt_loop_new();
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	uint64_t value;
	int calls = 0, wakes = 0;

	(void)state;
	vt_loop_on_wake(loop, count_call, &wakes);
	assert_int_equal(value_task_on_done_in(&t, vt_loop_executor(loop),
					       count_call, &calls),
			 VT_PENDING);
	vt_promise_complete(p, 1);
	assert_int_equal(calls, 0);
	assert_int_equal(wakes, 1);
	assert_int_equal(value_task_take(&t, &value), VT_EBUSY);
	assert_int_equal(vt_loop_run(loop), 1);
	assert_int_equal(calls, 1);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	vt_loop_free(loop);
}

static void *complete_later(void *arg)
{
	vt_promise_complete(*(struct vt_promise *)arg, 9);
	return NULL;
}

static void blocking_wait(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		struct vt_promise p;
		struct value_task t = vt_promise_init(&p);
		pthread_t thread;
		uint64_t value = 0;

		pthread_create(&thread, NULL, complete_later, &p);
		assert_int_equal(value_task_wait(&t, &value), VT_OK);
		assert_int_equal(value, 9);
		pthread_join(thread, NULL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ready_inputs),
		cmocka_unit_test(pending_inputs),
		cmocka_unit_test(failing_input),
		cmocka_unit_test(discarded_function),
		cmocka_unit_test(frame_sizes),
		cmocka_unit_test(million_ready_awaits),
		cmocka_unit_test(chain_of_a_million),
		cmocka_unit_test(between_executors),
		cmocka_unit_test(posted_completion),
		cmocka_unit_test(blocking_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
