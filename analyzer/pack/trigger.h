// SPDX-License-Identifier: Apache-2.0
// What of a pack shows in a source text: names without which no function of a
// unit is of interest.
#ifndef ONCELINT_PACK_TRIGGER_H
#define ONCELINT_PACK_TRIGGER_H

#include "base/vec.h"
#include "pack/load.h"
#include "pack/pattern.h"

#define FOR_C 1u
#define FOR_CXX 2u

enum trigger_shape {
	TRIGGER_FUNCTION, // a function: called, or its address taken
	TRIGGER_NAME,     // a type, attribute or word
};

// One identifier, or all that match.
struct pack_trigger {
	enum trigger_shape shape;
	const char *name;              // NULL: by pattern
	const struct pattern *pattern; // borrowed from the set
	const char *prefix; // of what the pattern is asked about: "a::b::"
	// Without this identifier nearby it means something else: the last
	// namespace before the name, or a parameter's type; NULL: nothing.
	const char *scope;
	uint32_t pack; // a number in pack_triggers.packs
	bool matters;  // can lead to a finding by itself (model/matter.h)
};

// In which units a pack is in use: those that reach one of the headers, or name
// one of the symbols; all if it has neither.
struct pack_activation {
	unsigned languages;        // FOR_C | FOR_CXX
	VEC(const char *) headers; // ends of paths
	VEC(const char *) symbols; // last components
};

struct pack_triggers {
	VEC(struct pack_trigger) list;
	VEC(struct pack_activation) packs;
};

// Those of all packs of the finished set; everything in `out` belongs to `a` or
// to the set. With `hints` obligations of that severity matter too.
void packset_triggers(const struct packset *s, bool hints, struct arena *a,
		      struct pack_triggers *out);

// Whether a type's canonical spelling names a handle that matters wherever it
// is: "std::vector<std::future<int>>".
bool packset_spells_handle(const struct packset *s, const char *spelling);

#endif
