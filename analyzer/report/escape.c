// SPDX-License-Identifier: Apache-2.0
#include "report/escape.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/utf.h"

#define REPLACEMENT "\xEF\xBF\xBD"

static bool is_break(uint32_t c)
{
	return c == '\n' || c == '\t';
}

// Controls, and what XML 1.0 has no way to write.
static bool is_unfit(uint32_t c)
{
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c & 0xFFFE) == 0xFFFE;
}

static const char *entity(uint32_t c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	}
	return NULL;
}

static void add_markup(struct str *out, const char *text, size_t length,
		       bool keeps_breaks)
{
	for (size_t at = 0; at < length;) {
		uint32_t c;
		size_t bytes = utf_next(text + at, length - at, &c);
		const char *name = entity(c);

		if (name)
			str_add(out, name);
		else if (is_break(c) && !keeps_breaks)
			str_printf(out, "&#%u;", c);
		else if (is_unfit(c) && !is_break(c))
			str_add(out, REPLACEMENT);
		else
			utf_add(out, text + at, bytes);
		at += bytes;
	}
}

void markup_add_bytes(struct str *out, const char *text, size_t length)
{
	add_markup(out, text, length, false);
}

void markup_add_lines(struct str *out, const char *text, size_t length)
{
	add_markup(out, text, length, true);
}

void markup_add(struct str *out, const char *text)
{
	markup_add_bytes(out, text, strlen(text));
}

// A backslash would do for '@' and '#' in the rules of Markdown, but hosts look
// for mentions in what comes out of it: an empty comment parts sign and name.
void markdown_add(struct str *out, const char *text)
{
	for (size_t at = 0, length = strlen(text); at < length;) {
		uint32_t c;
		size_t bytes = utf_next(text + at, length - at, &c);

		if (c == '@' || c == '#')
			str_printf(out, "%c<!-- -->", (char)c);
		else if (c == '<' || c == '>' || c == '&')
			str_add(out, entity(c));
		else if (c < 0x80 && c && strchr("\\`*_{}[]()|~!$", (int)c))
			str_printf(out, "\\%c", (char)c);
		else if (is_break(c) || c == '\r')
			str_add_char(out, ' ');
		else if (is_unfit(c))
			str_add(out, REPLACEMENT);
		else
			utf_add(out, text + at, bytes);
		at += bytes;
	}
}
