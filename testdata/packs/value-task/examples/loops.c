// SPDX-License-Identifier: Apache-2.0
// runtime/examples/uv_loop.c and uring_loop.c, written wrongly.
#include <once/executor.h>

struct file_read {
	struct vt_promise promise;
	long result;
};

int submit(struct file_read *read);
void turn(void);

void bad_fails_and_completes(struct file_read *read)
{
	if (read->result < 0)
		vt_promise_fail(read->promise, (int)-read->result);
	vt_promise_complete(read->promise, (uint64_t)read->result); // expect: double-complete
}

// The callback completes it as well.
struct value_task bad_completes_what_was_never_started(struct file_read *read)
{
	struct value_task t = vt_promise_init(&read->promise);
	int rc = submit(read);

	if (rc < 0)
		vt_promise_fail(read->promise, -rc);
	vt_promise_fail(read->promise, 5); // expect: double-complete
	return t;
}

int bad_takes_while_pending(struct file_read *read, uint64_t *value)
{
	struct value_task t = vt_promise_init(&read->promise);

	if (submit(read) < 0)
		vt_promise_fail(read->promise, 5);
	else if (value_task_status(&t) == VT_PENDING)
		return value_task_take(&t, value); // expect: result-before-completion
	return value_task_discard(&t);
}

int ok_runs_until(struct value_task *t, uint64_t *value)
{
	while (value_task_status(t) == VT_PENDING)
		turn();
	return value_task_take(t, value);
}

int ok_runs_until_its_own(struct file_read *read, uint64_t *value)
{
	struct value_task t = vt_promise_init(&read->promise);

	if (submit(read) < 0)
		vt_promise_fail(read->promise, 5);
	return ok_runs_until(&t, value);
}
