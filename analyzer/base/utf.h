// SPDX-License-Identifier: Apache-2.0
// UTF-8 without trust. Columns are bytes inside; formats convert on the way
// out. A byte that starts no valid sequence counts as one replacement
// character, everywhere alike.
#ifndef ONCELINT_BASE_UTF_H
#define ONCELINT_BASE_UTF_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define UTF_REPLACEMENT 0xFFFDu

enum column_unit { COLUMN_BYTES, COLUMN_UTF16, COLUMN_CODE_POINTS };

// Decodes one character of `text` (`length` > 0 bytes); returns its bytes.
size_t utf_next(const char *text, size_t length, uint32_t *code_point);

// Converts a column, counted from 1, of the line that starts at `line`. A
// column past the end stays as far past it.
uint32_t utf_column(const char *line, size_t length, uint32_t byte_column,
		    enum column_unit unit);
uint32_t utf_byte_column(const char *line, size_t length, uint32_t column,
			 enum column_unit unit);

// Cells that a terminal gives the character: 0, 1 or 2.
unsigned utf_width(uint32_t code_point);

// Appends `text`, invalid bytes replaced.
void utf_add(struct str *out, const char *text, size_t length);

#endif
