// SPDX-License-Identifier: Apache-2.0
// A callee's summary at a call: each exit state of the body is a state behind
// the call.
#include <string.h>

#include "flow/engine.h"

// Whether the outcome is that of a null pointer where the caller has nothing
// that makes one likely.
static bool is_guess(struct solver *sv, const struct state *s,
		     const struct target *t, const struct when *w)
{
	const struct type *type =
		t->region == NONE ? NULL : sv->m.regions.at[t->region].type;

	return type && type->kind == TYPE_POINTER &&
	       t->value.kind == VALUE_SYMBOL &&
	       w->operator== BINARY_EQUAL && w->value_count == 1 &&
	       w->values[0] == 0 && !state_fact(s, t->value.id);
}

// Whether the outcome is that of one kind of message, and the caller got the
// message from somewhere: each kind is taken to come once.
static bool is_message(struct solver *sv, const struct state *s,
		       const struct target *t, const struct when *w)
{
	struct path p = { .count_argument = NONE, .index_out_argument = NONE };
	const struct symbol *x;

	if (t->value.kind != VALUE_SYMBOL || !w->path.count ||
	    w->operator!= BINARY_EQUAL || w->value_count != 1 ||
	    w->values[0] == 0 || state_fact(s, t->value.id))
		return false;
	x = &sv->m.symbols.at[t->value.id];
	return x->kind == SYMBOL_ENTRY && !interface_path(sv, x->a, &p);
}

// Who compares two pointers asks whether they are one object: that one is null
// says nothing of the other.
static bool is_null_beside(const struct value *a, const struct value *b,
			   enum binary_operator operator)
{
	return operator== BINARY_EQUAL && a->kind == VALUE_INTEGER &&
		a->integer == 0 && b->kind == VALUE_SYMBOL;
}

static bool assume_comparison(struct solver *sv, struct state *s,
			      const struct op *op, const struct when *w)
{
	struct targets one = { 0 }, other = { 0 };

	path_targets(sv, s, op, &w->path, &one);
	path_targets(sv, s, op, w->other, &other);
	if (one.list.count != 1 || other.list.count != 1)
		return true;
	const struct value *a = &one.list.at[0].value;
	const struct value *b = &other.list.at[0].value;
	return is_null_beside(a, b, w->operator) ||
	       is_null_beside(b, a, w->operator) ||
	       refine_values(sv, s, *a, w->operator, * b);
}

static bool assume_entry(struct solver *sv, struct state *s,
			 const struct op *op, const struct when *w,
			 bool *guesses)
{
	struct targets targets = { 0 };

	if (w->kind == WHEN_PATHS)
		return assume_comparison(sv, s, op, w);
	if (w->kind != WHEN_PATH)
		return true;
	path_targets(sv, s, op, &w->path, &targets);
	if (targets.list.count != 1)
		return true;
	*guesses |= is_guess(sv, s, &targets.list.at[0], w) ||
		    is_message(sv, s, &targets.list.at[0], w);
	for (uint32_t i = 0; i < w->value_count; i++)
		if (!refine_value(sv, s, targets.list.at[0].value, w->operator,
				  w->values[i]))
			return false;
	return true;
}

bool outcome_claims(const struct outcome *o, const struct when *w)
{
	bool is_memory = w->kind == WHEN_PATH &&
			 (w->path.count || w->path.root == PATH_GLOBAL);

	for (uint32_t i = 0; is_memory && i < o->store_count; i++) {
		const struct store *st = &o->stores[i];
		if (st->what == STORED_INTEGER && w->value_count == 1 &&
		    interface_same(&st->path, &w->path) &&
		    !binary_holds(st->integer, w->operator, w->values[0]))
			return true;
	}
	return false;
}

// What a thread finds in memory, its handles apart, may be there at any time;
// not so what it claims there.
static bool is_of_any_time(const struct solver *sv, const struct outcome *o,
			   const struct when *w)
{
	if (!sv->by_thread || w->kind != WHEN_PATH || !w->path.count ||
	    outcome_claims(o, w))
		return false;
	for (uint32_t i = 0; i < o->effect_count; i++)
		if (interface_same(&o->effects[i].subject, &w->path))
			return false;
	return true;
}

bool outcome_can_be(struct solver *sv, struct state *s, const struct op *op,
		    const struct outcome *o)
{
	struct state *trial = state_copy(sv->scratch, s);
	bool guesses = false;

	for (uint32_t i = 0; i < o->when_count; i++)
		if (!is_of_any_time(sv, o, &o->when[i]) &&
		    !assume_entry(sv, trial, op, &o->when[i], &guesses))
			return false;
	return true;
}

// A path that tested the handle: it must have been as the test said.
static bool assume_handle(struct solver *sv, struct state *s,
			  const struct op *op, const struct effect *e)
{
	struct targets targets = { 0 };

	path_targets(sv, s, op, &e->subject, &targets);
	for (uint32_t i = 0; i < targets.list.count; i++) {
		const struct target *t = &targets.list.at[i];
		struct subject x =
			handle_of_value(sv, s, t->value, t->region, e->family);
		bool unknown = x.handle->set[0] & TS_UNKNOWN;
		if (!effect_means(sv, s, x.symbol, e->true_means))
			return false;
		// The caller did not ask: nothing is told from it.
		if (unknown && e->true_means == MEANS_EMPTY)
			state_handle(s, x.symbol)->flags |= HANDLE_MAYBE;
	}
	return true;
}

// What is known of the new value all the same.
static void assume_known(struct solver *sv, struct state *s,
			 const struct store *st, uint32_t region)
{
	struct value v = eval_load(sv, s, region);

	for (uint32_t i = 0; v.kind == VALUE_SYMBOL && i < st->known_count; i++)
		state_assume(s, sv->scratch, &sv->m, v.id,
			     st->known[i].operator, st->known[i].values[0]);
}

static void store_unknown(struct solver *sv, struct state *s,
			  const struct store *st, uint32_t region)
{
	eval_havoc(sv, s, region);
	assume_known(sv, s, st, region);
}

// An empty handle that this very call made keeps its name: that is its value.
static bool names_empty(struct solver *sv, struct state *s,
			struct state *before, uint32_t region, int64_t integer)
{
	struct value v = eval_load(sv, s, region);
	const struct value *old = state_bound(before, region);
	const struct handle *h =
		v.kind == VALUE_SYMBOL ? state_handle(s, v.id) : NULL;

	if (!h || h->set[0] != TS_EMPTY ||
	    (old && old->kind == VALUE_SYMBOL && old->id == v.id))
		return false;
	return refine_value(sv, s, v, BINARY_EQUAL, integer);
}

static void store_at(struct solver *sv, struct state *s, struct state *before,
		     const struct op *op, const struct store *st,
		     uint32_t region)
{
	struct value v = { .kind = VALUE_INTEGER, .integer = st->integer };
	struct targets from = { 0 };

	if (st->what == STORED_INTEGER) {
		if (!names_empty(sv, s, before, region, st->integer))
			eval_store(sv, s, region, v);
		return;
	}
	if (st->what != STORED_UNKNOWN)
		path_targets(sv, before, op, &st->from, &from);
	if (from.list.count != 1) {
		store_unknown(sv, s, st, region);
		return;
	}
	const struct target *t = &from.list.at[0];
	if (st->what == STORED_ADDRESS && t->region != NONE) {
		v = (struct value){ .kind = VALUE_ADDRESS, .id = t->region };
		eval_store(sv, s, region, v);
	} else if (st->what == STORED_ADDRESS) {
		eval_havoc(sv, s, region);
	} else if (t->region != NONE) {
		struct content c = eval_content(sv, before, t->region);
		eval_put(sv, s, region, &c);
	} else {
		eval_store(sv, s, region, t->value);
	}
}

static void apply_store(struct solver *sv, struct state *s,
			struct state *before, const struct op *op,
			const struct store *st)
{
	struct targets targets = { 0 };

	path_targets(sv, s, op, &st->path, &targets);
	for (uint32_t i = 0; i < targets.list.count; i++) {
		uint32_t r = targets.list.at[i].region;
		if (r == NONE)
			continue;
		store_at(sv, s, before, op, st, r);
	}
}

// The region that an unknown value is written to, if it is the same in all
// states: a global, or a field within it; else NONE.
static uint32_t unknown_global(struct solver *sv, const struct store *st)
{
	const struct path *p = &st->path;

	if (st->what != STORED_UNKNOWN || p->root != PATH_GLOBAL ||
	    p->is_elements || p->is_range || p->of_field)
		return NONE;
	for (uint32_t i = 0; i < p->count; i++)
		if (p->steps[i].projection != PROJECT_FIELD ||
		    !p->steps[i].field_usr)
			return NONE;
	uint32_t r = region_global(&sv->m, p->name, p->usr, NULL);
	for (uint32_t i = 0; i < p->count; i++)
		r = region_field(&sv->m, r, p->steps[i].field,
				 p->steps[i].field_usr, p->steps[i].type);
	return r;
}

// Applies the stores from `first` on, as far as they are to such regions; their
// number. There is room for twice as many regions.
static uint32_t apply_unknown(struct solver *sv, struct state *s,
			      const struct outcome *o, uint32_t first,
			      uint32_t *regions)
{
	const struct store *st = &o->stores[first];
	uint32_t count = 0, most = o->store_count - first;

	while (count < most &&
	       (regions[count] = unknown_global(sv, &st[count])) != NONE)
		count++;
	if (!count)
		return 0;
	memcpy(regions + count, regions, count * sizeof(*regions));
	eval_havoc_these(sv, s, regions + count, count);
	for (uint32_t i = 0; i < count; i++)
		if (st[i].known_count)
			assume_known(sv, s, &st[i], regions[i]);
	return count;
}

// A summary can write hundreds of globals, one after the other.
static void apply_stores(struct solver *sv, struct state *s,
			 struct state *before, const struct op *op,
			 const struct outcome *o)
{
	uint32_t *regions =
		ARENA_ARRAY(sv->scratch, uint32_t, 2 * o->store_count + 1);

	for (uint32_t i = 0; i < o->store_count;) {
		uint32_t done = apply_unknown(sv, s, o, i, regions);
		if (!done)
			apply_store(sv, s, before, op, &o->stores[i]);
		i += done ? done : 1;
	}
}

// A failure that the program has not tested, or what would come of a null that
// nobody speaks of: what follows from it is silent.
static void doubt_results(struct solver *sv, struct state *s,
			  const struct op *op, const struct outcome *o)
{
	for (uint32_t i = 0; i < o->effect_count; i++) {
		struct targets targets = { 0 };
		path_targets(sv, s, op, &o->effects[i].subject, &targets);
		for (uint32_t j = 0; j < targets.list.count; j++) {
			const struct target *t = &targets.list.at[j];
			struct subject x;
			if (!o->effects[i].family)
				continue;
			x = handle_of_value(sv, s, t->value, t->region,
					    o->effects[i].family);
			x.handle->flags |= HANDLE_MAYBE;
		}
	}
}

static bool does_produce(const struct outcome *o, const struct path *subject)
{
	for (uint32_t i = 0; i < o->effect_count; i++)
		if (o->effects[i].kind == EFFECT_PRODUCE &&
		    interface_same(&o->effects[i].subject, subject))
			return true;
	return false;
}

// What the call makes when it succeeds, and has not made in the outcome `o`:
// as with any attempt, that it failed is no matter until the caller asks.
static void doubt_failure(struct solver *sv, struct state *s,
			  const struct op *op, const struct effect *made,
			  const struct outcome *o)
{
	struct targets targets = { 0 };

	if (made->kind != EFFECT_PRODUCE || !made->family ||
	    does_produce(o, &made->subject))
		return;
	path_targets(sv, s, op, &made->subject, &targets);
	for (uint32_t i = 0; i < targets.list.count; i++) {
		const struct target *t = &targets.list.at[i];
		struct subject x = handle_of_value(sv, s, t->value, t->region,
						   made->family);
		if (x.handle->set[0] == TS_EMPTY)
			x.handle->flags |= HANDLE_DOUBTED;
	}
}

static void doubt_failures(struct solver *sv, struct state *s,
			   const struct op *op, const struct choice *c,
			   const struct outcome *o)
{
	for (uint32_t i = 0; i < c->outcome_count; i++)
		for (uint32_t j = 0; j < c->outcomes[i].effect_count; j++)
			doubt_failure(sv, s, op, &c->outcomes[i].effects[j], o);
}

// The one value that the outcome returns.
static const int64_t *returned(const struct outcome *o)
{
	for (uint32_t i = 0; i < o->when_count; i++) {
		const struct when *w = &o->when[i];
		if (w->kind == WHEN_RETURN && w->operator== BINARY_EQUAL &&
					      w->value_count == 1)
			return w->values;
	}
	return NULL;
}

static bool makes_more(const struct outcome *a, const struct outcome *b)
{
	for (uint32_t i = 0; i < a->effect_count; i++)
		if (a->effects[i].kind == EFFECT_PRODUCE &&
		    !does_produce(b, &a->effects[i].subject))
			return true;
	return false;
}

// `*out = f; return 0;` or else `return code(errno);`: whoever gets 0 has what
// was made, though it is not known which values code() can have.
static bool is_told_apart(struct solver *sv, struct state *s,
			  const struct op *op, const struct choice *c,
			  const struct outcome *o)
{
	if (op->dst == NONE || returned(o))
		return true;
	for (uint32_t i = 0; i < c->outcome_count; i++) {
		const int64_t *value = returned(&c->outcomes[i]);
		if (value && makes_more(&c->outcomes[i], o) &&
		    !refine_value(sv, s, apply_result(sv, s, op),
				  BINARY_NOT_EQUAL, *value))
			return false;
	}
	return true;
}

static bool apply_outcome(struct solver *sv, struct state *s,
			  const struct op *op, const struct choice *c,
			  const struct outcome *o, const char *what)
{
	bool guesses = false;

	for (uint32_t i = 0; i < o->when_count; i++)
		if (!assume_entry(sv, s, op, &o->when[i], &guesses))
			return false;
	struct state *before =
		o->store_count ? state_copy(sv->scratch, s) : NULL;
	for (uint32_t i = 0; i < o->effect_count; i++) {
		const struct effect *e = &o->effects[i];
		if (e->kind != EFFECT_GUARD)
			apply_effect(sv, s, op, e, what, e);
		else if (!assume_handle(sv, s, op, e))
			return false;
	}
	apply_stores(sv, s, before, op, o);
	if (o->is_unlikely || guesses)
		doubt_results(sv, s, op, o);
	for (uint32_t i = 0; i < o->when_count; i++) {
		const struct when *w = &o->when[i];
		if (w->kind != WHEN_RETURN || op->dst == NONE)
			continue;
		if (!refine_value(sv, s, apply_result(sv, s, op), w->operator,
				  w->values[0]))
			return false;
	}
	doubt_failures(sv, s, op, c, o);
	return is_told_apart(sv, s, op, c, o);
}

bool apply_summary(struct solver *sv, struct state *s, const struct op *op,
		   const struct operation *summary, const char *what)
{
	const struct choice *c;
	struct state *entry;
	bool any = false;

	if (summary->is_alias)
		apply_alias(sv, s, op, summary);
	if (!summary->choice_count)
		return !summary->never_returns;
	c = &summary->choices[0];
	entry = state_copy(sv->scratch, s);
	for (uint32_t i = 0; i < c->outcome_count; i++) {
		struct state *t = state_copy(sv->scratch, entry);
		if (!apply_outcome(sv, t, op, c, &c->outcomes[i], what))
			continue;
		if (any)
			VEC_PUSH(sv->keep, &sv->splits, t);
		else
			*s = *t;
		any = true;
	}
	return any;
}
