// SPDX-License-Identifier: Apache-2.0
// Whether an edit mends a finding: units are compiled and solved with it in
// place of the files, and what they show then is held against what they showed.
#ifndef ONCELINT_DRIVER_PROOF_H
#define ONCELINT_DRIVER_PROOF_H

#include "driver/run.h"

// What proofs go by; all of it is borrowed.
struct proof_ground {
	struct analysis *analysis;
	const struct plan *plan;
	const struct config *config;
	const struct results *results;
	struct rules rules;
};

#define PROOF_JOINT UINT32_MAX

// The findings of a unit that are to be mended, or some that only all units
// together show.
struct proof_task {
	uint32_t unit; // PROOF_JOINT: all
	VEC(struct finding *) targets;
};

bool proof_is_joint(const struct proof_task *t);

// Names a finding by the ends of its story: a pull request has it told at
// another place. It has at least one step.
const char *proof_key(struct arena *a, const struct finding *f);

// Appends to `out` the targets for which there is a proven fix, with it, and
// without one those that the unit does not show by itself.
void proof_make(const struct proof_ground *g, const struct proof_task *t,
		struct arena *a, struct findings *out);

#endif
