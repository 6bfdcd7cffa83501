// SPDX-License-Identifier: Apache-2.0
// In what order the functions of a program are solved.
#ifndef ONCELINT_FLOW_CALLGRAPH_H
#define ONCELINT_FLOW_CALLGRAPH_H

#include "base/vec.h"
#include "flow/program.h"

// Functions that call each other, directly or not.
struct call_group {
	struct record **functions;
	uint32_t count;
	bool is_recursive;
};

struct callgraph {
	VEC(struct call_group) groups; // callees first
	struct call_node *nodes;       // by record
};

// Groups, in `a`, the functions that are relevant, that share a class with such
// a one or call one; marks them as relevant, and as open what calls one that
// is open or not in the program.
// Tarjan: Depth-First Search and Linear Graph Algorithms (1972).
void callgraph_build(struct callgraph *g, const struct program *p,
		     struct arena *a);

#endif
