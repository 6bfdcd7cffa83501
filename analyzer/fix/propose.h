// SPDX-License-Identifier: Apache-2.0
// What may mend a finding. The proposals come from the finding's story and the
// text that it is about; whether one is right is found out by compiling and
// analysing with it (driver/prove.c).
#ifndef ONCELINT_FIX_PROPOSE_H
#define ONCELINT_FIX_PROPOSE_H

#include "fix/token.h"
#include "model/finding.h"
#include "model/operation.h"

struct fix_text { // a file, read once
	const char *path;
	const char *text; // NULL if it cannot be read
	size_t length;
	uint64_t hash;
	struct tokens tokens;
};

// All zero is empty, but for the arena, which everything lives in.
struct fix_texts {
	struct arena *arena;
	VEC(struct fix_text *) list;
};

// Never NULL.
const struct fix_text *fix_text_get(struct fix_texts *t, const char *path);

struct proposals {
	VEC(struct fix) list;
};

struct fix_terms {
	const struct family *family; // the handle's
	bool is_c;                   // the unit is C, not C++
	bool null_is_fine;           // to whatever takes the handle
};

// Appends what may mend `f`, best first.
void fix_propose(struct fix_texts *texts, const struct finding *f,
		 const struct fix_terms *terms, struct proposals *out);

#endif
