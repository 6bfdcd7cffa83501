// SPDX-License-Identifier: Apache-2.0
#include "base/utf.h"

#include <stdbool.h>

static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

size_t utf_next(const char *text, size_t length, uint32_t *code_point)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first = (unsigned char)text[0];
	size_t need = first < 0x80             ? 1
		      : (first & 0xE0) == 0xC0 ? 2
		      : (first & 0xF0) == 0xE0 ? 3
		      : (first & 0xF8) == 0xF0 ? 4
					       : 0;

	*code_point = UTF_REPLACEMENT;
	if (need == 0 || need > length)
		return 1;
	uint32_t value = need == 1 ? first : first & (0x7Fu >> need);
	for (size_t i = 1; i < need; i++) {
		if (!is_continuation(text[i]))
			return 1;
		value = value << 6 | ((unsigned char)text[i] & 0x3F);
	}
	if (value < smallest[need] || value > 0x10FFFF ||
	    (value >= 0xD800 && value <= 0xDFFF))
		return 1;
	*code_point = value;
	return need;
}

static uint32_t units(uint32_t code_point, size_t bytes, enum column_unit unit)
{
	switch (unit) {
	case COLUMN_BYTES:
		return (uint32_t)bytes;
	case COLUMN_UTF16:
		return code_point > 0xFFFF ? 2 : 1;
	case COLUMN_CODE_POINTS:
		return 1;
	}
	bug("no such unit");
}

uint32_t utf_column(const char *line, size_t length, uint32_t byte_column,
		    enum column_unit unit)
{
	size_t at = 0, end = byte_column ? byte_column - 1 : 0;
	uint32_t column = 1;

	while (at < end && at < length) {
		uint32_t code_point;
		size_t bytes = utf_next(line + at, length - at, &code_point);

		column += units(code_point, bytes, unit);
		at += bytes;
	}
	return at < end ? column + (uint32_t)(end - at) : column;
}

uint32_t utf_byte_column(const char *line, size_t length, uint32_t column,
			 enum column_unit unit)
{
	size_t at = 0;
	uint32_t seen = 1;

	while (seen < column && at < length) {
		uint32_t code_point;
		size_t bytes = utf_next(line + at, length - at, &code_point);

		seen += units(code_point, bytes, unit);
		at += bytes;
	}
	if (seen < column)
		at += column - seen;
	return (uint32_t)at + 1;
}

unsigned utf_width(uint32_t c)
{
	static const struct {
		uint32_t first, last;
		unsigned width;
	} ranges[] = {
		{ 0x0300, 0x036F, 0 },   { 0x1100, 0x115F, 2 },
		{ 0x200B, 0x200F, 0 },   { 0x20D0, 0x20FF, 0 },
		{ 0x2E80, 0x303E, 2 },   { 0x3041, 0xA4CF, 2 },
		{ 0xAC00, 0xD7A3, 2 },   { 0xF900, 0xFAFF, 2 },
		{ 0xFE00, 0xFE0F, 0 },   { 0xFE30, 0xFE6F, 2 },
		{ 0xFF00, 0xFF60, 2 },   { 0xFFE0, 0xFFE6, 2 },
		{ 0x1F300, 0x1F64F, 2 }, { 0x1F900, 0x1F9FF, 2 },
		{ 0x20000, 0x3FFFD, 2 },
	};

	for (size_t i = 0; i < COUNT_OF(ranges); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return ranges[i].width;
	return 1;
}

void utf_add(struct str *out, const char *text, size_t length)
{
	size_t at = 0;

	while (at < length) {
		uint32_t code_point;
		size_t bytes = utf_next(text + at, length - at, &code_point);

		if (code_point == UTF_REPLACEMENT && bytes == 1)
			str_add(out, "\xEF\xBF\xBD");
		else
			str_add_bytes(out, text + at, bytes);
		at += bytes;
	}
}
