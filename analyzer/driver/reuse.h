// SPDX-License-Identifier: Apache-2.0
// What an earlier run, of this checkout or another, found out about a unit: it
// holds as long as the program, the settings, the rules, the command, and all
// that the compiler read or looked for are the same.
#ifndef ONCELINT_DRIVER_REUSE_H
#define ONCELINT_DRIVER_REUSE_H

#include <uthash.h>

#include "driver/cache.h"
#include "driver/depend.h"
#include "driver/unit.h"

struct reuse {
	struct cache *cache; // borrowed; NULL: nothing is reused or kept
	const char *root;    // of the project, borrowed
	struct depend depend;
	struct cache_key settings; // what all units depend on
	struct timespec started;
	uint32_t lost; // units that are neither known nor kept
	struct reuse_command *commands;
	struct arena commands_arena;
	struct arena scratch; // of one unit
};

// Adds what all units, and what links them, depend on: the program and its
// compiler library, the options, the rules.
void reuse_settings(const struct analysis *x, struct cache_key *key);

// Before any unit is looked at; all zero reuses and keeps nothing.
void reuse_begin(struct reuse *r, struct cache *c, const struct analysis *x,
		 const char *root);
void reuse_end(struct reuse *r);

// Appends to `message` the artifact that analysing `u` would give, and sets its
// origin. False: that is not known.
bool reuse_get(struct reuse *r, const struct front_command *u,
	       struct str *message, uint64_t origin[2]);

// Keeps `message`, the artifact `x` of `u` written with this root, and sets its
// origin. Not if a file that it depends on was changed in the meantime: then
// the unit is lost.
void reuse_put(struct reuse *r, const struct front_command *u,
	       struct artifact *x, const struct str *message);

// ---- what rerun.c shares

// A command but for its source and its macros, which many units share.
struct reuse_command {
	struct cache_key shared; // its words, as they are
	struct cache_key key;    // settings and words
	const char *directory;
	struct search search;
	struct depend_list *list;
	UT_hash_handle hh;
};

struct unit_key {
	struct cache_key key; // settings and command
	const struct reuse_command *command;
};

// False if the command cannot be had.
MUST_USE bool reuse_key(struct reuse *r, const struct front_command *u,
			struct unit_key *out);

// A path as it is kept, in `scratch`, and the file of a kept one.
const char *reuse_relative(struct reuse *r, const char *path);
const struct depend_file *reuse_file(struct reuse *r, const char *kept);

// Whether a file is known to have been what it is when the run began.
bool reuse_is_settled(const struct reuse *r, const struct depend_file *f);

// A number for the root if it is named in the text, else 0.
uint64_t reuse_bound(const struct reuse *r, const struct str *text);
bool reuse_is_for(const struct reuse *r, uint64_t bound);

#endif
