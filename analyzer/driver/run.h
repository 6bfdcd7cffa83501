// SPDX-License-Identifier: Apache-2.0
// A run: units in, sorted and final findings out.
#ifndef ONCELINT_DRIVER_RUN_H
#define ONCELINT_DRIVER_RUN_H

#include "driver/config.h"
#include "driver/plan.h"
#include "driver/suppress.h"
#include "driver/unit.h"
#include "report/report.h"

struct results {
	struct artifact *artifacts; // one a unit, in the plan's order
	uint32_t artifact_count;
	// From an earlier run: without what linking needs, and of functions no
	// more than the names of those with findings.
	bool is_brief;
	bool is_linked; // these artifacts: link_units does nothing more
	struct findings findings;
	VEC(const char *) files; // of all units, sorted, each once
	VEC(struct note) notes;
	VEC(struct report_unit) gaps;
	VEC(struct summary) summaries;
	struct store_counts counts;
};

// The packs that are built in and those of `rules`, ready to be asked; NULL
// and `e` set if one is wrong.
MUST_USE struct packset *load_packs(const char *const *rules, uint32_t count,
				    struct err *e);

// Where a run's artifacts come from: what `check` analyses, what `link` reads.
struct gather {
	const char *command; // for messages
	// Chooses the units; without any, no fix is looked for.
	bool (*plan)(struct plan *p, struct arena *a, const struct options *o,
		     const struct config *c, struct err *e);
	// Sets the artifacts of `out`, which belong to `a`.
	bool (*units)(struct analysis *x, struct plan *p,
		      const struct options *o, const struct config *c,
		      struct arena *a, struct results *out, struct err *e);
};

// A whole run from there: links, compares, keeps, reports. Returns the exit
// status.
int run_command(const struct gather *g, const struct options *o,
		struct arena *a, struct err *e);

// Joins the artifacts: findings of all units, once each, without those that the
// configuration leaves out; in an order that does not depend on the workers.
void collect(struct results *r, const struct config *c, struct arena *a);

// Marks the findings that comments in the project's files silence; `s` gets the
// comments.
void suppress(struct results *r, const struct config *c,
	      struct source_cache *sources, struct suppressions *s);

// What the reporters get; texts are borrowed from the three.
void fill_report(struct report *out, const struct results *r,
		 const struct config *c, struct source_cache *sources);

#endif
