// SPDX-License-Identifier: Apache-2.0
// A report in the formats that the command line asks for.
#ifndef ONCELINT_DRIVER_OUTPUT_H
#define ONCELINT_DRIVER_OUTPUT_H

#include "driver/options.h"
#include "report/report.h"

// Whether there are such formats, before the work begins.
MUST_USE bool outputs_check(const struct options *o, const char *command,
			    struct err *e);

// Writes all of them, each whole or not at all.
MUST_USE bool outputs_write(const struct options *o, struct report *r,
			    struct err *e);

// Whether `text` goes to a person, and in colour.
void outputs_style(const struct options *o, struct report *r, bool is_printed);

// Prints to standard output.
MUST_USE bool print_text(const struct str *text, struct err *e);
// The same in pieces; a failure is told when the command ends.
void show_text(const struct str *text);

// Whether an output shows fixes, which take time to find.
bool outputs_show_fixes(const struct options *o);

#endif
