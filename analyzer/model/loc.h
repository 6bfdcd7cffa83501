// SPDX-License-Identifier: Apache-2.0
// Places in source text.
#ifndef ONCELINT_MODEL_LOC_H
#define ONCELINT_MODEL_LOC_H

#include <stdbool.h>
#include <stdint.h>

// Lines and columns count from 1, columns in bytes; the end is exclusive. Line
// 0 means "nowhere". A token of a macro's body stands where the macro is used,
// a macro argument where it was written.
struct loc {
	const char *file; // interned path, NULL for nowhere
	uint32_t line;
	uint32_t column;
	uint32_t end_line;
	uint32_t end_column;
	// Where the spelling is, when it comes from a macro's body; else NULL.
	const char *macro_file;
	uint32_t macro_line;
};

bool loc_equal(const struct loc *a, const struct loc *b);
// By file name, line, column: the order of every output.
int loc_compare(const struct loc *a, const struct loc *b);

#endif
