// SPDX-License-Identifier: Apache-2.0
// Comments that silence a finding:
//
//     // oncelint-ignore(double-consume): the first join failed
//     // oncelint-ignore(stored-handle, until 2030-01-31): ticket 12
//
// at the end of the finding's line, or on a line of their own above it; at a
// macro's definition for what its body does wherever it is used; and for all
// lines of a stretch:
//
//     // oncelint-ignore-begin(double-consume): these tests do it on purpose
//     // oncelint-ignore-end
//
// A reason is required. What silences nothing, has expired or cannot be read is
// told, so that comments do not outlive their cause.
#ifndef ONCELINT_DRIVER_SUPPRESS_H
#define ONCELINT_DRIVER_SUPPRESS_H

#include "base/vec.h"
#include "model/finding.h"
#include "report/source.h"
#include "store/store.h"

struct suppression {
	const char *file;
	uint32_t line;        // of the comment
	uint32_t first, last; // lines of the findings, or of a macro's body
	const char *word;     // "oncelint-ignore-begin"
	uint64_t kinds;       // bits by enum finding_kind
	const char *kinds_text;
	const char *reason;
	const char *expires; // NULL: never
	const char *problem; // why it cannot be read, or NULL
	enum suppression_state state;
};

struct suppressions {
	VEC(struct suppression) list;
	struct arena *arena; // borrowed
	const char *today;   // "2026-01-31"
};

void suppressions_init(struct suppressions *s, struct arena *a);

// Adds the comments of one file.
void suppressions_read(struct suppressions *s, struct source_cache *sources,
		       const char *file);

// Marks what is silenced, and which comments were of use.
void suppressions_apply(struct suppressions *s, struct findings *f);

// Appends a line for every comment that was of no use; `current` shortens
// paths. Returns how many.
uint32_t suppressions_complain(const struct suppressions *s,
			       const char *current, struct str *out);

#endif
