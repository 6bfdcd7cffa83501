// SPDX-License-Identifier: Apache-2.0
#include "waiter.h"

#include <errno.h>

#include "core.h"
#include "frame.h"

static int waiter_status(void *source, uint64_t token)
{
	struct waiter *w = source;

	return core_status(&w->frame.core, token);
}

static int waiter_on_done(void *source, uint64_t token,
			  const struct vt_continuation *k)
{
	struct waiter *w = source;

	return core_on_done(&w->frame.core, token, k);
}

static int waiter_take(void *source, uint64_t token, uint64_t *value)
{
	struct waiter *w = source;
	int rc = core_take(&w->frame.core, token, value);

	if (VT_LIKELY(rc >= 0))
		vt_frame_free(&w->frame);
	return rc;
}

static struct waiter_list *list_of(struct waiter *w)
{
	return atomic_load_explicit(&w->list, memory_order_relaxed);
}

static void link_waiter(struct waiter_list *list, struct waiter *w)
{
	atomic_store_explicit(&w->list, list, memory_order_relaxed);
	w->next = NULL;
	w->back = list->tail;
	*list->tail = w;
	list->tail = &w->next;
}

static void unlink_waiter(struct waiter *w)
{
	*w->back = w->next;
	if (w->next)
		w->next->back = w->back;
	else
		list_of(w)->tail = w->back;
	w->back = NULL;
}

// Unlinks the waiter of this very operation. Another side may have completed it
// and the pool given it to somebody else, so it is looked for by the list.
static bool withdraw(struct waiter_list *list, struct waiter *w, uint64_t token)
{
	struct waiter *at;
	bool found;

	pthread_mutex_lock(list->lock);
	at = list->head;
	while (at && at != w)
		at = at->next;
	found = at && core_generation(core_load(&w->frame.core)) == token;
	if (found)
		unlink_waiter(w);
	pthread_mutex_unlock(list->lock);
	return found;
}

static int waiter_discard(void *source, uint64_t token)
{
	struct waiter *w = source;
	struct waiter_list *list;
	int rc;

	if (core_generation(core_load(&w->frame.core)) != token)
		return core_discard(&w->frame.core, token);
	list = list_of(w);
	rc = core_discard(&w->frame.core, token);
	if (rc == VT_OK)
		vt_frame_free(&w->frame);
	else if (rc == VT_PENDING && withdraw(list, w, token))
		waiter_finish(w, 0, ECANCELED);
	return rc;
}

static const struct vt_source_ops waiter_ops = {
	.status = waiter_status,
	.on_done = waiter_on_done,
	.take = waiter_take,
	.discard = waiter_discard,
};

static void cancelled(void *arg)
{
	struct waiter *w = arg;
	struct waiter_list *list = list_of(w);
	bool linked;

	pthread_mutex_lock(list->lock);
	linked = w->back;
	if (linked)
		unlink_waiter(w);
	pthread_mutex_unlock(list->lock);
	if (linked)
		waiter_finish(w, 0, ECANCELED);
}

void waiter_list_init(struct waiter_list *list, pthread_mutex_t *lock)
{
	list->lock = lock;
	list->head = NULL;
	list->tail = &list->head;
}

struct value_task waiter_add(struct waiter_list *list, uint64_t item,
			     struct vt_cancel *cancel)
{
	struct waiter *w = (struct waiter *)frame_rent(sizeof(*w), &waiter_ops);
	uint64_t token;

	if (!w)
		return value_task_error(ENOMEM);
	token = core_generation(core_load(&w->frame.core));
	w->item = item;
	w->cancel = cancel;
	link_waiter(list, w);
	if (!cancel)
		return value_task_from_source(w, token);
	vt_cancel_ref(cancel);
	if (vt_cancel_add(cancel, &w->hook, cancelled, w))
		return value_task_from_source(w, token);
	unlink_waiter(w);
	vt_cancel_unref(cancel);
	vt_frame_free(&w->frame);
	return value_task_error(ECANCELED);
}

struct waiter *waiter_pop(struct waiter_list *list)
{
	struct waiter *w = list->head;

	if (w)
		unlink_waiter(w);
	return w;
}

int waiter_finish(struct waiter *w, uint64_t value, int error)
{
	uint64_t token = core_generation(core_load(&w->frame.core));
	int rc;

	if (w->cancel) {
		vt_cancel_remove(w->cancel, &w->hook);
		vt_cancel_unref(w->cancel);
	}
	if (error)
		rc = core_fail(&w->frame.core, token, error);
	else
		rc = core_complete(&w->frame.core, token, value);
	if (rc == VT_EDISCARDED)
		vt_frame_free(&w->frame);
	return rc;
}
