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
	VEC(struct note) notes;
	uint32_t state_limit_hits; // joins that merged to "maybe"
	uint32_t solved_functions;
	// What linking needs to know of the unit.
	VEC(struct summary) summaries;
	VEC(struct contract) contracts;
	VEC(const char *) self;
	VEC(const char *) rearmed;
	VEC(const char *) unread;
	VEC(struct stale) stale;
	VEC(struct function *) kept; // summary.ir counts these
};

// Solves every function of `u`, callees first; nothing is known of functions
// outside. What only all functions of a program show is left to flow_link().
// Everything in `out` lives in `a`, but the kept functions, which are the
// unit's.
void flow_unit(const struct unit *u, const struct rules *rules,
	       const struct flow_options *options, struct arena *a,
	       struct flow_result *out);

// What flow_unit() found of one of the units to be linked.
struct flow_part {
	const struct finding *const *findings;
	uint32_t finding_count;
	const struct note *notes;
	uint32_t note_count;
	const struct summary *summaries;
	uint32_t summary_count;
	const struct contract *contracts;
	uint32_t contract_count;
	const char *const *self;
	uint32_t self_count;
	const char *const *rearmed;
	uint32_t rearmed_count;
	const char *const *unread;
	uint32_t unread_count;
	const struct stale *stale;
	uint32_t stale_count;
	// Of the unit's functions and all that they rest on in it; 0: not
	// known.
	uint64_t hash;
};

struct solutions;

struct flow_parts {
	const struct flow_part *at; // in an order that does not depend on how
				    // they came here
	uint32_t count;
	// Makes the rules answer for this unit and gives its kept functions,
	// which stay until the next call; NULL: they are not to be had.
	const struct unit *(*enter)(void *data, uint32_t unit);
	// Makes the rules answer for this pack as well, until a unit is
	// entered.
	void (*use_too)(void *data, const char *pack);
	void *data;
	// What earlier links found out about functions, and what this one adds;
	// NULL: nothing.
	struct solutions *solutions;
	uint64_t settings; // what solutions rest on besides parts and options
	const char *root;  // paths below it are alike below any other, or NULL
};

// Joins units: solves again, from their IR, the functions for which it matters
// what functions of other units do, then looks at what the functions over one
// object do to each other. The result has all findings and notes, those that
// flow_unit() had made and that still stand too; its summaries are those of all
// functions.
void flow_link(const struct flow_parts *parts, const struct rules *rules,
	       const struct flow_options *options, struct arena *a,
	       struct flow_result *out);

#endif
