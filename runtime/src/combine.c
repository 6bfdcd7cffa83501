// SPDX-License-Identifier: Apache-2.0
//
// when_all and when_any. One allocation holds the combined task and a place for
// every input; each input calls back once, the last one frees the rest.
#include <errno.h>
#include <stdlib.h>

#include "task.h"

struct combined;

struct input {
	struct combined *combined;
	struct vt_task *task;
};

struct combined {
	struct vt_task task;
	_Atomic size_t missing;
	bool any;
	size_t count;
	struct input inputs[];
};

static bool has_null(struct vt_task *const *tasks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!tasks[i])
			return true;
	return false;
}

// The error that stands for all: the first real one, else a cancellation.
static int first_error(const struct combined *c)
{
	int cancelled = 0;

	for (size_t i = 0; i < c->count; i++) {
		int rc = vt_task_status(c->inputs[i].task);

		if (rc == ECANCELED)
			cancelled = rc;
		else if (rc)
			return rc;
	}
	return cancelled;
}

static void leave(struct combined *c)
{
	if (atomic_fetch_sub_explicit(&c->missing, 1, memory_order_acq_rel) !=
	    1)
		return;
	if (!c->any) {
		int rc = first_error(c);

		task_complete(&c->task, rc ? (uint64_t)rc : c->count, rc != 0);
	}
	for (size_t i = 0; i < c->count; i++)
		vt_task_unref(c->inputs[i].task);
	vt_task_unref(&c->task);
}

static void input_done(void *arg)
{
	struct input *input = arg;
	struct combined *c = input->combined;

	if (c->any)
		task_complete(&c->task, (uint64_t)(input - c->inputs), false);
	leave(c);
}

static struct combined *new_combined(struct vt_task *const *tasks, size_t count,
				     bool any)
{
	size_t room = SIZE_MAX - sizeof(struct combined);
	struct combined *c;

	if (count > room / sizeof(struct input) || has_null(tasks, count))
		return NULL;
	c = (struct combined *)task_alloc(sizeof(*c) +
					  count * sizeof(struct input));
	if (!c)
		return NULL;
	c->any = any;
	c->count = count;
	atomic_init(&c->missing, count + 1);
	for (size_t i = 0; i < count; i++)
		c->inputs[i] = (struct input){ c, vt_task_ref(tasks[i]) };
	return c;
}

// An input that cannot be attached for want of memory makes the whole call
// fail. Those attached already will still call back, so they keep what they
// need.
static struct vt_task *combine(struct vt_task *const *tasks, size_t count,
			       bool any)
{
	struct combined *c = new_combined(tasks, count, any);
	int rc = VT_OK;

	if (!c)
		return NULL;
	vt_task_ref(&c->task);
	for (size_t i = 0; i < count; i++) {
		struct input *input = &c->inputs[i];

		if (rc != VT_ENOMEM)
			rc = vt_task_on_done(input->task, input_done, input);
		if (rc == VT_OK)
			input_done(input);
		else if (rc == VT_ENOMEM)
			leave(c);
	}
	leave(c);
	if (rc != VT_ENOMEM)
		return &c->task;
	vt_task_unref(&c->task);
	return NULL;
}

struct vt_task *vt_task_when_all(struct vt_task *const *tasks, size_t count)
{
	return combine(tasks, count, false);
}

struct vt_task *vt_task_when_any(struct vt_task *const *tasks, size_t count)
{
	return count ? combine(tasks, count, true) : NULL;
}
