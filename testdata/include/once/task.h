// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <once/value_task.h>
#ifdef __cplusplus
extern "C" {
#endif

extern struct vt_task *vt_task_new(void);
extern struct vt_task *vt_task_ref(struct vt_task *task);
extern void vt_task_unref(struct vt_task *task);
extern int vt_task_complete(struct vt_task *task, uint64_t value);
extern int vt_task_get(const struct vt_task *task, uint64_t *value);
extern int vt_task_wait(struct vt_task *task, uint64_t *value);
extern struct vt_task *vt_task_when_all(struct vt_task *const *tasks,
					size_t count);

#ifdef __cplusplus
}
#endif
