// SPDX-License-Identifier: Apache-2.0
// A compile command as libclang takes it: what only concerns code generation,
// would write files or is unknown to clang is left out.
#ifndef ONCELINT_FRONT_FLAGS_H
#define ONCELINT_FRONT_FLAGS_H

#include "front/parse.h"

struct flags {
	VEC(const char *) list;
	struct arena *arena;
};

// How little of a command is kept: everything that is harmless, only what
// changes what a source means, and that with a language version clang knows.
#define FLAGS_LEVELS 3
const char *flags_level_text(int level);

// Fills `out`, whose arguments live in `a` or are the command's. Failure: its
// arguments cannot be had.
MUST_USE bool flags_make(struct flags *out, const struct front_command *command,
			 const char *resource_directory, int level,
			 struct arena *a, struct err *e);

// Has a precompiled header read first.
void flags_add_prefix(struct flags *f, const char *path);
// Has a header read before the unit's own text.
void flags_read_first(struct flags *f, const char *header);

// Makes them those of precompiling `headers` (#include names) with `macros` for
// all that the command defines; both end with NULL.
void flags_precompile(struct flags *f, const char *file,
		      const char *const *headers, const char *const *macros);

// Then, the same for `source` with what was precompiled at `path` before it.
void flags_on_top(struct flags *f, const char *path, const char *source);

bool flags_are_cplusplus(const struct flags *f, const char *file);

#endif
