// SPDX-License-Identifier: Apache-2.0
// Fixes that are right: each was compiled and analysed again, and then its
// finding was gone and no other one was there.
#ifndef ONCELINT_DRIVER_PROVE_H
#define ONCELINT_DRIVER_PROVE_H

#include "driver/run.h"

// Sets `fixes` of the findings of `r` that can be mended by edits of the
// project's files, in worker processes. At most one each, and those of one unit
// can be done together, as can those of what only several units show.
MUST_USE bool fixes_prove(struct analysis *x, const struct plan *p,
			  const struct config *c, const struct results *results,
			  const struct report *r, struct arena *a,
			  struct err *e);

#endif
