// SPDX-License-Identifier: Apache-2.0
// The engine: a unit's IR and the rules in, findings and summaries out. Sees no
// cursor, no file, no database.
#ifndef ONCELINT_FLOW_FLOW_H
#define ONCELINT_FLOW_FLOW_H

#include "model/finding.h"
#include "model/ir.h"
#include "model/operation.h"
#include "model/rules.h"
#include "model/summary.h"

struct flow_options {
	bool strict; // also what a program cannot tell (unchecked results)
	bool hints;  // also findings of severity hint
	uint32_t max_states; // per block, 0: the default
	uint32_t max_steps;  // block visits per function, 0: the default
};

struct flow_result {
	struct findings findings;
	VEC(struct summary) summaries;
	VEC(struct note) notes;
	uint32_t state_limit_hits; // joins that merged to "maybe"
	uint32_t solved_functions;
};

// Analyses every function of `u`, callees first. `known` (may be NULL) gives
// summaries of functions that are not in the unit, by key, or NULL. Everything
// in `out` lives in `a`.
void flow_unit(const struct unit *u, const struct rules *rules,
	       const struct flow_options *options,
	       const struct operation *(*known)(void *data, const char *key),
	       void *known_data, struct arena *a, struct flow_result *out);

#endif
