// SPDX-License-Identifier: Apache-2.0
// Which bodies a virtual call may reach. An object that the function itself
// made, or that lies in a variable or field, is of no other class than it says.
#include <string.h>

#include "flow/engine.h"

struct exact_class {
	const char *name; // NULL: not known
	const char *const *bases;
};

static bool is_local_deref(const struct solver *sv, uint32_t place,
			   uint32_t pointer)
{
	const struct place *p = &sv->f->places.at[place];

	return p->projection == PROJECT_DEREF && p->base == pointer;
}

// What `new` made is built right behind it.
static struct exact_class class_made_by(const struct solver *sv,
					uint32_t number)
{
	const struct op *made = sv->ops[number];
	const struct block *b = &sv->f->blocks.at[op_block(sv, number)];
	struct exact_class none = { 0 };

	if (made->kind != OP_CALL || made->dst == NONE || !made->callee->name ||
	    strcmp(made->callee->name, "operator new") != 0)
		return none;
	for (const struct op *op = made + 1; op < b->ops.at + b->ops.count;
	     op++)
		if (op->kind == OP_CALL && op->is_init &&
		    op->callee->kind == CALLEE_CONSTRUCTOR &&
		    op->receiver.kind == OPERAND_PLACE &&
		    is_local_deref(sv, op->receiver.place, made->dst))
			return (struct exact_class){ op->callee->class_name,
						     op->callee->class_bases };
	return none;
}

static struct exact_class class_of(const struct solver *sv, uint32_t region)
{
	const struct region *r = &sv->m.regions.at[region];
	struct exact_class none = { 0 };

	if (r->kind == REGION_POINTEE) {
		const struct symbol *s = &sv->m.symbols.at[r->id];
		return s->kind == SYMBOL_MADE && s->a != NONE
			       ? class_made_by(sv, s->a)
			       : none;
	}
	if ((r->kind != REGION_VARIABLE && r->kind != REGION_GLOBAL &&
	     r->kind != REGION_FIELD) ||
	    !r->type || r->type->kind != TYPE_RECORD)
		return none;
	return (struct exact_class){ r->type->name, r->type->bases };
}

static struct record *method_of(const struct record_list *all,
				const char *class_name)
{
	VEC_EACH (struct record *const, r, &all->list)
		if (str_equal((*r)->s.class_name, class_name))
			return *r;
	return NULL;
}

struct record_list dispatch_targets(struct solver *sv, struct state *s,
				    const struct op *op)
{
	const struct record_list *all =
		program_overriders(&sv->engine->program, op->callee->key);
	uint32_t region = eval_object(sv, s, &op->receiver);
	struct record_list one = { 0 };
	struct exact_class c = { 0 };
	struct record *r;

	if (region != NONE)
		c = class_of(sv, region);
	if (!c.name)
		return *all;
	r = method_of(all, c.name);
	for (const char *const *b = c.bases; !r && b && *b; b++)
		r = method_of(all, *b);
	if (r)
		VEC_PUSH(sv->scratch, &one.list, r);
	return one;
}
