// SPDX-License-Identifier: Apache-2.0
// A run in which nothing has changed since an earlier one: all of what that one
// found out, without looking at units one by one.
#ifndef ONCELINT_DRIVER_RERUN_H
#define ONCELINT_DRIVER_RERUN_H

#include "driver/reuse.h"
#include "driver/run.h"
#include "driver/skip.h"

struct rerun {
	struct reuse *reuse; // borrowed
	const struct plan *plan;
	struct cache_key key;
	struct depend_list **lists; // by unit
	uint64_t forced;            // what -include finds
	bool is_on;
};

// Does nothing if nothing is reused. Everything is in `a`.
void rerun_begin(struct rerun *x, struct reuse *r, const struct plan *p,
		 const struct config *c, struct arena *a);

// Sets all of `out` that analysing and linking would set, but for the
// artifacts' parts for linking. False if that is not known.
bool rerun_get(struct rerun *x, const struct rules *rules, struct arena *a,
	       struct results *out);

// Keeps what analysing and linking gave, unless some unit of it could not be
// kept.
void rerun_put(struct rerun *x, const struct results *r);

// What was read to leave units out, for rerun_put.
void rerun_scanned(struct reuse *r, const struct skip *s, const struct plan *p);

#endif
