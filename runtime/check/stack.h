// SPDX-License-Identifier: Apache-2.0
//
// Stacks: walked by frame pointers, kept once in a depot. Never backtrace(): it
// costs microseconds and loads a library. User code without frame pointers
// gives short stacks, but the call itself is always there.
#ifndef RUNTIME_STACK_H
#define RUNTIME_STACK_H

#include "../src/trace.h"

enum { STACK_BITS = 20, STACK_TABLE = 1 << 16 };

// Frames are read as they lie, also the red zones between a sanitizer's.
#define STACK_WALKER __attribute__((no_sanitize("address", "alignment")))

// Upper half: hash; lower half: where the frames are.
extern _Atomic uint64_t stack_table[STACK_TABLE];

extern unsigned stack_depth;

extern TRACE_THREAD_LOCAL struct stack_self {
	uintptr_t low;  // of the stack; until the thread is known no frame is
	uintptr_t last; // between these two
	uint64_t here;  // the thread's number, above the stack's bits
} stack_self;

// How many frames are recorded: 0 for none, at most VT_STACK_MAX.
void stack_set_depth(unsigned depth);

// Frame pointers of foreign code may be anything: a frame must lie in this
// thread's stack, above the one before. `pc` is NULL where only the hash is
// wanted, which is nearly always.
STACK_WALKER __attribute__((always_inline)) static inline unsigned
stack_walk(const uintptr_t *frame, unsigned depth, uintptr_t *pc,
	   uint64_t *hash)
{
	const uintptr_t last = stack_self.last;
	uint64_t h = 0x9e3779b97f4a7c15u;
	unsigned n = 0;

	while (n < depth) {
		const uintptr_t *next = (const uintptr_t *)frame[0];

		h = (h ^ frame[1]) * 0xff51afd7ed558ccdu;
		if (pc)
			pc[n] = frame[1];
		n++;
		if (next <= frame || (uintptr_t)next > last)
			break;
		frame = next;
	}
	*hash = h ^ h >> 32;
	return n;
}

// Two equal hashes are taken for equal stacks: 32 bits of the hash choose the
// place and 32 are compared. (An empty entry is where nothing is kept: 0.)
static inline bool stack_is_entry(uint64_t seen, uint64_t hash)
{
	return (seen ^ hash) >> 32 == 0;
}

// The same as stack_here for a thread, or a stack, that was not met before, and
// for a frame in another stack than the thread's own.
uint64_t stack_meet(const void *frame);

// A place in one word, never 0: the calling thread, and if it is recorded the
// stack above `frame`, a library function's: first its return address, then
// what frame pointers lead to.
STACK_WALKER static inline uint64_t stack_here(const void *frame)
{
	uint64_t hash, seen;

	if ((uintptr_t)frame < stack_self.low ||
	    (uintptr_t)frame > stack_self.last)
		return stack_meet(frame);
	if (!stack_walk(frame, stack_depth, NULL, &hash))
		return stack_self.here;
	seen = atomic_load_explicit(&stack_table[hash % STACK_TABLE],
				    memory_order_acquire);
	if (!stack_is_entry(seen, hash))
		return stack_meet(frame);
	return stack_self.here | (uint32_t)seen;
}

// Fills in what the word says; nothing for 0.
void stack_get(uint64_t here, struct vt_place *place);

// The calling thread's number, never reused.
uint64_t stack_thread(void);

#endif
