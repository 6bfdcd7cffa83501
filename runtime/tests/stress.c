// SPDX-License-Identifier: Apache-2.0
//
// Everything at once: threads that complete, threads that await in every way.
// What counts is that nothing is lost, and what the sanitizers say.
#include <errno.h>
#include <pthread.h>

#include <once/cancel.h>
#include <once/channel.h>
#include <once/executor.h>
#include <once/frame.h>
#include <once/task.h>

#include "test.h"

enum { ROUNDS = UNDER_TSAN ? 1000 : 10000, GROUP = 4 };

static struct vt_threads *threads;

// ---- an operation that completes on some thread

struct operation {
	struct vt_frame frame;
	uint64_t value;
};

static int operation_step(struct vt_frame *frame)
{
	struct operation *self = (struct operation *)frame;

	VT_BEGIN(frame);
	VT_YIELD(frame, vt_threads_executor(threads));
	if (self->value % 7 == 0)
		VT_FAIL(frame, EIO);
	VT_RETURN(frame, self->value);
	VT_END(frame);
}

static struct value_task operate(uint64_t value)
{
	struct operation *self = vt_frame_new(sizeof(*self), operation_step);

	assert_non_null(self);
	self->value = value;
	return vt_frame_start(&self->frame);
}

static void check(int rc, uint64_t value, uint64_t expected)
{
	if (expected % 7 == 0) {
		assert_int_equal(rc, EIO);
		return;
	}
	assert_int_equal(rc, VT_OK);
	assert_int_equal(value, expected);
}

static void waits(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < ROUNDS; i++) {
		struct value_task t = operate(i);
		uint64_t value = 0;
		int rc = value_task_wait(&t, &value);

		check(rc, value, i);
	}
}

// All of a group, then each again from its task.
static void groups(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < ROUNDS / GROUP; i++) {
		struct vt_task *tasks[GROUP], *all, *any;
		uint64_t value = 0;

		for (uint64_t k = 0; k < GROUP; k++) {
			struct value_task t = operate(i + k);

			tasks[k] = value_task_as_task(&t);
		}
		all = vt_task_when_all(tasks, GROUP);
		any = vt_task_when_any(tasks, GROUP);
		assert_int_equal(vt_task_wait(any, &value), VT_OK);
		assert_in_range(value, 0, GROUP - 1);
		(void)!vt_task_wait(all, &value);
		for (uint64_t k = 0; k < GROUP; k++) {
			int rc = vt_task_get(tasks[k], &value);

			check(rc, value, i + k);
			vt_task_unref(tasks[k]);
		}
		vt_task_unref(all);
		vt_task_unref(any);
	}
}

static void preserved(void **state)
{
	(void)state;
	for (uint64_t i = 1; i < ROUNDS; i++) {
		struct value_task t = operate(i);
		struct value_task kept = value_task_preserve(&t);
		uint64_t value = 0;

		for (int k = 0; k < 2; k++) {
			struct value_task copy = kept;
			int rc = value_task_wait(&copy, &value);

			check(rc, value, i);
		}
		assert_int_equal(value_task_unpreserve(&kept), VT_OK);
	}
}

static void discards(void **state)
{
	struct vt_pool_stats stats;

	(void)state;
	for (uint64_t i = 0; i < ROUNDS; i++) {
		struct value_task t = operate(i);

		assert_int_equal(value_task_discard(&t), VT_OK);
	}
	do
		vt_pool_stats_get(&stats);
	while (stats.live);
}

// ---- readers that are cancelled while writers write

static atomic_int read_count;

static void *read_some(void *arg)
{
	struct vt_channel *ch = arg;

	for (int i = 0; i < ROUNDS; i++) {
		struct vt_cancel *cancel = vt_cancel_new();
		struct value_task t = vt_channel_read(ch, cancel);
		uint64_t item;
		int rc;

		if (i % 3 == 0)
			vt_cancel_request(cancel);
		rc = value_task_wait(&t, &item);
		vt_cancel_unref(cancel);
		if (rc == EPIPE)
			break;
		read_count += rc == VT_OK;
	}
	return NULL;
}

static void cancelled_readers(void **state)
{
	struct vt_channel *ch = vt_channel_new(8, 0);
	pthread_t readers[2];
	int written = 0;
	uint64_t value;

	(void)state;
	read_count = 0;
	for (int i = 0; i < 2; i++)
		pthread_create(&readers[i], NULL, read_some, ch);
	for (uint64_t i = 0; i < ROUNDS; i++) {
		struct value_task t = vt_channel_write(ch, i, NULL);

		assert_int_equal(value_task_wait(&t, &value), VT_OK);
		written++;
	}
	vt_channel_close(ch, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(readers[i], NULL);
	while (vt_channel_try_read(ch, &value) == VT_OK)
		read_count++;
	assert_int_equal(read_count, written);
	vt_channel_free(ch);
}

static int begin(void **state)
{
	(void)state;
	threads = vt_threads_new(3);
	return threads ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	vt_threads_free(threads);
	return live_slots() ? -1 : 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(waits),
		cmocka_unit_test(groups),
		cmocka_unit_test(preserved),
		cmocka_unit_test(discards),
		cmocka_unit_test(cancelled_readers),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
