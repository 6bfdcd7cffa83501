// SPDX-License-Identifier: Apache-2.0
// Places in memory as a person would write them.
#include <inttypes.h>

#include "flow/region.h"

static bool is_reference(const struct type *t)
{
	return t &&
	       (t->kind == TYPE_REFERENCE || t->kind == TYPE_RVALUE_REFERENCE);
}

// The name of the variable that a call's value was put into, NULL if there is
// none.
static const char *put_into(const struct memory *m, const struct symbol *s)
{
	uint32_t n = s->a;

	if (s->kind != SYMBOL_MADE || s->b != 0)
		return NULL;
	VEC_EACH (const struct block, b, &m->function->blocks) {
		if (n >= b->ops.count) {
			n -= b->ops.count;
			continue;
		}
		const struct op *op = &b->ops.at[n];
		const struct place *p =
			op->dst == NONE ? NULL
					: &m->function->places.at[op->dst];
		if (!p || p->projection != PROJECT_NONE)
			return NULL;
		const char *name = m->function->variables.at[p->variable].name;
		return *name ? name : NULL;
	}
	return NULL;
}

// A root that is pointed to, as the pointer is written: `through` becomes true
// when what follows is reached with -> (not through a reference).
static void root_text(const struct memory *m, uint32_t r, struct str *out,
		      bool *through)
{
	const struct region *root = &m->regions.at[r];
	const struct variable *v;

	*through = false;
	if (root->kind == REGION_GLOBAL) {
		str_add(out, root->field);
		return;
	}
	if (root->kind == REGION_VARIABLE) {
		v = &m->function->variables.at[root->id];
		if (v->kind == VARIABLE_THIS)
			str_add(out, "this");
		else if (v->kind == VARIABLE_RETURN)
			str_add(out, "the returned value");
		else
			str_add(out, *v->name ? v->name : "the result");
		return;
	}
	const struct symbol *s = &m->symbols.at[root->id];
	if (s->kind == SYMBOL_ENTRY) {
		region_text(m, s->a, out);
		*through = !is_reference(m->regions.at[s->a].type);
		return;
	}
	const char *name = put_into(m, s);
	str_add(out, name ? name : "the result");
	*through = root->kind == REGION_POINTEE;
}

void region_text(const struct memory *m, uint32_t r, struct str *out)
{
	const struct region *x = &m->regions.at[r];
	bool through;

	if (x->parent == NONE) {
		size_t start = out->length;
		root_text(m, r, out, &through);
		if (through && x->kind == REGION_POINTEE) {
			struct str s = STR_INIT;
			str_printf(&s, "*%s", out->text + start);
			out->length = start;
			str_add(out, s.text);
			str_release(&s);
		}
		return;
	}
	const struct region *p = &m->regions.at[x->parent];
	through = false;
	if (p->parent == NONE)
		root_text(m, x->parent, out, &through);
	else
		region_text(m, x->parent, out);
	switch (x->kind) {
	case REGION_FIELD:
		if (x->field[0] == '*') // what a smart pointer points to
			return;
		if (p->kind == REGION_FIELD && p->field[0] == '*')
			through = true;
		str_printf(out, "%s%s", through ? "->" : ".", x->field);
		return;
	case REGION_INDEX:
		str_printf(out, "[%" PRId64 "]", x->index);
		return;
	case REGION_ELEMENT:
		str_add_char(out, '[');
		if (x->key == NONE)
			str_add(out, "...");
		else
			region_text(m, x->key, out);
		str_add_char(out, ']');
		return;
	case REGION_CAPTURE:
	case REGION_CONTENT:
	case REGION_VARIABLE:
	case REGION_GLOBAL:
	case REGION_POINTEE:
	case REGION_VALUE:
		return;
	}
}
