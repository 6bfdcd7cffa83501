// SPDX-License-Identifier: Apache-2.0
// Joins the artifacts of units into what is true of the program.
#ifndef ONCELINT_DRIVER_LINK_H
#define ONCELINT_DRIVER_LINK_H

#include "driver/run.h"

// Sets the findings, notes and summaries of `r` to those of all its artifacts
// together: see flow_link(). The result does not depend on their order. `root`
// is the project's, as when the artifacts were read. Everything belongs to `a`.
void link_units(struct analysis *x, const char *root, struct arena *a,
		struct results *r);

// The same of one artifact, read or just made: what its unit alone shows. The
// findings are set in `x` itself.
void link_alone(struct analysis *analysis, const char *root, struct arena *a,
		struct artifact *x);

#endif
