// SPDX-License-Identifier: Apache-2.0
#include "report/emit.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf.h"

// Of ASCII, which nearly all texts are all of.
static bool is_plain(char c)
{
	return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
}

static void add_special(struct str *out, const char *text, size_t bytes,
			uint32_t c)
{
	if (c == '"' || c == '\\')
		str_printf(out, "\\%c", (char)c);
	else if (c == '\n')
		str_add(out, "\\n");
	else if (c == '\t')
		str_add(out, "\\t");
	else if (c < 0x20 || c == 0x7F)
		str_printf(out, "\\u%04x", c);
	else
		utf_add(out, text, bytes);
}

static void add_string(struct str *out, const char *text, size_t length)
{
	str_add_char(out, '"');
	for (size_t at = 0; at < length;) {
		size_t end = at;
		uint32_t c;

		while (end < length && is_plain(text[end]))
			end++;
		str_add_bytes(out, text + at, end - at);
		if (end == length)
			break;
		size_t bytes = utf_next(text + end, length - end, &c);
		add_special(out, text + end, bytes, c);
		at = end + bytes;
	}
	str_add_char(out, '"');
}

static void line_break(struct emit *e)
{
	static const char blanks[] = "\n                                ";
	unsigned left = 2 * e->depth + 1, most = sizeof(blanks) - 1;

	if (e->is_compact)
		return;
	str_add_bytes(e->out, blanks, left < most ? left : most);
	for (; left > most; left--)
		str_add_char(e->out, ' ');
}

static void begin_value(struct emit *e, const char *key)
{
	if (e->has_sibling)
		str_add_char(e->out, ',');
	if (e->depth)
		line_break(e);
	if (key) {
		add_string(e->out, key, strlen(key));
		str_add(e->out, e->is_compact ? ":" : ": ");
	}
	e->has_sibling = true;
}

static void open_bracket(struct emit *e, const char *key, char bracket)
{
	begin_value(e, key);
	str_add_char(e->out, bracket);
	e->depth++;
	e->has_sibling = false;
}

static void close_bracket(struct emit *e, char bracket)
{
	e->depth--;
	if (e->has_sibling)
		line_break(e);
	str_add_char(e->out, bracket);
	e->has_sibling = true;
}

void emit_object(struct emit *e, const char *key)
{
	open_bracket(e, key, '{');
}

void emit_array(struct emit *e, const char *key)
{
	open_bracket(e, key, '[');
}

void emit_object_end(struct emit *e)
{
	close_bracket(e, '}');
}

void emit_array_end(struct emit *e)
{
	close_bracket(e, ']');
}

void emit_text(struct emit *e, const char *key, const char *text)
{
	if (text)
		emit_bytes(e, key, text, strlen(text));
}

void emit_bytes(struct emit *e, const char *key, const char *text,
		size_t length)
{
	begin_value(e, key);
	add_string(e->out, text, length);
}

void emit_number(struct emit *e, const char *key, int64_t number)
{
	begin_value(e, key);
	if (number >= 0 && number <= UINT32_MAX)
		str_add_number(e->out, (uint32_t)number);
	else
		str_printf(e->out, "%" PRId64, number);
}

void emit_bool(struct emit *e, const char *key, bool value)
{
	begin_value(e, key);
	str_add(e->out, value ? "true" : "false");
}
