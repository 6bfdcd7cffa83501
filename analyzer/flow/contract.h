// SPDX-License-Identifier: Apache-2.0
// What a unit's functions owe because of where they are handed to: a thread
// function that must complete its task, a callback that gets a finished handle.
#ifndef ONCELINT_FLOW_CONTRACT_H
#define ONCELINT_FLOW_CONTRACT_H

#include "flow/engine.h"

// A function that is given as a callback somewhere in the unit.
struct contract {
	const char *key; // of the function
	const struct callback *callback;
	const struct family *family; // of the parameter's handle, or NULL
	const char *by;              // who runs it
};

struct contracts {
	VEC(struct contract) list;
	VEC(const char *) self; // functions that name the running handle
};

// Looks at every call of the unit; `out` is in the engine's arena.
void contracts_find(struct engine *e, struct contracts *out);

// Whether a call of `name` gives the handle that runs the current function.
bool contracts_is_self(const struct contracts *c, const char *name);

#endif
