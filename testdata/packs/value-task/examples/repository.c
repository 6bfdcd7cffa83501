// SPDX-License-Identifier: Apache-2.0
// runtime/examples/repository.c and serializer.c, written wrongly.
#include <errno.h>
#include <once/executor.h>
#include <once/task.h>

struct repository {
	struct vt_threads *database;
	struct vt_loop *loop;
	struct value_task last;
};

struct value_task repository_age(struct repository *r, uint64_t id);

uint64_t bad_takes_what_it_converted(struct repository *r, uint64_t id)
{
	struct value_task t = repository_age(r, id);
	struct vt_task *task = value_task_as_task(&t);
	uint64_t age = 0;

	if (!task)
		return value_task_discard(&t) == 0;
	if (vt_loop_run_until(r->loop, &t, &age) != 0) // expect: use-after-transfer "'t'"
		age = 0;
	vt_task_unref(task);
	return age;
}

uint64_t bad_gives_up_a_reference_that_it_handed_over(struct repository *r,
						      struct vt_task *task)
{
	struct value_task t = value_task_from_task(task);
	uint64_t age = 0;

	if (vt_loop_run_until(r->loop, &t, &age) != 0)
		age = 0;
	vt_task_unref(task); // expect: use-after-transfer "'task'"
	return age;
}

static struct value_task newest;

void bad_kept_for_whoever_comes(struct repository *r, uint64_t id)
{
	newest = repository_age(r, id); // expect: stored-handle
}

void bad_stops_its_threads_twice(struct repository *r)
{
	vt_threads_free(r->database);
	vt_loop_free(r->loop);
	vt_threads_free(r->database); // expect: double-consume
}

// ---- an interface that some answer at once

struct serializer {
	struct value_task (*write)(struct serializer *self, char *out);
};

void bad_writes_and_goes_on(struct serializer *serializer, char *out)
{
	serializer->write(serializer, out); // expect: never-consumed
}

uint64_t bad_writes_both_into_one(struct serializer *serializer, char *out)
{
	struct value_task written = serializer->write(serializer, out);
	uint64_t size = 0;

	written = serializer->write(serializer, out); // expect: overwritten-handle
	return value_task_wait(&written, &size) == 0 ? size : 0;
}
