// SPDX-License-Identifier: Apache-2.0
//
// Hooks are called with the lock released, one at a time; `running` lets a
// removal wait for the one that is under way.
#include <once/cancel.h>

#include <pthread.h>
#include <stdlib.h>

#include "trace.h"

struct vt_cancel {
	_Atomic uint32_t references;
	atomic_bool requested;
	pthread_mutex_t lock;
	pthread_cond_t returned;
	struct vt_cancel_hook *hooks;
	const struct vt_cancel_hook *running;
	pthread_t requester;
};

struct vt_cancel *vt_cancel_new(void)
{
	struct vt_cancel *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	atomic_init(&c->references, 1);
	atomic_init(&c->requested, false);
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->returned, NULL);
	return c;
}

struct vt_cancel *vt_cancel_ref(struct vt_cancel *cancel)
{
	atomic_fetch_add_explicit(&cancel->references, 1, memory_order_relaxed);
	return cancel;
}

void vt_cancel_unref(struct vt_cancel *cancel)
{
	if (!cancel || atomic_fetch_sub_explicit(&cancel->references, 1,
						 memory_order_acq_rel) != 1)
		return;
	pthread_cond_destroy(&cancel->returned);
	pthread_mutex_destroy(&cancel->lock);
	free(cancel);
}

static void unlink_hook(struct vt_cancel_hook *hook)
{
	*hook->back = hook->next;
	if (hook->next)
		hook->next->back = hook->back;
	hook->back = NULL;
}

static void call(vt_fn *fn, void *arg)
{
	TRACE_CALLBACK();
	fn(arg);
}

void vt_cancel_request(struct vt_cancel *cancel)
{
	struct vt_cancel_hook *hook;

	if (atomic_exchange_explicit(&cancel->requested, true,
				     memory_order_acq_rel))
		return;
	vt_cancel_ref(cancel);
	pthread_mutex_lock(&cancel->lock);
	cancel->requester = pthread_self();
	while ((hook = cancel->hooks)) {
		vt_fn *fn = hook->fn;
		void *arg = hook->arg;

		unlink_hook(hook);
		cancel->running = hook;
		pthread_mutex_unlock(&cancel->lock);
		call(fn, arg);
		pthread_mutex_lock(&cancel->lock);
		cancel->running = NULL;
		pthread_cond_broadcast(&cancel->returned);
	}
	pthread_mutex_unlock(&cancel->lock);
	vt_cancel_unref(cancel);
}

bool vt_cancel_requested(const struct vt_cancel *cancel)
{
	return cancel &&
	       atomic_load_explicit(&cancel->requested, memory_order_acquire);
}

bool vt_cancel_add(struct vt_cancel *cancel, struct vt_cancel_hook *hook,
		   vt_fn *fn, void *arg)
{
	bool added = false;

	hook->back = NULL;
	hook->fn = fn;
	hook->arg = arg;
	pthread_mutex_lock(&cancel->lock);
	if (!vt_cancel_requested(cancel)) {
		hook->next = cancel->hooks;
		hook->back = &cancel->hooks;
		if (hook->next)
			hook->next->back = &hook->next;
		cancel->hooks = hook;
		added = true;
	}
	pthread_mutex_unlock(&cancel->lock);
	return added;
}

void vt_cancel_remove(struct vt_cancel *cancel, struct vt_cancel_hook *hook)
{
	pthread_mutex_lock(&cancel->lock);
	if (hook->back)
		unlink_hook(hook);
	while (cancel->running == hook &&
	       !pthread_equal(cancel->requester, pthread_self()))
		pthread_cond_wait(&cancel->returned, &cancel->lock);
	pthread_mutex_unlock(&cancel->lock);
}
