// SPDX-License-Identifier: Apache-2.0
// Names that make a unit worth parsing: those of the packs, and those that
// parsed units have shown to lead to a handle. Looked up by hash, so that two
// names may be taken for one: then a unit is parsed in vain.
#ifndef ONCELINT_DRIVER_TRIGGER_H
#define ONCELINT_DRIVER_TRIGGER_H

#include "driver/reach.h"
#include "pack/trigger.h"

#define NO_TRIGGER UINT32_MAX

enum name_shape {
	SHAPE_FUNCTION, // called, or its address taken
	SHAPE_NAME,     // not as a member
	SHAPE_ANY,
};

// What must be near for a trigger to count: packs in use and scopes. One bit
// each; what finds no bit is taken to be near.
struct nearby {
	uint64_t bits[2];
};

struct trigger {
	uint32_t hash;
	const char *name; // or that of which it is a macro; borrowed
	enum name_shape shape;
	unsigned languages; // FOR_C | FOR_CXX
	struct nearby needs;
	const struct reach_file *home; // must be reached too; NULL: needless
	bool is_weak;  // counts only where what matters calls into the unit
	uint32_t next; // of the same hash
};

struct trigger_slot;
struct mark;

struct triggers {
	struct arena *arena;
	VEC(struct trigger) list;
	struct trigger_slot *slots;
	struct mark *marks; // names that bring something near
	struct mark *seen;  // names that patterns were asked about
	struct pack_triggers packs;
	VEC(const struct pack_trigger *) patterns;
	uint32_t bit_count;
};

// The packs' triggers; those that do not matter by themselves are weak.
// Everything is in `a`; `packs` is borrowed.
void triggers_init(struct triggers *t, const struct packset *packs, bool hints,
		   struct arena *a);
void triggers_release(struct triggers *t);

// A name met for the first time: patterns of packs may make it a trigger.
void triggers_see(struct triggers *t, const char *name, size_t length,
		  uint32_t hash);

// Adds one; false if there is one like it.
bool triggers_add(struct triggers *t, const struct trigger *like);

// The first trigger of this hash, or NO_TRIGGER.
uint32_t triggers_find(const struct triggers *t, uint32_t hash);

// Whether a name that stands so (NAME_*) is meant.
bool trigger_fits(const struct trigger *x, unsigned how);

// What a file brings near.
void triggers_nearby(const struct triggers *t, const struct reach_file *f,
		     struct nearby *out);
bool nearby_has(const struct nearby *n, const struct nearby *needs);

#endif
