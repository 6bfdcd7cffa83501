// SPDX-License-Identifier: Apache-2.0
// Which translation units a run is about, and how each is compiled.
#ifndef ONCELINT_DRIVER_PLAN_H
#define ONCELINT_DRIVER_PLAN_H

#include "base/vec.h"
#include "driver/config.h"
#include "front/compdb.h"
#include "front/parse.h"

struct plan {
	VEC(struct front_command) units;
	bool is_whole;                // everything the compile database knows
	bool may_skip;                // no unit was asked for by its own name
	const char *compile_database; // NULL: not used
	struct compdb database;       // where commands are read when needed
};

// Chooses the units of `check`: PATHs with the flags after `--`, or the compile
// database's, filtered by PATHs and the configuration; PATHs alone where there
// is no database. Everything is in `a`.
MUST_USE bool plan_make(struct plan *p, struct arena *a,
			const struct options *o, const struct config *c,
			struct err *e);
// After plan_make, also if it failed.
void plan_release(struct plan *p);

// One file with flags, compiled in `directory`.
void plan_add_file(struct plan *p, struct arena *a, const char *directory,
		   const char *path, const char *const *flags,
		   uint32_t flag_count);

// The compile database in `directory` or where build tools put it below; NULL
// if there is none.
const char *plan_database_in(struct arena *a, const char *directory);

// False, with how to make one.
bool plan_fail_without_database(const char *where, struct err *e);

#endif
