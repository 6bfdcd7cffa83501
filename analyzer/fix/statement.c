// SPDX-License-Identifier: Apache-2.0
#include "fix/statement.h"

static const char *const heads[] = { "if", "while", "for", "switch", NULL };
// What gives a part of a statement a condition or the statement another sense.
static const char *const strange[] = {
	"return", "co_return", "co_yield", "throw",  "goto",     "case", "?",
	"&&",     "||",        ",",        "sizeof", "decltype", NULL
};

static bool is_opening(const struct tokens *t, uint32_t n)
{
	return token_is(t, n, "(") || token_is(t, n, "[") ||
	       token_is(t, n, "{");
}

static bool is_closing(const struct tokens *t, uint32_t n)
{
	return token_is(t, n, ")") || token_is(t, n, "]");
}

// The word of an if or loop whose condition ends at token `n`.
static uint32_t head_of(const struct tokens *t, uint32_t n)
{
	uint32_t open = t->list.at[n].partner;

	if (!token_is(t, n, ")") || open == TOKEN_NONE || !open)
		return TOKEN_NONE;
	if (token_is(t, open - 1, "constexpr") && open > 1)
		open--;
	return token_in(t, open - 1, heads) ? open - 1 : TOKEN_NONE;
}

// Whether the ':' at `n` ends a label.
static bool is_label(const struct tokens *t, uint32_t n)
{
	while (n-- > 0) {
		if (token_is(t, n, "case") || token_is(t, n, "default"))
			return true;
		if (token_is(t, n, ";") || token_is(t, n, "{") ||
		    token_is(t, n, "}"))
			return token_is(t, n + 2, ":"); // name ':'
		if (token_is(t, n, "?"))
			return false;
	}
	return false;
}

static bool find_first(const struct tokens *t, uint32_t from,
		       struct statement *out)
{
	for (uint32_t i = from; i > 0; i--) {
		uint32_t before = i - 1;

		out->first = i;
		if (token_is(t, before, ";") || token_is(t, before, "{") ||
		    token_is(t, before, "}"))
			return true;
		if (token_is(t, before, ":"))
			return is_label(t, before);
		out->head_last = before;
		out->head =
			token_is(t, before, "else") || token_is(t, before, "do")
				? before
				: head_of(t, before);
		if (out->head != TOKEN_NONE)
			return true;
		if (is_opening(t, before) || token_in(t, before, strange))
			return false;
		if (is_closing(t, before)) {
			i = t->list.at[before].partner;
			if (i == TOKEN_NONE)
				return false;
			i++;
		}
	}
	return false;
}

static bool find_last(const struct tokens *t, uint32_t to,
		      struct statement *out)
{
	for (uint32_t i = to + 1; i < t->list.count; i++) {
		if (token_is(t, i, ";")) {
			out->last = i;
			return true;
		}
		if (is_closing(t, i) || token_is(t, i, "}") ||
		    token_in(t, i, strange))
			return false;
		if (is_opening(t, i)) {
			i = t->list.at[i].partner;
			if (i == TOKEN_NONE)
				return false;
		}
	}
	return false;
}

bool statement_around(const struct tokens *t, uint32_t from, uint32_t to,
		      struct statement *out)
{
	*out = (struct statement){ .head = TOKEN_NONE };
	return !token_in(t, from, strange) && find_first(t, from, out) &&
	       find_last(t, to, out);
}

uint32_t block_around(const struct tokens *t, uint32_t n)
{
	while (n-- > 0) {
		if (token_is(t, n, "{"))
			return n;
		if (!is_closing(t, n) && !token_is(t, n, "}"))
			continue;
		n = t->list.at[n].partner;
		if (n == TOKEN_NONE)
			return TOKEN_NONE;
	}
	return TOKEN_NONE;
}

bool condition_around(const struct tokens *t, const struct statement *s,
		      uint32_t *first, uint32_t *last)
{
	uint32_t head = s->head, close = s->head_last;

	if (head == TOKEN_NONE) {
		uint32_t block = block_around(t, s->first);

		if (block == TOKEN_NONE || !block)
			return false;
		close = block - 1;
		head = head_of(t, close);
	}
	if (head == TOKEN_NONE || !token_is(t, head, "if") ||
	    !token_is(t, close, ")"))
		return false;
	*first = t->list.at[close].partner + 1;
	*last = close - 1;
	return *first <= *last;
}

bool is_path(const struct tokens *t, uint32_t first, uint32_t last)
{
	static const char *const marks[] = { ".", "->", "::", "[", "]", NULL };

	for (uint32_t i = first; i <= last; i++)
		if (t->list.at[i].kind != TOKEN_WORD &&
		    t->list.at[i].kind != TOKEN_NUMBER &&
		    !token_in(t, i, marks) &&
		    !(i == first && token_is(t, i, "*")))
			return false;
	return first <= last && t->list.at[first].kind != TOKEN_NUMBER;
}
