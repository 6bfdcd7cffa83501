// SPDX-License-Identifier: Apache-2.0
// The units of a pull request's base: those of now, as they were.
#ifndef ONCELINT_DRIVER_BASE_H
#define ONCELINT_DRIVER_BASE_H

#include "driver/diff.h"
#include "driver/run.h"

struct base {
	const char *top;    // the files of now
	const char *folder; // those of the base
	const struct diff *diff;
	// It has a compile database of its own: the flags may differ, so that
	// no unit is known to be the same. Set by base_plan().
	bool has_database;
	struct err *e; // of base_plan()
};

// Whether anything that a unit was made of has changed since.
bool base_differs(const struct base *b, const struct artifact *x);

// Commands are those of now with every path led to the base's files. A file
// that the base does not have is taken from now: what is generated, or stands
// in a build folder. A compile database that the base has itself is used
// instead, since flags may be what has changed.
MUST_USE bool base_plan(struct base *b, struct arena *a, const struct plan *now,
			const struct results *r, struct plan *out,
			struct err *e);

#endif
