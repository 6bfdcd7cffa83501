// SPDX-License-Identifier: Apache-2.0
// Edits of one text: putting them together, doing them, and showing them.
#ifndef ONCELINT_FIX_EDIT_H
#define ONCELINT_FIX_EDIT_H

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/finding.h"

// A replacement by offsets, [start, end).
struct splice {
	size_t start;
	size_t end;
	const char *text;
};

// Those of one text, sorted, none over another.
struct splices {
	VEC(struct splice) list;
};

// What identifies a text for `struct edit`.
uint64_t edit_hash(const char *text, size_t length);

// From a place to an offset of the text and back. The former is false past the
// end of the text or line.
bool edit_offset(const char *text, size_t length, uint32_t line,
		 uint32_t column, size_t *out);
void edit_place(const char *text, size_t offset, uint32_t *line,
		uint32_t *column);

// Whether the edit is inside the text and over none of `s` but an equal one.
bool splices_fit(const struct splices *s, const char *text, size_t length,
		 const struct edit *x);
// Adds an edit that fits; one that is there already is added once.
void splices_add(struct splices *s, struct arena *a, const char *text,
		 size_t length, const struct edit *x);

// Appends the text as it is afterwards.
void splices_apply(const struct splices *s, const char *text, size_t length,
		   struct str *out);

// Appends what splices_apply() changes as a unified diff with three lines of
// context. `name` is the file's path in it.
void splices_diff(const struct splices *s, const char *name, const char *text,
		  size_t length, struct str *out);

#endif
