// SPDX-License-Identifier: Apache-2.0
// The statement around some tokens.
#ifndef ONCELINT_FIX_STATEMENT_H
#define ONCELINT_FIX_STATEMENT_H

#include "fix/token.h"

struct statement {
	uint32_t first; // tokens
	uint32_t last;  // its ';'
	// The body of an if, else or loop without braces: where that begins
	// ("if") and ends (")"). TOKEN_NONE: it stands in a block.
	uint32_t head;
	uint32_t head_last;
};

// The expression statement or declaration that evaluates `from`..`to` once,
// whatever else it does. False if they stand elsewhere (a condition, a return,
// one side of && or ?:), or if that cannot be told.
bool statement_around(const struct tokens *t, uint32_t from, uint32_t to,
		      struct statement *out);

// The '{' around a token, TOKEN_NONE if there is none.
uint32_t block_around(const struct tokens *t, uint32_t n);

// The condition of the `if` whose body the statement is, alone or in a block of
// its own. False if there is none.
bool condition_around(const struct tokens *t, const struct statement *s,
		      uint32_t *first, uint32_t *last);

// Whether the tokens name a place and do nothing: `w->pool[i].id`.
bool is_path(const struct tokens *t, uint32_t first, uint32_t last);

#endif
