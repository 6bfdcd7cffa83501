// SPDX-License-Identifier: Apache-2.0
// Which functions of a unit matter, and in what order they are solved.
#ifndef ONCELINT_FLOW_CALLGRAPH_H
#define ONCELINT_FLOW_CALLGRAPH_H

#include "base/vec.h"
#include "model/ir.h"
#include "model/rules.h"

// Functions that call each other, directly or not.
struct call_group {
	const struct function **functions;
	uint32_t count;
	bool is_recursive;
};

struct callgraph {
	VEC(struct call_group) groups; // callees first
	uint32_t skipped;              // functions that can touch no handle
	struct call_node *by_key;
};

// Groups, in `a`, the functions that touch a handle or call one that does.
// Tarjan: Depth-First Search and Linear Graph Algorithms (1972).
void callgraph_build(struct callgraph *g, const struct unit *u,
		     const struct rules *rules, struct arena *a);
// Whether `f` is the function `key`, or overrides it.
bool function_overrides(const struct function *f, const char *key);
void callgraph_release(struct callgraph *g);

#endif
