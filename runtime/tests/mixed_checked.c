// SPDX-License-Identifier: Apache-2.0
#define VT_CHECKED
#include "mixed.h"

struct value_task checked_value(uint64_t value)
{
	return value_task_value(value);
}

struct value_task checked_error(int error)
{
	return value_task_error(error);
}

int checked_take(struct value_task *t, uint64_t *value)
{
	return value_task_take(t, value);
}
