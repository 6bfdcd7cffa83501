// SPDX-License-Identifier: Apache-2.0
// A compile command as words, and what of them is the compiler's.
#ifndef ONCELINT_FRONT_WORDS_H
#define ONCELINT_FRONT_WORDS_H

#include "base/arena.h"
#include "base/vec.h"

struct words {
	VEC(const char *) list;
	struct arena *arena; // of list and words
};

// Appends the words of `text` as a shell would split them. Variables and
// substitutions are not known here: they stay as written.
void words_split(struct words *w, const char *text);

// Puts the contents of @file words in their place; what cannot be read stays.
void words_expand(struct words *w, const char *directory);

// Drops what runs the compiler: ccache, distcc, env X=Y and the like.
void words_unwrap(struct words *w);

// Drops -c, -o and the source `file` (absolute), adds --driver-mode for
// compilers of C++, and ends the list with NULL.
void words_finish(struct words *w, const char *directory, const char *file);

#endif
