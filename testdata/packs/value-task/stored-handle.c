// SPDX-License-Identifier: Apache-2.0
#include <once/value_task.h>

struct value_task start(void);

static struct value_task last;

void bad_kept_in_a_global(void)
{
	last = start(); // expect: stored-handle
}

int ok_local(uint64_t *value)
{
	struct value_task t = start();

	return value_task_wait(&t, value);
}
