// SPDX-License-Identifier: Apache-2.0
// The parts of the HTML report: the data that its script shows (html_data.c)
// and the pictures of the overview (html_chart.c). html.c is the page; style
// and script are files in html/, built into the program.
#ifndef ONCELINT_REPORT_HTML_H
#define ONCELINT_REPORT_HTML_H

#include "report/limit.h"
#include "report/report.h"

// More than a browser likes to hold in one page; the least severe are left out.
// In a folder steps and code are in parts that are loaded when they are wanted.
#define HTML_MOST_FINDINGS 20000
#define HTML_MOST_IN_FOLDER 200000
#define HTML_PART 500 // findings

enum html_data {
	HTML_WHOLE,
	HTML_INDEX, // without steps, fixes and code
	HTML_STEPS  // those alone, of one part
};

// The findings that are shown, in their order.
struct html_chosen {
	VEC(uint32_t) list;
};

void html_choose(struct html_chosen *c, struct arena *a, const struct report *r,
		 uint32_t most);

// Findings `first` to `end` of the chosen ones, source lines around their steps
// and files, as JSON that can stand inside a <script> element.
void html_add_data(struct str *out, const struct report *r,
		   const struct html_chosen *c, uint32_t first, uint32_t end,
		   enum html_data what);

// As people read it, and the script writes it: 10,000.
void html_add_number(struct str *out, uint32_t n);

// Cards with bars: a link each, that filters the list.
void html_add_charts(struct str *out, const struct report *r);

// The number of findings over the runs; nothing if there is but one.
void html_add_history(struct str *out, const struct report *r);

#endif
