// SPDX-License-Identifier: Apache-2.0
// The analysis of one unit: parse, choose packs, solve, pack up.
#ifndef ONCELINT_DRIVER_UNIT_H
#define ONCELINT_DRIVER_UNIT_H

#include "driver/plan.h"
#include "flow/flow.h"
#include "model/artifact.h"
#include "pack/match.h"

struct cache;
struct reuse;

// What all units of a run share. Made before workers are forked; each worker
// makes a parser of its own.
struct analysis {
	struct packset *packs; // borrowed, finished
	struct flow_options options;
	struct parser *parser; // made by the first unit
	struct cache *cache;   // borrowed; NULL: none is used
	struct reuse *reuse;   // borrowed; for units below its root
	// What the last link found out about functions, in flat form: for the
	// next one. NULL: nothing.
	void *solutions;
	size_t solutions_size;
	// Called with the lowered unit before it is solved; may be NULL.
	void (*see_unit)(void *data, const struct unit *u);
	void *see_data;
};

// Never fails: a unit that cannot be parsed is an artifact that says why. With
// `is_cheap` limits are low, for a unit that was too much at the first try.
// Everything in `out` belongs to `a`. Findings that only all functions of a
// program show are not among its findings: see link.h.
void unit_analyse(struct analysis *x, const struct front_command *u,
		  bool is_cheap, struct arena *a, struct artifact *out);

// Reads headers once for many units: see front_precompile. False if that cannot
// be done.
MUST_USE bool unit_precompile(struct analysis *x,
			      const struct front_precompile *p, struct arena *a,
			      struct front_prefix *out);

// Whether a parser can be made at all: tells a missing installation before the
// work begins.
MUST_USE bool parser_check(struct err *e);

void analysis_release(struct analysis *x);

#endif
