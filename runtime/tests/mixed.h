// SPDX-License-Identifier: Apache-2.0
#ifndef RUNTIME_MIXED_H
#define RUNTIME_MIXED_H

#include <once/value_task.h>

// The inline functions of the header, as an object with VT_CHECKED has them.
struct value_task checked_value(uint64_t value);
struct value_task checked_error(int error);
int checked_take(struct value_task *t, uint64_t *value);

#endif
