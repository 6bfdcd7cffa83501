// SPDX-License-Identifier: Apache-2.0
#include "flow/contract.h"

#include <string.h>

static const struct family *received_family(const struct operation *operation,
					    const struct callback *cb)
{
	if (cb->family)
		return cb->family;
	for (uint32_t i = 0; i < operation->choice_count; i++)
		for (uint32_t j = 0; j < operation->choices[i].outcome_count;
		     j++)
			if (operation->choices[i].outcomes[j].effect_count)
				return operation->choices[i]
					.outcomes[j]
					.effects[0]
					.family;
	return NULL;
}

const struct contract_entry *contracts_of(const struct contracts *c,
					  const char *key)
{
	struct contract_entry *first;

	HASH_FIND_STR(c->by_key, key, first);
	return first;
}

void contracts_add(struct engine *e, struct contracts *out,
		   const struct contract *c, uint32_t unit)
{
	struct contract_entry *x = ARENA_NEW(e->arena, struct contract_entry);
	struct contract_entry *last;

	x->c = *c;
	x->unit = unit;
	VEC_PUSH(e->arena, &out->list, x);
	HASH_FIND_STR(out->by_key, c->key, last);
	if (!last) {
		HASH_ADD_KEYPTR(hh, out->by_key, x->c.key, strlen(x->c.key), x);
		return;
	}
	while (last->next)
		last = last->next;
	last->next = x;
}

void contracts_release(struct contracts *c)
{
	HASH_CLEAR(hh, c->by_key);
}

void contracts_add_self(struct engine *e, struct contracts *out,
			const char *name)
{
	if (!contracts_is_self(out, name))
		VEC_PUSH(e->arena, &out->self, name);
}

static bool is_null(const struct operand *o)
{
	return o->kind == OPERAND_NULL ||
	       (o->kind == OPERAND_INTEGER && o->integer == 0);
}

// Whether the rules give somebody else the debt because an argument is null.
static bool borrows_for_null(const struct op *op, const struct choice *c)
{
	const struct when *w = c->only_if;

	return c->only_if_count == 1 && c->outcome_count &&
	       c->outcomes->effect_count &&
	       c->outcomes->effects->kind == EFFECT_BORROW &&
	       w->kind == WHEN_ARGUMENT &&
	       w->operator== BINARY_EQUAL &&
	       w->value_count == 1 && !w->names[0] && w->values[0] == 0 &&
	       w->index<op->argument_count && is_null(&op->arguments[w->index]);
}

// Whether the handle that the callback is given was made in this function so
// that it owes nothing.
static bool is_borrowed(struct engine *e, const struct function *f,
			const struct op *op, const struct operation *operation)
{
	const struct rules *r = e->rules;
	const struct path *p;
	bool any = false, all = true;

	if (!operation->choice_count || !operation->choices->outcome_count ||
	    !operation->choices->outcomes->effect_count)
		return false;
	p = &operation->choices->outcomes->effects->subject;
	if (p->root != PATH_ARGUMENT || p->index >= op->argument_count ||
	    op->arguments[p->index].kind != OPERAND_PLACE)
		return false;
	for (uint32_t b = 0; b < f->blocks.count; b++)
		VEC_EACH (const struct op, made, &f->blocks.at[b].ops) {
			struct operation_list list;
			bool borrows = false;
			if (made->kind != OP_CALL ||
			    made->dst != op->arguments[p->index].place)
				continue;
			list = r->operations_of_call(r->data, made->callee,
						     made->receiver_type);
			for (uint32_t i = 0; i < list.count; i++)
				for (uint32_t k = 0;
				     k < list.at[i]->choice_count; k++)
					borrows |= borrows_for_null(
						made, &list.at[i]->choices[k]);
			any = true;
			all &= borrows;
		}
	return any && all;
}

static void see_callback(struct engine *e, struct contracts *out,
			 const struct function *f, const struct op *op,
			 const struct operation *operation,
			 const struct callback *cb)
{
	const struct operand *o;
	struct contract c = { .callback = cb };

	for (const char *const *s = cb->self; s && *s; s++)
		contracts_add_self(e, out, *s);
	if (cb->argument >= op->argument_count || cb->parameter == NONE)
		return;
	o = &op->arguments[cb->argument];
	if (o->kind != OPERAND_FUNCTION || !o->function->key ||
	    (cb->must != EFFECT_NONE && is_borrowed(e, f, op, operation)))
		return;
	c.key = o->function->key;
	c.family = received_family(operation, cb);
	c.by = op->callee->short_name;
	contracts_add(e, out, &c, e->unit);
}

static void see_op(struct engine *e, struct contracts *out,
		   const struct function *f, const struct op *op)
{
	const struct rules *r = e->rules;
	struct operation_list list;

	if (op->kind != OP_CALL)
		return;
	list = r->operations_of_call(r->data, op->callee, op->receiver_type);
	for (uint32_t i = 0; i < list.count; i++)
		for (uint32_t j = 0; j < list.at[i]->callback_count; j++)
			see_callback(e, out, f, op, list.at[i],
				     &list.at[i]->callbacks[j]);
}

void contracts_find(struct engine *e, const struct unit *u,
		    struct contracts *out)
{
	for (uint32_t i = 0; i < u->functions.count; i++) {
		const struct function *f = u->functions.at[i];
		for (uint32_t b = 0; b < f->blocks.count; b++)
			VEC_EACH (const struct op, op, &f->blocks.at[b].ops)
				see_op(e, out, f, op);
	}
}

bool contracts_is_self(const struct contracts *c, const char *name)
{
	for (uint32_t i = 0; name && i < c->self.count; i++)
		if (strcmp(c->self.at[i], name) == 0)
			return true;
	return false;
}
