// SPDX-License-Identifier: Apache-2.0
// Regions as a function's callers can name them.
#include <string.h>

#include "flow/engine.h"

static bool is_reference(const struct type *t)
{
	return t &&
	       (t->kind == TYPE_REFERENCE || t->kind == TYPE_RVALUE_REFERENCE);
}

static bool variable_path(struct solver *sv, uint32_t v, struct path *p)
{
	const struct variable *x = &sv->f->variables.at[v];

	p->name = x->name;
	p->index = x->index;
	switch (x->kind) {
	case VARIABLE_PARAMETER:
		p->root = PATH_ARGUMENT;
		return true;
	case VARIABLE_CAPTURE:
		p->root = PATH_CAPTURE;
		return true;
	case VARIABLE_RETURN:
		p->root = PATH_RETURN;
		return true;
	case VARIABLE_THIS:
		p->root = PATH_THIS;
		return true;
	case VARIABLE_GLOBAL:
	case VARIABLE_LOCAL:
	case VARIABLE_TEMPORARY:
		break;
	}
	return false;
}

static bool add_step(struct path *p, struct path_step step)
{
	if (p->count == PATH_STEPS)
		return false;
	p->steps[p->count++] = step;
	return true;
}

// The region as seen from outside; false if it cannot be named there.
bool interface_path(struct solver *sv, uint32_t region, struct path *p)
{
	const struct region r = sv->m.regions.at[region];
	struct path_step step = { .projection = PROJECT_DEREF, .type = r.type };

	switch (r.kind) {
	case REGION_VARIABLE:
		return variable_path(sv, r.id, p);
	case REGION_GLOBAL:
		p->root = PATH_GLOBAL;
		p->name = r.field;
		p->usr = r.field_usr;
		return true;
	case REGION_POINTEE: {
		const struct symbol s = sv->m.symbols.at[r.id];
		if (r.id == sv->returned) {
			p->root = PATH_RETURN;
			return add_step(p, step);
		}
		if (s.kind != SYMBOL_ENTRY || !interface_path(sv, s.a, p))
			return false;
		const struct region *home = &sv->m.regions.at[s.a];
		if (home->kind == REGION_VARIABLE &&
		    (p->root == PATH_THIS || is_reference(home->type)))
			return true; // the object itself
		return add_step(p, step);
	}
	case REGION_VALUE:
		return false;
	case REGION_FIELD:
		step.projection = PROJECT_FIELD;
		step.field = r.field;
		step.field_usr = r.field_usr;
		if (r.field[0] == '#')
			return false;
		return interface_path(sv, r.parent, p) && add_step(p, step);
	case REGION_INDEX:
		step.projection = PROJECT_INDEX;
		step.index = r.index;
		return interface_path(sv, r.parent, p) && add_step(p, step);
	case REGION_ELEMENT:
		step.projection = PROJECT_ELEMENT;
		return interface_path(sv, r.parent, p) && add_step(p, step);
	case REGION_CONTENT:
		return interface_path(sv, r.parent, p);
	case REGION_CAPTURE:
		return false;
	}
	return false;
}

// Whether a change of this region is seen by the caller.
bool interface_visible(struct solver *sv, uint32_t region, struct path *p)
{
	const struct region *root =
		&sv->m.regions.at[region_root(&sv->m, region)];

	*p = (struct path){ .count_argument = NONE,
			    .index_out_argument = NONE };
	if (root->kind == REGION_VARIABLE) {
		enum variable_kind k = sv->f->variables.at[root->id].kind;
		if (k != VARIABLE_RETURN && k != VARIABLE_CAPTURE)
			return false;
	}
	return interface_path(sv, region, p);
}

uint32_t interface_memory(struct solver *sv, const struct state *s,
			  struct value v)
{
	const struct symbol *x =
		v.kind == VALUE_SYMBOL ? &sv->m.symbols.at[v.id] : NULL;
	uint32_t holders = 0;
	bool has_handle = false;

	if (!x || x->kind != SYMBOL_MADE || state_is_escaped(s, v.id))
		return NONE;
	for (uint32_t i = 0; i < s->handles.count && !has_handle; i++) {
		uint32_t r = s->handles.at[i].region;
		has_handle = r != NONE && region_root(&sv->m, r) == x->pointee;
	}
	for (uint32_t i = 0; has_handle && i < s->bindings.count; i++)
		holders += value_equal(&s->bindings.at[i].value, &v);
	return holders == 1 ? v.id : NONE;
}

bool path_is_many(const struct path *p)
{
	for (uint32_t i = 0; i < p->count; i++)
		if (p->steps[i].projection == PROJECT_ELEMENT)
			return true;
	return false;
}

bool path_is_element(const struct path *p)
{
	for (uint32_t i = 0; i < p->count; i++)
		if (p->steps[i].projection == PROJECT_ELEMENT ||
		    p->steps[i].projection == PROJECT_INDEX)
			return true;
	return false;
}

bool interface_same(const struct path *a, const struct path *b)
{
	if (a->root != b->root || a->index != b->index || a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (a->steps[i].projection != b->steps[i].projection ||
		    a->steps[i].index != b->steps[i].index ||
		    !str_equal(a->steps[i].field, b->steps[i].field))
			return false;
	return true;
}
