// SPDX-License-Identifier: Apache-2.0
// What the database knows, for reports: of earlier runs, and of what people
// decided about findings.
#ifndef ONCELINT_DRIVER_RECALL_H
#define ONCELINT_DRIVER_RECALL_H

#include "report/report.h"
#include "store/query.h"

// A run with its findings, as a report.
struct recall {
	struct store_runs runs; // all, so that reports show the history
	const struct store_run_row *run;
	VEC(struct finding *) findings;
	VEC(struct report_record) records; // one a finding
	VEC(struct report_unit) gaps;
	VEC(const char *) files;
	VEC(const char *) stale; // files whose text has changed since
};

// Joins facts to the findings of the run that was just kept: history, triage,
// what the runtime saw. Those that somebody called wrong or accepted become
// suppressed ones.
MUST_USE bool recall_join(struct store_db *s, struct arena *a, struct report *r,
			  struct err *e);

// "3", "last" or "last~2" among the runs; NULL and `e` set if there is none.
const struct store_run_row *recall_find(const struct store_runs *runs,
					const char *word, struct err *e);

// Reads the findings of `run`, but not those of the run `without` (NULL: all).
// Where files have changed since, `sources` gets the lines as they were.
MUST_USE bool recall_read(struct recall *x, struct store_db *s, struct arena *a,
			  const struct store_run_row *run,
			  const struct store_run_row *without,
			  struct source_cache *sources, struct err *e);

// Fills the report; texts and arrays stay the recall's.
void recall_report(const struct recall *x, struct arena *a, struct report *r);

#endif
