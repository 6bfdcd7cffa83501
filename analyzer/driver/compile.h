// SPDX-License-Identifier: Apache-2.0
// One call of a compiler, as a build tool makes it: what it compiles, and where
// to.
#ifndef ONCELINT_DRIVER_COMPILE_H
#define ONCELINT_DRIVER_COMPILE_H

#include <stdbool.h>

#include "base/err.h"
#include "front/words.h"

struct compile {
	const char *source;  // as written
	const char *output;  // of -o; NULL: not said
	const char *depfile; // of -MF; NULL: not said
	bool compiles;       // -c
	bool preprocesses;   // -E
	struct words words;  // without -c, -o and the source; NULL ends
};

// Reads `count` words, the compiler first; response files are put in their
// place, what runs the compiler (ccache ...) is left out. `source` is known, or
// NULL: it is the one operand. All is in `a`, or the words' own.
MUST_USE bool compile_read(struct compile *c, struct arena *a,
			   const char *directory, const char *const *words,
			   uint32_t count, const char *source, struct err *e);

#endif
