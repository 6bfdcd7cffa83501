// SPDX-License-Identifier: Apache-2.0
//
// Preserved value tasks: a slot that holds a task. They are taken any number of
// times and never claimed, so the slot says only whether the task is there yet.
#ifndef RUNTIME_CONVERT_H
#define RUNTIME_CONVERT_H

#include <once/value_task.h>

int preserve_status(const struct value_task *t);
int preserve_take(const struct value_task *t, uint64_t *value);
int preserve_on_done(const struct value_task *t,
		     const struct vt_continuation *k);

#endif
