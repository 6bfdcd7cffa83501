// SPDX-License-Identifier: Apache-2.0
// Where a command looks for headers, as far as can be told without asking the
// compiler library: what the command and the environment say, then the system's
// usual folders.
#ifndef ONCELINT_FRONT_SEARCH_H
#define ONCELINT_FRONT_SEARCH_H

#include "front/flags.h"

// Paths are absolute, in the order they are searched.
struct search {
	VEC(const char *) quoted;  // of #include "..." alone, before the others
	VEC(const char *) folders; // of both forms
	uint32_t own_count;        // so many of these, the first, are by -I
	VEC(const char *) forced;  // -include and -imacros, as they are given
};

// Fills `out`, in `a`, from flags that flags_make made for a command that runs
// in `directory`.
void search_make(struct search *out, const struct flags *flags,
		 const char *directory, struct arena *a);

// If the argument `at` names a path, where in it the path begins; the option
// may have its path as the next argument: then `*is_next` is set and the answer
// is 0. Anything else: 0.
size_t search_path_in(const char *at, bool *is_next);

// The n-th folder whose subfolders are the versions of a toolchain: which one
// the compiler library takes its C++ headers from goes by their names. NULL
// past the last.
const char *search_toolchain(unsigned n);

#endif
