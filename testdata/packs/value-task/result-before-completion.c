// SPDX-License-Identifier: Apache-2.0
#include <once/value_task.h>

struct value_task start(void);

int bad_taken_at_once(uint64_t *value)
{
	struct value_task t = start();

	return value_task_take(&t, value); // expect: result-before-completion
}

int ok_taken_when_done(uint64_t *value)
{
	struct value_task t = start();

	if (value_task_status(&t) >= 0)
		return value_task_take(&t, value);
	return value_task_discard(&t);
}

int ok_ready_from_the_start(uint64_t *value)
{
	struct value_task t = value_task_value(7);

	return value_task_take(&t, value);
}
