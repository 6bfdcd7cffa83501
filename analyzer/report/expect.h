// SPDX-License-Identifier: Apache-2.0
// The expectation comments of a fixture, see docs/fixtures.md.
#ifndef ONCELINT_REPORT_EXPECT_H
#define ONCELINT_REPORT_EXPECT_H

#include "base/vec.h"
#include "report/report.h"

enum expect_kind {
	EXPECT_FINDING,
	EXPECT_SUMMARY,
	EXPECT_TODO,  // a known miss
	EXPECT_WRONG, // a comment that cannot be read; `text` says why
};

struct expectation {
	enum expect_kind kind;
	uint32_t line;    // where the finding must be
	uint32_t written; // where the comment stands
	enum finding_kind finding;
	const char *text; // substring of the message, or the summary; or NULL
	bool is_met;
};

// A function (or record) named bad_* or ok_*, from line `first` to `last`.
struct section {
	bool is_bad;
	const char *name;
	uint32_t first, last;
};

struct expectations {
	VEC(struct expectation) list;
	VEC(struct section) sections;
	bool is_none; // expect-none
};

// Everything lives in `a`.
void expect_parse(const struct source_file *f, struct arena *a,
		  struct expectations *out);

#endif
