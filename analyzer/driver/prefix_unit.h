// SPDX-License-Identifier: Apache-2.0
// What the files that choose prefixes share: what is known of a unit, of a set
// of headers, and whether the one can use the other.
#ifndef ONCELINT_DRIVER_PREFIX_UNIT_H
#define ONCELINT_DRIVER_PREFIX_UNIT_H

#include "driver/prefix.h"

struct prefix_macro {
	const char *text; // "-DX=y"
	struct scan_definition meaning;
};

// What commands that search alike have in common.
struct prefix_flavour {
	struct reach_search *search;
	const char *key; // the flags but for macros and folders
	VEC(struct prefix_macro) macros;
	bool is_usable;
	UT_hash_handle hh;
};

struct prefix_root {
	struct reach_file *file;
	const char *name; // as it is included
};

// A unit that looks for a prefix.
struct prefix_unit {
	uint32_t unit;
	struct skip_unit *from;
	struct prefix_flavour *flavour;
	struct reach_file *first; // only defines macros; NULL: there is none
	// Installed headers that own files include, and own ones that the unit
	// includes, in order.
	VEC(struct prefix_root) roots;
	VEC(struct reach_file *) reached; // these, and all that they include
	VEC(struct reach_file *) own; // of the project, with the unit itself
	bool is_settled;
};

// False if nothing can be said of the unit.
bool prefix_look_at(struct prefixes *x, uint32_t unit, struct prefix_unit *c);

// Whether that #include line of the unit holds whatever is defined.
bool prefix_is_certain(const struct prefix_unit *c,
		       const struct scan_include *x);

// The n-th #include of `from` adds to `c`, if it holds whatever is defined, a
// file that is not stamped yet; and all of its #include lines.
void prefix_meet(struct prefixes *x, struct prefix_unit *c,
		 struct reach_file *from, uint32_t n);
void prefix_meet_all(struct prefixes *x, struct prefix_unit *c,
		     struct reach_file *from);

// In a file, after so many of its #include lines.
struct prefix_place {
	struct reach_file *file;
	uint32_t line;
};

struct prefix_definition {
	uint32_t hash;
	struct prefix_place at;
	bool is_certain; // it is read under no condition
};

#define PREFIX_BITS (1u << 14)

struct prefix_order {
	struct prefix_place definition, question;
	unsigned before; // BEFORE_*: how the one comes before the other
};

struct prefix_headers {
	const char *key; // of the flavours
	struct reach_file *first;
	VEC(struct prefix_root) roots;
	VEC(struct reach_file *) files; // all that they reach
	uint64_t bytes;                 // of these
	VEC(uint32_t) asked;  // names that their conditions ask about, sorted
	VEC(uint32_t) matter; // these, and those that their code names
	// What their files define, sorted by name, and where one asks about
	// what another defines.
	VEC(struct prefix_definition) definitions;
	VEC(struct prefix_order) orders;
	// For each name that a file of the project defines, by its hash: most
	// others are seen not to be among them.
	uint32_t own[PREFIX_BITS / 32];
};

struct prefix_headers *prefix_headers_of(struct prefixes *x,
					 const struct prefix_unit *like,
					 const struct prefix_root *roots,
					 uint32_t count);

// What a header names; it is read once for this.
struct prefix_names {
	const struct reach_file *file;
	VEC(struct scan_question) named; // in code
	VEC(struct scan_question) asked;
	VEC(struct scan_macro) macros;
	VEC(uint32_t) bodies;
	VEC(struct scan_definition) defined;
	UT_hash_handle hh;
};

const struct prefix_names *prefix_names_of(struct prefixes *x,
					   const struct reach_file *f);

// ---- the order in which files are read (prefix_clock.c, prefix_order.c)

// From now to the next walk of any kind the two below tell of this unit, or of
// these headers one after the other.
void prefix_clock_unit(struct prefixes *x, const struct prefix_unit *unit);
void prefix_clock_headers(struct prefixes *x, const struct prefix_headers *h,
			  const struct prefix_unit *like);

// Whether the first place is read before the second if all conditions hold, and
// whether so if none does.
#define BEFORE_PERHAPS 1u
#define BEFORE_SURELY 2u
unsigned prefix_before(const struct prefixes *x, const struct prefix_place *a,
		       const struct prefix_place *b);
// Whether the first is read under no condition, and so before the second can
// be.
bool prefix_is_surely_before(const struct prefixes *x,
			     const struct prefix_place *a,
			     const struct prefix_place *b);

bool prefix_is_surely_read(const struct prefixes *x,
			   const struct prefix_place *p);

// Sets `definitions` and `orders`.
void prefix_find_order(struct prefixes *x, struct prefix_headers *h,
		       const struct prefix_unit *like);

// Whether every question gets the same answer in the unit, if the headers are
// read first. `others` are its files that are not among the headers.
bool prefix_keeps_order(struct prefixes *x, const struct prefix_headers *h,
			const struct prefix_unit *c,
			const struct reach_list *others);

// Ends what was kept of the texts of headers.
void prefix_forget_names(struct prefixes *x);

// Adds what `root` reaches and is not stamped yet.
void prefix_follow(struct prefixes *x, struct reach_search *s,
		   struct reach_file *root, struct arena *a,
		   struct reach_list *out);

// Whether it matters to the headers what the name is defined as.
bool prefix_asks_about(const struct prefix_headers *h,
		       const struct scan_definition *d);

bool prefix_includes_all(struct prefixes *x, const struct prefix_headers *h,
			 const struct prefix_unit *c);

// Whether reading the headers first changes nothing for the unit, if its flags
// say the same to them.
bool prefix_can_use(struct prefixes *x, const struct prefix_headers *h,
		    const struct prefix_unit *c);

// Whether they do.
bool prefix_fits(struct prefixes *x, const struct prefix *p,
		 const struct prefix_unit *c);

// The flags that define what the headers ask about.
const char *const *prefix_macros(struct prefixes *x,
				 const struct prefix_headers *h,
				 const struct prefix_flavour *f);

#endif
