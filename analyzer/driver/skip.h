// SPDX-License-Identifier: Apache-2.0
// Which units of a plan need to be parsed. A unit is, when its own text holds a
// trigger; a header that holds one is learnt from by parsing one unit that
// includes it. What parsed units show adds triggers, until none are new.
#ifndef ONCELINT_DRIVER_SKIP_H
#define ONCELINT_DRIVER_SKIP_H

#include "driver/plan.h"
#include "driver/trigger.h"
#include "model/artifact.h"

struct skip_unit {
	struct reach_search *search;
	struct reach_file *file;
	bool is_c;
	bool is_chosen;
	// Why: the name found, and in which file; NULL: it cannot be read, or
	// includes what cannot be told.
	const char *reason;
	const struct reach_file *reason_file;
};

struct skip_file;
struct demand;

struct skip {
	struct arena *arena;
	struct arena scratch;
	struct triggers triggers;
	struct reach reach;
	struct skip_unit *units; // one for each of the plan
	uint32_t unit_count;
	VEC(struct skip_file *) files; // all that were read
	struct demand *demands;        // functions that what matters calls
	bool hints;
};

struct skip_choice {
	VEC(uint32_t) units;
};

// Reads the units and what they reach. Everything belongs to `a`; `packs` is
// borrowed. With `hints` obligations of that severity matter.
void skip_begin(struct skip *s, const struct plan *p,
		const struct packset *packs, bool hints, struct arena *a);

// The units to be parsed now; none: all that matter have been. Each unit is
// chosen at most once.
void skip_choose(struct skip *s, struct skip_choice *out);

// What a parsed unit shows.
void skip_learn(struct skip *s, const struct artifact *x);

// The same of functions alone, as linking found them.
void skip_learn_functions(struct skip *s, const struct summary *at,
			  uint32_t count);

void skip_end(struct skip *s);

#endif
