// SPDX-License-Identifier: Apache-2.0
// A file of known findings, one a line, named by their identities: no line
// number is in it, so that it stays right while the code moves. Lines are
// sorted, and any order, doubled lines and comments are read, so that a union
// of two versions is a good file. The format is in docs/baseline.md.
#ifndef ONCELINT_DRIVER_BASELINE_H
#define ONCELINT_DRIVER_BASELINE_H

#include "driver/config.h"
#include "report/report.h"

#define BASELINE_FILE ".oncelint-baseline"

struct baseline_entry {
	const char *identity;
	const char *file; // relative to the project's root, as it was
	const char *text; // for people: "double-consume in pool_stop (src/a.c)"
	uint32_t line;    // in the baseline file
	bool is_found;
	bool is_stale;
};

struct baseline_file {
	VEC(struct baseline_entry) list; // sorted by identity
};

// Reads the file; everything belongs to `a`. Failure names the line.
MUST_USE bool baseline_read(struct baseline_file *b, struct arena *a,
			    const char *path, struct err *e);

// NULL if it is not known.
struct baseline_entry *baseline_find(const struct baseline_file *b,
				     const char *identity);

// Marks what was not found though its file was analysed, or all was; returns
// how many. What stands in a unit that failed is not stale.
uint32_t baseline_mark_stale(struct baseline_file *b, const struct config *c,
			     const struct report *r, bool is_whole);

#endif
