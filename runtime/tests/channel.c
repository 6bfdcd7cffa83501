// SPDX-License-Identifier: Apache-2.0
//
// Channels and cancellation.
#include <errno.h>
#include <pthread.h>

#include <once/channel.h>
#include <once/task.h>

#include "test.h"

static uint64_t take(struct value_task *t)
{
	uint64_t value = 0;

	assert_int_equal(value_task_take(t, &value), VT_OK);
	return value;
}

static int failure(struct value_task t)
{
	uint64_t value;

	return value_task_take(&t, &value);
}

static void items_in_order(void **state)
{
	struct vt_channel *ch = vt_channel_new(0, 0);
	uint64_t item = 0;

	(void)state;
	for (uint64_t i = 0; i < 100; i++)
		assert_int_equal(vt_channel_try_write(ch, i), VT_OK);
	assert_int_equal(vt_channel_count(ch), 100);
	for (uint64_t i = 0; i < 50; i++) {
		struct value_task t = vt_channel_read(ch, NULL);

		assert_int_equal(take(&t), i);
	}
	for (uint64_t i = 50; i < 100; i++) {
		assert_int_equal(vt_channel_try_read(ch, &item), VT_OK);
		assert_int_equal(item, i);
	}
	assert_int_equal(vt_channel_try_read(ch, &item), VT_PENDING);
	vt_channel_free(ch);
	vt_channel_free(NULL);
}

static void reader_waits(void **state)
{
	struct vt_channel *ch = vt_channel_new(0, VT_CHANNEL_SINGLE_READER);
	struct value_task t = vt_channel_read(ch, NULL);
	struct value_task copy = t;
	uint64_t value;

	(void)state;
	assert_int_equal(failure(vt_channel_read(ch, NULL)), EBUSY);
	assert_int_equal(vt_channel_try_read(ch, &value), VT_EBUSY);
	assert_int_equal(vt_channel_try_write(ch, 5), VT_OK);
	assert_int_equal(take(&t), 5);
	assert_int_equal(value_task_take(&copy, &value), VT_ESTALE);

	// Converted, it may be awaited as often as one likes.
	t = vt_channel_read(ch, NULL);
	struct vt_task *task = value_task_as_task(&t);

	assert_int_equal(vt_channel_try_write(ch, 6), VT_OK);
	assert_int_equal(vt_task_get(task, &value), VT_OK);
	assert_int_equal(vt_task_get(task, &value), VT_OK);
	assert_int_equal(value, 6);
	vt_task_unref(task);
	vt_channel_free(ch);
	assert_int_equal(live_slots(), 0);
}

static void many_readers_in_turn(void **state)
{
	struct vt_channel *ch = vt_channel_new(0, 0);
	struct value_task t[3];

	(void)state;
	for (int i = 0; i < 3; i++)
		t[i] = vt_channel_read(ch, NULL);
	for (uint64_t i = 0; i < 3; i++)
		assert_int_equal(vt_channel_try_write(ch, i), VT_OK);
	for (uint64_t i = 0; i < 3; i++)
		assert_int_equal(take(&t[i]), i);
	vt_channel_free(ch);
}

static void bounded(void **state)
{
	struct vt_channel *ch = vt_channel_new(2, 0);
	struct value_task w, r;

	(void)state;
	assert_int_equal(vt_channel_try_write(ch, 1), VT_OK);
	w = vt_channel_write(ch, 2, NULL);
	assert_int_equal(take(&w), 0);
	assert_int_equal(vt_channel_try_write(ch, 3), VT_PENDING);
	w = vt_channel_write(ch, 3, NULL);
	assert_int_equal(value_task_status(&w), VT_PENDING);
	r = vt_channel_read(ch, NULL);
	assert_int_equal(take(&r), 1);
	assert_int_equal(take(&w), 0);
	r = vt_channel_read(ch, NULL);
	assert_int_equal(take(&r), 2);
	r = vt_channel_read(ch, NULL);
	assert_int_equal(take(&r), 3);
	vt_channel_free(ch);
	assert_int_equal(live_slots(), 0);
}

static void closing(void **state)
{
	struct vt_channel *ch = vt_channel_new(1, 0);
	struct value_task r = vt_channel_read(ch, NULL);
	uint64_t item;

	(void)state;
	assert_int_equal(vt_channel_close(ch, 0), VT_OK);
	assert_int_equal(vt_channel_close(ch, 0), VT_EALREADY);
	assert_int_equal(failure(r), EPIPE);
	assert_int_equal(failure(vt_channel_read(ch, NULL)), EPIPE);
	assert_int_equal(failure(vt_channel_write(ch, 1, NULL)), EPIPE);
	assert_int_equal(vt_channel_try_write(ch, 1), VT_ECLOSED);
	assert_int_equal(vt_channel_try_read(ch, &item), VT_ECLOSED);
	vt_channel_free(ch);

	// What is queued is still read; a waiting writer is told.
	ch = vt_channel_new(1, 0);
	assert_int_equal(vt_channel_try_write(ch, 8), VT_OK);
	r = vt_channel_write(ch, 9, NULL);
	vt_channel_close(ch, EIO);
	assert_int_equal(failure(r), EIO);
	r = vt_channel_read(ch, NULL);
	assert_int_equal(take(&r), 8);
	assert_int_equal(failure(vt_channel_read(ch, NULL)), EIO);
	vt_channel_free(ch);
	assert_int_equal(live_slots(), 0);
}

static void discarded_reader_loses_no_item(void **state)
{
	struct vt_channel *ch = vt_channel_new(0, VT_CHANNEL_SINGLE_READER);
	struct value_task t = vt_channel_read(ch, NULL);

	(void)state;
	assert_int_equal(value_task_discard(&t), VT_OK);
	assert_int_equal(live_slots(), 0);
	t = vt_channel_read(ch, NULL);
	assert_int_equal(vt_channel_try_write(ch, 4), VT_OK);
	assert_int_equal(take(&t), 4);
	vt_channel_free(ch);
}

static void cancelled_reader_loses_no_item(void **state)
{
	struct vt_channel *ch = vt_channel_new(0, 0);
	struct vt_cancel *cancel = vt_cancel_new();
	struct value_task t = vt_channel_read(ch, cancel);
	struct value_task u = vt_channel_read(ch, NULL);

	(void)state;
	assert_false(vt_cancel_requested(cancel));
	vt_cancel_request(cancel);
	vt_cancel_request(cancel);
	assert_true(vt_cancel_requested(cancel));
	assert_int_equal(failure(t), ECANCELED);
	assert_int_equal(failure(vt_channel_read(ch, cancel)), ECANCELED);
	assert_int_equal(vt_channel_try_write(ch, 1), VT_OK);
	assert_int_equal(take(&u), 1);
	vt_cancel_unref(cancel);
	vt_channel_free(ch);
	assert_int_equal(live_slots(), 0);
}

static void hooks(void **state)
{
	struct vt_cancel *cancel = vt_cancel_new();
	struct vt_cancel_hook a, b, c;
	int calls = 0;

	(void)state;
	assert_true(vt_cancel_add(cancel, &a, count_call, &calls));
	assert_true(vt_cancel_add(cancel, &b, count_call, &calls));
	vt_cancel_remove(cancel, &a);
	vt_cancel_request(cancel);
	assert_int_equal(calls, 1);
	vt_cancel_remove(cancel, &b);
	assert_false(vt_cancel_add(cancel, &c, count_call, &calls));
	vt_cancel_remove(cancel, &c);
	assert_int_equal(calls, 1);
	vt_cancel_unref(cancel);
	vt_cancel_unref(NULL);
	assert_false(vt_cancel_requested(NULL));
}

// ---- two threads

enum { ITEMS = 50000 };

static void *produce(void *arg)
{
	struct vt_channel *ch = arg;

	for (uint64_t i = 1; i <= ITEMS; i++) {
		struct value_task t = vt_channel_write(ch, i, NULL);
		uint64_t unused;

		assert_int_equal(value_task_wait(&t, &unused), VT_OK);
	}
	vt_channel_close(ch, 0);
	return NULL;
}

static void stream(size_t capacity, unsigned flags)
{
	struct vt_channel *ch = vt_channel_new(capacity, flags);
	pthread_t thread;
	uint64_t item, expected = 1;

	pthread_create(&thread, NULL, produce, ch);
	for (;;) {
		struct value_task t = vt_channel_read(ch, NULL);
		int rc = value_task_wait(&t, &item);

		if (rc == EPIPE)
			break;
		assert_int_equal(rc, VT_OK);
		assert_int_equal(item, expected++);
	}
	assert_int_equal(expected, ITEMS + 1);
	pthread_join(thread, NULL);
	vt_channel_free(ch);
	assert_int_equal(live_slots(), 0);
}

static void streaming(void **state)
{
	(void)state;
	stream(0, VT_CHANNEL_SINGLE_READER);
	stream(64, 0);
}

static void *cancel_it(void *arg)
{
	vt_cancel_request(arg);
	return NULL;
}

// An item and a cancellation race for one reader: the item is never lost.
static void cancel_against_write(void **state)
{
	struct vt_channel *ch = vt_channel_new(0, 0);

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct vt_cancel *cancel = vt_cancel_new();
		struct value_task t = vt_channel_read(ch, cancel);
		pthread_t thread;
		uint64_t item = 0;

		pthread_create(&thread, NULL, cancel_it, cancel);
		assert_int_equal(vt_channel_try_write(ch, 7), VT_OK);
		int rc = value_task_wait(&t, &item);

		pthread_join(thread, NULL);
		if (rc == ECANCELED)
			assert_int_equal(vt_channel_try_read(ch, &item), VT_OK);
		else
			assert_int_equal(rc, VT_OK);
		assert_int_equal(item, 7);
		assert_int_equal(vt_channel_count(ch), 0);
		vt_cancel_unref(cancel);
	}
	vt_channel_free(ch);
	assert_int_equal(live_slots(), 0);
}

static void *discard_it(void *arg)
{
	value_task_discard(arg);
	return NULL;
}

static void discard_against_write(void **state)
{
	struct vt_channel *ch = vt_channel_new(0, 0);

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct value_task t = vt_channel_read(ch, NULL);
		pthread_t thread;
		uint64_t item;

		pthread_create(&thread, NULL, discard_it, &t);
		assert_int_equal(vt_channel_try_write(ch, 7), VT_OK);
		pthread_join(thread, NULL);
		// Discarded before the item came, or with it.
		(void)!vt_channel_try_read(ch, &item);
		assert_int_equal(live_slots(), 0);
	}
	vt_channel_free(ch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_in_order),
		cmocka_unit_test(reader_waits),
		cmocka_unit_test(many_readers_in_turn),
		cmocka_unit_test(bounded),
		cmocka_unit_test(closing),
		cmocka_unit_test(discarded_reader_loses_no_item),
		cmocka_unit_test(cancelled_reader_loses_no_item),
		cmocka_unit_test(hooks),
		cmocka_unit_test(streaming),
		cmocka_unit_test(cancel_against_write),
		cmocka_unit_test(discard_against_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
