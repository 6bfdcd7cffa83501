// SPDX-License-Identifier: Apache-2.0
//
// Tasks, conversions, preserved value tasks, when_all and when_any.
#include <errno.h>
#include <once/executor.h>
#include <once/task.h>

#include "test.h"

static void any_number_of_gets(void **state)
{
	struct vt_task *task = vt_task_new();
	uint64_t value = 0;
	int calls = 0;

	(void)state;
	assert_int_equal(vt_task_get(task, &value), VT_EINCOMPLETE);
	for (int i = 0; i < 3; i++)
		assert_int_equal(vt_task_on_done(task, count_call, &calls),
				 VT_PENDING);
	assert_int_equal(vt_task_complete(task, 5), VT_OK);
	assert_int_equal(calls, 3);
	assert_int_equal(vt_task_complete(task, 6), VT_EALREADY);
	assert_int_equal(vt_task_on_done(task, count_call, &calls), VT_OK);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(vt_task_get(task, &value), VT_OK);
		assert_int_equal(value, 5);
	}
	vt_task_unref(task);
	vt_task_unref(NULL);
}

static void as_task_of_each_kind(void **state)
{
	struct vt_promise p;
	struct value_task t = value_task_value(1);
	struct vt_task *task = value_task_as_task(&t);
	uint64_t value = 0;

	(void)state;
	assert_true(value_task_is_empty(&t));
	assert_int_equal(vt_task_wait(task, &value), VT_OK);
	assert_int_equal(value, 1);
	vt_task_unref(task);

	t = value_task_error(EIO);
	task = value_task_as_task(&t);
	assert_int_equal(vt_task_get(task, &value), EIO);
	vt_task_unref(task);

	t = vt_promise_init(&p);
	vt_promise_complete(p, 2);
	task = value_task_as_task(&t);
	assert_int_equal(vt_task_get(task, &value), VT_OK);
	assert_int_equal(value, 2);
	vt_task_unref(task);
	assert_int_equal(live_slots(), 0);
}

static void as_task_of_pending(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task copy = t;
	struct vt_task *task = value_task_as_task(&t);
	uint64_t value = 0;

	(void)state;
	assert_true(value_task_is_empty(&t));
	assert_null(value_task_as_task(&copy));
	assert_int_equal(vt_task_status(task), VT_PENDING);
	vt_promise_fail(p, ECANCELED);
	assert_int_equal(vt_task_get(task, &value), ECANCELED);
	assert_int_equal(vt_task_get(task, &value), ECANCELED);
	vt_task_unref(task);
	assert_int_equal(live_slots(), 0);
}

// Nobody holds the task any more when its value task completes.
static void as_task_dropped(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	(void)state;
	vt_task_unref(value_task_as_task(&t));
	assert_int_equal(vt_promise_complete(p, 1), VT_OK);
	assert_int_equal(live_slots(), 0);
}

static void from_task(void **state)
{
	struct vt_task *task = vt_task_new();
	struct value_task t = value_task_from_task(vt_task_ref(task));
	uint64_t value = 0;

	(void)state;
	assert_int_equal(value_task_status(&t), VT_PENDING);
	vt_task_complete(task, 4);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value, 4);

	t = value_task_from_task(vt_task_ref(task));
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	vt_task_unref(task);

	t = value_task_from_task(vt_task_error(EIO));
	assert_int_equal(value_task_take(&t, &value), EIO);
	assert_int_equal(live_slots(), 0);
}

static void preserve(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task kept = value_task_preserve(&t);
	struct value_task copy = kept, more = kept;
	uint64_t value = 0;
	int calls = 0;

	(void)state;
	assert_true(value_task_is_empty(&t));
	assert_int_equal(value_task_take(&copy, &value), VT_EINCOMPLETE);
	assert_int_equal(value_task_on_done(&copy, count_call, &calls),
			 VT_PENDING);
	assert_int_equal(value_task_on_done(&more, count_call, &calls),
			 VT_PENDING);
	vt_promise_complete(p, 6);
	assert_int_equal(calls, 2);
	assert_int_equal(value_task_take(&copy, &value), VT_OK);
	assert_int_equal(value_task_take(&more, &value), VT_OK);
	assert_int_equal(value, 6);
	copy = more = kept;
	assert_int_equal(value_task_discard(&more), VT_OK);
	assert_int_equal(value_task_status(&copy), VT_OK);
	assert_int_equal(value_task_unpreserve(&kept), VT_OK);
	assert_int_equal(value_task_status(&copy), VT_ESTALE);
	assert_int_equal(value_task_take(&copy, &value), VT_ESTALE);
	assert_int_equal(value_task_unpreserve(&copy), VT_ESTALE);
	assert_int_equal(live_slots(), 0);
}

static void preserve_of_ready_is_itself(void **state)
{
	struct value_task t = value_task_value(3);
	struct value_task kept = value_task_preserve(&t);
	struct value_task copy = kept;
	uint64_t value = 0;

	(void)state;
	assert_int_equal(value_task_take(&copy, &value), VT_OK);
	assert_int_equal(value_task_unpreserve(&kept), VT_OK);
	assert_true(value_task_is_empty(&kept));
}

static void preserve_in_executor(void **state)
{
	struct vt_loop *loop = vt_loop_new();
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task kept = value_task_preserve(&t);
	int calls = 0;

	(void)state;
	assert_int_equal(value_task_on_done_in(&kept, vt_loop_executor(loop),
					       count_call, &calls),
			 VT_PENDING);
	vt_promise_complete(p, 1);
	assert_int_equal(calls, 0);
	assert_int_equal(vt_loop_run(loop), 1);
	assert_int_equal(calls, 1);
	value_task_unpreserve(&kept);
	vt_loop_free(loop);
}

static void when_all(void **state)
{
	struct vt_task *tasks[3] = { vt_task_new(), vt_task_value(2),
				     vt_task_new() };
	struct vt_task *all = vt_task_when_all(tasks, 3);
	uint64_t value = 0;

	(void)state;
	vt_task_complete(tasks[2], 3);
	assert_int_equal(vt_task_status(all), VT_PENDING);
	vt_task_complete(tasks[0], 1);
	assert_int_equal(vt_task_get(all, &value), VT_OK);
	assert_int_equal(value, 3);
	vt_task_unref(all);
	for (int i = 0; i < 3; i++)
		vt_task_unref(tasks[i]);
}

static void when_all_failures(void **state)
{
	struct vt_task *tasks[3] = { vt_task_error(ECANCELED),
				     vt_task_error(EIO),
				     vt_task_error(ENOENT) };
	struct vt_task *all = vt_task_when_all(tasks, 3);
	struct vt_task *none = vt_task_when_all(NULL, 0);
	struct vt_task *with_null[1] = { NULL };

	(void)state;
	assert_int_equal(vt_task_status(all), EIO);
	vt_task_unref(all);
	all = vt_task_when_all(tasks, 1);
	assert_int_equal(vt_task_status(all), ECANCELED);
	vt_task_unref(all);
	assert_int_equal(vt_task_status(none), VT_OK);
	vt_task_unref(none);
	assert_null(vt_task_when_all(with_null, 1));
	assert_null(vt_task_when_any(NULL, 0));
	for (int i = 0; i < 3; i++)
		vt_task_unref(tasks[i]);
}

static void when_any(void **state)
{
	struct vt_task *tasks[3] = { vt_task_new(), vt_task_new(),
				     vt_task_new() };
	struct vt_task *any = vt_task_when_any(tasks, 3);
	uint64_t value = 0;

	(void)state;
	vt_task_fail(tasks[1], EIO);
	assert_int_equal(vt_task_get(any, &value), VT_OK);
	assert_int_equal(value, 1);
	vt_task_unref(any);
	vt_task_complete(tasks[0], 0);
	vt_task_complete(tasks[2], 0);
	for (int i = 0; i < 3; i++)
		vt_task_unref(tasks[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_number_of_gets),
		cmocka_unit_test(as_task_of_each_kind),
		cmocka_unit_test(as_task_of_pending),
		cmocka_unit_test(as_task_dropped),
		cmocka_unit_test(from_task),
		cmocka_unit_test(preserve),
		cmocka_unit_test(preserve_of_ready_is_itself),
		cmocka_unit_test(preserve_in_executor),
		cmocka_unit_test(when_all),
		cmocka_unit_test(when_all_failures),
		cmocka_unit_test(when_any),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
