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
	VEC(struct prefix_root)
	roots; // installed headers that own files include
	VEC(struct reach_file *) reached; // these, and all that they include
	VEC(struct reach_file *) own; // of the project, with the unit itself
	bool is_settled;
};

// False if nothing can be said of the unit.
bool prefix_look_at(struct prefixes *x, uint32_t unit, struct prefix_unit *c);

// The n-th #include of `from` adds to `c`, if it holds whatever is defined, a
// file that is not stamped yet; and all of its #include lines.
void prefix_meet(struct prefixes *x, struct prefix_unit *c,
		 struct reach_file *from, uint32_t n);
void prefix_meet_all(struct prefixes *x, struct prefix_unit *c,
		     struct reach_file *from);

struct prefix_headers {
	const char *key; // of the flavours
	struct reach_file *first;
	VEC(struct prefix_root) roots;
	VEC(struct reach_file *) files; // all that they reach
	uint64_t bytes;                 // of these
	VEC(uint32_t) asked;  // names that their conditions ask about, sorted
	VEC(uint32_t) matter; // these, and those that their code names
};

struct prefix_headers *prefix_headers_of(struct prefixes *x,
					 const struct prefix_unit *like,
					 const struct prefix_root *roots,
					 uint32_t count);

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
