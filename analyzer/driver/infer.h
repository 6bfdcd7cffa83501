// SPDX-License-Identifier: Apache-2.0
// Summaries of bodies as a rule pack: the two are one data type, but the format
// of packs has no words for all that a summary knows.
#ifndef ONCELINT_DRIVER_INFER_H
#define ONCELINT_DRIVER_INFER_H

#include "base/str.h"
#include "model/summary.h"

// Appends a pack named `name` of what functions that others can call do to
// handles. A function of which a part cannot be said is left out: half of it
// would be wrong. `left_out` gets a line for each of these, with the reason.
void infer_pack(const struct summary *summaries, uint32_t count,
		const char *name, struct str *out, struct str *left_out);

#endif
