// SPDX-License-Identifier: Apache-2.0
#include "flow/program.h"

#include <string.h>

struct overriders {
	const char *key;
	struct record_list functions;
	UT_hash_handle hh;
};

// ---- functions by key

static void add_overrider(struct program *p, struct arena *a, const char *key,
			  struct record *r)
{
	struct overriders *o;

	HASH_FIND_STR(p->overriders, key, o);
	if (!o) {
		o = ARENA_NEW(a, struct overriders);
		o->key = key;
		HASH_ADD_KEYPTR(hh, p->overriders, o->key, strlen(o->key), o);
	}
	VEC_PUSH(a, &o->functions.list, r);
}

static void see_overrides(struct program *p, struct arena *a, struct record *r)
{
	if (!r->s.is_virtual)
		return;
	add_overrider(p, a, r->s.key, r);
	for (const char *const *k = r->s.overrides; k && *k; k++)
		add_overrider(p, a, *k, r);
}

struct record *program_add(struct program *p, const struct summary *s,
			   uint32_t unit, struct arena *a)
{
	struct record *first, *r;

	HASH_FIND_STR(p->by_key, s->key, first);
	for (r = first; r; r = r->next_alike)
		if (loc_equal(&r->s.loc, &s->loc))
			return r;
	r = ARENA_NEW(a, struct record);
	r->s = *s;
	r->before = s->operation;
	r->unit = unit;
	r->index = p->records.count;
	VEC_PUSH(a, &p->records, r);
	if (first) {
		r->next_alike = first->next_alike;
		first->next_alike = r;
	} else {
		HASH_ADD_KEYPTR(hh, p->by_key, r->s.key, strlen(r->s.key), r);
	}
	see_overrides(p, a, r);
	return r;
}

struct record *program_find(const struct program *p, uint32_t unit,
			    const char *key)
{
	struct record *first = NULL;

	if (key)
		HASH_FIND_STR(p->by_key, key, first);
	if (!first || !first->next_alike)
		return first;
	for (struct record *r = first; r; r = r->next_alike)
		if (r->unit == unit)
			return r;
	return NULL;
}

const struct record_list *program_overriders(const struct program *p,
					     const char *key)
{
	static const struct record_list none;
	struct overriders *o = NULL;

	if (key)
		HASH_FIND_STR(p->overriders, key, o);
	return o ? &o->functions : &none;
}

void program_release(struct program *p)
{
	HASH_CLEAR(hh, p->by_key);
	HASH_CLEAR(hh, p->overriders);
}

// ---- what a function calls

struct calls {
	struct call_entry *seen;
	VEC(struct call) list;
	const struct rules *rules;
	struct arena *arena;
	bool may_run; // a value that is a function may be called here
};

struct call_entry {
	const char *key;
	uint32_t at[CALL_KIND_COUNT]; // in the list, from 1; 0: not yet
	UT_hash_handle hh;
};

static void add_call(struct calls *c, const char *key, enum call_kind kind,
		     bool is_described, bool is_system)
{
	struct call_entry *seen;
	struct call call = { key, kind, is_described, is_system };

	if (!key)
		return;
	HASH_FIND_STR(c->seen, key, seen);
	if (!seen) {
		seen = ARENA_NEW(c->arena, struct call_entry);
		seen->key = key;
		HASH_ADD_KEYPTR(hh, c->seen, seen->key, strlen(seen->key),
				seen);
	}
	if (seen->at[kind]) {
		c->list.at[seen->at[kind] - 1].is_described &= is_described;
		return;
	}
	VEC_PUSH(c->arena, &c->list, call);
	seen->at[kind] = c->list.count;
}

static struct operation_list described(const struct calls *c,
				       const struct op *op)
{
	const struct rules *r = c->rules;

	if (!op->callee || op->kind == OP_AWAIT)
		return (struct operation_list){ NULL, 0 };
	return r->operations_of_call(r->data, op->callee, op->receiver_type);
}

// Whether the operation may call a function that is a value.
static bool runs_values(const struct calls *c, const struct op *op)
{
	struct operation_list list = described(c, op);

	if (op->callee && (op->callee->kind == CALLEE_INDIRECT ||
			   str_equal(op->callee->short_name, "operator()")))
		return true;
	for (uint32_t i = 0; i < list.count; i++)
		if (list.at[i]->callback_count)
			return true;
	return false;
}

static void see_operand(struct calls *c, const struct operand *o, bool is_given)
{
	if (o->kind == OPERAND_FUNCTION && o->function)
		add_call(c, o->function->key,
			 is_given || !c->may_run ? CALL_GIVEN : CALL_ADDRESS,
			 false, o->function->is_system);
}

static void see_callee(struct calls *c, const struct op *op)
{
	const struct callee *f = op->callee;
	bool is_described = described(c, op).count;

	add_call(c, f->key, CALL_DIRECT, is_described, f->is_system);
	if (op->is_virtual_call)
		add_call(c, f->key, CALL_VIRTUAL, is_described, f->is_system);
}

static void see_op(struct calls *c, const struct op *op)
{
	// Libraries' own functions may only keep it, for somebody here.
	bool is_given =
		op->callee && !op->callee->is_system && !described(c, op).count;

	if (op->callee)
		see_callee(c, op);
	add_call(c, op->function_key, CALL_ADDRESS, false, false);
	see_operand(c, &op->src, false);
	see_operand(c, &op->receiver, false);
	for (uint32_t i = 0; i < op->argument_count; i++)
		see_operand(c, &op->arguments[i], is_given);
}

void summary_begin(struct summary *out, const struct function *f,
		   const struct rules *rules, struct arena *a)
{
	struct calls c = { .rules = rules, .arena = a };

	VEC_EACH (const struct block, b, &f->blocks) {
		VEC_EACH (const struct op, op, &b->ops)
			c.may_run |= runs_values(&c, op);
	}
	VEC_EACH (const struct block, b, &f->blocks) {
		VEC_EACH (const struct op, op, &b->ops)
			see_op(&c, op);
	}
	HASH_CLEAR(hh, c.seen);
	*out = (struct summary){
		.key = f->key,
		.name = f->name,
		.loc = f->loc,
		.kind = f->kind,
		.is_static = f->is_static,
		.is_virtual = f->is_virtual,
		.is_public = f->is_public,
		.class_name = f->class_name,
		.declared_in = f->declared_in,
		.overrides = f->overrides,
		.calls = c.list.at,
		.call_count = c.list.count,
		.ir = NONE,
	};
}
