// SPDX-License-Identifier: Apache-2.0
#include "store/story.h"

#include <string.h>

// ---- writing

// A table, since this is most of the work.
static const char is_special[256] = {
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,         1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ['"'] = 1, ['\\'] = 1,
};

static void add_string(struct str *out, const char *text, size_t length)
{
	const char *end = text + length;

	str_add_char(out, '"');
	for (;;) {
		const char *start = text;

		while (text < end && !is_special[(unsigned char)*text])
			text++;
		str_add_bytes(out, start, (size_t)(text - start));
		if (text == end)
			break;
		if (*text == '\t')
			str_add_bytes(out, "\\t", 2);
		else if (*text == '"' || *text == '\\')
			str_add_bytes(out, (char[]){ '\\', *text }, 2);
		else
			str_printf(out, "\\u%04x", (unsigned)*text);
		text++;
	}
	str_add_char(out, '"');
}

static void add_text(struct str *out, const char *text, size_t length)
{
	str_add_char(out, ',');
	if (text)
		add_string(out, text, length);
	else
		str_add(out, "null");
}

static void add_number(struct str *out, uint64_t n)
{
	str_add_char(out, ',');
	str_add_number(out, n);
}

static void add_step(struct str *out, const struct step *p,
		     const struct story_line *line)
{
	const char *kind = step_word(p->kind);

	str_add_char(out, '[');
	add_string(out, kind, strlen(kind));
	add_number(out, p->is_essential);
	add_number(out, p->depth);
	add_text(out, p->message, p->message ? strlen(p->message) : 0);
	if (line->file)
		add_number(out, (uint64_t)line->file);
	else
		str_add(out, ",null");
	add_number(out, p->loc.line);
	add_number(out, p->loc.column);
	add_number(out, p->loc.end_line);
	add_number(out, p->loc.end_column);
	add_text(out, line->text, line->length);
	str_add_char(out, ']');
}

void story_write(struct str *out, const struct step *steps,
		 const struct story_line *lines, uint32_t count)
{
	str_add_char(out, '[');
	for (uint32_t i = 0; i < count; i++) {
		if (i)
			str_add_char(out, ',');
		add_step(out, &steps[i], &lines[i]);
	}
	str_add_char(out, ']');
}

// ---- reading

static bool take(struct story *s, const char *what)
{
	size_t length = strlen(what);

	if (strncmp(s->at, what, length) != 0)
		return false;
	s->at += length;
	return true;
}

static bool read_number(struct story *s, int64_t *out)
{
	const char *start = s->at;

	*out = 0;
	if (take(s, "null"))
		return true;
	for (; *s->at >= '0' && *s->at <= '9' && s->at - start < 18; s->at++)
		*out = *out * 10 + (*s->at - '0');
	return s->at > start;
}

static unsigned hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at =
		c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;

	return at ? (unsigned)(at - digits) : 16;
}

// What follows a backslash. Only bytes below a blank are written by number.
static bool read_escape(struct story *s)
{
	static const char letters[] = "tnrbf\"\\/", meant[] = "\t\n\r\b\f\"\\/";
	const char *letter = *s->at ? strchr(letters, *s->at) : NULL;

	if (letter) {
		str_add_char(&s->text, meant[letter - letters]);
		s->at++;
		return true;
	}
	if (!take(s, "u00") || hex_digit(s->at[0]) > 7 ||
	    hex_digit(s->at[1]) > 15)
		return false;
	str_add_char(&s->text,
		     (char)(hex_digit(s->at[0]) * 16 + hex_digit(s->at[1])));
	s->at += 2;
	return true;
}

// Into `text`; *is_there is false for null.
static bool read_string(struct story *s, bool *is_there)
{
	str_clear(&s->text);
	*is_there = !take(s, "null");
	if (!*is_there)
		return true;
	if (!take(s, "\""))
		return false;
	while (!take(s, "\"")) {
		size_t plain = strcspn(s->at, "\"\\");

		str_add_bytes(&s->text, s->at, plain);
		s->at += plain;
		if (!*s->at || (take(s, "\\") && !read_escape(s)))
			return false;
	}
	return true;
}

static bool read_kind(struct story *s, enum step_kind *out)
{
	bool is_there;

	if (!read_string(s, &is_there) || !is_there)
		return false;
	for (int k = STEP_PRODUCE; k <= STEP_STORE; k++) {
		*out = (enum step_kind)k;
		if (str_equal(step_word(*out), s->text.text))
			return true;
	}
	return false;
}

static bool read_text(struct story *s, struct arena *a, const char **out,
		      size_t *length)
{
	bool is_there;

	if (!take(s, ",") || !read_string(s, &is_there))
		return false;
	*out = is_there ? arena_strndup(a, s->text.text, s->text.length) : NULL;
	*length = s->text.length;
	return true;
}

static bool read_numbers(struct story *s, int64_t *out, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!take(s, ",") || !read_number(s, &out[i]))
			return false;
	return true;
}

static bool read_step(struct story *s, struct arena *a, struct step *out,
		      struct story_line *line)
{
	int64_t what[2], place[5]; // essential, depth; file and where in it
	size_t length;

	*out = (struct step){ .depth = 0 };
	if (!take(s, "[") || !read_kind(s, &out->kind) ||
	    !read_numbers(s, what, COUNT_OF(what)) ||
	    !read_text(s, a, &out->message, &length) ||
	    !read_numbers(s, place, COUNT_OF(place)) ||
	    !read_text(s, a, &line->text, &line->length) || !take(s, "]"))
		return false;
	out->is_essential = what[0] != 0;
	out->depth = (uint32_t)what[1];
	line->file = place[0];
	out->loc.line = (uint32_t)place[1];
	out->loc.column = (uint32_t)place[2];
	out->loc.end_line = (uint32_t)place[3];
	out->loc.end_column = (uint32_t)place[4];
	return true;
}

bool story_next(struct story *s, struct arena *a, struct step *out,
		struct story_line *line)
{
	bool is_first = !s->is_begun;

	s->is_begun = true;
	if (take(s, is_first ? "[]" : "]")) {
		s->is_damaged = *s->at != '\0';
		return false;
	}
	s->is_damaged =
		!take(s, is_first ? "[" : ",") || !read_step(s, a, out, line);
	return !s->is_damaged;
}

void story_release(struct story *s)
{
	str_release(&s->text);
}
