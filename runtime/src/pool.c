// SPDX-License-Identifier: Apache-2.0
//
// Magazines of slots per thread and bin; full ones are exchanged under a
// lock, so the lock is taken once per magazine. Slabs are never unmapped.
#include "pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { SLOT_ALIGN = 64, MAGAZINE_MAX = 32, MAGAZINE_BYTES = 16384 };

static const uint32_t bin_size[POOL_BINS] = {
	64,
	128,
	192,
	256,
	384,
	512,
	768,
	1024,
	2048,
	4096,
	8192,
	16384,
	65536 + SLOT_ALIGN,
};

struct slab {
	struct slab *next;
	unsigned bin;
	unsigned count;
};

// A list of free slots, linked through their cores' work. Zeroed it holds
// nothing and has no room: both ends of the fast path then find the slow one.
struct magazine {
	struct vt_slot *head;
	struct vt_slot *tail;
	unsigned room;
};

// `spare` is full or empty; it keeps a thread that rents and returns around a
// magazine's edge from taking the lock each time.
struct cache {
	struct magazine current;
	struct magazine spare;
};

static struct {
	pthread_mutex_t lock;
	struct slab *slabs;
	size_t bytes;
	struct vt_slot *full[POOL_BINS]; // magazines, by their first slot
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t exit_key;
static bool has_exit_key;

static _Thread_local struct {
	struct cache caches[POOL_BINS];
	bool exit_armed;
} self;

unsigned pool_bin(size_t size)
{
	unsigned bin = 0;

	while (bin < POOL_BINS && bin_size[bin] < size)
		bin++;
	return bin;
}

static unsigned magazine_size(unsigned bin)
{
	unsigned n = MAGAZINE_BYTES / bin_size[bin];

	return n > MAGAZINE_MAX ? MAGAZINE_MAX : n < 2 ? 2 : n;
}

static struct vt_slot *next_of(const struct vt_slot *slot)
{
	return (struct vt_slot *)slot->core.u.work.next;
}

static void push(struct magazine *m, struct vt_slot *slot)
{
#ifdef VT_CHECKED
	// First in, first out: a slot's history then lasts longest.
	slot->core.u.work.next = NULL;
	if (m->head)
		m->tail->core.u.work.next = (struct vt_work *)slot;
	else
		m->head = slot;
	m->tail = slot;
#else
	slot->core.u.work.next = (struct vt_work *)m->head;
	m->head = slot;
#endif
	m->room--;
}

static struct vt_slot *pop(struct magazine *m)
{
	struct vt_slot *slot = m->head;

	m->head = next_of(slot);
	m->room++;
	return slot;
}

// A magazine on the shared list is known by its first slot, whose idle core
// holds the next magazine and this one's room.
static void deposit(struct magazine *m, unsigned bin)
{
	struct vt_slot *first = m->head;

	first->core.arg = pool.full[bin];
	atomic_store_explicit(&first->core.value, m->room,
			      memory_order_relaxed);
	pool.full[bin] = first;
	*m = (struct magazine){ 0 };
}

static bool withdraw(struct magazine *m, unsigned bin)
{
	struct vt_slot *first = pool.full[bin];

	if (!first)
		return false;
	pool.full[bin] = first->core.arg;
	m->head = first;
	m->room = (unsigned)atomic_load_explicit(&first->core.value,
						 memory_order_relaxed);
	m->tail = first;
	while (next_of(m->tail))
		m->tail = next_of(m->tail);
	return true;
}

static void flush(void *arg)
{
	struct cache *all = arg;

	self.exit_armed = false;
	pthread_mutex_lock(&pool.lock);
	for (unsigned bin = 0; bin < POOL_BINS; bin++) {
		if (all[bin].current.head)
			deposit(&all[bin].current, bin);
		if (all[bin].spare.head)
			deposit(&all[bin].spare, bin);
		all[bin].current.room = 0;
	}
	pthread_mutex_unlock(&pool.lock);
}

static bool carve(struct magazine *m, unsigned bin)
{
	unsigned count = magazine_size(bin);
	size_t bytes = SLOT_ALIGN + (size_t)count * bin_size[bin];
	struct slab *slab = aligned_alloc(SLOT_ALIGN, bytes);

	if (!slab)
		return false;
	memset(slab, 0, bytes);
	slab->bin = bin;
	slab->count = count;
	m->room = count;
	for (unsigned i = count; i-- > 0;) {
		struct vt_slot *slot =
			(struct vt_slot *)((char *)slab + SLOT_ALIGN +
					   (size_t)i * bin_size[bin]);

		vt_core_init(&slot->core);
		atomic_init(&slot->core.word, (uint64_t)1 << CORE_SHIFT);
		push(m, slot);
	}
	slab->next = pool.slabs;
	pool.slabs = slab;
	pool.bytes += bytes;
	return true;
}

static void make_exit_key(void)
{
	has_exit_key = !pthread_key_create(&exit_key, flush);
}

// Without it the slots that a thread has at its end would be lost.
static void arm_thread_exit(void)
{
	if (self.exit_armed)
		return;
	pthread_once(&key_once, make_exit_key);
	if (has_exit_key)
		self.exit_armed = !pthread_setspecific(exit_key, self.caches);
}

__attribute__((noinline)) static bool refill(struct cache *cache, unsigned bin)
{
	bool filled;

	arm_thread_exit();
	cache->current = cache->spare;
	cache->spare = (struct magazine){ 0 };
	if (cache->current.head)
		return true;
	pthread_mutex_lock(&pool.lock);
	filled = withdraw(&cache->current, bin) || carve(&cache->current, bin);
	pthread_mutex_unlock(&pool.lock);
	return filled;
}

struct vt_slot *pool_rent(unsigned bin)
{
	struct cache *cache = &self.caches[bin];

	if (!VT_LIKELY(cache->current.head) && !refill(cache, bin))
		return NULL;
	return pop(&cache->current);
}

__attribute__((noinline)) static void make_room(struct cache *cache,
						unsigned bin)
{
	arm_thread_exit();
	if (cache->current.head && cache->spare.head) {
		pthread_mutex_lock(&pool.lock);
		deposit(&cache->spare, bin);
		pthread_mutex_unlock(&pool.lock);
	}
	if (cache->current.head)
		cache->spare = cache->current;
	cache->current = (struct magazine){ .room = magazine_size(bin) };
}

void pool_return(struct vt_slot *slot, unsigned bin)
{
	struct cache *cache = &self.caches[bin];

	if (!core_retire(&slot->core))
		return;
	if (!VT_LIKELY(cache->current.room))
		make_room(cache, bin);
	push(&cache->current, slot);
}

struct vt_slot *pool_find(const void *address)
{
	struct vt_slot *found = NULL;

	pthread_mutex_lock(&pool.lock);
	for (struct slab *slab = pool.slabs; slab && !found;
	     slab = slab->next) {
		uintptr_t first = (uintptr_t)slab + SLOT_ALIGN;
		uintptr_t at = (uintptr_t)address;
		uint32_t size = bin_size[slab->bin];

		if (at >= first && (at - first) % size == 0 &&
		    (at - first) / size < slab->count)
			found = (struct vt_slot *)at;
	}
	pthread_mutex_unlock(&pool.lock);
	return found;
}

void pool_visit_live(pool_visit_fn *visit, void *context)
{
	pthread_mutex_lock(&pool.lock);
	for (struct slab *slab = pool.slabs; slab; slab = slab->next) {
		char *at = (char *)slab + SLOT_ALIGN;

		for (unsigned i = 0; i < slab->count; i++) {
			struct vt_slot *slot = (struct vt_slot *)at;

			if (core_load(&slot->core) & CORE_LIVE)
				visit(context, slot);
			at += bin_size[slab->bin];
		}
	}
	pthread_mutex_unlock(&pool.lock);
}

static void count_live(void *context, struct vt_slot *slot)
{
	struct vt_pool_stats *stats = context;

	(void)slot;
	stats->live++;
}

void vt_pool_stats_get(struct vt_pool_stats *stats)
{
	*stats = (struct vt_pool_stats){ 0 };
	pool_visit_live(count_live, stats);
	pthread_mutex_lock(&pool.lock);
	stats->bytes = pool.bytes;
	for (struct slab *slab = pool.slabs; slab; slab = slab->next)
		stats->slot_count += slab->count;
	pthread_mutex_unlock(&pool.lock);
}
