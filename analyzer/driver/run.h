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
