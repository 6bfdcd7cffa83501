// SPDX-License-Identifier: Apache-2.0
#include <once/channel.h>
#include <once/check.h>
#include <once/frame.h>
#include <once/pipe.h>
#include <once/task.h>

int main(void)
{
	struct value_task t = value_task_value(0);
	uint64_t value = 1;

	if (value_task_take(&t, &value))
		return 1;
	return (int)value;
}
