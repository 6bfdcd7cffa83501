// SPDX-License-Identifier: Apache-2.0
// Artifacts in files: a set of units, one or as many as were joined. It is
// sorted and holds each unit once, so that sets that are joined in any order
// and grouping give the same bytes. Each unit has a checksum: a broken one
// costs itself alone.
#ifndef ONCELINT_DRIVER_BUNDLE_H
#define ONCELINT_DRIVER_BUNDLE_H

#include "driver/parcel.h"
#include "driver/unit.h"

struct bundle_unit {
	const void *bytes; // all that the file has of it
	size_t size;
	const char *from; // the file it was read from; NULL: just made
	struct artifact artifact;
};

struct bundle {
	struct arena *arena;         // borrowed; owns all
	const char *root;            // of the project, borrowed
	const struct parcel *parcel; // where files are, borrowed; or NULL
	uint64_t settings;           // of this run; see bundle_begin()
	struct rules rules;          // that families are looked up in
	VEC(struct bundle_unit) units;
	struct artifact *failed; // one a file or unit that cannot be used
	uint32_t failed_count;
	uint32_t failed_room;
};

// Options and rules of the analysis are part of a unit: one that was made with
// others is refused.
void bundle_begin(struct bundle *b, const struct analysis *x, const char *root,
		  struct arena *a);

// Adds what analysing a unit gave: an artifact that was read.
void bundle_add(struct bundle *b, const struct artifact *x);

// Adds the units of a file. What is wrong with it is an artifact in `failed`,
// whose file it is.
void bundle_read(struct bundle *b, const char *path);

// Sorts, and drops what is there twice: the names of such files are told on
// standard error unless `is_quiet`.
void bundle_finish(struct bundle *b, bool is_quiet);

MUST_USE bool bundle_write(const struct bundle *b, const char *path,
			   struct err *e);

#endif
