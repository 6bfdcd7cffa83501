// SPDX-License-Identifier: Apache-2.0
// What runs have left: who was there, since when, and what people decided.
#ifndef ONCELINT_STORE_QUERY_H
#define ONCELINT_STORE_QUERY_H

#include "base/vec.h"
#include "store/store.h"

struct store_run_row {
	int64_t id;
	const char *started; // "2026-01-31T12:00:00.000Z"
	const char *version;
	const char *command;
	const char *root;
	bool is_whole;
	struct store_counts counts;
	uint32_t appeared; // findings that it has and the one before has not
	uint32_t gone;
};

struct store_runs {
	VEC(struct store_run_row) list; // oldest first
};

// What is known of a finding beside the finding. Texts may be NULL.
struct store_fact {
	const char *identity;
	int64_t first_run;      // of all that had it
	const char *first_seen; // when that was: "2026-01-31"
	const char *triage;     // NULL: nobody decided
	const char *triage_author;
	const char *triage_reason;
	const char *verdict; // the runtime's
	const char *verdict_detail;
};

// A finding as it was when last seen, with absolute paths. Fixes are not kept.
struct store_item {
	struct finding finding;
	struct store_fact fact;
};

// A source line as it was then.
struct store_line {
	const char *file;
	uint32_t line;
	const char *text;
};

struct store_items {
	VEC(struct store_item *) list; // by place
	VEC(struct store_line) lines;
};

struct store_facts {
	VEC(struct store_fact) list;
};

struct store_unit {
	const char *file; // absolute
	bool is_failed;
	const char *reason; // NULL: wholly analysed
};

struct store_units {
	VEC(struct store_unit) list; // by file
};

struct store_time {
	const char *file;      // absolute
	uint64_t microseconds; // of the processor
};

struct store_times {
	VEC(struct store_time) list; // by file, each once
};

// In all of these `out` must be empty, and gets memory from `a`.
MUST_USE bool store_read_runs(struct store_db *s, struct arena *a,
			      struct store_runs *out, struct err *e);
// The findings that a run has, its root being `root`, and the run `without` (0:
// none) has not.
MUST_USE bool store_read_findings(struct store_db *s, struct arena *a,
				  int64_t run, int64_t without,
				  const char *root, struct store_items *out,
				  struct err *e);
// How many findings two runs have in common that are not hidden, by the source
// or by what people decided.
MUST_USE bool store_count_common(struct store_db *s, int64_t run, int64_t other,
				 uint32_t *out, struct err *e);
MUST_USE bool store_read_units(struct store_db *s, struct arena *a, int64_t run,
			       const char *root, struct store_units *out,
			       struct err *e);
// What units took when they were last parsed.
MUST_USE bool store_read_times(struct store_db *s, struct arena *a,
			       const char *root, struct store_times *out,
			       struct err *e);
MUST_USE bool store_read_facts(struct store_db *s, struct arena *a, int64_t run,
			       struct store_facts *out, struct err *e);

// A finding that some run had.
struct store_match {
	const char *identity;
	const char *kind;
	const char *message;
	const char *file; // as kept
	uint32_t line;
	struct store_fact fact;
};

struct store_matches {
	VEC(struct store_match) list;
};

// Those whose identity begins with `word`, and, if it is FILE:LINE, those of
// the last run whose path ends in FILE and that stand on LINE. NULL: all that
// somebody decided about.
MUST_USE bool store_match(struct store_db *s, struct arena *a, const char *word,
			  struct store_matches *out, struct err *e);

struct store_interval {
	int64_t first_run, last_run;
	const char *first_seen, *last_seen;
};

struct store_intervals {
	VEC(struct store_interval) list; // oldest first
};

// When a finding was there.
MUST_USE bool store_read_presence(struct store_db *s, struct arena *a,
				  const char *identity,
				  struct store_intervals *out, struct err *e);

// Notes what was decided: "open", "confirmed", "wrong" or "accepted".
MUST_USE bool store_set_triage(struct store_db *s, const char *identity,
			       const char *state, const char *author,
			       const char *reason, struct err *e);

#endif
