// SPDX-License-Identifier: Apache-2.0
//
// From value tasks to tasks and back.
#include "convert.h"

#include <errno.h>
#include <pthread.h>

#include "core.h"
#include "promise.h"
#include "task.h"
#include "trace.h"

static bool is_inline(const struct value_task *t)
{
	return t->word == VT_TAG_VALUE || t->word == VT_TAG_ERROR;
}

static bool is_preserved(const struct value_task *t)
{
	return (t->word & VT_TAG_MASK) == VT_TAG_TASK;
}

// The slot of a preserved one.
static struct vt_slot *slot_of(const struct value_task *t)
{
	return (struct vt_slot *)(t->word - VT_TAG_TASK);
}

// ---- to a task

// A task that waits for a value task; one allocation for both.
struct converted {
	struct vt_task task;
	struct value_task source;
};

static void converted_done(void *arg)
{
	struct converted *c = arg;
	uint64_t value = 0;
	int rc = value_task_take(&c->source, &value);

	if (rc < 0)
		rc = EINVAL;
	task_complete(&c->task, rc ? (uint64_t)rc : value, rc != 0);
	vt_task_unref(&c->task);
}

static struct vt_task *task_of_ready(struct value_task *t)
{
	struct vt_task *task = task_alloc(sizeof(*task));
	uint64_t value = 0;
	int rc;

	if (!task)
		return NULL;
	rc = value_task_take(t, &value);
	if (rc < 0) {
		vt_task_unref(task);
		return NULL;
	}
	task_complete(task, rc ? (uint64_t)rc : value, rc != 0);
	return task;
}

static struct vt_task *preserved_task(const struct value_task *t);

static struct vt_task *task_of_source(struct value_task *t)
{
	struct converted *c = (struct converted *)task_alloc(sizeof(*c));
	int rc;

	if (!c)
		return NULL;
	vt_task_ref(&c->task);
	c->source = *t;
	rc = value_task_on_done(&c->source, converted_done, c);
	if (rc == VT_PENDING) {
		*t = (struct value_task){ 0 };
		return &c->task;
	}
	vt_task_unref(&c->task);
	vt_task_unref(&c->task);
	return rc ? NULL : task_of_ready(t);
}

struct vt_task *value_task_as_task(struct value_task *t)
{
	TRACE_ENTRY();
	struct vt_task *task;

	if (is_inline(t) || value_task_is_empty(t))
		return task_of_ready(t);
	if (!is_preserved(t))
		return task_of_source(t);
	task = preserved_task(t);
	if (task)
		*t = (struct value_task){ 0 };
	else
		(void)TRACE_REFUSED(&slot_of(t)->core, t->payload, TAKE,
				    VT_ESTALE);
	return task;
}

// ---- from a task

// A pending slot that a task will complete keeps the task where the outcome
// will be: it is not read before.
static void forward(void *arg)
{
	struct vt_slot *slot = arg;
	struct vt_task *task =
		(struct vt_task *)(uintptr_t)atomic_load_explicit(
			&slot->core.value, memory_order_relaxed);
	struct vt_promise p = { slot, core_generation(core_load(&slot->core)) };
	uint64_t value = 0;
	int rc = vt_task_get(task, &value);

	vt_task_unref(task);
	if (rc)
		vt_promise_fail(p, rc);
	else
		vt_promise_complete(p, value);
}

struct value_task value_task_from_task(struct vt_task *task)
{
	TRACE_ENTRY();
	struct vt_promise p;
	struct value_task t;
	uint64_t value;
	int rc = vt_task_get(task, &value);

	if (rc >= 0) {
		vt_task_unref(task);
		return rc ? value_task_error(rc) : value_task_value(value);
	}
	t = vt_promise_init(&p);
	if (value_task_is_empty(&t))
		return t;
	atomic_store_explicit(&p.slot->core.value, (uintptr_t)task,
			      memory_order_relaxed);
	rc = vt_task_on_done(task, forward, p.slot);
	if (rc == VT_OK)
		forward(p.slot);
	if (rc != VT_ENOMEM)
		return t;
	pool_return(p.slot, 0);
	return (struct value_task){ 0 };
}

// ---- preserved

// Whoever looks at a preserved slot takes a reference to its task under this
// lock, so that unpreserve in another thread, a misuse, finds nobody inside.
// One lock for all: a preserved outcome is the exception, not the fast path.
static pthread_mutex_t preserve_lock = PTHREAD_MUTEX_INITIALIZER;

static struct vt_task *preserved_task(const struct value_task *t)
{
	struct vt_slot *slot = slot_of(t);
	struct vt_task *task = NULL;

	pthread_mutex_lock(&preserve_lock);
	if (core_generation(core_load(&slot->core)) == t->payload)
		task = vt_task_ref(slot->core.arg);
	pthread_mutex_unlock(&preserve_lock);
	return task;
}

struct value_task value_task_preserve(struct value_task *t)
{
	TRACE_ENTRY();
	struct vt_slot *slot;
	struct vt_task *task;
	uint64_t token;

	if (is_inline(t) || is_preserved(t))
		return value_task_move(t);
	slot = pool_rent(0);
	if (!slot)
		return (struct value_task){ 0 };
	task = value_task_as_task(t);
	if (!task) {
		pool_return(slot, 0);
		return (struct value_task){ 0 };
	}
	pthread_mutex_lock(&preserve_lock);
	slot->core.arg = task;
	token = core_begin(&slot->core);
	pthread_mutex_unlock(&preserve_lock);
	return (struct value_task){ (uintptr_t)slot + VT_TAG_TASK, token };
}

int value_task_unpreserve(struct value_task *t)
{
	TRACE_ENTRY();
	struct vt_slot *slot = slot_of(t);
	struct vt_task *task = NULL;

	if (is_inline(t)) {
		*t = (struct value_task){ 0 };
		return VT_OK;
	}
	if (!is_preserved(t))
		return VT_EINVAL;
	pthread_mutex_lock(&preserve_lock);
	if (core_generation(core_load(&slot->core)) == t->payload) {
		task = slot->core.arg;
		TRACE_EVENT(&slot->core, CONSUME, t->payload);
		pool_return(slot, 0);
	}
	pthread_mutex_unlock(&preserve_lock);
	if (!task)
		return TRACE_REFUSED(&slot->core, t->payload, TAKE, VT_ESTALE);
	*t = (struct value_task){ 0 };
	vt_task_unref(task);
	return VT_OK;
}

int preserve_status(const struct value_task *t)
{
	struct vt_task *task = preserved_task(t);
	int rc;

	if (!task)
		return TRACE_REFUSED(&slot_of(t)->core, t->payload, LOOK,
				     VT_ESTALE);
	rc = vt_task_status(task);
	vt_task_unref(task);
	return rc;
}

int preserve_take(const struct value_task *t, uint64_t *value)
{
	struct vt_task *task = preserved_task(t);
	int rc;

	if (!task)
		return TRACE_REFUSED(&slot_of(t)->core, t->payload, TAKE,
				     VT_ESTALE);
	rc = vt_task_get(task, value);
	vt_task_unref(task);
	return rc;
}

// The continuation holds the task only through the slot: whoever awaits must
// not outlive the preserved value task.
int preserve_on_done(const struct value_task *t,
		     const struct vt_continuation *k)
{
	struct vt_task *task = preserved_task(t);
	int rc;

	if (!task)
		return TRACE_REFUSED(&slot_of(t)->core, t->payload, ATTACH,
				     VT_ESTALE);
	rc = task_attach(task, k);
	vt_task_unref(task);
	return rc;
}
