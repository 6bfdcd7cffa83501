// SPDX-License-Identifier: Apache-2.0
//
// Cancellation: one side requests, operations that listen fail with ECANCELED.
// A request is a wish: an operation that completes first keeps its outcome.
#ifndef ONCE_CANCEL_H
#define ONCE_CANCEL_H

#include <once/value_task.h>

#ifdef __cplusplus
extern "C" {
#endif

struct vt_cancel; // reference counted

// Called once, on the thread that requests. The memory belongs to the caller.
struct vt_cancel_hook {
	struct vt_cancel_hook *next;
	struct vt_cancel_hook **back;
	vt_fn *fn;
	void *arg;
};

// NULL if there is no memory. The caller owns one reference.
VT_MUST_USE struct vt_cancel *vt_cancel_new(void);
struct vt_cancel *vt_cancel_ref(struct vt_cancel *cancel);
void vt_cancel_unref(struct vt_cancel *cancel); // NULL is fine

// Requests cancellation and calls the hooks. Later requests do nothing.
void vt_cancel_request(struct vt_cancel *cancel);

bool vt_cancel_requested(const struct vt_cancel *cancel); // NULL: false

// Makes a request call fn(arg). False if it was requested already: fn is not
// called and the hook is not linked.
VT_MUST_USE bool vt_cancel_add(struct vt_cancel *cancel,
			       struct vt_cancel_hook *hook, vt_fn *fn,
			       void *arg);

// Unlinks the hook. When this returns fn will not be called any more and is not
// running, unless the caller is fn itself. Fine for a hook that was called.
void vt_cancel_remove(struct vt_cancel *cancel, struct vt_cancel_hook *hook);

#ifdef __cplusplus
}
#endif
#endif
