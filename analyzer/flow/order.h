// SPDX-License-Identifier: Apache-2.0
// Solving function by function, callees first: what units and links share.
#ifndef ONCELINT_FLOW_ORDER_H
#define ONCELINT_FLOW_ORDER_H

#include "flow/callgraph.h"
#include "flow/engine.h"

// Values of the constants that the unit's functions spell.
void engine_constants(struct engine *e, const struct unit *u);

// Whether a function has to be solved at all; asked in each round until it has.
typedef bool due_fn(void *data, struct record *r);

// Solves functions that call each other, each once and then again what rests on
// a summary that has changed, until they stand still. `is_due` may be NULL: all
// are. Functions of which nothing is told keep what is known of them.
void solve_group(struct engine *e, const struct call_group *g, due_fn *is_due,
		 void *data);

bool same_summary(const struct operation *a, const struct operation *b);

void engine_release(struct engine *e);

#endif
