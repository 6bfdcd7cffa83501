// SPDX-License-Identifier: Apache-2.0
// Places as formats want them. Inside, columns are bytes and paths absolute;
// every consumer counts and names in another way, so the conversions are here
// and nowhere else.
#ifndef ONCELINT_REPORT_PLACE_H
#define ONCELINT_REPORT_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "report/report.h"

// Lines and columns from 1; the end is exclusive and never before the start.
struct span {
	uint32_t line;
	uint32_t column;
	uint32_t end_line;
	uint32_t end_column;
};

// What is missing in `l` is filled in: a place without a line is the first
// line, one without columns is its whole line.
struct span place_span(const struct report *r, const struct loc *l,
		       enum column_unit unit);
// The same, cut at the end of its first line.
struct span place_line_span(const struct report *r, const struct loc *l,
			    enum column_unit unit);

// The path from the project's root, or the whole path when it is elsewhere;
// "<nowhere>" for NULL.
const char *place_path(const struct report *r, const char *path);
bool place_is_inside(const struct report *r, const char *path);

// Appends a path as a URI reference: what RFC 3986 does not allow, byte for
// byte, is escaped, as is a colon that would read as a scheme.
void uri_add_path(struct str *out, const char *path);
// With "file://" before it if it is absolute.
void uri_add_file(struct str *out, const char *path);
// From the project's root if it is inside, else with "file://".
void uri_add_place(struct str *out, const struct report *r, const char *path);

#endif
