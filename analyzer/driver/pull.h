// SPDX-License-Identifier: Apache-2.0
// A pull request: what the commit that it begins at has is analysed as well,
// and what both have is nothing that the change caused.
#ifndef ONCELINT_DRIVER_PULL_H
#define ONCELINT_DRIVER_PULL_H

#include "driver/diff.h"
#include "driver/git.h"
#include "driver/match.h"
#include "driver/run.h"

struct pull {
	const char *top;    // of the repository
	const char *commit; // the merge base
	const char *folder; // where its files will be
	struct diff diff;   // to the files of now
	struct results results;
	struct matches matches; // `now` is in the order of the report
	uint32_t counts[CARRIED_CAUSE_COUNT]; // of findings; CARRIED_NONE: new
	VEC(const struct finding *) fixed;
	VEC(const struct finding *) silenced; // as of now
	struct source_cache sources;          // of the base
	struct source_cache fixed_sources;    // the same, by the names of now
};

// Finds the commit and what has changed since. Everything belongs to `a`.
MUST_USE bool pull_open(struct pull *p, struct arena *a, const char *ref,
			const struct config *c, struct err *e);
void pull_release(struct pull *p);

// Analyses the units of the base that may differ, in a folder that is gone
// afterwards, and matches its findings with those of `now`.
MUST_USE bool pull_compare(struct pull *p, struct arena *a, struct analysis *x,
			   const struct plan *plan, const struct config *c,
			   const struct results *now, const struct report *r,
			   struct err *e);

// The findings that are fixed, as the base had them, at paths of now; otherwise
// like `r`.
const struct report *pull_fixed(struct pull *p, struct arena *a,
				const struct report *r);

// Says on standard error what is gone, and the counts.
void pull_tell(const struct pull *p, const struct config *c, bool is_quiet);

#endif
