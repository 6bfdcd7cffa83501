// SPDX-License-Identifier: Apache-2.0
// The parts of the HTML report: the data that its script shows (html_data.c)
// and the pictures of the overview (html_chart.c). html.c is the page; style
// and script are files in html/, built into the program.
#ifndef ONCELINT_REPORT_HTML_H
#define ONCELINT_REPORT_HTML_H

#include "report/limit.h"
#include "report/report.h"

// More than a browser likes to hold; the least severe are left out.
#define HTML_MOST_FINDINGS 20000

// Findings, source lines around their steps and files, as JSON that can stand
// inside a <script> element.
void html_add_data(struct str *out, const struct report *r);

// Cards with bars: a link each, that filters the list.
void html_add_charts(struct str *out, const struct report *r);

// The number of findings over the runs; nothing if there is but one.
void html_add_history(struct str *out, const struct report *r);

#endif
