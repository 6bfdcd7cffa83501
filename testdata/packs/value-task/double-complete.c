// SPDX-License-Identifier: Apache-2.0
#include <once/task.h>

void bad_failed_and_completed(struct vt_promise promise, int n)
{
	if (n < 0)
		vt_promise_fail(promise, 5);
	vt_promise_complete(promise, (uint64_t)n); // expect: double-complete "'promise'"
}

void bad_task_completed_twice(struct vt_task *task)
{
	vt_task_complete(task, 1);
	vt_task_complete(task, 2); // expect: double-complete
}

void ok_either(struct vt_promise promise, int n)
{
	if (n < 0)
		vt_promise_fail(promise, 5);
	else
		vt_promise_complete(promise, (uint64_t)n);
}
