// SPDX-License-Identifier: Apache-2.0
// The declarations of the library that the fixtures need; the real headers are
// in runtime/include/once.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

enum vt_code {
	VT_OK = 0,
	VT_PENDING = -1,
	VT_EINCOMPLETE = -5,
	VT_EALREADY = -7,
};
struct value_task {
	uintptr_t word;
	uint64_t payload;
};
struct vt_slot;
struct vt_task;
struct vt_promise {
	struct vt_slot *slot;
	uint64_t token;
};
typedef void vt_fn(void *arg);
extern struct value_task value_task_value(uint64_t value);
extern struct value_task value_task_move(struct value_task *t);
extern bool value_task_is_empty(const struct value_task *t);
extern bool value_task_is_done(const struct value_task *t);
extern int value_task_status(const struct value_task *t);
extern int value_task_take(struct value_task *t, uint64_t *value);
extern int value_task_wait(struct value_task *t, uint64_t *value);
extern int value_task_discard(struct value_task *t);
extern int value_task_on_done(const struct value_task *t, vt_fn *fn, void *arg);
extern struct vt_task *value_task_as_task(struct value_task *t);
extern struct value_task value_task_preserve(struct value_task *t);
extern int value_task_unpreserve(struct value_task *t);
extern struct value_task vt_promise_init(struct vt_promise *p);
extern int vt_promise_complete(struct vt_promise p, uint64_t value);
extern int vt_promise_fail(struct vt_promise p, int error);

#ifdef __cplusplus
}
#endif
