// SPDX-License-Identifier: Apache-2.0
// Which entries of the packs are about a callee, which family a type is of.
#ifndef ONCELINT_PACK_MATCH_H
#define ONCELINT_PACK_MATCH_H

#include "model/ir.h"
#include "model/rules.h"
#include "pack/load.h"

// Begins a unit: forgets what was remembered about the callees and types of the
// one before, chooses the packs that are about `u`, and reads the annotations
// of its callees. `u` must outlive the questions.
void packset_activate(struct packset *s, const struct unit *u);

// The questions of model/rules.h, about the unit in use. Answers are valid
// until the next packset_activate.
void packset_rules(struct packset *s, struct rules *out);

#endif
