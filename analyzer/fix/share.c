// SPDX-License-Identifier: Apache-2.0
// The proposal that makes a handle one whose result may be taken often, where
// it is declared.
#include <string.h>

#include "fix/maker.h"

// The nearest declaration of the handle before its first consumption.
static bool find_declaration(const struct maker *m, uint32_t *name,
			     struct statement *s)
{
	const struct tokens *t = &m->first.text->tokens;

	for (uint32_t i = m->first.from; i-- > 1;) {
		if (!token_is(t, i, m->word) || token_is(t, i - 1, ".") ||
		    token_is(t, i - 1, "->") || token_is(t, i - 1, "::"))
			continue;
		if (!token_is(t, i + 1, "=") && !token_is(t, i + 1, "(") &&
		    !token_is(t, i + 1, "{"))
			continue;
		*name = i;
		return statement_around(t, i, i, s) && s->first < i;
	}
	return false;
}

static const char *last_component(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? colon + 1 : name;
}

// One call or name, to which a method can be applied.
static bool is_postfix(const struct tokens *t, uint32_t first, uint32_t last)
{
	static const char *const marks[] = { ".", "->", "::", "<",
					     ">", ",",  NULL };

	for (uint32_t i = first; i <= last; i++) {
		if (token_is(t, i, "co_await") || token_is(t, i, "new"))
			return false;
		if (token_is(t, i, "(") || token_is(t, i, "[") ||
		    token_is(t, i, "{"))
			i = t->list.at[i].partner;
		else if (t->list.at[i].kind != TOKEN_WORD &&
			 !token_in(t, i, marks))
			return false;
	}
	return first <= last;
}

// auto f = start();  ->  auto f = start().share();
static void share_value(struct maker *m, uint32_t name,
			const struct statement *s)
{
	const struct fix_text *text = m->first.text;
	const struct tokens *t = &text->tokens;
	const struct family_fix *fix = &m->family->fix;
	uint32_t first = name + 2, last = s->last - 1;

	if (!token_is(t, name + 1, "=") || first > last)
		return;
	size_t start = t->list.at[first].start, end = t->list.at[last].end;
	if (fix->share_method && is_postfix(t, first, last)) {
		put_edit(m, text, end, end,
			 arena_printf(m->arena, ".%s()", fix->share_method));
		put_fix(m, arena_printf(m->arena,
					"make it shared with '%s', so that its "
					"result may be taken often",
					fix->share_method));
	}
	if (fix->share_function) {
		put_edit(m, text, start, start,
			 arena_printf(m->arena, "%s(", fix->share_function));
		put_edit(m, text, end, end, ")");
		put_fix(m, arena_printf(m->arena,
					"make it shared with '%s', so that its "
					"result may be taken often",
					fix->share_function));
	}
}

// std::future<T> f = ...  ->  std::shared_future<T> f = ...
static void share_type(struct maker *m, uint32_t name,
		       const struct statement *s)
{
	const struct fix_text *text = m->first.text;
	const struct tokens *t = &text->tokens;
	const char *type = m->family->fix.share_type;

	if (!type)
		return;
	for (uint32_t i = s->first; i < name; i++) {
		if (!token_is(t, i, last_component(m->family->name)))
			continue;
		put_edit(m, text, t->list.at[i].start, t->list.at[i].end,
			 last_component(type));
		put_fix(m, arena_printf(m->arena,
					"declare it as '%s', whose result may "
					"be taken often",
					type));
		return;
	}
}

// Taken twice, or by itself and by what waits for several. One that is given to
// such twice at once is moved from by the first.
static bool is_taken_twice(const struct maker *m)
{
	return m->finding->kind == KIND_DOUBLE_CONSUME ||
	       (m->finding->kind == KIND_WAIT_ALL &&
		(m->first.text != m->second.text ||
		 m->first.from != m->second.from));
}

void make_share(struct maker *m)
{
	const struct tokens *t = &m->first.text->tokens;
	struct statement s;
	uint32_t name;

	if (!is_taken_twice(m) || m->is_inner ||
	    strcmp(m->word, m->finding->handle) != 0 ||
	    !find_declaration(m, &name, &s))
		return;
	if (token_is(t, name - 1, "auto"))
		share_value(m, name, &s);
	else
		share_type(m, name, &s);
}
