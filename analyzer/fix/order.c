// SPDX-License-Identifier: Apache-2.0
// Proposals that ask before a consumption, or put one off.
#include "fix/maker.h"

// ---- ask whether it is still there

// A consumption that certainly comes second is not to be asked about: it would
// never be done.
static bool may_be_first(const struct maker *m)
{
	switch (m->finding->kind) {
	case KIND_DOUBLE_CONSUME:
	case KIND_USE_AFTER_CONSUME:
	case KIND_USE_AFTER_TRANSFER:
		return m->is_inner ||
		       m->finding->certainty == CERTAINTY_POSSIBLE;
	case KIND_STORED_HANDLE:
		return true;
	default:
		return false;
	}
}

void make_guard(struct maker *m)
{
	const struct event *e = &m->second;
	const struct tokens *t = &e->text->tokens;
	const char *guard = m->family->fix.guard;
	struct statement s;
	struct call c;
	uint32_t first, last;

	if (!guard || !may_be_first(m) || !call_of(e, &c) ||
	    c.object == TOKEN_NONE || !handle_of(m, e, &first, &last) ||
	    first != c.object || !statement_around(t, e->from, e->to, &s) ||
	    s.first != e->from || s.last != e->to + 1 ||
	    (s.head != TOKEN_NONE && token_is(t, s.last + 1, "else")))
		return;
	size_t start = t->list.at[s.first].start;
	const char *gap =
		is_first_on_line(e->text, start)
			? arena_printf(m->arena, "%s%s%s", line_end(e->text),
				       indent_at(m->arena, e->text, start),
				       indent_step(m->arena, e->text, start))
			: " ";
	const char *object = tokens_text(t, m->arena, c.object, c.object_last);
	put_edit(m, e->text, start, start,
		 arena_printf(m->arena, "if (%s%s())%s", object, guard, gap));
	put_fix(m,
		arena_printf(m->arena, "ask '%s%s()' before", object, guard));
}

// ---- give it up after its last use

static const char *const jumps[] = { "return",   "goto",    "break",
				     "continue", "throw",   "co_return",
				     "case",     "default", NULL };

// The simple statement at token `i` of a block; the first token behind it.
static uint32_t skip_simple(const struct tokens *t, uint32_t i)
{
	for (; i < t->list.count; i++) {
		if (token_is(t, i, ";"))
			return i + 1;
		if (token_is(t, i, "{") || token_is(t, i, "}") ||
		    token_is(t, i, ":") || token_in(t, i, jumps))
			return TOKEN_NONE;
		if (token_is(t, i, "(") || token_is(t, i, "["))
			i = t->list.at[i].partner;
	}
	return TOKEN_NONE;
}

static bool mentions(const struct maker *m, const struct tokens *t,
		     uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		if (token_is(t, i, m->word))
			return true;
	return false;
}

// The first token of the last statement of simple ones that follow and that
// mentions the handle; TOKEN_NONE if `second` is not among them.
static uint32_t last_use(const struct maker *m, uint32_t after, uint32_t second)
{
	const struct tokens *t = &m->first.text->tokens;
	uint32_t last = TOKEN_NONE;
	bool is_met = false;

	for (uint32_t i = after, end; i < t->list.count; i = end) {
		end = skip_simple(t, i);
		if (end == TOKEN_NONE)
			break;
		is_met |= second >= i && second < end;
		if (mentions(m, t, i, end))
			last = i;
	}
	return is_met ? last : TOKEN_NONE;
}

void make_later(struct maker *m)
{
	const struct event *e = &m->first;
	const struct fix_text *text = e->text;
	const struct tokens *t = &text->tokens;
	struct statement s, target;
	struct call c;

	if (!m->family->fix.later || m->is_inner || !call_of(e, &c) ||
	    m->second.text != text ||
	    !token_in(t, c.name, m->family->fix.later) ||
	    !statement_around(t, e->from, e->to, &s) || s.head != TOKEN_NONE ||
	    s.first != e->from || s.last != e->to + 1)
		return;
	uint32_t last = last_use(m, s.last + 1, m->second.from);
	size_t start = t->list.at[s.first].start;
	size_t end = t->list.at[s.last].end;
	if (last == TOKEN_NONE || !is_first_on_line(text, start) ||
	    !statement_around(t, last, last, &target))
		return;
	const char *call = tokens_text(t, m->arena, s.first, s.last);
	while (start && text->text[start - 1] != '\n')
		start--;
	while (end < text->length && text->text[end] != '\n')
		end++;
	if (token_from(t, t->list.at[s.last].end) != TOKEN_NONE &&
	    t->list.at[s.last + 1].start < end)
		return;
	put_edit(m, text, start, end < text->length ? end + 1 : end, "");
	put_after(m, text, &target, call);
	put_fix(m, arena_printf(m->arena, "'%s' after the last use", call));
}
