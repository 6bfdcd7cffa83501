// SPDX-License-Identifier: Apache-2.0
// A source file and its compile command in, the unit's IR out. Nothing of
// libclang is seen or kept outside this folder.
#ifndef ONCELINT_FRONT_PARSE_H
#define ONCELINT_FRONT_PARSE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/intern.h"
#include "base/vec.h"
#include "model/ir.h"

struct compdb_text; // see front/compdb.h

struct front_buffer {     // stands for a file, as in an editor
	const char *file; // absolute
	const char *text;
	size_t length;
};

// Headers that many units include, read once for all of them. Who makes one
// knows that it changes nothing for a unit: see driver/prefix.h.
struct front_prefix {
	const char *path;        // of what clang calls a precompiled header
	VEC(const char *) files; // that were read for it, absolute
	// Functions that may have to be looked for: first the project's own.
	// The n-th after these is named on the n-th line of this file.
	const char *names_path;
	VEC(const char *) names;
	uint32_t own_count;
};

struct front_command {
	const char *file;      // absolute, or relative to `directory`
	const char *directory; // absolute
	// The compiler and its flags, if they are at hand; NULL ends. The
	// source, -o and what else does not matter to parsing may be in it.
	// Else they stand in a compile database: see front_arguments().
	const char *const *words;
	const struct compdb_text *database;
	uint64_t offset, hash;
	const struct front_buffer *buffers;
	size_t buffer_count;
	const struct front_prefix *prefix; // NULL: everything is read anew
};

// The compiler and its flags. In `a`, or the command's. NULL and `e` set if the
// database is another by now.
MUST_USE const char *const *front_arguments(const struct front_command *c,
					    struct arena *a, struct err *e);

// One libclang index and what was found out about this installation; one
// thread.
struct front {
	void *index;
	void *own_index; // shows of a prefix only what is asked for
	const char *resource_directory; // NULL: libclang finds its own
	struct arena arena;
};

// `resource_directory` may be NULL: the usual places are tried. Failure: the
// compiler's own headers are not there.
MUST_USE bool front_init(struct front *f, const char *resource_directory,
			 struct err *e);
void front_release(struct front *f);

// The compiler library's file, loaded or not.
const char *front_library(void);

// Parses and lowers. Everything in `out` lives in `unit_arena`, its names in
// `names`, whose arena lives at least as long. Runs on a stack of its own that
// is large enough for any source. Broken source is no failure: errors are
// counted in the unit.
MUST_USE bool front_parse(struct front *f, const struct front_command *command,
			  struct arena *unit_arena, struct intern *names,
			  struct unit *out, struct err *e);

struct front_precompile {
	const struct front_command *like; // whose flags are used, but for
	const char *const *macros;        // "-DX=y", "-UX"; NULL ends
	const char *const *headers;       // as in #include; NULL ends
	const char *scratch;              // a file to be made meanwhile
	// Files that are written over, and kept as long as the prefix is used.
	const char *base, *names, *path;
};

// Reads the headers and sets `out`, whose texts are in `a` or of `p`. Fails if
// there is an error in the headers or a file cannot be written.
MUST_USE bool front_precompile(struct front *f,
			       const struct front_precompile *p,
			       struct arena *a, struct front_prefix *out,
			       struct err *e);

// Only which files are read: sets the dependencies of `out`, and errors.
MUST_USE bool front_files(struct front *f, const struct front_command *command,
			  struct arena *unit_arena, struct intern *names,
			  struct unit *out, struct err *e);

#endif
