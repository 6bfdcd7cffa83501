// SPDX-License-Identifier: Apache-2.0
// GitHub's own hash of a line and what follows it, `primaryLocationLineHash`.
// Code scanning computes it for files that come without; any other value under
// that name is warned about, so it is computed here exactly as there. Our own
// identity stands beside it under a name of its own.
#ifndef ONCELINT_REPORT_FINGERPRINT_H
#define ONCELINT_REPORT_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

struct line_hash {
	uint64_t value;
	uint32_t occurrence; // from 1: the how manieth line with this value
};

struct line_hashes {
	VEC(struct line_hash) lines; // line 1 first
};

// Hashes every line of a text; an empty last line counts, as the end of the
// file is a character. Memory comes from `a`.
void line_hashes_compute(struct line_hashes *h, struct arena *a,
			 const char *text, size_t length);

// Appends "<hex>:<occurrence>"; nothing if there is no such line.
void line_hashes_add(struct str *out, const struct line_hashes *h,
		     uint32_t line);

#endif
