// SPDX-License-Identifier: Apache-2.0
// Texts of others (messages, paths, source) inside markup, so that they stay
// text. Invalid bytes are replaced everywhere.
#ifndef ONCELINT_REPORT_ESCAPE_H
#define ONCELINT_REPORT_ESCAPE_H

#include <stddef.h>

#include "base/str.h"

// For HTML and XML, in text and in attributes: &, <, >, quotes and line breaks
// are escaped, characters that XML cannot hold replaced.
void markup_add(struct str *out, const char *text);
void markup_add_bytes(struct str *out, const char *text, size_t length);
// For text alone: line breaks and tabs stay.
void markup_add_lines(struct str *out, const char *text, size_t length);

// For Markdown as GitHub and GitLab read it, on one line; names with @ and
// numbers with # do not become mentions.
void markdown_add(struct str *out, const char *text);

#endif
