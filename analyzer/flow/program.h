// SPDX-License-Identifier: Apache-2.0
// Functions by key: those of one unit, or of all units that are linked.
#ifndef ONCELINT_FLOW_PROGRAM_H
#define ONCELINT_FLOW_PROGRAM_H

#include <uthash.h>

#include "base/vec.h"
#include "model/rules.h"
#include "model/summary.h"

struct record {
	struct summary s; // `operation` is what is known by now
	uint32_t unit;
	uint32_t index;                 // in the program
	struct function *function;      // its IR, NULL if not at hand
	const struct operation *before; // what its unit alone knew
	bool is_relevant; // touches a handle, or calls one that does
	bool is_open;     // calls what may be in another unit
	bool is_due;      // was solved again by the linker
	bool is_changed;  // what unknown code does gave another summary
	struct record *next_alike; // another function of this key
	// What its solution rests on: summaries, and file-local variables that
	// unknown code was taken not to change.
	VEC(struct record *) used;
	VEC(const char *) closed;
	const struct operation *hashed; // the summary that has this
	uint64_t hash;
	const struct record *used_by; // the last one that used its summary
	uint32_t solved_at;           // by the engine's clock
	uint32_t changed_at; // when its summary became another one; 0: never
	UT_hash_handle hh;
};

struct overriders;

struct program {
	VEC(struct record *) records;
	struct record *by_key; // the first of each key
	struct overriders *overriders;
};

// Adds a function of a unit. An inline function that an earlier unit has too is
// only one: its record is returned. In `a`.
struct record *program_add(struct program *p, const struct summary *s,
			   uint32_t unit, struct arena *a);

// The function that `unit` calls by `key`: its own, else the only one there is;
// NULL if nobody has it, or several programs each have their own.
struct record *program_find(const struct program *p, uint32_t unit,
			    const char *key);

// The functions that a virtual call of `key` may reach.
struct record_list {
	VEC(struct record *) list;
};
const struct record_list *program_overriders(const struct program *p,
					     const char *key);

void program_release(struct program *p);

// The linkable part of a summary of `f`: all but what it does.
void summary_begin(struct summary *out, const struct function *f,
		   const struct rules *rules, struct arena *a);

#endif
