// SPDX-License-Identifier: Apache-2.0
//
// Stacks: walked by frame pointers, kept once in a depot.
#ifndef RUNTIME_STACK_H
#define RUNTIME_STACK_H

#include <once/check.h>

// How many frames are recorded: 0 for none, at most VT_STACK_MAX.
void stack_set_depth(unsigned depth);

// The stack above `frame`, a library function's: first its return address, then
// what frame pointers lead to. An id, 0 if not recorded; *thread is the
// thread's.
uint32_t stack_here(void *frame, uint64_t *thread);

// Fills in pc and depth.
void stack_get(uint32_t id, struct vt_place *place);

// The calling thread's number, never reused.
uint64_t stack_thread(void);

#endif
