// SPDX-License-Identifier: Apache-2.0
//
// Type-stable slots. A slot's memory is a slot for good, so a stale value task
// may always look at the word and is told exactly that it is stale.
#ifndef RUNTIME_POOL_H
#define RUNTIME_POOL_H

#include <once/value_task.h>

// What every pooled source begins with, frames included.
struct vt_slot {
	const struct vt_source_ops *ops;
	struct vt_core core;
};

enum { POOL_BINS = 13 };

// The smallest bin whose slots hold `size` bytes; POOL_BINS if none.
unsigned pool_bin(size_t size);

// A free slot; the core is idle, the bytes behind it are of any value. No lock
// while this thread's magazine has one. NULL if there is no memory.
struct vt_slot *pool_rent(unsigned bin);

// The claimer's right: moves the core on and frees the slot.
void pool_return(struct vt_slot *slot, unsigned bin);

// Visits every slot that is rented, under the pool's lock.
typedef void pool_visit_fn(void *context, struct vt_slot *slot);
void pool_visit_live(pool_visit_fn *visit, void *context);

// The slot at this address, or NULL: any address may be asked for. Slow.
struct vt_slot *pool_find(const void *address);

#endif
