// SPDX-License-Identifier: Apache-2.0
// One call's operations: those of packs, whose outcome may stay open until the
// program tests the result, and summaries, whose outcomes are paths.
#include <string.h>

#include "flow/contract.h"

static bool is_given(const struct effect *e, const struct target *t,
		     const struct op *op)
{
	const struct operand *o = NULL;

	if (e->given_as == ANY_REF)
		return true;
	if (e->subject.root == PATH_OPERAND)
		o = &op->src;
	else if (t->argument != NONE)
		o = &op->arguments[t->argument];
	else if (e->subject.root == PATH_THIS)
		o = &op->receiver;
	if (!o)
		return true;
	bool rvalue =
		o->passing == PASS_MOVE || o->passing == PASS_RVALUE_REFERENCE;
	return (e->given_as == RVALUE_REF) == rvalue;
}

// What is kept there; in a record's place its content is the handle.
static const struct handle *handle_there(struct solver *sv, struct state *s,
					 const struct target *t,
					 const struct family *family)
{
	const struct value *v = &t->value;

	if (family && t->region != NONE)
		v = state_bound(s, handle_region(sv, t->region, family));
	return v && v->kind == VALUE_SYMBOL ? state_handle(s, v->id) : NULL;
}

// The family of a handle is the effect's own, or that of what is there.
static const struct family *family_there(struct solver *sv, struct state *s,
					 const struct target *t)
{
	const struct family *family = NULL;
	const struct handle *h;

	if (t->region != NONE)
		family = eval_family(sv, sv->m.regions.at[t->region].type);
	h = handle_there(sv, s, t, family);
	if (h && (!family || h->made != NONE))
		family = h->family; // whoever made it knows best
	return family;
}

// Not one of those that `all` speaks of: pending ones of the family.
static bool is_not_meant(const struct effect *e, struct state *s,
			 const struct target *t)
{
	const struct handle *h = t->value.kind == VALUE_SYMBOL
					 ? state_handle(s, t->value.id)
					 : NULL;

	return e->subject.root == PATH_ALL &&
	       (!h || h->family != e->family || !(h->set[e->facet] & TS_LIVE));
}

// The guard's answer where the handle's state already tells it; else the
// question stays open until the result is tested.
static void open_guard(struct solver *sv, struct state *s,
		       const struct effect *e, const struct subject *x,
		       struct value result)
{
	struct state *yes = state_copy(sv->scratch, s);
	struct state *no = state_copy(sv->scratch, s);

	if (result.kind != VALUE_SYMBOL)
		return;
	if (!effect_means(sv, yes, x->symbol, e->true_means)) {
		state_assume(s, sv->scratch, &sv->m, result.id, BINARY_EQUAL,
			     0);
		return;
	}
	if (!effect_means(sv, no, x->symbol, e->false_means)) {
		state_assume(s, sv->scratch, &sv->m, result.id,
			     BINARY_NOT_EQUAL, 0);
		return;
	}
	struct pending p = { .result = result.id,
			     .symbol = x->symbol,
			     .guard = arena_memdup(sv->keep, e, sizeof(*e)),
			     .before = *x->handle,
			     .assumed = *x->handle,
			     .op = sv->op_number,
			     .region = x->region };
	VEC_PUSH(sv->scratch, &s->pendings, p);
}

struct value apply_result(struct solver *sv, struct state *s,
			  const struct op *op)
{
	if (op->dst == NONE)
		return (struct value){ .kind = VALUE_UNKNOWN };
	return eval_load(sv, s, eval_place(sv, s, op->dst));
}

// CONVERT, SHARE: the call's value is a new handle of another family.
static void make_converted(struct solver *sv, struct state *s,
			   const struct op *op, const struct effect *e,
			   const char *what)
{
	struct effect made = { .kind = EFFECT_PRODUCE, .family = e->to };
	struct occasion o = { .what = what, .slot = 1 };
	struct value v = { .kind = VALUE_UNKNOWN };

	if (!e->to || op->dst == NONE)
		return;
	o.effect = arena_memdup(sv->scratch, &made, sizeof(made));
	effect_apply(sv, s, eval_place(sv, s, op->dst), v, &o);
}

// A wait for converted handles takes only those: false if `t` is one, or
// nothing is known of it; one that was not converted is told.
static bool is_converted(struct solver *sv, struct state *s,
			 const struct effect *e, const struct target *t,
			 const struct occasion *o)
{
	const struct family *family;
	struct subject x;

	if (e->kind != EFFECT_WAIT_ALL || !e->to)
		return true;
	family = family_there(sv, s, t);
	if (!family && t->value.kind == VALUE_SYMBOL)
		family = eval_family(sv, sv->m.symbols.at[t->value.id].type);
	if (family != e->family)
		return false;
	x = handle_of_value(sv, s, t->value, t->region, family);
	check_add(sv, s, KIND_WAIT_ALL, true, true, x.handle, t->region,
		  e->facet, o);
	return false;
}

// An array of pointers to what the family's handles are.
static void pointed_to(struct solver *sv, struct state *s,
		       const struct effect *e, struct target *t)
{
	bool record = e->family && (e->family->match == MATCH_RECORD ||
				    e->family->match == MATCH_TEMPLATE);
	const struct type *type;
	uint32_t r;

	if (!record || !e->subject.is_elements || t->region == NONE)
		return;
	type = sv->m.regions.at[t->region].type;
	if (!type || type->kind != TYPE_POINTER)
		return;
	r = eval_pointee(sv, s, t->value, type->pointee);
	if (r == NONE)
		return;
	t->region = r;
	t->value = eval_load(sv, s, r);
}

// Whoever waits for all operations has waited for those that it was given.
static void prove_parameters(struct solver *sv, struct state *s,
			     const struct family *family)
{
	for (uint32_t v = 0; v < sv->f->variables.count; v++) {
		const struct variable *x = &sv->f->variables.at[v];
		uint32_t r = region_variable(&sv->m, v);
		struct subject t;

		if (x->kind != VARIABLE_PARAMETER || !x->type)
			continue;
		if (x->type->kind == TYPE_POINTER &&
		    eval_family(sv, x->type) != family)
			r = eval_pointee(sv, s, eval_load(sv, s, r),
					 x->type->pointee);
		if (r == NONE ||
		    eval_family(sv, sv->m.regions.at[r].type) != family)
			continue;
		t = handle_at(sv, s, r, family);
		if (t.handle->set[0] & TS_UNKNOWN)
			t.handle->flags |= HANDLE_PROVEN;
	}
}

void apply_effect(struct solver *sv, struct state *s, const struct op *op,
		  const struct effect *e, const char *what,
		  const struct effect *inner)
{
	struct targets targets = { 0 };

	if (e->subject.root == PATH_ALL && e->kind == EFFECT_WAIT)
		prove_parameters(sv, s, e->family);
	path_targets(sv, s, op, &e->subject, &targets);
	for (uint32_t i = 0; i < targets.list.count; i++) {
		struct target t = targets.list.at[i];
		struct effect own = *e;
		pointed_to(sv, s, e, &t);
		if (is_not_meant(e, s, &t) || !is_given(e, &t, op))
			continue;
		if (!own.family)
			own.family = family_there(sv, s, &t);
		if (!own.family && e->kind == EFFECT_FORGET)
			handle_escape(sv, s, t.value);
		if (!own.family && e->kind == EFFECT_DESTROY &&
		    t.region != NONE)
			handle_free(sv, s, t.region);
		if (!own.family)
			continue;
		struct occasion o = { .effect = arena_memdup(sv->scratch, &own,
							     sizeof(own)),
				      .what = what,
				      .inner = inner,
				      .is_move = t.is_move,
				      .is_element = e->subject.is_elements,
				      .element = t.region,
				      .slot = 2 + i };
		if (!is_converted(sv, s, e, &t, &o))
			continue;
		effect_apply(sv, s, t.region, t.value, &o);
		if (e->kind == EFFECT_GUARD) {
			struct subject x = handle_of_value(
				sv, s, t.value, t.region, own.family);
			open_guard(sv, s, e, &x, apply_result(sv, s, op));
		}
	}
	if (e->kind == EFFECT_CONVERT || e->kind == EFFECT_SHARE)
		make_converted(sv, s, op, e, what);
}

// ---- outcomes

// The outcomes that the arguments leave, with only the conditions that the
// result will decide. `maybe` is set when an argument's condition is unknown.
static struct choice *open_choice(struct solver *sv, struct state *s,
				  const struct op *op, const struct choice *c,
				  bool *maybe)
{
	struct choice *open = arena_memdup(sv->keep, c, sizeof(*c));

	open->outcomes =
		ARENA_ARRAY(sv->keep, struct outcome, c->outcome_count);
	open->outcome_count = 0;
	*maybe = false;
	for (uint32_t i = 0; i < c->outcome_count; i++) {
		struct outcome o = c->outcomes[i];
		bool possible = true;
		o.when = ARENA_ARRAY(sv->keep, struct when, o.when_count);
		o.when_count = 0;
		for (uint32_t j = 0; j < c->outcomes[i].when_count; j++) {
			const struct when *w = &c->outcomes[i].when[j];
			if (when_is_open(w)) {
				o.when[o.when_count++] = *w;
				continue;
			}
			enum truth t = argument_test(sv, s, op, w);
			// A special state that nothing shows is not assumed.
			possible &=
				t != TRUTH_NO && !(t == TRUTH_UNKNOWN &&
						   w->kind == WHEN_ATTRIBUTE);
			*maybe |= t == TRUTH_UNKNOWN;
		}
		if (possible)
			open->outcomes[open->outcome_count++] = o;
	}
	return open;
}

// The symbol whose value will decide between the outcomes, NONE if none can.
static uint32_t deciding_symbol(struct solver *sv, struct state *s,
				const struct op *op, const struct choice *c)
{
	for (uint32_t i = 0; i < c->outcome_count; i++) {
		const struct outcome *o = &c->outcomes[i];
		for (uint32_t j = 0; j < o->when_count; j++) {
			const struct when *w = &o->when[j];
			struct value v = { .kind = VALUE_UNKNOWN };
			if (w->kind == WHEN_RETURN) {
				v = apply_result(sv, s, op);
			} else if (w->kind == WHEN_OUT &&
				   w->index < op->argument_count) {
				v = eval_operand(sv, s,
						 &op->arguments[w->index]);
				uint32_t r = eval_pointee(sv, s, v, NULL);
				if (r == NONE)
					return NONE;
				v = eval_fresh(sv, s, REGION_SLOT(r), NULL);
				eval_store(sv, s, r, v);
			}
			if (v.kind == VALUE_SYMBOL)
				return v.id;
		}
	}
	return NONE;
}

static const struct effect *first_effect(const struct choice *c)
{
	for (uint32_t i = 0; i < c->outcome_count; i++)
		if (c->outcomes[i].effect_count &&
		    c->outcomes[i].effects[0].kind != EFFECT_NONE)
			return &c->outcomes[i].effects[0];
	return NULL;
}

static bool is_production(enum effect_kind k)
{
	return k == EFFECT_PRODUCE || k == EFFECT_PRODUCE_EMPTY ||
	       k == EFFECT_PRODUCE_DETACHED || k == EFFECT_BORROW ||
	       k == EFFECT_REARM;
}

// Whether nothing is lost when it happens or not.
static bool is_looking(enum effect_kind k)
{
	return k == EFFECT_WAIT || k == EFFECT_OBSERVE || k == EFFECT_READ ||
	       k == EFFECT_REF || k == EFFECT_CANCEL;
}

// The outcomes are all there are: a result is none of the values between and
// beyond those that they name.
static void bound_result(struct solver *sv, struct state *s,
			 const struct choice *c, uint32_t result)
{
	int64_t low = INT64_MAX, high = INT64_MIN;

	for (uint32_t i = 0; i < c->outcome_count; i++) {
		const struct outcome *o = &c->outcomes[i];
		const struct when *w = o->when;
		if (o->when_count != 1 || w->kind != WHEN_RETURN ||
		    w->is_subject || w->operator!= BINARY_EQUAL)
			return;
		for (uint32_t j = 0; j < w->value_count; j++) {
			if (w->names && w->names[j])
				return;
			low = w->values[j] < low ? w->values[j] : low;
			high = w->values[j] > high ? w->values[j] : high;
		}
	}
	if (result == NONE || low > high)
		return;
	state_assume(s, sv->scratch, &sv->m, result, BINARY_GREATER_EQUAL, low);
	state_assume(s, sv->scratch, &sv->m, result, BINARY_LESS_EQUAL, high);
}

// Applies what is assumed while nobody has tested the result, and remembers
// the question. `maybe`: the arguments do not tell whether it happens at all.
static void apply_open(struct solver *sv, struct state *s, const struct op *op,
		       struct choice *open, const char *what, bool maybe)
{
	const struct effect *e = first_effect(open);
	uint32_t result = deciding_symbol(sv, s, op, open);
	struct targets targets = { 0 };
	struct value value = apply_result(sv, s, op);

	if (!e)
		return;
	bound_result(sv, s, open, result);
	path_targets(sv, s, op, &e->subject, &targets);
	for (uint32_t i = 0; i < targets.list.count; i++) {
		struct target t = targets.list.at[i];
		pointed_to(sv, s, e, &t);
		struct effect *assumed =
			arena_memdup(sv->scratch, e, sizeof(*e));
		struct pending p = { .result = result,
				     .choice = open,
				     .op = sv->op_number };
		struct occasion o = { .effect = assumed,
				      .what = what,
				      .is_move = t.is_move,
				      .slot = 2 + i };
		if (open->has_unchecked &&
		    !(is_production(e->kind) &&
		      is_production(open->unchecked.kind)))
			assumed->kind = open->unchecked.kind;
		else if (!open->has_unchecked && result != NONE &&
			 !is_production(e->kind))
			assumed->kind = is_looking(e->kind)
						? EFFECT_NONE
						: EFFECT_MAYBE_CONSUME;
		if (!is_given(e, &t, op))
			continue;
		assumed->is_maybe |= maybe;
		if (!is_production(e->kind)) {
			struct subject x = handle_of_value(sv, s, t.value,
							   t.region, e->family);
			p.before = *x.handle;
			p.symbol = x.symbol;
		}
		effect_apply(sv, s, t.region, t.value, &o);
		if (is_production(e->kind)) {
			struct subject x;
			if (assumed->kind == EFFECT_NONE)
				continue;
			x = handle_of_value(sv, s, t.value, t.region,
					    e->family);
			p.symbol = x.symbol;
			p.before = *x.handle;
			p.before.flags &= HANDLE_WEAK | HANDLE_INDEXED;
			memset(p.before.set, TS_EMPTY, sizeof(p.before.set));
			// The value that the outcomes are about is the handle.
			if (e->subject.root == PATH_RETURN &&
			    e->family->identity == IDENTITY_VALUE &&
			    value.kind == VALUE_SYMBOL && value.id == result)
				p.result = p.symbol;
		}
		const struct handle *h = state_handle(s, p.symbol);
		if (!h || result == NONE)
			continue;
		p.assumed = *h;
		follow_pendings(s, &p, NULL);
		VEC_PUSH(sv->scratch, &s->pendings, p);
	}
	refine_pendings(sv, s, result);
}

// Whether it owes anything depends on an argument that is not known.
static void forgive(struct solver *sv, struct state *s, const struct op *op,
		    const struct choice *open)
{
	const struct effect *e = first_effect(open);
	struct targets targets = { 0 };

	if (!e)
		return;
	path_targets(sv, s, op, &e->subject, &targets);
	for (uint32_t i = 0; i < targets.list.count; i++)
		handle_of_value(sv, s, targets.list.at[i].value,
				targets.list.at[i].region, e->family)
			.handle->flags |= HANDLE_ESCAPED;
}

// An operation that lists effects on one subject for several families means
// the one that the subject's type belongs to.
static bool is_for_another(struct solver *sv, struct state *s,
			   const struct op *op,
			   const struct operation *operation,
			   const struct choice *c)
{
	const struct effect *e = first_effect(c);
	const struct family *family = NULL;
	struct targets targets = { 0 };

	if (!e || operation->choice_count < 2)
		return false;
	path_targets(sv, s, op, &e->subject, &targets);
	if (targets.list.count)
		family = family_there(sv, s, &targets.list.at[0]);
	if (!family) // nothing to tell by: the first entry stands for all
		family = first_effect(&operation->choices[0])
				 ? first_effect(&operation->choices[0])->family
				 : NULL;
	if (!family || family == e->family)
		return false;
	for (uint32_t i = 0; i < operation->choice_count; i++) {
		const struct effect *x = first_effect(&operation->choices[i]);
		if (x && x->family == family &&
		    x->subject.root == e->subject.root &&
		    x->subject.index == e->subject.index)
			return true;
	}
	return false;
}

// Whether all conditions on constant arguments hold.
static enum truth choice_holds(struct solver *sv, struct state *s,
			       const struct op *op, const struct choice *c)
{
	enum truth all = TRUTH_YES;

	for (uint32_t i = 0; i < c->only_if_count; i++) {
		enum truth t = argument_test(sv, s, op, &c->only_if[i]);
		if (t == TRUTH_NO)
			return TRUTH_NO;
		if (t == TRUTH_UNKNOWN)
			all = TRUTH_UNKNOWN;
	}
	return all;
}

static void apply_choice(struct solver *sv, struct state *s,
			 const struct op *op, const struct operation *operation,
			 const struct choice *c, const char *what)
{
	enum truth holds = choice_holds(sv, s, op, c);
	bool maybe = holds == TRUTH_UNKNOWN;

	if (holds == TRUTH_NO || is_for_another(sv, s, op, operation, c))
		return;
	for (uint32_t i = 0; i < c->unless_count; i++) {
		enum truth t = choice_holds(sv, s, op, c->unless[i]);
		if (t == TRUTH_YES)
			return;
		maybe |= t == TRUTH_UNKNOWN;
	}
	bool unclear;
	struct choice *open = open_choice(sv, s, op, c, &unclear);
	if (!open->outcome_count)
		return;
	if (open->outcomes[0].when_count) {
		apply_open(sv, s, op, open, what, maybe);
		if (unclear)
			forgive(sv, s, op, open);
		return;
	}
	maybe |= unclear && open->outcome_count > 1;
	for (uint32_t i = 0; i < open->outcomes[0].effect_count; i++) {
		struct effect e = open->outcomes[0].effects[i];
		e.is_maybe |= maybe;
		apply_effect(sv, s, op,
			     arena_memdup(sv->scratch, &e, sizeof(e)), what,
			     NULL);
	}
}

// pthread_self() in a thread function is the handle that started it.
static void bind_self(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t self = region_global(&sv->m, "#self", "#self", NULL);

	if (op->dst != NONE)
		eval_store(sv, s, eval_place(sv, s, op->dst),
			   eval_load(sv, s, self));
}

static bool is_reference(const struct type *t)
{
	return t &&
	       (t->kind == TYPE_REFERENCE || t->kind == TYPE_RVALUE_REFERENCE);
}

void apply_alias(struct solver *sv, struct state *s, const struct op *op,
		 const struct operation *operation)
{
	struct path p = { .root = PATH_ARGUMENT,
			  .index = operation->alias_argument };
	struct targets targets = { 0 };

	if (operation->alias_deref) {
		p.count = 1;
		p.steps[0].projection = PROJECT_DEREF;
	}
	path_targets(sv, s, op, &p, &targets);
	if (!targets.list.count)
		return;
	struct target t = targets.list.at[0];
	if (op->dst != NONE && operation->is_summary && t.region != NONE &&
	    is_reference(sv->f->places.at[op->dst].type))
		t.value =
			(struct value){ .kind = VALUE_ADDRESS, .id = t.region };
	if (op->dst != NONE)
		eval_store(sv, s, eval_place(sv, s, op->dst), t.value);
	if (operation->alias_nulls && t.region != NONE)
		eval_store(sv, s, t.region,
			   (struct value){ .kind = VALUE_INTEGER });
}

void apply_operation(struct solver *sv, struct state *s, const struct op *op,
		     const struct operation *operation, const char *what)
{
	if (contracts_is_self(sv->engine->contracts,
			      op->callee ? op->callee->short_name : NULL)) {
		bind_self(sv, s, op);
		return;
	}
	sv->is_dead |= operation->never_returns;
	if (operation->attribute_detached)
		argument_set_attribute(sv, s, op, operation);
	if (operation->is_alias)
		apply_alias(sv, s, op, operation);
	for (uint32_t i = 0; i < operation->choice_count; i++)
		apply_choice(sv, s, op, operation, &operation->choices[i],
			     what);
	if (operation->callback_count)
		callbacks_run(sv, s, op, operation, what);
}
