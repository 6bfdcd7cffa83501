// SPDX-License-Identifier: Apache-2.0
// Joins the artifacts of units into what is true of the program.
#ifndef ONCELINT_DRIVER_LINK_H
#define ONCELINT_DRIVER_LINK_H

#include "driver/run.h"

// Sets the findings, notes and summaries of `r` to those of all its artifacts
// together: see flow_link(). The result does not depend on their order, nor on
// whether an earlier run with equal ones left it in the cache. It is made in a
// process of its own; if that fails twice, each unit's own findings are the
// result and `r` has the reason among its gaps. Everything belongs to `a`.
// Fails only if no process can be started.
MUST_USE bool link_units(struct analysis *x, const struct config *c,
			 struct arena *a, struct results *r, struct err *e);

struct linked {
	struct findings findings;
	uint32_t note_count;
};

// The same here and now, of artifacts that were read or just made. Their order
// in `artifacts` is changed.
void link_here(struct analysis *analysis, const char *root, struct arena *a,
	       const struct artifact **artifacts, uint32_t count,
	       struct linked *out);

#endif
