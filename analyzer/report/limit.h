// SPDX-License-Identifier: Apache-2.0
// Which findings stay when a format may hold only so many: new ones before old
// ones, the most severe before others, those suppressed last of all.
#ifndef ONCELINT_REPORT_LIMIT_H
#define ONCELINT_REPORT_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "report/report.h"

#define LIMIT_RANKS 9

struct limit {
	uint32_t room[LIMIT_RANKS]; // by rank, the least important first
	uint32_t cut;               // how many there is no room for
	bool with_suppressed;
};

// `level` < 0 admits every severity, else this one alone.
void limit_init(struct limit *l, const struct report *r, uint32_t most,
		int level, bool with_suppressed);

// To be asked once for each finding, in their order.
bool limit_admits(struct limit *l, const struct report *r, uint32_t index);

#endif
