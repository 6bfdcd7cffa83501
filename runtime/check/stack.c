// SPDX-License-Identifier: Apache-2.0
//
// Never backtrace(): it costs microseconds and loads a library. User code
// without frame pointers gives short stacks, but the call itself is always
// there.
#include "stack.h"

#include <pthread.h>
#include <string.h>

#include "../src/trace.h"

enum { TABLE = 1 << 16, WORDS = 1 << 20, PROBES = 32 };

// Upper half: hash; lower half: where the frames are, after their count.
static _Atomic uint64_t table[TABLE];
static uintptr_t words[WORDS];
static _Atomic uint32_t used = 1;
static _Atomic uint64_t threads;
static unsigned max_depth = VT_STACK_MAX;

static TRACE_THREAD_LOCAL struct {
	uintptr_t low;  // of the stack
	uintptr_t room; // above it, less a frame's two words
	uint64_t id;    // 0 until the rest is known
} self;

void stack_set_depth(unsigned depth)
{
	max_depth = depth > VT_STACK_MAX ? VT_STACK_MAX : depth;
}

__attribute__((noinline)) static void introduce(void)
{
	pthread_attr_t attr;
	void *low;
	size_t size;

	self.id = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) +
		  1;
	if (pthread_getattr_np(pthread_self(), &attr))
		return;
	if (!pthread_attr_getstack(&attr, &low, &size)) {
		self.low = (uintptr_t)low;
		self.room = size - 2 * sizeof(uintptr_t);
	}
	pthread_attr_destroy(&attr);
}

uint64_t stack_thread(void)
{
	if (!self.id)
		introduce();
	return self.id;
}

// Frame pointers of foreign code may be anything: a frame must lie in this
// thread's stack, above the one before.
__attribute__((no_sanitize("address"))) static unsigned
walk(const uintptr_t *frame, uintptr_t *pc, uint64_t *hash)
{
	uint64_t h = 0x9e3779b97f4a7c15u;
	unsigned n = 0;

	while (n < max_depth) {
		uintptr_t at = (uintptr_t)frame;
		uintptr_t caller = frame[1];

		if (caller < 4096)
			break;
		pc[n++] = caller;
		h = (h ^ caller) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
		frame = (const uintptr_t *)frame[0];
		if ((uintptr_t)frame <= at || (uintptr_t)frame % sizeof(at) ||
		    (uintptr_t)frame - self.low >= self.room)
			break;
	}
	*hash = h;
	return n;
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

// Two equal hashes are taken for equal stacks: 32 bits of the hash choose the
// place and 32 are compared.
uint32_t stack_here(void *frame, uint64_t *thread)
{
	uintptr_t pc[VT_STACK_MAX];
	uint64_t hash;

	*thread = stack_thread();

	unsigned n = walk(frame, pc, &hash);

	if (!n)
		return 0;

	uint64_t tag = (hash >> 32) << 32 | (uint64_t)1 << 63;

	for (uint32_t i = 0; i < PROBES; i++) {
		_Atomic uint64_t *entry = &table[(hash + i) % TABLE];
		uint64_t seen =
			atomic_load_explicit(entry, memory_order_acquire);
		uint32_t at;

		if (seen >> 32 == tag >> 32)
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
		if (seen >> 32 == tag >> 32)
			return (uint32_t)seen;
	}
	return 0;
}

void stack_get(uint32_t id, struct vt_place *place)
{
	place->depth = 0;
	if (!id)
		return;
	place->depth = (unsigned)words[id];
	memcpy(place->pc, &words[id + 1], place->depth * sizeof(words[0]));
}
