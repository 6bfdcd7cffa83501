// SPDX-License-Identifier: Apache-2.0
//
// vt_task: an outcome that may be awaited any number of times. It lives on the
// heap and is reference counted; that is its price, and what a value task
// saves.
#ifndef ONCE_TASK_H
#define ONCE_TASK_H

#include <once/value_task.h>

#ifdef __cplusplus
extern "C" {
#endif

// A task that has completed with `value`, failed with `error` > 0, or is
// pending. The caller owns one reference. NULL if there is no memory.
VT_MUST_USE struct vt_task *vt_task_value(uint64_t value);
VT_MUST_USE struct vt_task *vt_task_error(int error);
VT_MUST_USE struct vt_task *vt_task_new(void);

// One more reference, returned for convenience; one less. NULL is fine.
struct vt_task *vt_task_ref(struct vt_task *task);
void vt_task_unref(struct vt_task *task);

// Completes a pending task; VT_EALREADY the second time, the outcome is kept.
// The caller holds a reference during the call.
int vt_task_complete(struct vt_task *task, uint64_t value);
int vt_task_fail(struct vt_task *task, int error);

// VT_OK, VT_PENDING or the positive error.
int vt_task_status(const struct vt_task *task);

// Reads the outcome, any number of times: 0 and *value, or the positive error,
// or VT_EINCOMPLETE. The reference stays the caller's.
VT_MUST_USE int vt_task_get(const struct vt_task *task, uint64_t *value);

// Blocks the thread until the task is complete, then reads it.
VT_MUST_USE int vt_task_wait(struct vt_task *task, uint64_t *value);

// Calls fn(arg) when the task completes, on the thread that completes it; the
// caller keeps the task referenced until then. VT_PENDING if it will be called,
// VT_OK if the task is complete already and it will not, VT_ENOMEM.
VT_MUST_USE int vt_task_on_done(struct vt_task *task, vt_fn *fn, void *arg);

// A task that completes when all (any) of `tasks` have. They are borrowed for
// the call; the combined task holds references of its own. On purpose there is
// no such function for value tasks: convert them first.
//
// when_all: the value is `count`. If some failed, the error of the first one in
// the array that failed, a cancelled one counting only if no other failed.
// when_any: the value is the index of one that has completed or failed.
// VT_EINVAL is reported as NULL too: a NULL element, or when_any of none.
VT_MUST_USE struct vt_task *vt_task_when_all(struct vt_task *const *tasks,
					     size_t count);
VT_MUST_USE struct vt_task *vt_task_when_any(struct vt_task *const *tasks,
					     size_t count);

#ifdef __cplusplus
}
#endif
#endif
