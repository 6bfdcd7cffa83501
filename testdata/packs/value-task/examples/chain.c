// SPDX-License-Identifier: Apache-2.0
// runtime/examples/chain.c, written wrongly.
#include <once/executor.h>
#include <once/task.h>
#include <stdlib.h>

struct request {
	struct vt_work work;
	struct vt_task *task;
};

struct pending {
	struct vt_task *inner;
	struct vt_task *outer;
};

void bad_answers_twice(struct vt_work *work)
{
	struct request *request = (struct request *)work;

	vt_task_complete(request->task, 1);
	vt_task_complete(request->task, 2); // expect: double-complete
	vt_task_unref(request->task);
	free(request);
}

void bad_goes_on_after_a_failure(void *arg)
{
	struct pending *p = arg;
	uint64_t value = 0;
	int rc = vt_task_get(p->inner, &value);

	if (rc)
		vt_task_fail(p->outer, rc);
	vt_task_complete(p->outer, value + 1); // expect: double-complete
	vt_task_unref(p->inner);
	vt_task_unref(p->outer);
	free(p);
}

uint64_t bad_gives_its_reference_up_twice(struct vt_loop *loop, int wait)
{
	struct vt_task *task = vt_task_new();
	uint64_t value = 0;

	if (!task)
		return 0;
	vt_loop_run(loop);
	if (wait && vt_task_wait(task, &value) == 0)
		vt_task_unref(task);
	vt_task_unref(task); // expect: double-consume "'task'"
	return value;
}

uint64_t bad_reads_what_it_gave_up(struct vt_task *task)
{
	uint64_t value = 0;

	vt_task_unref(task);
	if (vt_task_get(task, &value) != 0) // expect: use-after-consume
		return 0;
	return value;
}

struct vt_task *bad_forgets_the_inner_one(struct vt_loop *loop)
{
	struct vt_task *task = vt_task_new();
	uint64_t value = 0;

	if (!task)
		return NULL;
	vt_loop_run(loop);
	if (vt_task_wait(task, &value) != 0)
		value = 0;
	task = vt_task_value(value + 1); // expect: overwritten-handle "'task'"
	return task;
}

int bad_combines_and_forgets(struct vt_task *a, struct vt_task *b)
{
	struct vt_task *both[] = { a, b };
	struct vt_task *all = vt_task_when_all(both, 2); // expect: never-consumed
	uint64_t count;

	return all ? vt_task_wait(all, &count) : -1;
}

uint64_t ok_two_references(struct vt_loop *loop)
{
	struct vt_task *task = vt_task_new();
	struct vt_task *other;
	uint64_t value = 0;

	if (!task)
		return 0;
	other = vt_task_ref(task);
	vt_loop_run(loop);
	vt_task_unref(other);
	if (vt_task_wait(task, &value) != 0)
		value = 0;
	vt_task_unref(task);
	return value;
}
