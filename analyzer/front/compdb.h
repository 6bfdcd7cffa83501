// SPDX-License-Identifier: Apache-2.0
// compile_commands.json: which files are compiled, and how. The file is read
// entry by entry: a large project's has hundreds of megabytes.
#ifndef ONCELINT_FRONT_COMPDB_H
#define ONCELINT_FRONT_COMPDB_H

#include "base/arena.h"
#include "base/err.h"
#include "base/intern.h"
#include "base/vec.h"

struct compdb_text; // the file

struct compdb_entry {
	const char *file;      // absolute
	const char *directory; // absolute
	const struct compdb_text *text;
	uint64_t offset; // where it stands
	uint64_t hash;   // of its arguments
	uint32_t number; // in the file, from 1
};

struct compdb {
	struct arena *arena; // borrowed; holds all texts
	const char *path;
	struct compdb_text *text;
	VEC(struct compdb_entry) entries; // by file, then as in the database
	struct intern directories;
};

// Reads `path`. Entries that are equal in file, directory and arguments are
// one; those for other languages are left out. Failure: the file, the entry and
// what was expected there. Either way compdb_release must follow.
MUST_USE bool compdb_load(struct compdb *db, struct arena *a, const char *path,
			  struct err *e);
// The entries only: what they point to stays.
void compdb_drop_entries(struct compdb *db);
void compdb_release(struct compdb *db);

// The compiler and its flags, of the entry at `offset`: without what runs the
// compiler (ccache, distcc, env ...), response files put in place, without -c,
// -o and the source. NULL ends. In `a`; until compdb_release. NULL and `e` set
// if the file or a response file is another by now.
MUST_USE const char *const *compdb_arguments(const struct compdb_text *text,
					     uint64_t offset, uint64_t hash,
					     struct arena *a, struct err *e);

// The first entry of `file` (absolute); NULL if there is none.
const struct compdb_entry *compdb_find(const struct compdb *db,
				       const char *file);

// A unit that is likely to include `header`: the first whose text names it,
// looking at those of the same stem, then the same folder, then at all; NULL if
// no unit's own text does.
const struct compdb_entry *compdb_find_includer(const struct compdb *db,
						const char *header);

// A command for a file that has none: of a unit with the same stem, in the same
// folder, or just the first. NULL only if the database is empty.
const struct compdb_entry *compdb_find_similar(const struct compdb *db,
					       const char *file);

#endif
