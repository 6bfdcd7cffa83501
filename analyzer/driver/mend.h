// SPDX-License-Identifier: Apache-2.0
// `check --fix`: the fixes of a report, done to the files.
#ifndef ONCELINT_DRIVER_MEND_H
#define ONCELINT_DRIVER_MEND_H

#include "base/err.h"
#include "report/report.h"

struct mended {
	uint32_t findings;
	uint32_t files;
};

// Does the fixes of all findings that are not suppressed, each once, and takes
// those findings out of the report. Of two that want the same text the first is
// done; that, and a file that has changed since it was analysed, is told on
// standard error. With `is_shown` nothing is done: the report stays, and
// `diff` gets a unified diff. A file is replaced in one step.
MUST_USE bool fixes_apply(struct report *r, bool is_shown, struct arena *a,
			  struct str *diff, struct mended *out, struct err *e);

#endif
