// SPDX-License-Identifier: Apache-2.0
// Runs, units and findings over time, in one SQLite file. Nothing else here
// knows SQL. One connection, one writer; a run is one transaction, so that a
// run that dies leaves nothing behind.
#ifndef ONCELINT_STORE_STORE_H
#define ONCELINT_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/artifact.h"
#include "model/finding.h"

struct store_db;

struct store_run {
	const char *version;
	const char *command;
	const char *root; // paths below it are kept relative to it
	bool is_whole;    // every unit of the project was asked for
};

struct store_counts {
	uint32_t units, skipped, cached, degraded, failed;
	uint32_t findings;
	uint32_t milliseconds;
};

struct store_history { // what store_end_run tells about the run
	uint32_t appeared;
	uint32_t gone;
};

enum suppression_state {
	SUPPRESSION_USED,
	SUPPRESSION_UNUSED,
	SUPPRESSION_EXPIRED,
	SUPPRESSION_BROKEN
};

struct store_suppression {
	const char *file;
	uint32_t line;
	const char *kinds; // as written
	const char *reason;
	const char *expires;
	enum suppression_state state;
};

// The source line at a place, NULL if unknown; valid until the run ends.
typedef const char *(*store_line_fn)(void *data, const char *file,
				     uint32_t line, size_t *length);

// Opens or creates `path` (and its folder), migrating older schemas in place.
// NULL and `e` set, with what to do about it, if the file is not ours, is newer
// than we are, is damaged, in use or cannot be written.
MUST_USE struct store_db *store_open(const char *path, struct err *e);
// The same of one that is there, on a medium that cannot be written as well:
// then whatever writes to it fails.
MUST_USE struct store_db *store_open_to_read(const char *path, struct err *e);
void store_close(struct store_db *s); // NULL is fine; an open run is dropped

MUST_USE bool store_begin_run(struct store_db *s, const struct store_run *run,
			      struct err *e);
MUST_USE bool store_add_unit(struct store_db *s, const struct artifact *x,
			     struct err *e);
// Findings with their identities, all of a run at once: that is quicker. `line`
// gives the texts to be shown with them.
MUST_USE bool store_add_findings(struct store_db *s,
				 struct finding *const *findings,
				 uint32_t count, store_line_fn line,
				 void *line_data, struct err *e);
MUST_USE bool store_add_suppression(struct store_db *s,
				    const struct store_suppression *x,
				    struct err *e);
// Ends and commits. Findings of earlier runs that this one could not see (their
// file was not analysed) count as still there.
MUST_USE bool store_end_run(struct store_db *s,
			    const struct store_counts *counts,
			    struct store_history *history, struct err *e);

#endif
