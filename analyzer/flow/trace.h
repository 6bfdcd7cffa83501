// SPDX-License-Identifier: Apache-2.0
// Steps of a finding's story, in the arena of the result.
#ifndef ONCELINT_FLOW_TRACE_H
#define ONCELINT_FLOW_TRACE_H

#include "flow/engine.h"

struct story {
	struct solver *sv;
	struct arena *arena;
	VEC(struct step) steps;
};

// Adds one step; `message` is borrowed.
void story_step(struct story *st, enum step_kind kind, struct loc loc,
		bool essential, uint32_t depth, const char *message);
// Adds an event of the handle, and where in the callee it happens. `order`
// goes before the verb: "first ", or "".
void story_event(struct story *st, const struct trace *t, const char *order);
// Adds the conditions taken between the nodes `from` and `to`.
void story_conditions(struct story *st, uint32_t from, uint32_t to);

#endif
