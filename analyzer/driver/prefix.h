// SPDX-License-Identifier: Apache-2.0
// Headers that many units include are read once, as a precompiled header that
// comes before each of these units' own text: its prefix. It holds installed
// headers and, in C, the project's own, after the file of macros (config.h) that
// the units begin with, and is used by a unit only if that changes nothing:
//
// - the unit includes every header of it, unconditionally, and with the unit's
//   flags the same files are found for all that these include;
// - whatever a file asks about or names in its code is defined by then, or not
//   yet, as it is without the prefix;
// - the unit's flags define nothing of that otherwise.
//
// What is left is the order of installed headers among each other. A unit that
// does not compile so is parsed once more, without.
#ifndef ONCELINT_DRIVER_PREFIX_H
#define ONCELINT_DRIVER_PREFIX_H

#include "driver/skip.h"
#include "driver/unit.h"

struct prefix_headers;
struct prefix_flavour;
struct prefix_names;
struct prefix;

struct prefixes {
	struct arena *arena;
	struct arena scratch; // of one choice
	const struct plan *plan;
	struct skip *skip; // knows what units reach
	struct scanner scanner;
	struct arena reading; // of one text
	struct arena timing;  // of one clock
	struct prefix_names *names;
	struct prefix_flavour *flavours;
	VEC(struct prefix *) list;
	const struct prefix **of; // by unit; NULL: none fits
};

// Everything belongs to `a`; the others are borrowed.
void prefixes_begin(struct prefixes *x, const struct plan *p, struct skip *s,
		    struct arena *a);

// Finds prefixes for the units of a round: those there are, and new ones for
// units that have much in common. Those are not made yet.
void prefixes_choose(struct prefixes *x, const uint32_t *units, uint32_t count);

// Makes in workers what was chosen. What cannot be made is not used.
void prefixes_make(struct prefixes *x, struct analysis *analysis,
		   const struct config *c);

// What stands before the unit's text, or NULL.
const struct front_prefix *prefix_of(const struct prefixes *x, uint32_t unit);

void prefixes_end(struct prefixes *x);

// ---- what precompile.c shares

// Whether the headers are thought to reach this file.
bool prefix_reaches(struct prefixes *x, const struct prefix_headers *h,
		    const char *path);

// Closes its files, which ends them.
void prefix_close(struct prefix *p);

enum prefix_state { PREFIX_WANTED, PREFIX_MADE, PREFIX_FAILED };

struct prefix {
	const struct prefix_headers *headers;
	struct prefix_flavour *flavour; // of the unit that it is made for
	uint32_t like;                  // that unit
	const char *const *names;       // of the headers, NULL ends
	const char *const *macros;      // "-DX=y", NULL ends
	uint32_t users;
	enum prefix_state state;
	struct front_prefix made;
	int base, on_top, by_name; // descriptors of its files
};

#endif
