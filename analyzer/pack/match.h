// SPDX-License-Identifier: Apache-2.0
// Which entries of the packs are about a callee, which family a type is of.
#ifndef ONCELINT_PACK_MATCH_H
#define ONCELINT_PACK_MATCH_H

#include "model/ir.h"
#include "model/rules.h"
#include "pack/load.h"

struct pack_names {
	VEC(const char *) list;
};

// Begins a unit: forgets what was remembered about the callees and types of the
// one before, chooses the packs that are about `u`, and reads the annotations
// of its callees. `u` must outlive the questions.
void packset_activate(struct packset *s, const struct unit *u);

// The packs in use, in `a`; and a word for annotations, if the unit has any.
void packset_in_use(const struct packset *s, struct arena *a,
		    struct pack_names *out);
// Whether that word is there.
bool packset_has_annotations(const char *const *names, uint32_t count);

// For linking, where several units are in use in turn: forgets all units, ...
void packset_begin(struct packset *s);
// ... reads the annotations of a unit that has just come, whose packs are in
// use, ...
void packset_annotate(struct packset *s, const struct unit *u);
// ... puts the packs of these names in use, what is remembered stays, ...
void packset_use(struct packset *s, const char *const *names, uint32_t count);
// ... and one more.
void packset_use_too(struct packset *s, const char *name);

// The questions of model/rules.h, about the unit in use. Answers are valid
// until the next packset_activate.
void packset_rules(struct packset *s, struct rules *out);

#endif
