// SPDX-License-Identifier: Apache-2.0
//
// The word that decides everything. Each transition is one compare-and-swap on
// it, so of any number of callers exactly one makes each transition.
#ifndef RUNTIME_CORE_H
#define RUNTIME_CORE_H

#include <once/value_task.h>

enum {
	CORE_LIVE = 1,        // rented: the operation was not consumed
	CORE_COMPLETING = 2,  // somebody has the right to write the outcome
	CORE_DONE = 4,        // the outcome is there
	CORE_FAILED = 8,      // and it is an error
	CORE_ATTACHING = 16,  // somebody has the right to write fn and arg
	CORE_ATTACHED = 32,   // they are there
	CORE_DISPATCHED = 64, // the continuation has begun, or never will
	CORE_CLAIMED = 128,   // somebody consumes; before DONE: nobody wants it
	CORE_SHIFT = 8,
};

static inline uint64_t core_generation(uint64_t word)
{
	return word >> CORE_SHIFT;
}

static inline uint64_t core_load(struct vt_core *core)
{
	return atomic_load_explicit(&core->word, memory_order_acquire);
}

// As vt_core_status and so on, for the library itself: not where a user's call
// begins.
int core_status(struct vt_core *core, uint64_t token);
int core_on_done(struct vt_core *core, uint64_t token,
		 const struct vt_continuation *k);
int core_take(struct vt_core *core, uint64_t token, uint64_t *value);
int core_discard(struct vt_core *core, uint64_t token);
int core_complete(struct vt_core *core, uint64_t token, uint64_t value);
int core_fail(struct vt_core *core, uint64_t token, int error);

// Makes a free core that of a new operation; its generation is the token.
uint64_t core_begin(struct vt_core *core);

// Makes a core complete before anyone knows of it.
void core_preset(struct vt_core *core, uint64_t value, bool failed);

// Moves on to the next generation, with nothing live. The claimer's right.
// False once the generations are used up: then the core must not be used again.
bool core_retire(struct vt_core *core);

// For tests: goes on counting at `generation`.
void core_set_generation(struct vt_core *core, uint64_t generation);

#endif
