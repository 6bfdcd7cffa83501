// SPDX-License-Identifier: Apache-2.0
// Several entries may be about one callee. All of them apply, but of two about
// the same place only the first whose conditions hold: what can be told now is
// told here, the rest is left to the call as `given_as` and `unless`.
#include <string.h>

#include "pack/check.h"
#include "pack/pack.h"

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
	return kept || op->is_alias || op->never_returns ? left : NULL;
}

struct operation_list settle(struct packset *s, struct entry *const *entries,
			     uint32_t count, const struct operation *annotated)
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
