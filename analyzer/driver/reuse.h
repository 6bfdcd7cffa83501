// SPDX-License-Identifier: Apache-2.0
// What an earlier run, of this checkout or another, found out about a unit: it
// holds as long as the program, the settings, the rules, the command, and all
// that the compiler read or looked for are the same.
#ifndef ONCELINT_DRIVER_REUSE_H
#define ONCELINT_DRIVER_REUSE_H

#include "driver/cache.h"
#include "driver/depend.h"
#include "driver/unit.h"

struct reuse {
	struct cache *cache; // borrowed; NULL: nothing is reused or kept
	const char *root;    // of the project, borrowed
	struct depend depend;
	struct cache_key settings; // what all units depend on
	struct timespec started;
	struct arena scratch; // of one unit
};

// Adds what all units, and what links them, depend on: the program and its
// compiler library, the options, the rules.
void reuse_settings(const struct analysis *x, struct cache_key *key);

// Before any unit is looked at.
void reuse_begin(struct reuse *r, struct cache *c, const struct analysis *x,
		 const char *root);
void reuse_end(struct reuse *r);

// Appends to `message` the artifact that analysing `u` would give. False: that
// is not known.
bool reuse_get(struct reuse *r, const struct front_command *u,
	       struct str *message);

// Keeps `message`, the artifact `x` of `u` written with this root, unless a
// file that it depends on was changed in the meantime.
void reuse_put(struct reuse *r, const struct front_command *u,
	       const struct artifact *x, const struct str *message);

#endif
