// SPDX-License-Identifier: Apache-2.0
// From a plan to one artifact a unit.
#ifndef ONCELINT_DRIVER_UNITS_H
#define ONCELINT_DRIVER_UNITS_H

#include "driver/run.h"

// Analyses all units in worker processes; everything in `out` belongs to `a`.
MUST_USE bool analyse_units(struct analysis *x, const struct plan *p,
			    const struct config *c, bool is_quiet,
			    struct arena *a, struct results *out,
			    struct err *e);

#endif
