// SPDX-License-Identifier: Apache-2.0
#include <once/value_task.h>

struct value_task start(void);

void bad_discarded_by_accident(void)
{
	start(); // expect: never-consumed
}

int bad_left_on_one_path(int wanted, uint64_t *value)
{
	struct value_task t = start(); // expect: never-consumed "'t'"

	if (!wanted)
		return 0;
	return value_task_wait(&t, value);
}

int ok_given_up(int wanted, uint64_t *value)
{
	struct value_task t = start();

	if (!wanted)
		return value_task_discard(&t);
	return value_task_wait(&t, value);
}
