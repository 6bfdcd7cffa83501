// SPDX-License-Identifier: Apache-2.0
#include "flow/state.h"

#include <string.h>

#define COPY_VEC(a, to, from)                                                  \
	do {                                                                   \
		(to)->count = (to)->room = (from)->count;                      \
		(to)->at = (from)->count                                       \
				   ? arena_memdup((a), (from)->at,             \
						  (from)->count *              \
							  sizeof(*(from)->at)) \
				   : NULL;                                     \
	} while (0)

struct state *state_copy(struct arena *a, const struct state *s)
{
	struct state *copy = arena_memdup(a, s, sizeof(*s));

	COPY_VEC(a, &copy->bindings, &s->bindings);
	COPY_VEC(a, &copy->facts, &s->facts);
	COPY_VEC(a, &copy->handles, &s->handles);
	COPY_VEC(a, &copy->pendings, &s->pendings);
	COPY_VEC(a, &copy->escaped, &s->escaped);
	COPY_VEC(a, &copy->passed, &s->passed);
	return copy;
}

static uint32_t binding_position(const struct state *s, uint32_t region)
{
	uint32_t low = 0, high = s->bindings.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (s->bindings.at[middle].region < region)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct value *state_bound(const struct state *s, uint32_t region)
{
	uint32_t i = binding_position(s, region);

	if (i < s->bindings.count && s->bindings.at[i].region == region)
		return &s->bindings.at[i].value;
	return NULL;
}

void state_bind(struct state *s, struct arena *a, uint32_t region,
		struct value v)
{
	uint32_t i = binding_position(s, region);
	struct binding b = { region, v };

	if (i < s->bindings.count && s->bindings.at[i].region == region) {
		s->bindings.at[i].value = v;
		return;
	}
	VEC_PUSH(a, &s->bindings, b);
	memmove(&s->bindings.at[i + 1], &s->bindings.at[i],
		(s->bindings.count - 1 - i) * sizeof(b));
	s->bindings.at[i] = b;
}

void state_unbind(struct state *s, uint32_t region)
{
	uint32_t i = binding_position(s, region);

	if (i == s->bindings.count || s->bindings.at[i].region != region)
		return;
	s->bindings.count--;
	memmove(&s->bindings.at[i], &s->bindings.at[i + 1],
		(s->bindings.count - i) * sizeof(*s->bindings.at));
}

void state_unbind_within(struct state *s, const struct memory *m,
			 uint32_t whole)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++)
		if (!region_within(m, s->bindings.at[i].region, whole))
			s->bindings.at[kept++] = s->bindings.at[i];
	s->bindings.count = kept;
}

static uint32_t handle_position(const struct state *s, uint32_t symbol)
{
	uint32_t low = 0, high = s->handles.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (s->handles.at[middle].symbol < symbol)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct handle *state_handle(struct state *s, uint32_t symbol)
{
	uint32_t i = handle_position(s, symbol);

	if (i < s->handles.count && s->handles.at[i].symbol == symbol)
		return &s->handles.at[i];
	return NULL;
}

bool state_has_handle(const struct state *s, uint32_t symbol)
{
	uint32_t i = handle_position(s, symbol);

	return i < s->handles.count && s->handles.at[i].symbol == symbol;
}

struct handle *state_handle_add(struct state *s, struct arena *a,
				const struct handle *h)
{
	uint32_t i = handle_position(s, h->symbol);

	if (i == s->handles.count || s->handles.at[i].symbol != h->symbol) {
		VEC_PUSH(a, &s->handles, *h);
		memmove(&s->handles.at[i + 1], &s->handles.at[i],
			(s->handles.count - 1 - i) * sizeof(*h));
	}
	s->handles.at[i] = *h;
	return &s->handles.at[i];
}

bool state_is_escaped(const struct state *s, uint32_t symbol)
{
	for (uint32_t i = 0; i < s->escaped.count; i++)
		if (s->escaped.at[i] == symbol)
			return true;
	return false;
}

void state_escape(struct state *s, struct arena *a, uint32_t symbol)
{
	if (!state_is_escaped(s, symbol))
		VEC_PUSH(a, &s->escaped, symbol);
}

// Whether it is the address of a part of what the symbol points to.
static bool is_part_of(const struct memory *m, struct value v, uint32_t symbol)
{
	const struct region *root;

	if (v.kind != VALUE_ADDRESS)
		return false;
	root = &m->regions.at[region_root(m, v.id)];
	return root->kind == REGION_POINTEE && root->id == symbol;
}

uint32_t state_holders(const struct state *s, const struct memory *m,
		       uint32_t symbol)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct value v = s->bindings.at[i].value;
		if ((v.kind == VALUE_SYMBOL && v.id == symbol) ||
		    is_part_of(m, v, symbol))
			n++;
	}
	return n;
}

bool symbol_uses(const struct memory *m, uint32_t user, uint32_t used)
{
	const struct symbol *x;

	// A symbol is made of older ones.
	for (; user != NONE && user >= used; user = x->from) {
		x = &m->symbols.at[user];
		if (user == used)
			return true;
		if (x->kind == SYMBOL_BINARY2 && symbol_uses(m, x->b, used))
			return true;
	}
	return false;
}

// Whether the symbol or what it is made of has the newest mark.
static bool is_marked(const struct memory *m, uint32_t symbol)
{
	for (; symbol != NONE; symbol = m->symbols.at[symbol].from) {
		const struct symbol *x = &m->symbols.at[symbol];
		if (x->mark == m->mark ||
		    (x->kind == SYMBOL_BINARY2 && is_marked(m, x->b)))
			return true;
	}
	return false;
}

static void forget_marked(struct state *s, const struct memory *m)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct binding b = s->bindings.at[i];
		if (is_marked(m, m->regions.at[b.region].through))
			continue;
		if (b.value.kind == VALUE_SYMBOL && is_marked(m, b.value.id))
			b.value = (struct value){ .kind = VALUE_UNKNOWN };
		s->bindings.at[kept++] = b;
	}
	s->bindings.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->facts.count; i++)
		if (!is_marked(m, s->facts.at[i].symbol))
			s->facts.at[kept++] = s->facts.at[i];
	s->facts.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->pendings.count; i++)
		if (!is_marked(m, s->pendings.at[i].result) &&
		    !is_marked(m, s->pendings.at[i].symbol))
			s->pendings.at[kept++] = s->pendings.at[i];
	s->pendings.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->handles.count; i++)
		if (!is_marked(m, s->handles.at[i].symbol))
			s->handles.at[kept++] = s->handles.at[i];
	s->handles.count = kept;
}

bool state_pass(struct state *s, uint32_t op)
{
	uint64_t *word = &s->passed.at[op / 64], bit = (uint64_t)1 << op % 64;
	bool is_first = !(*word & bit);

	*word |= bit;
	return is_first;
}

void state_forget_symbols(struct state *s, struct memory *m,
			  const uint32_t *symbols, uint32_t count)
{
	if (!count)
		return;
	m->mark++;
	for (uint32_t i = 0; i < count; i++)
		m->symbols.at[symbols[i]].mark = m->mark;
	forget_marked(s, m);
}

void state_rename_symbol(struct state *s, struct arena *a, struct memory *m,
			 uint32_t from, uint32_t to)
{
	struct handle *h = state_handle(s, from);

	state_forget_symbols(s, m, &to, 1);
	if (h) {
		struct handle copy = *state_handle(s, from);
		copy.symbol = to;
		state_handle_add(s, a, &copy);
	}
	for (uint32_t i = 0; i < s->bindings.count; i++)
		if (s->bindings.at[i].value.kind == VALUE_SYMBOL &&
		    s->bindings.at[i].value.id == from)
			s->bindings.at[i].value.id = to;
	state_forget_symbols(s, m, &from, 1);
}
