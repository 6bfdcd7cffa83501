// SPDX-License-Identifier: Apache-2.0
//
// Pooled operations without a frame, as the library itself makes them.
#ifndef RUNTIME_PROMISE_H
#define RUNTIME_PROMISE_H

#include "pool.h"

// A complete outcome with an identity of its own; empty if there is no memory.
struct value_task promise_ready(uint64_t value, bool failed);

#endif
