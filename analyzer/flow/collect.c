// SPDX-License-Identifier: Apache-2.0
// What a state no longer needs to know, so that states that differ in nothing
// else are one: what nobody can reach any more, and handles about which no more
// is known than of any value from outside.
#include <string.h>

#include "flow/state.h"

// Marks the symbol and what it is made of. True if that is news.
static bool mark_symbol(struct memory *m, uint32_t symbol)
{
	bool is_new = false;

	while (symbol != NONE && m->symbols.at[symbol].mark != m->mark) {
		struct symbol *x = &m->symbols.at[symbol];
		x->mark = m->mark;
		is_new = true;
		if (x->kind == SYMBOL_BINARY2)
			mark_symbol(m, x->b);
		symbol = x->from;
	}
	return is_new;
}

static bool mark_value(struct memory *m, const struct value *v)
{
	if (v->kind == VALUE_SYMBOL)
		return mark_symbol(m, v->id);
	if (v->kind == VALUE_ADDRESS)
		return mark_symbol(m, m->regions.at[v->id].through);
	return false;
}

// Some place holds it, or it is named by the interface, or made of such.
static bool is_kept_symbol(const struct memory *m, uint32_t symbol)
{
	const struct symbol *x = &m->symbols.at[symbol];

	if (x->mark == m->mark)
		return true;
	switch (x->kind) {
	case SYMBOL_ENTRY:
		return x->from == NONE || is_kept_symbol(m, x->from);
	case SYMBOL_BINARY:
		return is_kept_symbol(m, x->a);
	case SYMBOL_BINARY2:
		return is_kept_symbol(m, x->a) && is_kept_symbol(m, x->b);
	case SYMBOL_MADE:
	case SYMBOL_MERGED:
		break;
	}
	return false;
}

static bool is_reachable(const struct memory *m, const struct binding *b)
{
	uint32_t through = m->regions.at[b->region].through;

	return through == NONE || is_kept_symbol(m, through);
}

static void mark_reachable(const struct state *s, struct memory *m)
{
	bool is_new = true;

	m->mark++;
	while (is_new) {
		is_new = false;
		for (uint32_t i = 0; i < s->bindings.count; i++) {
			const struct binding *b = &s->bindings.at[i];
			if (is_reachable(m, b))
				is_new |= mark_value(m, &b->value);
		}
	}
}

// Memory without a name here may still have one elsewhere: what it holds is
// somebody's.
static void drop_bindings(struct state *s, struct memory *m, struct arena *a)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct binding b = s->bindings.at[i];
		struct handle *h;
		if (is_reachable(m, &b)) {
			s->bindings.at[kept++] = b;
			continue;
		}
		if (b.value.kind != VALUE_SYMBOL)
			continue;
		h = state_handle(s, b.value.id);
		if (h)
			h->flags |= HANDLE_ESCAPED;
		else
			state_escape(s, a, b.value.id);
	}
	s->bindings.count = kept;
}

// The oldest symbol that this one is found through, itself if there is none.
static bool is_from_outside(const struct memory *m, uint32_t symbol)
{
	const struct symbol *x = &m->symbols.at[symbol];

	while (x->kind == SYMBOL_ENTRY && x->from != NONE)
		x = &m->symbols.at[x->from];
	return x->kind == SYMBOL_ENTRY;
}

// Whether something else was written where the value came from.
static bool is_overwritten(const struct state *s, const struct memory *m,
			   const struct symbol *x)
{
	for (uint32_t r = x->a; r != NONE; r = m->regions.at[r].parent)
		if (state_bound(s, r))
			return true;
	return false;
}

static bool has_pending(const struct state *s, uint32_t symbol)
{
	for (uint32_t i = 0; i < s->pendings.count; i++)
		if (s->pendings.at[i].symbol == symbol)
			return true;
	return false;
}

// No more is known than of a value that nobody has looked at.
static bool is_plain(const struct handle *h)
{
	const uint32_t idle = HANDLE_OBSERVED | HANDLE_ESCAPED | HANDLE_STORED;

	for (int i = 0; i < FACET_MAX; i++)
		if (h->set[i] != TS_UNKNOWN)
			return false;
	return h->made == NONE && h->permits == 0 && !(h->flags & ~idle);
}

// Whether the handle has to be known apart.
static bool is_kept_handle(struct state *s, struct memory *m, struct arena *a,
			   const struct handle *h)
{
	const struct symbol *x = &m->symbols.at[h->symbol];
	bool outside = is_from_outside(m, h->symbol);

	if (!is_kept_symbol(m, h->symbol))
		return false;
	if (has_pending(s, h->symbol))
		return true;
	if (x->kind == SYMBOL_ENTRY && !outside && x->mark != m->mark &&
	    is_overwritten(s, m, x))
		return false;
	if (!is_plain(h))
		return true;
	if (!outside)
		return false;
	if (h->flags & HANDLE_ESCAPED)
		state_escape(s, a, h->symbol);
	return h->flags == HANDLE_OBSERVED; // the caller is told so
}

// That somebody looked at it is told of what came from outside only, and only
// while nothing else is to be told.
static void normalise(const struct memory *m, struct handle *h)
{
	bool made = m->symbols.at[h->symbol].kind != SYMBOL_ENTRY &&
		    h->made != NONE;

	if (made || (h->set[0] & TS_DEAD) || (h->flags & HANDLE_ESCAPED))
		h->flags &= ~(uint32_t)HANDLE_OBSERVED;
	// Of interest for what is owed.
	if (!(h->flags & HANDLE_OWED) ||
	    (h->flags & (HANDLE_ESCAPED | HANDLE_BORROWED)))
		h->flags &= ~(uint32_t)HANDLE_INDEXED;
}

void state_collect(struct state *s, struct memory *m, struct arena *a)
{
	uint32_t kept = 0;

	mark_reachable(s, m);
	drop_bindings(s, m, a);
	for (uint32_t i = 0; i < s->pendings.count; i++)
		if (is_kept_symbol(m, s->pendings.at[i].result))
			s->pendings.at[kept++] = s->pendings.at[i];
	s->pendings.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->handles.count; i++) {
		struct handle h = s->handles.at[i];
		normalise(m, &h);
		if (is_kept_handle(s, m, a, &h))
			s->handles.at[kept++] = h;
	}
	s->handles.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->escaped.count; i++)
		if (m->symbols.at[s->escaped.at[i]].kind == SYMBOL_ENTRY)
			s->escaped.at[kept++] = s->escaped.at[i];
	s->escaped.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->facts.count; i++)
		if (is_kept_symbol(m, s->facts.at[i].symbol))
			s->facts.at[kept++] = s->facts.at[i];
	s->facts.count = kept;
	s->signature = state_signature(s);
}
