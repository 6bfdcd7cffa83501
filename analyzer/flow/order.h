// SPDX-License-Identifier: Apache-2.0
// Solving function by function, callees first: what units and links share.
#ifndef ONCELINT_FLOW_ORDER_H
#define ONCELINT_FLOW_ORDER_H

#include "flow/callgraph.h"
#include "flow/engine.h"

// Values of the constants that functions spell, of the unit of this number.
void engine_constants(struct engine *e, const struct unit *u, uint32_t unit);

// Whether a function has to be solved at all; asked in each round until it has.
typedef bool due_fn(void *data, struct record *r);

// Solves functions that call each other, each once and then again what rests on
// a summary that has changed, until they stand still. `is_due` may be NULL: all
// are. Functions of which nothing is told keep what is known of them.
void solve_group(struct engine *e, const struct call_group *g, due_fn *is_due,
		 void *data);

// ---- recall.c
typedef void solve_fn(struct engine *e, struct record *r);

// Sets what `solve` would: as it was found out earlier from equal answers of
// the same callees, or else by solving. A function that cannot be had is left
// as it is, and is not due. Only for linking.
void recall_or_solve(struct engine *e, struct record *r, solve_fn *solve);

bool same_summary(const struct operation *a, const struct operation *b);

// Before and after everything else.
void engine_begin(struct engine *e, uint32_t units);
void engine_release(struct engine *e);

#endif
