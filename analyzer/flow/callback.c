// SPDX-License-Identifier: Apache-2.0
// Functions and closures that the callee runs: at once, later, or on another
// thread.
#include <string.h>

#include "flow/engine.h"

struct callable {
	const char *key;  // of the body
	uint32_t closure; // region of the lambda object, NONE for functions
	const char *name;
};

static bool callable_of(struct solver *sv, struct state *s,
			const struct operand *o, struct callable *out)
{
	uint32_t region = eval_object(sv, s, o);
	const struct value *bound =
		region != NONE ? state_bound(s, region) : NULL;

	*out = (struct callable){ .closure = NONE };
	if (bound && bound->kind == VALUE_CLOSURE) {
		out->key = bound->closure;
		out->closure = region;
		out->name = "the lambda";
		return true;
	}
	struct value v = eval_operand(sv, s, o);
	if (v.kind == VALUE_FUNCTION && v.function->key) {
		out->key = v.function->key;
		out->name = v.function->short_name;
		return true;
	}
	return false;
}

// The body's captures and parameters, as operands of a made-up call: what a
// summary's paths start from.
static struct op *made_call(struct solver *sv, const struct op *op,
			    struct operand *arguments, uint32_t count)
{
	struct op *call = arena_memdup(sv->scratch, op, sizeof(*op));

	call->arguments = arguments;
	call->argument_count = count;
	return call;
}

// Effects on captures: replace the path's root by the closure's own part.
static bool apply_on_capture(struct solver *sv, struct state *s,
			     const struct effect *e, uint32_t closure,
			     const char *what)
{
	uint32_t r = region_capture(&sv->m, closure, e->subject.index);
	struct value v = eval_load(sv, s, r);
	struct occasion o = { .what = what, .inner = e };

	if (v.kind == VALUE_ADDRESS) // by reference
		r = v.id;
	for (uint32_t i = 0; i < e->subject.count; i++) {
		const struct path_step *step = &e->subject.steps[i];
		if (step->projection == PROJECT_FIELD) {
			r = region_field(&sv->m, r, step->field,
					 step->field_usr, NULL);
		} else if (step->projection == PROJECT_DEREF) {
			r = eval_pointee(sv, s, eval_load(sv, s, r), NULL);
			if (r == NONE)
				return true;
		} else if (step->projection == PROJECT_INDEX) {
			r = region_index(&sv->m, r, step->index, NULL);
		} else {
			r = region_element(&sv->m, r, NONE, NULL);
		}
	}
	struct effect *own = arena_memdup(sv->scratch, e, sizeof(*e));
	if (!own->family)
		own->family = eval_family(sv, sv->m.regions.at[r].type);
	o.effect = own;
	if (e->kind == EFFECT_GUARD && own->family) {
		struct subject x = handle_of_value(sv, s, eval_load(sv, s, r),
						   r, own->family);
		return effect_means(sv, s, x.symbol, e->true_means);
	}
	effect_apply(sv, s, r, eval_load(sv, s, r), &o);
	return true;
}

static bool consumes(enum effect_kind k)
{
	return k == EFFECT_CONSUME || k == EFFECT_CONSUME_NO_RESULT ||
	       k == EFFECT_COMPLETE;
}

void closure_check(struct solver *sv, struct state *s, const struct op *op,
		   uint32_t closure)
{
	const struct operation *summary =
		summary_of(sv->engine, op->function_key);
	struct state *trial;

	if (!summary || !summary->choice_count ||
	    summary->choices[0].outcome_count != 1)
		return;
	const struct outcome *o = &summary->choices[0].outcomes[0];
	for (uint32_t i = 0; i < o->effect_count; i++) {
		const struct effect *e = &o->effects[i];
		if (e->subject.root != PATH_CAPTURE || !consumes(e->kind) ||
		    e->is_maybe)
			continue;
		trial = state_copy(sv->scratch, s);
		apply_on_capture(sv, trial, e, closure, e->operation);
		for (uint32_t k = 0; k < trial->handles.count; k++) {
			struct handle *h =
				state_handle(s, trial->handles.at[k].symbol);
			if (h)
				h->flags |= trial->handles.at[k].flags &
					    HANDLE_REPORTED;
		}
	}
}

static void capture_unknown(struct solver *sv, struct state *s,
			    const struct store *st, uint32_t closure)
{
	uint32_t r = region_capture(&sv->m, closure, st->path.index);
	struct value v = eval_load(sv, s, r);

	if (v.kind == VALUE_ADDRESS)
		r = v.id;
	if (st->what == STORED_INTEGER && !st->path.count)
		eval_store(sv, s, r,
			   (struct value){ .kind = VALUE_INTEGER,
					   .integer = st->integer });
	else
		eval_havoc(sv, s, r);
}

static bool apply_capture_outcome(struct solver *sv, struct state *s,
				  const struct outcome *o, uint32_t closure,
				  const char *what)
{
	for (uint32_t i = 0; i < o->effect_count; i++)
		if (o->effects[i].subject.root == PATH_CAPTURE &&
		    !apply_on_capture(sv, s, &o->effects[i], closure, what))
			return false;
	for (uint32_t i = 0; i < o->store_count; i++)
		if (o->stores[i].path.root == PATH_CAPTURE)
			capture_unknown(sv, s, &o->stores[i], closure);
	return true;
}

// The outcome without its effects on captures, which were applied already.
static struct operation *without_captures(struct solver *sv,
					  const struct outcome *o)
{
	struct operation *op = ARENA_NEW(sv->scratch, struct operation);
	struct outcome *rest = arena_memdup(sv->scratch, o, sizeof(*o));

	// Stories point to them.
	rest->effects = ARENA_ARRAY(sv->keep, struct effect, o->effect_count);
	rest->effect_count = 0;
	for (uint32_t i = 0; i < o->effect_count; i++)
		if (o->effects[i].subject.root != PATH_CAPTURE)
			rest->effects[rest->effect_count++] = o->effects[i];
	rest->stores = ARENA_ARRAY(sv->scratch, struct store, o->store_count);
	rest->store_count = 0;
	for (uint32_t i = 0; i < o->store_count; i++)
		if (o->stores[i].path.root != PATH_CAPTURE)
			rest->stores[rest->store_count++] = o->stores[i];
	op->choices = ARENA_NEW(sv->scratch, struct choice);
	op->choices->outcomes = rest;
	op->choices->outcome_count = 1;
	op->choice_count = 1;
	op->is_summary = true;
	return op;
}

bool closure_call(struct solver *sv, struct state *s, const struct op *op,
		  const char *key, uint32_t closure, const char *what)
{
	const struct operation *summary = summary_of(sv->engine, key);
	struct state *entry;
	bool any = false;

	if (!summary)
		return false;
	if (!what)
		what = "the lambda";
	if (closure == NONE) {
		sv->is_dead |= !apply_summary(sv, s, op, summary, what);
		return true;
	}
	entry = state_copy(sv->scratch, s);
	for (uint32_t i = 0;
	     summary->choice_count && i < summary->choices[0].outcome_count;
	     i++) {
		const struct outcome *o = &summary->choices[0].outcomes[i];
		struct state *t = state_copy(sv->scratch, entry);
		if (!apply_capture_outcome(sv, t, o, closure, what) ||
		    !apply_summary(sv, t, op, without_captures(sv, o), what))
			continue;
		if (any)
			VEC_PUSH(sv->keep, &sv->splits, t);
		else
			*s = *t;
		any = true;
	}
	sv->is_dead |= summary->choice_count && !any;
	return true;
}

static bool same_effect(const struct effect *a, const struct effect *b)
{
	return a->kind == b->kind && a->facet == b->facet &&
	       a->family == b->family &&
	       interface_same(&a->subject, &b->subject);
}

static bool has_effect(const struct outcome *o, const struct effect *e)
{
	for (uint32_t i = 0; i < o->effect_count; i++)
		if (same_effect(&o->effects[i], e))
			return true;
	return false;
}

struct ways {
	VEC(const struct outcome *) list;
};

static void take_way(struct solver *sv, struct state *s, const struct op *op,
		     const struct callable *c, const struct outcome *o)
{
	if (c->closure != NONE)
		apply_capture_outcome(sv, s, o, c->closure, c->name);
	apply_summary(sv, s, op, without_captures(sv, o), c->name);
}

// What all ways do is certain, what only some do is possible, and nothing
// happens twice.
static void take_some_way(struct solver *sv, struct state *s,
			  const struct op *op, const struct callable *c,
			  const struct ways *ways)
{
	VEC(struct effect) effects = { 0 };
	struct outcome o = { 0 };

	for (uint32_t i = 0; i < ways->list.count; i++) {
		const struct outcome *way = ways->list.at[i];
		for (uint32_t j = 0; j < way->effect_count; j++) {
			struct effect e = way->effects[j];
			uint32_t n = 0;
			bool known = false;
			for (uint32_t k = 0; k < ways->list.count; k++) {
				bool has = has_effect(ways->list.at[k], &e);
				known |= has && k < i;
				n += has;
			}
			e.is_maybe |= n < ways->list.count;
			if (!known && !(e.is_maybe && e.kind == EFFECT_GUARD))
				VEC_PUSH(sv->keep, &effects, e);
		}
	}
	o.effects = effects.at;
	o.effect_count = effects.count;
	take_way(sv, s, op, c, &o);
}

// The outcome with no more of what it tests and writes than its claims: other
// threads see all of that or nothing.
static struct outcome *claimed(struct solver *sv, const struct outcome *o)
{
	struct outcome *own = arena_memdup(sv->scratch, o, sizeof(*o));
	VEC(struct when) when = { 0 };
	VEC(struct store) stores = { 0 };

	for (uint32_t i = 0; i < o->when_count; i++)
		if (outcome_claims(o, &o->when[i]))
			VEC_PUSH(sv->scratch, &when, o->when[i]);
	for (uint32_t i = 0; i < o->store_count; i++)
		for (uint32_t k = 0; k < when.count; k++)
			if (interface_same(&o->stores[i].path,
					   &when.at[k].path)) {
				VEC_PUSH(sv->scratch, &stores, o->stores[i]);
				break;
			}
	own->when = when.at;
	own->when_count = when.count;
	own->stores = stores.at;
	own->store_count = stores.count;
	return own;
}

// The body takes one of its paths, and nobody here sees which; that of a claim
// now or never.
static void run_concurrently(struct solver *sv, struct state *s,
			     const struct op *op, const struct callable *c,
			     const struct operation *summary)
{
	const struct choice *all = summary->choices;
	struct state *entry = state_copy(sv->scratch, s);
	struct ways ways = { 0 };
	bool any = false;

	for (uint32_t i = 0; summary->choice_count && i < all->outcome_count;
	     i++) {
		struct outcome *own = claimed(sv, &all->outcomes[i]);
		struct state *t = state_copy(sv->scratch, entry);
		if (!outcome_can_be(sv, s, op, &all->outcomes[i]))
			continue;
		if (!own->store_count) {
			VEC_PUSH(sv->scratch, &ways.list, &all->outcomes[i]);
			continue;
		}
		take_way(sv, t, op, c, own);
		VEC_PUSH(sv->keep, &sv->splits, t);
		any = true;
	}
	if (ways.list.count || !any)
		take_some_way(sv, s, op, c, &ways);
}

// The call as the body sees it: the passed arguments as its parameters.
static struct op *body_call(struct solver *sv, const struct op *op,
			    const struct callback *cb)
{
	struct operand *arguments = ARENA_ARRAY(sv->scratch, struct operand,
						op->argument_count + 8);
	uint32_t count = 0;

	if (cb->pass_argument != NONE && cb->pass_parameter < 8) {
		uint32_t from = cb->pass_argument, to = cb->pass_parameter;
		while (from < op->argument_count) {
			arguments[to] = op->arguments[from++];
			count = ++to;
			if (!cb->passes_rest)
				break;
		}
	}
	struct op *call = made_call(sv, op, arguments, count);
	call->dst = NONE;
	call->receiver = (struct operand){ 0 };
	return call;
}

// Nothing is known about the body: whatever it can reach is unknown.
static void run_unknown(struct solver *sv, struct state *s, const struct op *op,
			const struct callback *cb)
{
	uint32_t region = eval_object(sv, s, &op->arguments[cb->argument]);
	VEC(uint32_t) reached = { 0 };

	if (region == NONE)
		return;
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		if (region_within(&sv->m, b->region, region) &&
		    b->value.kind == VALUE_ADDRESS)
			VEC_PUSH(sv->scratch, &reached, b->value.id);
		if (region_within(&sv->m, b->region, region) &&
		    b->value.kind == VALUE_SYMBOL)
			handle_escape(sv, s, b->value);
	}
	for (uint32_t i = 0; i < reached.count; i++)
		eval_havoc(sv, s, reached.at[i]);
}

// Inside the body, "myself" is the handle that this call makes.
static void bind_started(struct solver *sv, struct state *s,
			 const struct op *op, const struct operation *operation,
			 const struct callback *cb)
{
	uint32_t self = region_global(&sv->m, "#self", "#self", NULL);
	struct targets targets = { 0 };

	if (!cb->self || !operation->choice_count ||
	    !operation->choices[0].outcome_count)
		return;
	const struct outcome *o = &operation->choices[0].outcomes[0];
	if (o->effect_count)
		path_targets(sv, s, op, &o->effects[0].subject, &targets);
	if (targets.list.count)
		eval_store(sv, s, self, targets.list.at[0].value);
}

static void unbind_self(struct solver *sv, struct state *s)
{
	uint32_t self = region_global(&sv->m, "#self", "#self", NULL);

	state_unbind(s, self);
	for (uint32_t i = 0; i < sv->splits.count; i++)
		state_unbind(sv->splits.at[i], self);
}

void callbacks_run(struct solver *sv, struct state *s, const struct op *op,
		   const struct operation *operation, const char *what)
{
	(void)what;
	for (uint32_t i = 0; i < operation->callback_count; i++) {
		const struct callback *cb = &operation->callbacks[i];
		const struct operation *summary = NULL;
		struct callable c;

		if (cb->argument >= op->argument_count)
			continue;
		if (callable_of(sv, s, &op->arguments[cb->argument], &c))
			summary = summary_of(sv->engine, c.key);
		if (!summary) {
			run_unknown(sv, s, op, cb);
			continue;
		}
		bind_started(sv, s, op, operation, cb);
		sv->by_thread = cb->runs == RUNS_THREAD;
		run_concurrently(sv, s, body_call(sv, op, cb), &c, summary);
		sv->by_thread = false;
		unbind_self(sv, s);
	}
}
