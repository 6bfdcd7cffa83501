// SPDX-License-Identifier: Apache-2.0
// C and C++ text as tokens: enough to see where a statement begins and ends.
#ifndef ONCELINT_FIX_TOKEN_H
#define ONCELINT_FIX_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

#define TOKEN_NONE UINT32_MAX

enum token_kind {
	TOKEN_WORD,
	TOKEN_NUMBER,
	TOKEN_TEXT, // a string or character
	TOKEN_MARK, // all others: "(", "->", "=="
};

struct token {
	enum token_kind kind;
	uint32_t start; // offsets into the text, the end is exclusive
	uint32_t end;
	uint32_t partner; // of a bracket, TOKEN_NONE if it has none
};

// Comments and preprocessor lines are no tokens.
struct tokens {
	const char *text; // borrowed
	size_t length;
	VEC(struct token) list; // in the arena of tokens_read
};

// Never fails: what is no C gives tokens all the same. `text` must be shorter
// than 4 GiB; a longer one has none.
void tokens_read(struct tokens *t, struct arena *a, const char *text,
		 size_t length);

// The first token that starts at `offset` or later, TOKEN_NONE past the last.
uint32_t token_from(const struct tokens *t, size_t offset);

// Whether token `n` is spelled so; false for TOKEN_NONE.
bool token_is(const struct tokens *t, uint32_t n, const char *text);
// Whether two tokens are spelled the same.
bool token_same(const struct tokens *t, uint32_t a, uint32_t b);
// Whether it is one of the NULL-ended words.
bool token_in(const struct tokens *t, uint32_t n, const char *const *words);

// The text from the first token's start to the last one's end.
const char *tokens_text(const struct tokens *t, struct arena *a, uint32_t first,
			uint32_t last);

#endif
