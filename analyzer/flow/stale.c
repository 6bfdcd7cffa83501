// SPDX-License-Identifier: Apache-2.0
// Fields that keep a handle which a callback has ended: a source's function
// says by its value that the source is gone, and leaves the number where it
// was. Told of callbacks whose every step is known.
#include <string.h>

#include "flow/engine.h"

#define REACHED_MAX 32

// Functions that the callback leads to, and which of their variables can be the
// object that it was given.
struct reached {
	const struct function *f;
	bool *is_object;
};

struct walk {
	struct engine *e;
	// The place that keeps the handle: its fields lead to it.
	const struct function *owner;
	uint32_t place;
	struct reached at[REACHED_MAX];
	uint32_t count;
	bool failed; // somebody may write one of the fields
	bool writes; // some memory is written
	// The field is in another object than the callback is given: whatever
	// is got from there may lead to it.
	bool is_far;
};

static const struct function *body_of(const struct engine *e, const char *key)
{
	const struct record *r =
		key ? program_find(&e->program, e->unit, key) : NULL;

	return r ? r->function : NULL;
}

static struct reached *reach(struct walk *w, const struct function *f)
{
	for (uint32_t i = 0; i < w->count; i++)
		if (w->at[i].f == f)
			return &w->at[i];
	if (w->count == REACHED_MAX) {
		w->failed = true;
		return NULL;
	}
	w->at[w->count].f = f;
	w->at[w->count].is_object =
		ARENA_ARRAY(w->e->arena, bool, f->variables.count + 1);
	return &w->at[w->count++];
}

// The variable that is the operand, NONE if it is more or less than one.
static uint32_t bare(const struct function *f, const struct operand *o)
{
	const struct place *p;

	if (o->kind != OPERAND_PLACE)
		return NONE;
	p = &f->places.at[o->place];
	return p->projection == PROJECT_NONE ? p->variable : NONE;
}

// The key of the field or global that the place is, NULL for others.
static const char *key_of(const struct function *f, uint32_t place)
{
	const struct place *p = &f->places.at[place];

	if (p->projection == PROJECT_NONE)
		return f->variables.at[p->variable].usr;
	return p->field_usr;
}

// Whether `place` is one of those that lead to the handle.
static bool names_field(const struct walk *w, const struct function *f,
			uint32_t place)
{
	const char *key = key_of(f, place);

	for (uint32_t p = w->place; key && p != NONE;
	     p = w->owner->places.at[p].base) {
		const char *other = key_of(w->owner, p);
		if (other && str_equal(other, key))
			return true;
	}
	return false;
}

// Whether the operand is the object, or a part of it from where the field can
// be got at.
static bool is_object(const struct walk *w, const struct reached *r,
		      const struct operand *o)
{
	uint32_t v = bare(r->f, o);
	const struct place *p;

	if (v != NONE && r->is_object[v])
		return true;
	if (o->kind != OPERAND_PLACE)
		return false;
	p = &r->f->places.at[o->place];
	return names_field(w, r->f, o->place) ||
	       (w->is_far && v == NONE && r->is_object[p->variable] &&
		p->type->kind == TYPE_POINTER);
}

static bool give(struct walk *w, const struct reached *r, uint32_t dst)
{
	const struct place *p;

	if (dst == NONE)
		return false;
	p = &r->f->places.at[dst];
	if (p->projection != PROJECT_NONE) {
		w->failed = true; // kept where it is not followed
		return false;
	}
	bool is_new = !r->is_object[p->variable];
	r->is_object[p->variable] = true;
	return is_new;
}

// Whether the callee is known not to do anything but to give its argument back.
static bool gives_back(const struct walk *w, const struct op *op,
		       uint32_t argument)
{
	const struct rules *rules = w->e->rules;
	struct operation_list all = rules->operations_of_call(
		rules->data, op->callee, op->receiver_type);

	for (uint32_t i = 0; i < all.count; i++)
		if (all.at[i]->is_alias &&
		    all.at[i]->alias_argument == argument)
			return true;
	return false;
}

// Returns whether more variables can be the object than before.
static bool see_call(struct walk *w, uint32_t at, const struct op *op)
{
	const struct function *body = body_of(w->e, op->callee->key);
	struct reached *callee = body ? reach(w, body) : NULL;
	bool is_new = false;

	for (uint32_t i = 0; i < op->argument_count && !w->failed; i++) {
		const struct operand *o = &op->arguments[i];
		if (o->kind == OPERAND_FUNCTION ||
		    (o->kind == OPERAND_ADDRESS &&
		     names_field(w, w->at[at].f, o->place)))
			w->failed = true;
		if (!is_object(w, &w->at[at], o))
			continue;
		if (callee && i < body->parameter_count) {
			is_new |= !callee->is_object[i];
			callee->is_object[i] = true;
		} else if (gives_back(w, op, i)) {
			is_new |= give(w, &w->at[at], op->dst);
		} else {
			w->failed = true;
		}
	}
	return is_new;
}

static bool see_op(struct walk *w, uint32_t at, const struct op *op)
{
	const struct reached *r = &w->at[at];

	if (op->dst != NONE) {
		w->failed |= names_field(w, r->f, op->dst);
		w->writes |=
			r->f->places.at[op->dst].projection != PROJECT_NONE;
	}
	if (op->kind == OP_CALL)
		return see_call(w, at, op);
	if (op->kind == OP_CLOSURE || op->kind == OP_ESCAPE) {
		w->failed = true;
		return false;
	}
	return is_object(w, r, &op->src) && give(w, r, op->dst);
}

// Goes on until nothing more can be the object; of `at[0]` only `block` is run,
// NONE: all of it.
static void run(struct walk *w, uint32_t block)
{
	bool is_new = true;

	while (is_new && !w->failed) {
		is_new = false;
		for (uint32_t i = 0; i < w->count && !w->failed; i++)
			for (uint32_t b = 0; b < w->at[i].f->blocks.count; b++)
				if (i || block == NONE || b == block)
					VEC_EACH (const struct op, op,
						  &w->at[i].f->blocks.at[b].ops)
						is_new |= see_op(w, i, op);
	}
}

static bool asks_object(const struct reached *r, const struct operand *o)
{
	return (o->kind == OPERAND_PLACE || o->kind == OPERAND_ADDRESS) &&
	       r->is_object[r->f->places.at[o->place].variable];
}

// Whether the way on from the block depends on the object.
static bool is_decided_by_object(const struct reached *r,
				 const struct terminator *t)
{
	return asks_object(r, &t->condition.lhs) ||
	       asks_object(r, &t->condition.rhs) || asks_object(r, &t->value);
}

// `first` is the callback, all of whose variables that can be the object are
// known. `may_write`: other memory than the fields.
static bool has_way_through(const struct walk *w, const struct reached *first,
			    bool may_write)
{
	const struct function *f = first->f;
	bool *seen = ARENA_ARRAY(w->e->arena, bool, f->blocks.count);
	uint32_t *stack =
		ARENA_ARRAY(w->e->arena, uint32_t, f->blocks.count + 1);
	uint32_t top = 0;

	stack[top++] = 0;
	seen[0] = true;
	while (top) {
		uint32_t b = stack[--top], to;
		const struct terminator *t = &f->blocks.at[b].terminator;
		struct walk one = { .e = w->e,
				    .owner = w->owner,
				    .place = w->place,
				    .at = { *first },
				    .count = 1 };
		run(&one, b);
		if (one.failed || (one.writes && !may_write) ||
		    is_decided_by_object(first, t))
			continue;
		if (t->kind == TERM_RETURN)
			return true;
		for (uint32_t k = 0;
		     (to = block_successor(&f->blocks.at[b], k)) != NONE; k++)
			if (!seen[to]) {
				seen[to] = true;
				stack[top++] = to;
			}
	}
	return false;
}

// Which of the callback's variables can be the object or come from what is in
// it, whatever else happens.
static void find_objects(struct walk *w)
{
	struct reached *first = &w->at[0];
	bool is_new = true;

	while (is_new) {
		is_new = false;
		VEC_EACH (const struct block, b, &first->f->blocks)
			VEC_EACH (const struct op, op, &b->ops) {
				bool is_given = asks_object(first, &op->src);
				if (op->dst == NONE ||
				    first->f->places.at[op->dst].projection !=
					    PROJECT_NONE)
					continue;
				for (uint32_t i = 0; i < op->argument_count;
				     i++)
					is_given |= asks_object(
						first, &op->arguments[i]);
				if (is_given)
					is_new |= give(w, first, op->dst);
			}
	}
}

// Whether the callback may leave the field as it is, and the object, too, which
// its parameter is.
static void see_callback(struct walk *w, const struct function *f,
			 uint32_t parameter, struct stale *s)
{
	struct reached *first = reach(w, f);
	bool leaves;

	first->is_object[parameter] = true;
	run(w, NONE);
	leaves = !w->failed;
	find_objects(w);
	if (!leaves && (w->is_far || !has_way_through(w, first, true)))
		return;
	s->is_untouched = !w->is_far && has_way_through(w, first, false);
	VEC_PUSH(w->e->arena, &w->e->stale, *s);
}

static bool ends_by_value(struct engine *e, const struct callback *cb,
			  const struct function *f)
{
	const struct operation *o;

	if (cb->on_return == EFFECT_CONSUME)
		return true;
	if (cb->return_false != EFFECT_CONSUME)
		return false;
	o = constant_summary(e->arena, f);
	return o && o->choices->outcomes->when->values[0] == 0;
}

static void see_registration(struct engine *e, const struct function *f,
			     const struct op *op, const struct callback *cb)
{
	const char *key = key_of(f, op->dst);
	const struct function *body;

	if (!key || cb->pass_argument == NONE ||
	    cb->pass_argument >= op->argument_count ||
	    cb->argument >= op->argument_count ||
	    op->arguments[cb->argument].kind != OPERAND_FUNCTION)
		return;
	body = body_of(e, op->arguments[cb->argument].function->key);
	if (!body || cb->pass_parameter >= body->parameter_count ||
	    !ends_by_value(e, cb, body))
		return;
	struct stale s = { .field = key,
			   .callback = body->name,
			   .callback_loc = body->loc,
			   .by = op->callee->short_name,
			   .made = op->loc };
	struct walk w = { .e = e, .owner = f, .place = op->dst };
	w.is_far = bare(f, &op->arguments[cb->pass_argument]) !=
		   f->places.at[op->dst].variable;
	see_callback(&w, body, cb->pass_parameter, &s);
}

void stale_find(struct engine *e, const struct unit *u)
{
	const struct rules *r = e->rules;

	VEC_EACH (struct function *const, f, &u->functions)
		VEC_EACH (const struct block, b, &(*f)->blocks)
			VEC_EACH (const struct op, op, &b->ops) {
				struct operation_list list;
				if (op->kind != OP_CALL || op->dst == NONE)
					continue;
				list = r->operations_of_call(
					r->data, op->callee, op->receiver_type);
				for (uint32_t i = 0; i < list.count; i++)
					for (uint32_t k = 0;
					     k < list.at[i]->callback_count;
					     k++)
						see_registration(
							e, *f, op,
							&list.at[i]->callbacks
								 [k]);
			}
}
