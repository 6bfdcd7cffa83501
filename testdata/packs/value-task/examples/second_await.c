// SPDX-License-Identifier: Apache-2.0
// runtime/examples/second_await.c, without the comments that excuse it.
#include <once/task.h>

int bad_ready(uint64_t *value)
{
	struct value_task t = value_task_value(42);
	struct value_task copy = t;
	int rc = value_task_take(&t, value);

	return rc ? rc : value_task_take(&copy, value); // expect: double-consume
}

int bad_pooled(uint64_t *value)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task copy = t;
	int rc;

	vt_promise_complete(p, 42);
	rc = value_task_take(&t, value);
	return rc ? rc : value_task_take(&copy, value); // expect: double-consume
}

int bad_recycled(uint64_t *value)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task copy = t;
	struct value_task other;
	int rc;

	vt_promise_complete(p, 42);
	if (value_task_take(&t, value) != 0)
		return -1;
	other = vt_promise_init(&p);
	vt_promise_complete(p, 43);
	rc = value_task_take(&copy, value); // expect: double-consume
	value_task_discard(&other);
	return rc;
}

int bad_completed_twice(uint64_t *value)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	vt_promise_complete(p, 42);
	vt_promise_complete(p, 43); // expect: double-complete "'p'"
	return value_task_take(&t, value);
}

int bad_never_completed(int wanted)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	if (wanted)
		vt_promise_complete(p, 42);
	return value_task_discard(&t); // expect: never-completed "'p'"
}

int bad_taken_before_completion(uint64_t *value)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	int rc = value_task_take(&t, value); // expect: result-before-completion

	vt_promise_complete(p, 42);
	return rc;
}

int ok_as_task(uint64_t *value)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct vt_task *task = value_task_as_task(&t);
	int rc;

	vt_promise_complete(p, 42);
	if (!task)
		return value_task_discard(&t);
	rc = vt_task_get(task, value);
	if (!rc)
		rc = vt_task_get(task, value);
	vt_task_unref(task);
	return rc;
}
