// SPDX-License-Identifier: Apache-2.0
//
// The depot, and what is not needed at every event.
#include "stack.h"

#include <pthread.h>
#include <string.h>

enum { WORDS = 1 << STACK_BITS, PROBES = 32 };

_Atomic uint64_t stack_table[STACK_TABLE];
unsigned stack_depth = VT_STACK_MAX;
TRACE_THREAD_LOCAL struct stack_self stack_self;

static uintptr_t words[WORDS]; // frames after their count
static _Atomic uint32_t used = 1;
static _Atomic uint64_t threads;

void stack_set_depth(unsigned depth)
{
	stack_depth = depth > VT_STACK_MAX ? VT_STACK_MAX : depth;
}

static void introduce(void)
{
	uint64_t number =
		atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed);
	pthread_attr_t attr;
	void *low;
	size_t size;

	stack_self.here = (number + 1) << STACK_BITS;
	if (pthread_getattr_np(pthread_self(), &attr))
		return;
	if (!pthread_attr_getstack(&attr, &low, &size)) {
		stack_self.low = (uintptr_t)low;
		stack_self.last = stack_self.low + size - 2 * sizeof(uintptr_t);
	}
	pthread_attr_destroy(&attr);
}

uint64_t stack_thread(void)
{
	if (!stack_self.here)
		introduce();
	return stack_self.here >> STACK_BITS;
}

static uint32_t keep(const uintptr_t *pc, unsigned n)
{
	uint32_t at =
		atomic_fetch_add_explicit(&used, n + 1, memory_order_relaxed);

	if (at > WORDS - VT_STACK_MAX - 1) {
		atomic_store_explicit(&used, WORDS - VT_STACK_MAX,
				      memory_order_relaxed);
		return 0;
	}
	words[at] = n;
	memcpy(&words[at + 1], pc, n * sizeof(*pc));
	return at;
}

// Where these frames are, 0 if there is no room for them.
static uint32_t place_of(const uintptr_t *pc, unsigned n, uint64_t hash)
{
	uint64_t tag = (hash >> 32) << 32;

	for (uint32_t i = 0; i < PROBES; i++) {
		_Atomic uint64_t *entry =
			&stack_table[(hash + i) % STACK_TABLE];
		uint64_t seen =
			atomic_load_explicit(entry, memory_order_acquire);
		uint32_t at;

		if (stack_is_entry(seen, hash))
			return (uint32_t)seen;
		if (seen)
			continue;
		at = keep(pc, n);
		if (!at)
			return 0;
		if (atomic_compare_exchange_strong_explicit(
			    entry, &seen, tag | at, memory_order_acq_rel,
			    memory_order_acquire))
			return at;
		if (stack_is_entry(seen, hash))
			return (uint32_t)seen;
	}
	return 0;
}

STACK_WALKER uint64_t stack_meet(const void *frame)
{
	uintptr_t pc[VT_STACK_MAX];
	unsigned depth = stack_depth;
	uint64_t hash;
	unsigned n;

	if (!stack_self.here)
		introduce();
	if (depth && ((uintptr_t)frame < stack_self.low ||
		      (uintptr_t)frame > stack_self.last))
		depth = 1; // another stack: the call alone
	n = stack_walk(frame, depth, pc, &hash);
	return stack_self.here | (n ? place_of(pc, n, hash) : 0);
}

void stack_get(uint64_t here, struct vt_place *place)
{
	uint32_t at = here & (WORDS - 1);

	place->thread = here >> STACK_BITS;
	place->depth = 0;
	if (!at)
		return;
	place->depth = (unsigned)words[at];
	memcpy(place->pc, &words[at + 1], place->depth * sizeof(words[0]));
}
