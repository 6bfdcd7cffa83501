// SPDX-License-Identifier: Apache-2.0
// What a unit's functions owe because of where they are handed to: a thread
// function that must complete its task, a callback that gets a finished handle.
#ifndef ONCELINT_FLOW_CONTRACT_H
#define ONCELINT_FLOW_CONTRACT_H

#include "flow/engine.h"

struct contract_entry {
	struct contract c;
	uint32_t unit;               // that says so
	struct contract_entry *next; // of the same function
	UT_hash_handle hh;
};

struct contracts {
	struct contract_entry *by_key; // the first of each function
	VEC(struct contract_entry *) list;
	VEC(const char *) self; // functions that name the running handle
};

// Looks at every call of the unit; `out` is in the engine's arena.
void contracts_find(struct engine *e, const struct unit *u,
		    struct contracts *out);
// Adds what `unit` found.
void contracts_add(struct engine *e, struct contracts *out,
		   const struct contract *c, uint32_t unit);
void contracts_add_self(struct engine *e, struct contracts *out,
			const char *name);
void contracts_release(struct contracts *c);

// The contracts of the function `key`, the first one found first; NULL if there
// are none.
const struct contract_entry *contracts_of(const struct contracts *c,
					  const char *key);

// Whether a call of `name` gives the handle that runs the current function.
bool contracts_is_self(const struct contracts *c, const char *name);

#endif
