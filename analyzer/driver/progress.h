// SPDX-License-Identifier: Apache-2.0
// How far a run is, on standard error: one line that is rewritten on a
// terminal, a line every ten seconds elsewhere.
#ifndef ONCELINT_DRIVER_PROGRESS_H
#define ONCELINT_DRIVER_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool is_quiet;
	bool is_terminal;
	bool has_line; // something stands on the terminal's line
	double started;
	double spoken; // when it last said something
	uint32_t done, total, findings;
};

void progress_begin(struct progress *p, uint32_t total, bool is_quiet);
void progress_tick(struct progress *p);
void progress_end(struct progress *p); // clears the line

double progress_seconds(const struct progress *p); // since begin

#endif
