// SPDX-License-Identifier: Apache-2.0
// One unit with all that its analysis reads, in one file: what `tu` gives where
// a compiler would preprocess, and takes where it would compile such a text.
// Nothing is expanded and no place is lost: the other machine sees the same
// files under the same names.
#ifndef ONCELINT_DRIVER_PARCEL_H
#define ONCELINT_DRIVER_PARCEL_H

#include "driver/config.h"
#include "front/parse.h"

struct parcel_file {
	const char *path; // absolute; of a rule pack: relative to its folder
	const char *text;
	uint32_t rules; // number among the configuration's rules
};

struct parcel {
	const char *file; // the unit's, absolute
	const char *directory;
	const char *root;
	bool is_strict;
	bool has_hints;
	VEC(const char *) words; // of the compiler
	VEC(struct parcel_file) files;
	VEC(struct parcel_file) rules;
	const char *folder;         // where it was unpacked; NULL: not yet
	struct front_buffer buffer; // the unit's text
};

// Whether a file begins like one.
bool parcel_is(const char *path);

// Packs the unit `c` and what it includes.
MUST_USE bool parcel_pack(const struct front_command *c,
			  const struct config *config, struct arena *a,
			  struct str *out, struct err *e);

// Reads one and lays it out in a folder of its own; everything else is in `a`.
MUST_USE bool parcel_unpack(struct parcel *p, const char *path, struct arena *a,
			    struct err *e);

// The unit, and settings as they were where it was packed.
void parcel_use(struct parcel *p, struct arena *a, struct config *config,
		struct front_command *c);

// XXH3 of the contents of one of its files, 0 if it has none of that name.
uint64_t parcel_hash(const struct parcel *p, const char *path);

void parcel_remove(struct parcel *p); // the folder; all zero is fine

#endif
