// SPDX-License-Identifier: Apache-2.0
// Fields that only one file can name, and that it never reads: nobody gets an
// operation back that is kept there. Needs all functions of the unit.
#include <string.h>

#include "flow/engine.h"

struct unread_field {
	const char *usr;
	const char *name;
	bool is_read;
	UT_hash_handle hh;
};

struct finder {
	const struct rules *rules;
	const struct function *f;
	struct unread_field *fields;
};

// The key of a field of a type that a header defines is its USR alone.
static bool is_private(const char *usr)
{
	return usr && !str_starts(usr, "c:");
}

static bool may_owe(const struct finder *x, const struct place *p)
{
	const struct family *family;

	if (p->projection != PROJECT_FIELD || !is_private(p->field_usr) ||
	    !p->type || p->type->kind == TYPE_VOID)
		return false;
	family = x->rules->family_of_type(x->rules->data, p->type);
	return family && family->must_be_consumed.is_set &&
	       (family->must_be_consumed.at & AT_SCOPE_EXIT);
}

static void see_places(struct finder *x, struct arena *a)
{
	VEC_EACH (const struct place, p, &x->f->places) {
		struct unread_field *at;
		if (!may_owe(x, p))
			continue;
		HASH_FIND_STR(x->fields, p->field_usr, at);
		if (at)
			continue;
		at = ARENA_NEW(a, struct unread_field);
		at->usr = p->field_usr;
		at->name = p->field;
		HASH_ADD_KEYPTR(hh, x->fields, at->usr, strlen(at->usr), at);
	}
}

// In a template that nothing instantiates a member is only a name.
static void mark(struct finder *x, const struct place *p)
{
	struct unread_field *at;

	if (p->projection != PROJECT_FIELD)
		return;
	if (p->field_usr) {
		HASH_FIND_STR(x->fields, p->field_usr, at);
		if (at)
			at->is_read = true;
		return;
	}
	for (at = x->fields; at; at = at->hh.next)
		if (str_equal(at->name, p->field))
			at->is_read = true;
}

// Everything on the way to `place`, and the place itself unless it is written.
static void read_way(struct finder *x, uint32_t place, bool is_written)
{
	for (uint32_t p = place; p != NONE; p = x->f->places.at[p].base) {
		const struct place *at = &x->f->places.at[p];
		if (p != place || !is_written)
			mark(x, at);
		if (at->projection == PROJECT_ELEMENT &&
		    at->index_place != NONE && at->index_place != place)
			for (uint32_t i = at->index_place; i != NONE;
			     i = x->f->places.at[i].base)
				mark(x, &x->f->places.at[i]);
	}
}

static void read_operand(struct finder *x, const struct operand *o,
			 bool is_written)
{
	if (o->kind == OPERAND_PLACE || o->kind == OPERAND_ADDRESS)
		read_way(x, o->place, is_written);
}

static bool produces(const struct operation *operation, uint32_t argument)
{
	for (uint32_t i = 0; i < operation->choice_count; i++) {
		const struct choice *c = &operation->choices[i];
		for (uint32_t k = 0; k < c->outcome_count; k++)
			for (uint32_t n = 0; n < c->outcomes[k].effect_count;
			     n++) {
				const struct effect *e =
					&c->outcomes[k].effects[n];
				if (e->kind == EFFECT_PRODUCE &&
				    e->subject.root == PATH_ARGUMENT &&
				    e->subject.index == argument)
					return true;
			}
	}
	return false;
}

// Whether the call only makes a handle where the argument says.
static bool is_made_at(const struct finder *x, const struct op *op,
		       uint32_t argument)
{
	struct operation_list all = x->rules->operations_of_call(
		x->rules->data, op->callee, op->receiver_type);

	for (uint32_t i = 0; i < all.count; i++)
		if (produces(all.at[i], argument))
			return true;
	return false;
}

static bool builds_or_ends(const struct op *op)
{
	return op->callee &&
	       (op->callee->kind == CALLEE_CONSTRUCTOR ||
		(op->callee->kind == CALLEE_DESTRUCTOR && op->is_implicit));
}

static void see_op(struct finder *x, const struct op *op)
{
	if (op->dst != NONE)
		read_way(x, op->dst, true);
	read_operand(x, &op->src, false);
	read_operand(x, &op->src2, false);
	read_operand(x, &op->receiver, builds_or_ends(op));
	for (uint32_t i = 0; i < op->argument_count; i++)
		read_operand(x, &op->arguments[i],
			     op->callee && is_made_at(x, op, i));
	for (uint32_t i = 0; i < op->capture_count; i++)
		read_operand(x, &op->captures[i].from, false);
}

static void see_reads(struct finder *x)
{
	VEC_EACH (const struct block, b, &x->f->blocks) {
		const struct terminator *t = &b->terminator;
		VEC_EACH (const struct op, op, &b->ops)
			see_op(x, op);
		read_operand(x, &t->condition.lhs, false);
		read_operand(x, &t->condition.rhs, false);
		read_operand(x, &t->value, false);
	}
}

static bool is_all_there(const struct unit *u)
{
	VEC_EACH (struct function *const, f, &u->functions)
		if ((*f)->not_analysed)
			return false;
	return !u->error_count;
}

void unread_find(struct engine *e, const struct unit *u)
{
	struct finder x = { .rules = e->rules };

	if (!is_all_there(u))
		return;
	VEC_EACH (struct function *const, f, &u->functions) {
		x.f = *f;
		see_places(&x, e->arena);
	}
	VEC_EACH (struct function *const, f, &u->functions) {
		x.f = *f;
		if (x.fields)
			see_reads(&x);
	}
	for (const struct unread_field *at = x.fields; at; at = at->hh.next)
		if (!at->is_read)
			VEC_PUSH(e->arena, &e->unread, at->usr);
	HASH_CLEAR(hh, x.fields);
}

bool is_unread(const struct engine *e, uint32_t unit, const char *field_usr)
{
	const char *const *all = e->unread.at;
	uint32_t count = e->unread.count;

	if (e->parts) {
		all = e->parts->at[unit].unread;
		count = e->parts->at[unit].unread_count;
	}
	for (uint32_t i = 0; i < count; i++)
		if (str_equal(all[i], field_usr))
			return true;
	return false;
}
