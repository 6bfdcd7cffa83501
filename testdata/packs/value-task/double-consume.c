// SPDX-License-Identifier: Apache-2.0
#include <once/value_task.h>

int bad_taken_twice(struct value_task t, uint64_t *value)
{
	if (value_task_wait(&t, value) != 0)
		return -1;
	return value_task_wait(&t, value); // expect: double-consume "'t'"
}

int bad_taken_through_a_copy(struct value_task t, uint64_t *value)
{
	struct value_task copy = t;

	if (value_task_wait(&t, value) != 0)
		return -1;
	return value_task_wait(&copy, value); // expect: double-consume
}

int bad_two_continuations(const struct value_task *t, vt_fn *fn, void *arg)
{
	if (value_task_on_done(t, fn, arg) != VT_PENDING)
		return 0;
	return value_task_on_done(t, fn, arg); // expect: double-consume
}

int ok_refused_and_waited_for(struct value_task t, uint64_t *value)
{
	int rc = 0;

	if (value_task_is_done(&t))
		return value_task_take(&t, value);
	rc = value_task_wait(&t, value);
	return rc;
}

int ok_moved(struct value_task *from, uint64_t *value)
{
	struct value_task t = value_task_move(from);

	return value_task_wait(&t, value);
}

int ok_preserved(struct value_task t, uint64_t *value)
{
	struct value_task kept = value_task_preserve(&t);
	int rc = value_task_wait(&kept, value);

	if (rc == 0)
		rc = value_task_wait(&kept, value);
	value_task_unpreserve(&kept);
	return rc;
}

// A copy that a helper gives back is the same operation.
static struct value_task copy_of(const struct value_task *t) // expect summary: "return = *t"
{
	return *t;
}

struct value_task started(void);

uint64_t bad_copy_from_a_helper(void)
{
	struct value_task t = started();
	struct value_task copy = copy_of(&t);
	uint64_t value = 0;

	value_task_wait(&copy, &value);
	value_task_wait(&t, &value); // expect: double-consume "'t'"
	return value;
}

uint64_t ok_copy_from_a_helper(struct value_task t)
{
	struct value_task copy = copy_of(&t);
	uint64_t value = 0;

	value_task_wait(&copy, &value);
	return value;
}
