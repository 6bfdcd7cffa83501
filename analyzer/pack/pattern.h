// SPDX-License-Identifier: Apache-2.0
// Regular expressions (POSIX extended) that are asked about many names: the
// literal text they begin or end with settles most questions.
#ifndef ONCELINT_PACK_PATTERN_H
#define ONCELINT_PACK_PATTERN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

struct pattern;

// NULL if `text` is no expression; `why` then says what is wrong with it.
// Freed by pattern_free; the struct itself is from `a`.
MUST_USE struct pattern *pattern_new(struct arena *a, const char *text,
				     struct str *why);
void pattern_free(struct pattern *p); // NULL is fine

bool pattern_matches(const struct pattern *p, const char *name);

#endif
