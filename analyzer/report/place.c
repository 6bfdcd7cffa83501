// SPDX-License-Identifier: Apache-2.0
#include "report/place.h"

#include <string.h>

#include "base/file.h"

static const struct source_file *source_of(const struct report *r,
					   const struct loc *l)
{
	static const struct source_file none;

	return r->sources && l->file ? source_get(r->sources, l->file) : &none;
}

// One past the line's last byte, or `unknown` if its text is not known.
static uint32_t line_end(const struct source_file *f, uint32_t line,
			 uint32_t unknown)
{
	size_t length = 0;

	return source_line(f, line, &length) ? (uint32_t)length + 1 : unknown;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static struct span in_unit(const struct source_file *f, struct span s,
			   enum column_unit unit)
{
	s.column = source_column(f, s.line, s.column, unit);
	s.end_column = source_column(f, s.end_line, s.end_column, unit);
	return s;
}

// A text that has changed since may be shorter than the place says.
static struct span in_bytes(const struct source_file *f, const struct loc *l)
{
	struct span s = { .line = l->line ? l->line : 1,
			  .column = l->column ? l->column : 1 };
	bool has_end = l->end_column &&
		       (l->end_line > s.line ||
			(l->end_line == s.line && l->end_column >= s.column));

	s.column = smaller(s.column, line_end(f, s.line, s.column));
	s.end_line = has_end ? l->end_line : s.line;
	s.end_column = has_end ? l->end_column : UINT32_MAX;
	s.end_column = smaller(
		s.end_column,
		line_end(f, s.end_line, has_end ? s.end_column : s.column));
	return s;
}

struct span place_span(const struct report *r, const struct loc *l,
		       enum column_unit unit)
{
	const struct source_file *f = source_of(r, l);

	return in_unit(f, in_bytes(f, l), unit);
}

struct span place_line_span(const struct report *r, const struct loc *l,
			    enum column_unit unit)
{
	const struct source_file *f = source_of(r, l);
	struct span s = in_bytes(f, l);

	if (s.end_line != s.line) {
		s.end_line = s.line;
		s.end_column = line_end(f, s.line, s.column);
	}
	return in_unit(f, s, unit);
}

// ---- paths

bool place_is_inside(const struct report *r, const char *path)
{
	return path && r->root && path_is_below(path, r->root);
}

const char *place_path(const struct report *r, const char *path)
{
	if (!path)
		return "<nowhere>";
	return r->root ? path_relative(path, r->root) : path;
}

static bool is_plain(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || strchr("/-._~!$&'()*+,;=@", c);
}

void uri_add_path(struct str *out, const char *path)
{
	for (const char *p = path; *p; p++) {
		unsigned char c = (unsigned char)*p;

		if (is_plain(c))
			str_add_char(out, (char)c);
		else
			str_printf(out, "%%%02X", c);
	}
}

void uri_add_file(struct str *out, const char *path)
{
	if (*path == '/')
		str_add(out, "file://");
	uri_add_path(out, path);
}

void uri_add_place(struct str *out, const struct report *r, const char *path)
{
	if (place_is_inside(r, path))
		uri_add_path(out, place_path(r, path));
	else
		uri_add_file(out, path ? path : "nowhere");
}
