// SPDX-License-Identifier: Apache-2.0
// Keeps: an answer depends on the callee's and the receiver's types and on the
// packs in use alone, so it is remembered by their addresses, which are unique
// in a unit, and for these packs.
#include "pack/match.h"

#include <stdlib.h>
#include <string.h>

#include "pack/check.h"
#include "pack/pack.h"

struct memo_key {
	const void *subject;
	const void *detail;
	uint64_t packs;
};

struct memo {
	struct memo_key key;
	struct operation_list list;
	const struct family *family;
	UT_hash_handle hh;
};

static struct memo *recall(struct memo *table, const struct memo_key *key)
{
	struct memo *m;

	HASH_FIND(hh, table, key, sizeof(*key), m);
	return m;
}

static struct memo *remember(struct packset *s, struct memo **table,
			     const struct memo_key *key)
{
	struct memo *m = ARENA_NEW(&s->unit, struct memo);

	m->key = *key;
	HASH_ADD(hh, *table, key, sizeof(m->key), m);
	return m;
}

void unit_forget(struct packset *s)
{
	HASH_CLEAR(hh, s->calls);
	HASH_CLEAR(hh, s->awaits);
	HASH_CLEAR(hh, s->types);
	annotations_forget(s);
}

void unit_release(struct packset *s)
{
	unit_forget(s);
	annotations_release(s);
	arena_reset(&s->unit);
}

// ---- one question

struct question {
	struct packset *set;
	const struct callee *callee;
	const struct type *receiver; // record, or NULL
	const char *plain_name;      // without inline namespaces
	VEC(struct entry *) found;
};

static bool list_has(const struct packset *s, const char *const *names,
		     const char *wanted)
{
	for (; names && *names; names++)
		if (name_is(s, *names, wanted))
			return true;
	return false;
}

// The class that declares the method, the receiver's own, or one between them;
// what a class below declares anew is another method unless `derived` says so.
static bool class_fits(const struct question *q, const struct entry *e,
		       const char *class_name)
{
	const struct packset *s = q->set;
	const struct callee *c = q->callee;
	const struct type *r = q->receiver;

	if (c->class_name && name_is(s, c->class_name, class_name))
		return true;
	bool is_below = list_has(s, c->class_bases, class_name);
	if (is_below)
		return e->operation.derived_too;
	return r && ((r->name && name_is(s, r->name, class_name)) ||
		     list_has(s, r->bases, class_name));
}

static bool any_class_fits(const struct question *q, const struct entry *e)
{
	VEC_EACH (const char *, n, &e->classes) {
		if (class_fits(q, e, *n))
			return true;
	}
	return false;
}

static const struct type *record_of(const struct type *t)
{
	while (t && (t->kind == TYPE_REFERENCE || t->kind == TYPE_POINTER ||
		     t->kind == TYPE_RVALUE_REFERENCE))
		t = t->pointee;
	return t;
}

// Operators that are no methods: the class is an operand's.
static bool operand_fits(const struct question *q, const struct entry *e)
{
	const struct callee *c = q->callee;

	for (uint32_t i = 0; i < c->parameter_count; i++) {
		const struct type *t = record_of(c->parameters[i]);
		VEC_EACH (const char *, n, &e->classes) {
			if (t && t->name && name_is(q->set, t->name, *n))
				return true;
		}
	}
	return false;
}

static bool is_copy_or_move(const struct packset *s, const struct callee *c)
{
	if (c->parameter_count != 1)
		return false;
	const struct type *p = c->parameters[0];
	if (p->kind != TYPE_REFERENCE && p->kind != TYPE_RVALUE_REFERENCE)
		return false;
	return p->pointee && p->pointee->name && c->class_name &&
	       name_is(s, p->pointee->name, c->class_name);
}

static bool constructor_fits(const struct question *q, const struct entry *e)
{
	const struct callee *c = q->callee;

	if (c->kind != CALLEE_CONSTRUCTOR || !any_class_fits(q, e))
		return false;
	if (!e->from)
		return !is_copy_or_move(q->set, c);
	for (uint32_t i = 0; i < c->parameter_count; i++)
		if (type_family(q->set, c->parameters[i]) == e->from)
			return true;
	return false;
}

static bool function_name_fits(const struct question *q, const struct entry *e)
{
	const struct callee *c = q->callee;

	if (c->kind != CALLEE_FUNCTION &&
	    !(c->kind == CALLEE_METHOD && c->is_static))
		return false;
	if (!e->operation.is_regex)
		return name_is(q->set, c->name, e->operation.name);
	return pattern_matches(e->pattern, c->name) ||
	       (q->plain_name != c->name &&
		pattern_matches(e->pattern, q->plain_name));
}

static bool name_fits(const struct question *q, const struct entry *e)
{
	const struct callee *c = q->callee;
	const struct operation *op = &e->operation;

	switch (op->match) {
	case MATCH_FUNCTION:
		return function_name_fits(q, e);
	case MATCH_METHOD:
		if (c->kind != CALLEE_METHOD)
			return false;
		return (op->is_regex
				? pattern_matches(e->pattern, c->short_name)
				: strcmp(c->short_name, op->name) == 0) &&
		       any_class_fits(q, e);
	case MATCH_OPERATOR:
		return strcmp(c->short_name, op->name) == 0 &&
		       (c->kind == CALLEE_METHOD ? any_class_fits(q, e)
						 : operand_fits(q, e));
	case MATCH_CONSTRUCTOR:
		return constructor_fits(q, e);
	case MATCH_DESTRUCTOR:
		return c->kind == CALLEE_DESTRUCTOR && any_class_fits(q, e);
	case MATCH_ANNOTATION:
		return true; // found by its text
	case MATCH_MACRO:
		return false;
	}
	return false;
}

// In a template's pattern nothing but the name is known.
static bool qualifiers_fit(const struct callee *c, const struct operation *op)
{
	if (c->is_dependent || c->kind != CALLEE_METHOD)
		return true;
	if (op->is_const != -1 && op->is_const != c->is_const)
		return false;
	switch (op->ref) {
	case ANY_REF:
		return true;
	case LVALUE_REF:
		return c->ref == REF_LVALUE && !c->is_const;
	case CONST_REF:
		return c->ref == REF_LVALUE && c->is_const;
	case RVALUE_REF:
		return c->ref == REF_RVALUE;
	}
	return false;
}

// Counted by what is declared: how many arguments are written is the call's
// matter, and differs only where there are defaults.
static bool count_fits(const struct callee *c, const struct operation *op)
{
	if (c->is_variadic || c->is_dependent)
		return true;
	return c->parameter_count >= op->min_arguments &&
	       c->parameter_count <= op->max_arguments;
}

static bool parameters_fit(const struct question *q, const struct entry *e)
{
	const struct callee *c = q->callee;

	if (!count_fits(c, &e->operation))
		return false;
	VEC_EACH (struct parameter_rule, r, &e->parameters) {
		bool fits = false;
		for (uint32_t i = 0; i < c->parameter_count; i++)
			fits |= (r->index == NONE || r->index == i) &&
				type_is_spelt(q->set, c->parameters[i],
					      r->type);
		if (!fits)
			return false;
	}
	return true;
}

static void consider(struct question *q, struct entry *e)
{
	if (e->pack->is_active && name_fits(q, e) &&
	    qualifiers_fit(q->callee, &e->operation) && parameters_fit(q, e))
		VEC_PUSH(&q->set->unit, &q->found, e);
}

static void consider_bucket(struct question *q, const char *key)
{
	struct bucket *b = index_find(q->set, key);

	for (uint32_t i = 0; b && i < b->entries.count; i++)
		consider(q, b->entries.at[i]);
}

// ---- from entries to the answer
//
// Several entries may be about one callee. All of them apply, but of two about
// the same place only the first whose conditions hold: what can be told now is
// told here, the rest is left to the call as `given_as` and `unless`.

static int entry_order(const void *a, const void *b)
{
	const struct entry *const *e = a, *const *f = b;

	return ((*e)->order > (*f)->order) - ((*e)->order < (*f)->order);
}

static const struct effect *first_effect(const struct choice *c)
{
	return c->outcomes[0].effects;
}

// About the same right of the same handle at the same place.
static bool meet(const struct choice *a, const struct choice *b)
{
	const struct effect *e = first_effect(a), *f = first_effect(b);

	return e->family == f->family && e->facet == f->facet &&
	       path_equal(&e->subject, &f->subject) &&
	       (e->given_as == ANY_REF || f->given_as == ANY_REF ||
		e->given_as == f->given_as);
}

// How many arguments a call has is not known here.
static bool counts_include(const struct operation *a, const struct operation *b)
{
	return a->min_arguments <= b->min_arguments &&
	       a->max_arguments >= b->max_arguments;
}

enum order { FIRST_WINS, FIRST_MAY_WIN, FIRST_IS_ELSEWHERE };

static enum order order_of(const struct choice *first,
			   const struct choice *second)
{
	enum ref_filter e = first_effect(first)->given_as;
	enum ref_filter f = first_effect(second)->given_as;

	if (!meet(first, second))
		return FIRST_IS_ELSEWHERE;
	return first->only_if_count || (e != ANY_REF && e != f) ? FIRST_MAY_WIN
								: FIRST_WINS;
}

static void give_as(struct packset *s, struct choice *c, enum ref_filter ref)
{
	c->outcomes = arena_memdup(&s->unit, c->outcomes,
				   c->outcome_count * sizeof(*c->outcomes));
	for (uint32_t i = 0; i < c->outcome_count; i++) {
		struct outcome *o = &c->outcomes[i];
		o->effects =
			arena_memdup(&s->unit, o->effects,
				     o->effect_count * sizeof(*o->effects));
		for (uint32_t k = 0; k < o->effect_count; k++)
			o->effects[k].given_as = ref;
	}
	c->unchecked.given_as = ref;
}

static void add_unless(struct packset *s, struct choice *c,
		       const struct choice *first)
{
	const struct choice **all = ARENA_ARRAY(&s->unit, const struct choice *,
						c->unless_count + 1);

	if (c->unless_count)
		memcpy(all, c->unless, c->unless_count * sizeof(*all));
	all[c->unless_count++] = first;
	c->unless = all;
}

// `second` only where `first` is not; both are about the same place.
static void stand_back(struct packset *s, struct choice *second,
		       const struct choice *first)
{
	enum ref_filter ref = first_effect(first)->given_as;

	if (first->only_if_count)
		add_unless(s, second, first);
	else
		give_as(s, second, ref == RVALUE_REF ? LVALUE_REF : RVALUE_REF);
}

// False if nothing of `c` is left behind the operations before it.
static bool settle_choice(struct packset *s, struct choice *c,
			  const struct operation *op,
			  const struct operation_list *before)
{
	for (uint32_t i = 0; i < before->count; i++) {
		const struct operation *x = before->at[i];
		for (uint32_t k = 0; k < x->choice_count; k++) {
			enum order order = order_of(&x->choices[k], c);
			if (order == FIRST_IS_ELSEWHERE ||
			    !counts_include(x, op))
				continue;
			if (order == FIRST_WINS)
				return false;
			stand_back(s, c, &x->choices[k]);
		}
	}
	return true;
}

// `op` as it applies after those before it, NULL if it does not. An entry whose
// actions all lose does not bring its callbacks either.
static const struct operation *
settle_operation(struct packset *s, const struct operation *op,
		 const struct operation_list *before)
{
	struct operation *left;
	uint32_t kept = 0;

	if (!op->choice_count || !before->count)
		return op;
	left = arena_memdup(&s->unit, op, sizeof(*op));
	left->choices = ARENA_ARRAY(&s->unit, struct choice, op->choice_count);
	for (uint32_t i = 0; i < op->choice_count; i++) {
		left->choices[kept] = op->choices[i];
		kept += settle_choice(s, &left->choices[kept], op, before);
	}
	left->choice_count = kept;
	return kept || op->is_alias || op->never_returns ||
			       op->attribute_detached
		       ? left
		       : NULL;
}

static struct operation_list settle(struct packset *s,
				    struct entry *const *entries,
				    uint32_t count,
				    const struct operation *annotated)
{
	const struct operation **at =
		ARENA_ARRAY(&s->unit, const struct operation *, count + 1);
	struct operation_list list = { at, 0 };

	if (annotated)
		at[list.count++] = annotated;
	for (uint32_t i = 0; i < count; i++) {
		const struct operation *op =
			settle_operation(s, &entries[i]->operation, &list);
		if (op)
			at[list.count++] = op;
	}
	return list;
}

static struct operation_list answer(struct question *q,
				    const struct operation *annotated)
{
	if (q->found.count)
		qsort(q->found.at, q->found.count, sizeof(*q->found.at),
		      entry_order);
	return settle(q->set, q->found.at, q->found.count, annotated);
}

static struct operation_list ask(struct packset *s, const struct callee *c,
				 const struct type *receiver)
{
	struct question q = { .set = s, .callee = c };
	struct arena *a = &s->unit;

	q.receiver = record_of(receiver);
	if (!c->name || !c->short_name)
		return (struct operation_list){ NULL, 0 };
	q.plain_name = name_plain(s, a, c->name);
	if (c->kind == CALLEE_CONSTRUCTOR && c->class_name)
		consider_bucket(&q, name_last(c->class_name));
	else if (c->kind == CALLEE_DESTRUCTOR && c->class_name)
		consider_bucket(
			&q, arena_printf(a, "~%s", name_last(c->class_name)));
	else
		consider_bucket(&q, c->short_name);
	for (const char *const *t = c->annotations; t && *t; t++)
		consider_bucket(&q, arena_printf(a, "@%s", *t));
	for (uint32_t i = 0; i < s->regex_entries.count; i++)
		consider(&q, s->regex_entries.at[i]);
	return answer(&q, annotated_operation(s, c));
}

// ---- model/rules.h

static struct operation_list operations_of_call(void *data,
						const struct callee *callee,
						const struct type *receiver)
{
	struct packset *s = data;
	struct memo_key key = { callee, receiver, s->in_use };
	struct memo *m = recall(s->calls, &key);

	if (!m) {
		struct operation_list list = ask(s, callee, receiver);
		m = remember(s, &s->calls, &key);
		m->list = list;
	}
	return m->list;
}

static bool await_fits(const struct question *q, const struct entry *e,
		       bool is_rvalue)
{
	enum ref_filter ref = e->operation.ref;

	if (!e->pack->is_active ||
	    (ref != ANY_REF && (ref == RVALUE_REF) != is_rvalue))
		return false;
	return any_class_fits(q, e);
}

static struct operation_list
operations_of_await(void *data, const struct type *operand, bool is_rvalue)
{
	static const struct callee nobody;
	struct packset *s = data;
	struct question q = { .set = s, .callee = &nobody };
	struct memo_key key = { operand, is_rvalue ? s : NULL, s->in_use };
	struct memo *m = recall(s->awaits, &key);

	if (m)
		return m->list;
	q.receiver = record_of(operand);
	for (uint32_t i = 0; q.receiver && i < s->await_entries.count; i++)
		if (await_fits(&q, s->await_entries.at[i], is_rvalue))
			VEC_PUSH(&s->unit, &q.found, s->await_entries.at[i]);
	m = remember(s, &s->awaits, &key);
	m->list = answer(&q, NULL);
	return m->list;
}

static const struct family *family_of_type(void *data, const struct type *type)
{
	struct packset *s = data;
	struct memo_key key = { type, NULL, s->in_use };
	struct memo *m = recall(s->types, &key);

	if (!m) {
		m = remember(s, &s->types, &key);
		m->family = type_family(s, type);
	}
	return m->family;
}

static const struct family *family_at(void *data, uint32_t n)
{
	const struct packset *s = data;

	for (uint32_t i = 0; i < s->packs.count; i++) {
		const struct pack *p = s->packs.at[i];
		if (n < p->handles.count)
			return &p->handles.at[n]->family;
		n -= p->handles.count;
	}
	return n < s->annotated_handles.count
		       ? &s->annotated_handles.at[n]->family
		       : NULL;
}

static const struct family *own_family(void *data, const struct family *like)
{
	return annotated_family(data, like);
}

static bool is_error_param(void *data, const struct type *type)
{
	const struct packset *s = data;

	for (uint32_t i = 0; i < s->packs.count; i++) {
		const struct pack *p = s->packs.at[i];
		if (!p->is_active)
			continue;
		for (uint32_t k = 0; k < p->error_params.count; k++)
			if (type_is_spelt(s, type, p->error_params.at[k]))
				return true;
	}
	return false;
}

static bool is_in_namespace(const char *name, const char *space)
{
	size_t n = strlen(space);

	return strncmp(name, space, n) == 0 && strncmp(name + n, "::", 2) == 0;
}

static bool is_library(void *data, const char *name)
{
	const struct packset *s = data;

	for (uint32_t i = 0; i < s->packs.count; i++) {
		const struct pack *p = s->packs.at[i];
		for (uint32_t k = 0; p->is_active && k < p->namespaces.count;
		     k++)
			if (is_in_namespace(name, p->namespaces.at[k]))
				return true;
	}
	return false;
}

void packset_rules(struct packset *s, struct rules *out)
{
	*out = (struct rules){ s,
			       family_of_type,
			       operations_of_call,
			       operations_of_await,
			       family_at,
			       own_family,
			       is_error_param,
			       is_library };
}
