// SPDX-License-Identifier: Apache-2.0
// Whether anybody can still get at a handle when a place of it is gone.
#include "flow/engine.h"

static bool mentions_root(const struct function *f, const struct operand *o,
			  uint32_t variable)
{
	return (o->kind == OPERAND_PLACE || o->kind == OPERAND_ADDRESS) &&
	       f->places.at[o->place].variable == variable;
}

static bool op_mentions(const struct function *f, const struct op *op,
			uint32_t variable)
{
	for (uint32_t i = 0; i < op->argument_count; i++)
		if (mentions_root(f, &op->arguments[i], variable))
			return true;
	for (uint32_t i = 0; i < op->capture_count; i++)
		if (mentions_root(f, &op->captures[i].from, variable))
			return true;
	return mentions_root(f, &op->src, variable) ||
	       mentions_root(f, &op->src2, variable) ||
	       mentions_root(f, &op->receiver, variable);
}

// The variable that is the array, or the only one that has its address; NONE.
static uint32_t array_variable(const struct solver *sv, const struct state *s,
			       uint32_t region)
{
	const struct region *root =
		&sv->m.regions.at[region_root(&sv->m, region)];
	uint32_t only = NONE;

	if (root->kind == REGION_VARIABLE)
		return root->id;
	for (uint32_t i = 0;
	     root->kind == REGION_POINTEE && i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		const struct region *at = &sv->m.regions.at[b->region];
		if (b->value.kind != VALUE_SYMBOL || b->value.id != root->id)
			continue;
		if (at->kind != REGION_VARIABLE || only != NONE)
			return NONE;
		only = at->id;
	}
	return only;
}

// Which element an index means is not followed: one of them counts as lost only
// if nothing but what makes them ever touches the array.
static bool is_only_made(struct solver *sv, const struct state *s,
			 const struct handle *h)
{
	uint32_t variable;

	if (h->made == NONE || h->region == NONE)
		return false;
	variable = array_variable(sv, s, h->region);
	if (variable == NONE)
		return false;
	for (uint32_t i = 0; i < sv->op_count; i++)
		if (i != sv->traces.at[h->made].op &&
		    !language_is_free(sv->ops[i]->callee) &&
		    op_mentions(sv->f, sv->ops[i], variable))
			return false;
	return true;
}

static bool is_any_element(const struct solver *sv, uint32_t r)
{
	for (; r != NONE; r = sv->m.regions.at[r].parent)
		if (sv->m.regions.at[r].kind == REGION_ELEMENT)
			return true;
	return false;
}

// Somebody walked over the array that it is in without telling how far.
static bool may_be_met(const struct solver *sv, uint32_t r)
{
	const struct memory *m = &sv->m;

	while (r != NONE && m->regions.at[r].kind != REGION_INDEX)
		r = m->regions.at[r].parent;
	if (r == NONE)
		return false;
	// Of an array that is a variable only what comes later counts.
	bool is_local =
		m->regions.at[region_root(m, r)].kind == REGION_VARIABLE;
	for (uint32_t i = is_local ? r : 0; i < m->regions.count; i++)
		if (m->regions.at[i].kind == REGION_ELEMENT &&
		    m->regions.at[i].parent == m->regions.at[r].parent)
			return true;
	return false;
}

// Whether it is what a call gave, and not what was found in memory.
static bool is_result(const struct solver *sv, uint32_t symbol)
{
	const struct symbol *x = &sv->m.symbols.at[symbol];

	return x->kind == SYMBOL_MADE && x->a != NONE &&
	       (x->b & ~SLOT_OLDER) < REGION_SLOT(0);
}

bool handle_is_lost(struct solver *sv, struct state *s, const struct handle *h,
		    uint32_t region)
{
	if (((h->flags & HANDLE_INDEXED) || is_any_element(sv, region)) &&
	    !is_only_made(sv, s, h))
		return false;
	// An object that came in and was started here is held where it is from.
	if (may_be_met(sv, region) ||
	    (h->family->identity == IDENTITY_POINTEE &&
	     !is_result(sv, h->symbol)))
		return false;
	return !(h->flags &
		 (HANDLE_ESCAPED | HANDLE_MAYBE | HANDLE_BORROWED)) &&
	       (!(h->flags & HANDLE_WEAK) || (h->flags & HANDLE_INDEXED)) &&
	       (h->flags & HANDLE_OWED) &&
	       state_holders(s, &sv->m, h->symbol) == 0;
}
