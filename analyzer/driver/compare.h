// SPDX-License-Identifier: Apache-2.0
// What a run is compared with, so that it reports only what is new.
#ifndef ONCELINT_DRIVER_COMPARE_H
#define ONCELINT_DRIVER_COMPARE_H

#include "driver/baseline.h"
#include "driver/config.h"
#include "driver/diff.h"
#include "driver/pull.h"

struct comparison {
	const struct options *options;
	const struct config *config;
	struct baseline_file baseline;
	struct diff diff;
	struct pull pull;
	// Filled by comparison_apply().
	uint32_t known_count; // left out by the baseline
	uint32_t stale_count; // named by it and not found
};

// Reads whatever the options compare with, before the work begins. Everything
// belongs to `a`; options and configuration are borrowed.
MUST_USE bool comparison_open(struct comparison *x, struct arena *a,
			      const struct options *o, const struct config *c,
			      struct err *e);

// Marks the report's findings as new or not, and leaves out what is not new
// unless the options want all. The run that found them is given to analyse a
// base in the same way.
MUST_USE bool comparison_apply(struct comparison *x, struct arena *a,
			       struct analysis *analysis,
			       const struct plan *plan,
			       const struct results *results, struct report *r,
			       struct err *e);

// Says on standard error what was compared.
void comparison_tell(const struct comparison *x, bool is_quiet);

void comparison_release(struct comparison *x); // all zero is fine

#endif
