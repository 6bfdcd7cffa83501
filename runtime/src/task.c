// SPDX-License-Identifier: Apache-2.0
//
// Tasks: the outcome is published by `state`, the list of those who wait is
// closed after that, so whoever finds it open is certain to be called.
#include "task.h"

#include <stdlib.h>

#include "sleeper.h"
#include "trace.h"

static struct waiting closed;

struct vt_task *task_alloc(size_t size)
{
	struct vt_task *task = malloc(size);

	if (!task)
		return NULL;
	atomic_init(&task->references, 1);
	atomic_init(&task->state, TASK_PENDING);
	atomic_init(&task->waiting, NULL);
	atomic_flag_clear_explicit(&task->first_used, memory_order_relaxed);
	task->value = 0;
	return task;
}

static struct vt_task *alloc_done(uint64_t value, uint8_t state)
{
	struct vt_task *task = task_alloc(sizeof(*task));

	if (!task)
		return NULL;
	task->value = value;
	atomic_init(&task->state, state);
	atomic_init(&task->waiting, &closed);
	return task;
}

struct vt_task *vt_task_value(uint64_t value)
{
	return alloc_done(value, TASK_DONE);
}

struct vt_task *vt_task_error(int error)
{
	return alloc_done((uint64_t)error, TASK_FAILED);
}

struct vt_task *vt_task_new(void)
{
	return task_alloc(sizeof(struct vt_task));
}

struct vt_task *vt_task_ref(struct vt_task *task)
{
	atomic_fetch_add_explicit(&task->references, 1, memory_order_relaxed);
	return task;
}

void vt_task_unref(struct vt_task *task)
{
	if (!task)
		return;
	// The sole owner needs no read-modify-write.
	if (atomic_load_explicit(&task->references, memory_order_acquire) ==
		    1 ||
	    atomic_fetch_sub_explicit(&task->references, 1,
				      memory_order_acq_rel) == 1)
		free(task);
}

// Somebody who waits in an executor; the rest is as for the others.
struct waiting_in {
	struct waiting waiting;
	struct vt_executor *executor;
};

static void run_first(struct vt_work *work)
{
	struct waiting *w = (struct waiting *)work;

	TRACE_CALLBACK();
	w->fn(w->arg);
}

static void run_heap(struct vt_work *work)
{
	struct waiting w = *(struct waiting *)work;

	free(work);
	TRACE_CALLBACK();
	w.fn(w.arg);
}

static void post(struct vt_work *work)
{
	struct waiting_in *w = (struct waiting_in *)work;

	work->run = run_heap;
	vt_executor_post(w->executor, work);
}

static void wake_all(struct waiting *newest)
{
	struct vt_work *oldest = NULL;
	struct vt_work *work = newest ? &newest->work : NULL;

	while (work) {
		struct vt_work *older = work->next;

		work->next = oldest;
		oldest = work;
		work = older;
	}
	while (oldest) {
		struct vt_work *next = oldest->next;

		vt_trampoline(oldest);
		oldest = next;
	}
}

int task_complete(struct vt_task *task, uint64_t value, bool failed)
{
	uint8_t pending = TASK_PENDING;

	if (!atomic_compare_exchange_strong_explicit(
		    &task->state, &pending, TASK_COMPLETING,
		    memory_order_relaxed, memory_order_relaxed))
		return VT_EALREADY;
	task->value = value;
	atomic_store_explicit(&task->state, failed ? TASK_FAILED : TASK_DONE,
			      memory_order_release);
	wake_all(atomic_exchange_explicit(&task->waiting, &closed,
					  memory_order_acq_rel));
	return VT_OK;
}

int vt_task_complete(struct vt_task *task, uint64_t value)
{
	return task_complete(task, value, false);
}

int vt_task_fail(struct vt_task *task, int error)
{
	if (error <= 0)
		return VT_EINVAL;
	return task_complete(task, (uint64_t)error, true);
}

int vt_task_status(const struct vt_task *task)
{
	uint32_t state =
		atomic_load_explicit(&task->state, memory_order_acquire);

	if (state == TASK_FAILED)
		return (int)task->value;
	return state == TASK_DONE ? VT_OK : VT_PENDING;
}

int vt_task_get(const struct vt_task *task, uint64_t *value)
{
	int rc = vt_task_status(task);

	if (rc == VT_PENDING)
		return VT_EINCOMPLETE;
	if (!rc)
		*value = task->value;
	return rc;
}

static struct waiting *new_waiting(struct vt_task *task,
				   struct vt_executor *executor)
{
	struct waiting *w = &task->first;

	if (!executor && !atomic_flag_test_and_set_explicit(
				 &task->first_used, memory_order_relaxed)) {
		w->work.run = run_first;
		return w;
	}
	w = malloc(executor ? sizeof(struct waiting_in) : sizeof(*w));
	if (!w)
		return NULL;
	w->work.run = executor ? post : run_heap;
	if (executor)
		((struct waiting_in *)w)->executor = executor;
	return w;
}

int task_attach(struct vt_task *task, const struct vt_continuation *k)
{
	struct waiting *newest =
		atomic_load_explicit(&task->waiting, memory_order_acquire);
	struct waiting *w;

	if (newest == &closed)
		return VT_OK;
	w = new_waiting(task, k->executor);
	if (!w)
		return VT_ENOMEM;
	w->fn = k->fn;
	w->arg = k->arg;
	do {
		if (newest == &closed) {
			if (w != &task->first)
				free(w);
			return VT_OK;
		}
		w->work.next = newest ? &newest->work : NULL;
	} while (!atomic_compare_exchange_weak_explicit(&task->waiting, &newest,
							w, memory_order_acq_rel,
							memory_order_acquire));
	return VT_PENDING;
}

int vt_task_on_done(struct vt_task *task, vt_fn *fn, void *arg)
{
	return task_attach(task, &(struct vt_continuation){ fn, arg, NULL });
}

int vt_task_wait(struct vt_task *task, uint64_t *value)
{
	struct sleeper s = SLEEPER_INIT;
	int rc = vt_task_on_done(task, sleeper_wake, &s);

	if (rc == VT_PENDING) {
		sleeper_wait(&s);
		rc = VT_OK;
	}
	return rc ? rc : vt_task_get(task, value);
}
