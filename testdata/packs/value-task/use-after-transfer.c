// SPDX-License-Identifier: Apache-2.0
#include <once/task.h>

int bad_taken_after_as_task(struct value_task t, uint64_t *value)
{
	struct vt_task *task = value_task_as_task(&t);

	if (!task)
		return -1;
	vt_task_unref(task);
	return value_task_wait(&t, value); // expect: use-after-transfer "'t'"
}

int ok_read_as_often_as_wanted(struct value_task t, uint64_t *value)
{
	struct vt_task *task = value_task_as_task(&t);
	int rc;

	if (!task)
		return value_task_discard(&t);
	rc = vt_task_wait(task, value);
	if (rc == 0)
		rc = vt_task_get(task, value);
	vt_task_unref(task);
	return rc;
}
