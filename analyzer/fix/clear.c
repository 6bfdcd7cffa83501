// SPDX-License-Identifier: Apache-2.0
// Proposals that have the program remember what it did: the handle is nulled,
// or the flag that says it is there is cleared.
#include <inttypes.h>
#include <string.h>

#include "fix/maker.h"

static bool is_again(enum finding_kind kind)
{
	return kind == KIND_DOUBLE_CONSUME || kind == KIND_USE_AFTER_CONSUME ||
	       kind == KIND_USE_AFTER_TRANSFER || kind == KIND_STORED_HANDLE;
}

// ---- the handle itself

static const char *null_text(const struct maker *m)
{
	const struct null_value *n = m->family->nulls;

	if (n->macro)
		return n->macro;
	if (n->is_integer)
		return arena_printf(m->arena, "%" PRId64, n->integer);
	return m->is_c ? "NULL" : "nullptr";
}

static const char *const jumps[] = { "return", "goto", "break", "continue",
				     "throw",  "exit", NULL };

static bool mentions(const struct maker *m, const struct tokens *t,
		     uint32_t first, uint32_t last)
{
	for (uint32_t i = first; i <= last; i++)
		if (token_is(t, i, m->word))
			return true;
	return false;
}

static uint32_t function_start(const struct tokens *t, uint32_t n)
{
	uint32_t start = n;

	while ((n = block_around(t, n)) != TOKEN_NONE)
		start = n;
	return start;
}

// if (!view->timer) return;
static bool is_left_before(const struct maker *m)
{
	const struct event *e = &m->second;
	const struct tokens *t = &e->text->tokens;
	uint32_t i = m->is_inner || m->first.text != e->text
			     ? function_start(t, e->from)
			     : m->first.to;

	for (; i < e->from; i++) {
		uint32_t close;

		if (!token_is(t, i, "if") || !token_is(t, i + 1, "("))
			continue;
		close = t->list.at[i + 1].partner;
		if (close == TOKEN_NONE || close > e->from)
			continue;
		uint32_t next = close + (token_is(t, close + 1, "{") ? 2 : 1);
		if (mentions(m, t, i, close) && token_in(t, next, jumps))
			return true;
	}
	return false;
}

// A null that nobody asks about is as wrong as what it replaces: some functions
// take it for all there are, others fail with it. The engine tells of few, but
// of some it is known that they do nothing.
static bool is_asked(const struct maker *m)
{
	const struct event *e = &m->second;
	const struct tokens *t = &e->text->tokens;
	struct statement s;
	uint32_t first, last;

	return (m->null_is_fine && m->finding->kind == KIND_DOUBLE_CONSUME) ||
	       (statement_around(t, e->from, e->to, &s) &&
		condition_around(t, &s, &first, &last) &&
		mentions(m, t, first, last)) ||
	       is_left_before(m);
}

void make_clear(struct maker *m)
{
	const struct event *e = &m->first;
	const struct tokens *t = &e->text->tokens;
	struct statement s;
	uint32_t first, last;

	if (!is_again(m->finding->kind) || !m->family->null_count ||
	    m->family->identity == IDENTITY_OBJECT || !is_asked(m) ||
	    !handle_of(m, e, &first, &last) ||
	    !statement_around(t, e->from, e->to, &s))
		return;
	const char *place = tokens_text(t, m->arena, first, last);
	const char *null = null_text(m);
	put_after(m, e->text, &s,
		  arena_printf(m->arena, "%s = %s;", place, null));
	put_fix(m, arena_printf(m->arena, "set '%s' to %s once it is consumed",
				place, null));
}

// ---- a flag beside it

static const char *const truths[][2] = {
	{ "true", "false" },
	{ "TRUE", "FALSE" },
	{ "1", "0" },
};

// Whether two paths lead to members of one object, or are both variables.
static bool is_beside(const struct tokens *t, uint32_t first, uint32_t last,
		      uint32_t other_first, uint32_t other_last)
{
	if (last - first != other_last - other_first)
		return false;
	for (uint32_t i = 0; i < last - first; i++)
		if (!token_same(t, first + i, other_first + i))
			return false;
	return !token_same(t, last, other_last);
}

// What the flag must become, written as where the file sets it to `holds`.
static const char *opposite(const struct tokens *t, uint32_t flag, bool holds)
{
	for (uint32_t i = 0; i + 2 < t->list.count; i++) {
		if (!token_same(t, i, flag) || !token_is(t, i + 1, "="))
			continue;
		for (size_t k = 0; k < COUNT_OF(truths); k++)
			if (token_is(t, i + 2, truths[k][!holds]))
				return truths[k][holds];
	}
	return NULL;
}

// The condition is the flag, or its negation, and nothing else.
static bool flag_of(const struct tokens *t, const struct statement *s,
		    uint32_t *first, uint32_t *last, bool *holds)
{
	if (!condition_around(t, s, first, last))
		return false;
	*holds = !token_is(t, *first, "!");
	*first += !*holds;
	return is_path(t, *first, *last);
}

// Both consumptions ask the same flag, which nothing clears. It must be set
// somewhere, so that it is known what it means.
void make_flag(struct maker *m)
{
	const struct event *e = &m->first, *z = &m->second;
	const struct tokens *t = &e->text->tokens;
	uint32_t first, last, flag, flag_last, other, other_last;
	struct statement s, again;
	bool holds, holds_again;

	if (!is_again(m->finding->kind) || z->text != e->text ||
	    !handle_of(m, e, &first, &last) ||
	    !statement_around(t, e->from, e->to, &s) ||
	    !statement_around(t, z->from, z->to, &again) ||
	    !flag_of(t, &s, &flag, &flag_last, &holds) ||
	    !flag_of(t, &again, &other, &other_last, &holds_again) ||
	    holds != holds_again || !token_same(t, flag_last, other_last) ||
	    !is_beside(t, flag, flag_last, first, last))
		return;
	const char *value = opposite(t, flag_last, holds);
	if (!value)
		return;
	const char *place = tokens_text(t, m->arena, flag, flag_last);
	put_after(m, e->text, &s,
		  arena_printf(m->arena, "%s = %s;", place, value));
	put_fix(m, arena_printf(m->arena, "set '%s' to %s once it is consumed",
				place, value));
}
