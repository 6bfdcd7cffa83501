// SPDX-License-Identifier: Apache-2.0
//
// Those who wait on a channel or a pipe. A waiter is a pooled frame on a list;
// whoever unlinks it, under the list's lock, has the right to complete it:
// the other side, a cancellation or the discarding consumer.
#ifndef RUNTIME_WAITER_H
#define RUNTIME_WAITER_H

#include <once/cancel.h>
#include <once/frame.h>
#include <pthread.h>

struct waiter {
	struct vt_frame frame;
	struct waiter *next;
	struct waiter **back; // NULL when not linked
	_Atomic(struct waiter_list *) list;
	uint64_t item; // what a writer brings
	struct vt_cancel *cancel;
	struct vt_cancel_hook hook;
};

struct waiter_list {
	pthread_mutex_t *lock; // the owner's
	struct waiter *head;
	struct waiter **tail;
};

void waiter_list_init(struct waiter_list *list, pthread_mutex_t *lock);

// Waits in `list`, whose lock is held. The value task may be ready: failed with
// ENOMEM, or with ECANCELED.
struct value_task waiter_add(struct waiter_list *list, uint64_t item,
			     struct vt_cancel *cancel);

// Unlinks the one that waits longest; the lock is held. NULL if there is none.
struct waiter *waiter_pop(struct waiter_list *list);

// Completes an unlinked waiter, with `error` unless that is 0. No lock is held:
// continuations run. VT_EDISCARDED if nobody wanted it.
int waiter_finish(struct waiter *w, uint64_t value, int error);

#endif
