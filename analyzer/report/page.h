// SPDX-License-Identifier: Apache-2.0
// The pages of the kinds (rules/kinds/<kind>.md), cut by heading and shown in
// other formats. One text: explain, SARIF's help and the HTML report show the
// same. Of Markdown this knows what the pages use: headings, paragraphs, lists,
// fenced code, `code`, *emphasis*, **strong** and [links](to).
#ifndef ONCELINT_REPORT_PAGE_H
#define ONCELINT_REPORT_PAGE_H

#include <stddef.h>

#include "base/str.h"

// The text below "## heading" up to the next heading, without blank lines
// around it; a pointer into `page`, NULL if there is none.
const char *page_section(const char *page, const char *heading, size_t *length);

// Appends the first paragraph as one line without markup, at most `most`
// bytes, cut between words.
void page_add_summary(struct str *out, const char *text, size_t length,
		      size_t most);

// Appends the whole text without markup.
void page_add_plain(struct str *out, const char *text, size_t length);

// Appends it as HTML; headings become <h3>.
void page_add_html(struct str *out, const char *text, size_t length);

#endif
