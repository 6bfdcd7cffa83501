// SPDX-License-Identifier: Apache-2.0
// What unknown code may have done to memory: what it reaches holds new values,
// and what was there is seen by it.
#include <stdlib.h>

#include "flow/engine.h"

// The object that a handle's address names stays that object, whatever was
// written into it.
static bool is_object(const struct solver *sv, const struct binding *b,
		      const struct handle *h)
{
	return h && h->family->identity == IDENTITY_POINTEE &&
	       sv->m.regions.at[b->region].kind == REGION_CONTENT;
}

static void name_again(struct solver *sv, struct state *s, uint32_t region,
		       struct value before)
{
	const struct type *type = sv->m.regions.at[region].type;
	const struct family *family = eval_family(sv, type);

	if (before.kind == VALUE_SYMBOL && family &&
	    family->identity == IDENTITY_POINTEE && type &&
	    type->kind == TYPE_RECORD)
		state_bind(s, sv->scratch, region_content(&sv->m, region),
			   before);
}

// What unknown code reaches, while that is looked for.
struct revelation {
	struct solver *sv;
	struct state *s;
	bool knows_escaped; // they are marked
};

// As state_escape(), for many.
static void escape(struct revelation *x, uint32_t symbol)
{
	struct memory *m = &x->sv->m;

	if (!x->knows_escaped) {
		m->seen++;
		VEC_EACH (const uint32_t, e, &x->s->escaped)
			m->symbols.at[*e].seen = m->seen;
		x->knows_escaped = true;
	}
	if (m->symbols.at[symbol].seen == m->seen)
		return;
	m->symbols.at[symbol].seen = m->seen;
	VEC_PUSH(x->sv->scratch, &x->s->escaped, symbol);
}

// What is bound in `b`, which unknown code reaches, is seen by it. Returns
// whether the binding stays.
static bool reveal(struct revelation *x, const struct binding *b)
{
	struct handle *h = b->value.kind == VALUE_SYMBOL
				   ? state_handle(x->s, b->value.id)
				   : NULL;

	if (is_object(x->sv, b, h)) {
		handle_escape(x->sv, x->s, b->value);
		return true;
	}
	if (h)
		h->flags |= HANDLE_ESCAPED;
	else if (b->value.kind == VALUE_SYMBOL)
		escape(x, b->value.id);
	return false;
}

void eval_havoc(struct solver *sv, struct state *s, uint32_t region)
{
	struct value before = eval_load(sv, s, region_content(&sv->m, region));
	struct revelation seen = { .sv = sv, .s = s };
	uint32_t kept = 0, root = region_root(&sv->m, region);

	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct binding b = s->bindings.at[i];
		if (!region_reaches(&sv->m, region, b.region) ||
		    reveal(&seen, &b)) {
			s->bindings.at[kept++] = b;
			continue;
		}
		// A pointer that was taken before may still lead there: it is
		// not what it held at entry.
		if (region_root(&sv->m, b.region) == root)
			continue;
		b.value = (struct value){ .kind = VALUE_UNKNOWN };
		s->bindings.at[kept++] = b;
	}
	s->bindings.count = kept;
	eval_fold_elements(sv, s, region);
	state_bind(s, sv->scratch, region,
		   eval_fresh(sv, s, REGION_SLOT(region),
			      sv->m.regions.at[region].type));
	name_again(sv, s, region, before);
}

// Globals, or parts of them, that are given new values all at once.
struct renewal {
	uint32_t *regions; // in order
	uint32_t *names;   // of the new values
	uint32_t count;
	uint32_t *old; // names that may have been given before
	uint32_t old_count;
	uint32_t *special; // those that need more
	uint32_t special_count;
};

static struct renewal new_renewal(struct solver *sv, uint32_t most)
{
	uint32_t *room = ARENA_ARRAY(sv->scratch, uint32_t, 4 * most);

	return (struct renewal){ .regions = room,
				 .names = room + most,
				 .old = room + 2 * most,
				 .special = room + 3 * most };
}

// Unknown code of the project may write every global that it can name: the USR
// of one that only this file can name starts with the file.
static void find_open(struct solver *sv)
{
	struct memory *m = &sv->m;

	for (; sv->globals_seen < m->globals.count; sv->globals_seen++) {
		struct region *r =
			&m->regions.at[m->globals.at[sv->globals_seen]];
		if (r->type && r->type->is_const)
			continue;
		r->is_open = rearm_is_open(sv->engine, r->field_usr);
		if (!r->is_open && !sv->engine->parts)
			VEC_PUSH(sv->engine->arena, &sv->engine->solved->closed,
				 r->field_usr);
	}
}

// Whether nothing but its value has to be renewed.
static bool is_plain(struct solver *sv, const struct state *s, uint32_t region,
		     uint32_t name)
{
	const struct region *r = &sv->m.regions.at[region];

	return !r->is_key && !state_has_handle(s, name) &&
	       !(r->type && r->type->kind == TYPE_RECORD &&
		 eval_family(sv, r->type));
}

static void add_region(struct solver *sv, struct state *s, struct renewal *x,
		       uint32_t region)
{
	uint32_t name = symbol_made(&sv->m, sv->op_number, REGION_SLOT(region),
				    sv->m.regions.at[region].type);

	if (!is_plain(sv, s, region, name)) {
		x->special[x->special_count++] = region;
		return;
	}
	if (!eval_is_new(sv, name))
		x->old[x->old_count++] = name;
	x->regions[x->count] = region;
	x->names[x->count++] = name;
}

static void mark_renewed(struct solver *sv, const struct renewal *x, bool is_so)
{
	for (uint32_t i = 0; i < x->count; i++) {
		struct region *r = &sv->m.regions.at[x->regions[i]];
		r->is_renewed = is_so;
		sv->m.regions.at[r->root].has_renewed = is_so;
	}
}

// Drops what is bound in them; what is bound behind them is not known.
static void clear_plain(struct solver *sv, struct state *s,
			const struct renewal *x)
{
	struct revelation seen = { .sv = sv, .s = s };
	uint32_t kept = 0;

	mark_renewed(sv, x, true);
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct binding b = s->bindings.at[i];
		if (!region_is_renewed(&sv->m, b.region) || reveal(&seen, &b)) {
			s->bindings.at[kept++] = b;
			continue;
		}
		if (region_root(&sv->m, b.region) ==
		    region_home(&sv->m, b.region))
			continue;
		b.value = (struct value){ .kind = VALUE_UNKNOWN };
		s->bindings.at[kept++] = b;
	}
	s->bindings.count = kept;
	mark_renewed(sv, x, false);
}

static void bind_plain(struct solver *sv, struct state *s,
		       const struct renewal *x)
{
	VEC(struct binding) all = { 0 };
	uint32_t j = 0;

	for (uint32_t i = 0; i < x->count; i++) {
		struct binding b = { x->regions[i],
				     { .kind = VALUE_SYMBOL,
				       .id = x->names[i] } };
		for (; j < s->bindings.count &&
		       s->bindings.at[j].region < b.region;
		     j++)
			VEC_PUSH(sv->scratch, &all, s->bindings.at[j]);
		j += j < s->bindings.count &&
		     s->bindings.at[j].region == b.region;
		VEC_PUSH(sv->scratch, &all, b);
	}
	for (; j < s->bindings.count; j++)
		VEC_PUSH(sv->scratch, &all, s->bindings.at[j]);
	s->bindings.at = all.at;
	s->bindings.count = all.count;
	s->bindings.room = all.room;
}

static void renew(struct solver *sv, struct state *s, const struct renewal *x)
{
	if (x->count) {
		clear_plain(sv, s, x);
		state_forget_symbols(s, &sv->m, x->old, x->old_count);
		bind_plain(sv, s, x);
	}
	for (uint32_t i = 0; i < x->special_count; i++)
		eval_havoc(sv, s, x->special[i]);
}

void eval_havoc_globals(struct solver *sv, struct state *s)
{
	uint32_t count = sv->m.globals.count;
	struct renewal x = new_renewal(sv, count);

	find_open(sv);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t r = sv->m.globals.at[i];
		if (sv->m.regions.at[r].is_open)
			add_region(sv, s, &x, r);
	}
	renew(sv, s, &x);
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

void eval_havoc_these(struct solver *sv, struct state *s, uint32_t *regions,
		      uint32_t count)
{
	struct renewal x = new_renewal(sv, count);

	qsort(regions, count, sizeof(*regions), by_number);
	for (uint32_t i = 0; i < count; i++)
		if (i == 0 || regions[i] != regions[i - 1])
			add_region(sv, s, &x, regions[i]);
	renew(sv, s, &x);
}
