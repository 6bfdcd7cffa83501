// SPDX-License-Identifier: Apache-2.0
// Solving function by function, callees first: what units and links share.
#ifndef ONCELINT_FLOW_ORDER_H
#define ONCELINT_FLOW_ORDER_H

#include "flow/callgraph.h"
#include "flow/engine.h"

// Values of the constants that the unit's functions spell.
void engine_constants(struct engine *e, const struct unit *u);

// Solves functions that call each other until their summaries stand still.
void solve_group(struct engine *e, const struct call_group *g);

bool same_summary(const struct operation *a, const struct operation *b);

void engine_release(struct engine *e);

#endif
