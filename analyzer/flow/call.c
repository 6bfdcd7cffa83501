// SPDX-License-Identifier: Apache-2.0
// A call: who is called, what the rules or the callee's summary say, and what
// nobody says anything about.
#include <string.h>

#include "flow/engine.h"

static const struct type *parameter_type(const struct op *op, uint32_t i)
{
	const struct callee *c = op->callee;

	return c && i < c->parameter_count ? c->parameters[i] : NULL;
}

static bool points_to_const(const struct type *t)
{
	return t && t->pointee && t->pointee->is_const;
}

// Reading through a const reference or pointer needs a live handle.
static void observe(struct solver *sv, struct state *s, uint32_t region,
		    struct value v, const struct op *op)
{
	const struct handle *h =
		v.kind == VALUE_SYMBOL ? state_handle(s, v.id) : NULL;
	const struct family *family = h ? h->family : NULL;

	if (region != NONE)
		family = eval_family(sv, sv->m.regions.at[region].type);
	if (!family || op->callee->is_system || family->facet_count != 1 ||
	    (family->identity != IDENTITY_OBJECT &&
	     family->identity != IDENTITY_POINTEE))
		return;
	struct effect *e = ARENA_NEW(sv->scratch, struct effect);
	*e = (struct effect){ .kind = EFFECT_OBSERVE, .family = family };
	struct occasion o = { .effect = e, .what = op->callee->short_name };
	effect_apply(sv, s, region, v, &o);
}

// Unknown code that gets bytes may keep a copy: of an id or a pointer, which is
// as good as the original.
static void copied_from(struct solver *sv, struct state *s, struct value v)
{
	if (v.kind != VALUE_ADDRESS)
		return;
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		struct handle *h = b->value.kind == VALUE_SYMBOL
					   ? state_handle(s, b->value.id)
					   : NULL;
		if (h && region_within(&sv->m, b->region, v.id) &&
		    sv->m.regions.at[b->region].kind != REGION_CONTENT)
			h->flags |= HANDLE_ESCAPED;
	}
}

// What `v` points to may be changed by unknown code.
static void havoc_pointee(struct solver *sv, struct state *s, struct value v)
{
	uint32_t r = NONE;

	if (v.kind == VALUE_ADDRESS)
		r = v.id;
	else if (v.kind == VALUE_SYMBOL)
		r = region_pointee(&sv->m, v.id, NULL);
	if (r == NONE)
		return;
	// Unknown code that gets an element may walk to the others.
	const struct region *x = &sv->m.regions.at[r];
	if (x->kind == REGION_INDEX || x->kind == REGION_ELEMENT)
		r = x->parent;
	eval_havoc(sv, s, r);
}

static void argument_unknown(struct solver *sv, struct state *s,
			     const struct op *op, uint32_t i)
{
	const struct operand *o = &op->arguments[i];
	const struct type *type = parameter_type(op, i);
	uint32_t region = eval_object(sv, s, o);
	struct value v = { .kind = VALUE_UNKNOWN };

	switch (o->passing) {
	case PASS_VALUE:
		v = eval_operand(sv, s, o);
		if (type && type->kind == TYPE_RECORD && region != NONE)
			v = eval_load(sv, s, region_content(&sv->m, region));
		if (points_to_const(type)) {
			// Of any type: copied, or only compared with others.
			if (type->pointee->kind == TYPE_VOID)
				copied_from(sv, s, v);
			else
				observe(sv, s, NONE, v, op);
			return;
		}
		if (!type || type->kind == TYPE_POINTER ||
		    v.kind == VALUE_ADDRESS)
			havoc_pointee(sv, s, v);
		handle_escape(sv, s, v);
		return;
	case PASS_MOVE:
	case PASS_RVALUE_REFERENCE:
		if (region != NONE)
			handle_move(sv, s, NONE, region);
		return;
	case PASS_REFERENCE:
		if (region != NONE)
			eval_havoc(sv, s, region);
		return;
	case PASS_CONST_REFERENCE:
		if (region != NONE)
			observe(sv, s, region, v, op);
		return;
	}
}

// A method that nobody describes: a const one only looks.
static void receiver_unknown(struct solver *sv, struct state *s,
			     const struct op *op)
{
	uint32_t region = eval_object(sv, s, &op->receiver);

	if (region == NONE || op->callee->kind == CALLEE_INDIRECT)
		return;
	if (op->callee->is_const || op->callee->is_static)
		return;
	eval_havoc(sv, s, region);
}

// The callee may keep a lambda and call it at any time: what it captured by
// reference owes nothing here.
static void closures_kept(struct solver *sv, struct state *s,
			  const struct op *op)
{
	for (uint32_t i = 0; i < op->argument_count; i++) {
		uint32_t region = eval_object(sv, s, &op->arguments[i]);
		const struct value *v =
			region == NONE ? NULL : state_bound(s, region);
		if (!v || v->kind != VALUE_CLOSURE)
			continue;
		for (uint32_t k = 0; k < s->bindings.count; k++) {
			struct binding b = s->bindings.at[k];
			if (region_within(&sv->m, b.region, region) &&
			    b.value.kind == VALUE_ADDRESS)
				handles_escape_within(s, &sv->m, b.value.id);
		}
	}
}

static void call_unknown(struct solver *sv, struct state *s,
			 const struct op *op)
{
	closures_kept(sv, s, op);
	for (uint32_t i = 0; i < op->argument_count; i++)
		argument_unknown(sv, s, op, i);
	if (op->receiver.kind != OPERAND_NONE)
		receiver_unknown(sv, s, op);
	if (!op->callee->is_system)
		eval_havoc_globals(sv, s);
}

// Objects given by std::move to a callee that is described: it has them now,
// unless an effect already said what became of them.
static void moved_arguments(struct solver *sv, struct state *s,
			    const struct op *op)
{
	for (uint32_t i = 0; i < op->argument_count; i++) {
		const struct operand *o = &op->arguments[i];
		if (o->passing != PASS_MOVE || o->kind != OPERAND_PLACE)
			continue;
		uint32_t region = eval_place(sv, s, o->place);
		const struct family *family =
			eval_family(sv, sv->m.regions.at[region].type);
		if (!family) {
			handle_move(sv, s, NONE, region);
			continue;
		}
		struct subject x = handle_at(sv, s, region, family);
		if (!(x.handle->set[0] & TS_DEAD))
			handle_move(sv, s, NONE, region);
	}
}

// What has become of arguments, on each way that a known callee can go.
static void arguments_left(struct solver *sv, struct state *s,
			   const struct op *op)
{
	closures_kept(sv, s, op);
	moved_arguments(sv, s, op);
}

static void bind_result(struct solver *sv, struct state *s, const struct op *op)
{
	if (op->dst == NONE)
		return;
	uint32_t region = eval_place(sv, s, op->dst);
	const struct type *type = sv->m.regions.at[region].type;
	handle_overwrite(sv, s, region);
	eval_store(sv, s, region, eval_fresh(sv, s, 0, type));
}

// A call whose value is of such a family has made one, whoever it is.
static void result_made(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t region = eval_place(sv, s, op->dst);
	const struct family *family =
		eval_family(sv, sv->m.regions.at[region].type);
	const struct value *v;

	if (!family || !family->is_made_by_calls)
		return;
	v = state_bound(s, handle_region(sv, region, family));
	if (v && (v->kind != VALUE_SYMBOL || state_handle(s, v->id)))
		return;
	struct effect *e = ARENA_NEW(sv->scratch, struct effect);
	*e = (struct effect){ .kind = EFFECT_PRODUCE, .family = family };
	struct occasion o = { .effect = e,
			      .what = op->callee->short_name,
			      .slot = 1 };
	effect_apply(sv, s, region, (struct value){ 0 }, &o);
}

// ---- the call itself

// The function behind a pointer, or the one that is named.
static const struct callee *real_callee(struct solver *sv, struct state *s,
					const struct op *op)
{
	struct value v;

	if (op->callee->kind != CALLEE_INDIRECT)
		return op->callee;
	v = eval_operand(sv, s, &op->receiver);
	if (v.kind == VALUE_FUNCTION)
		return v.function;
	return op->callee;
}

static bool call_closure(struct solver *sv, struct state *s,
			 const struct op *op)
{
	const struct value *v;
	uint32_t region;

	if (!str_equal(op->callee->short_name, "operator()"))
		return false;
	region = eval_object(sv, s, &op->receiver);
	if (region == NONE)
		return false;
	v = state_bound(s, region);
	if (v && v->kind == VALUE_CLOSURE)
		return closure_call(sv, s, op, v->closure, region, NULL);
	if (v && v->kind == VALUE_FUNCTION && v->function->key)
		return closure_call(sv, s, op, v->function->key, NONE,
				    v->function->short_name);
	return false;
}

static void apply_all(struct solver *sv, struct state *s, const struct op *op,
		      struct operation_list list)
{
	for (uint32_t i = 0; i < list.count; i++) {
		const struct operation *x = list.at[i];
		apply_operation(sv, s, op, x,
				x->text ? x->text : op->callee->short_name);
	}
	for (uint32_t i = 0; i < op->argument_count; i++)
		if (!argument_is_described(op, list, i))
			argument_unknown(sv, s, op, i);
}

static bool is_at(const struct operand *o, uint32_t place)
{
	return (o->kind == OPERAND_PLACE || o->kind == OPERAND_ADDRESS) &&
	       o->place == place;
}

static bool mentions(const struct op *op, uint32_t place)
{
	for (uint32_t i = 0; i < op->argument_count; i++)
		if (is_at(&op->arguments[i], place))
			return true;
	return is_at(&op->receiver, place) || is_at(&op->src, place);
}

// Parameters are built in any order: one that takes the object by value may
// take it before another argument looks at it.
static void check_unsequenced(struct solver *sv, struct state *s,
			      const struct op *op)
{
	for (uint32_t i = 0; i < op->argument_count; i++) {
		const struct operand *o = &op->arguments[i];
		const struct op *before = op;
		if (o->passing != PASS_MOVE || o->kind != OPERAND_PLACE)
			continue;
		const struct block *b = &sv->f->blocks.at[sv->block];
		while (before-- > b->ops.at && before->is_unsequenced) {
			uint32_t region;
			struct value v;
			struct handle *h;
			struct occasion use = { .what = "an argument of the "
							"same call" };
			if (!mentions(before, o->place))
				continue;
			region = eval_place(sv, s, o->place);
			v = eval_load(sv, s, region_content(&sv->m, region));
			h = v.kind == VALUE_SYMBOL ? state_handle(s, v.id)
						   : NULL;
			if (h)
				check_add(sv, s, KIND_USE_AFTER_TRANSFER, true,
					  true, h, region, 0, &use);
			break;
		}
	}
}

// A known callee's parameter is built from what is moved into it.
static void given_arguments(struct solver *sv, struct state *s,
			    const struct op *op)
{
	for (uint32_t i = 0; i < op->argument_count; i++) {
		const struct operand *o = &op->arguments[i];
		if (o->passing == PASS_MOVE && o->kind == OPERAND_PLACE)
			handle_given(sv, s, eval_place(sv, s, o->place));
	}
}

static bool virtual_call(struct solver *sv, struct state *s,
			 const struct op *op)
{
	struct record_list all = dispatch_targets(sv, s, op);
	struct state *entry = state_copy(sv->scratch, s);
	bool any = false;

	VEC_EACH (struct record *const, r, &all.list) {
		const struct operation *summary = summary_in(sv->engine, *r);
		struct state *t = state_copy(sv->scratch, entry);
		if (!summary || summary->is_incomplete)
			call_unknown(sv, t, op);
		else if (!apply_summary(sv, t, op, summary,
					op->callee->short_name))
			continue;
		if (any)
			VEC_PUSH(sv->keep, &sv->splits, t);
		else
			*s = *t;
		any = true;
	}
	return any;
}

// A constructor that runs for each element: its summary is about one object.
static bool builds_array(const struct solver *sv, const struct op *op)
{
	const struct type *type =
		op->receiver.kind == OPERAND_PLACE
			? sv->f->places.at[op->receiver.place].type
			: NULL;

	return op->callee->kind == CALLEE_CONSTRUCTOR && type &&
	       type->kind == TYPE_ARRAY;
}

static void call_known(struct solver *sv, struct state *s, const struct op *op)
{
	const struct rules *rules = sv->engine->rules;
	const struct callee *callee = real_callee(sv, s, op);
	struct op direct = *op;
	const struct operation *summary;

	if (callee != op->callee) { // through a pointer
		direct.callee = callee;
		direct.receiver.kind = OPERAND_NONE;
		op = arena_memdup(sv->scratch, &direct, sizeof(direct));
		sv->op = op;
	}
	struct operation_list list = rules->operations_of_call(
		rules->data, callee, op->receiver_type);
	if (!list.count && language_exec(sv, s, op))
		return;
	if (!list.count && language_wrap(sv, s, op))
		return;
	if (!list.count && container_exec(sv, s, op))
		return;
	bind_result(sv, s, op);
	if (list.count) {
		apply_all(sv, s, op, list);
		moved_arguments(sv, s, op);
		return;
	}
	if (call_closure(sv, s, op))
		return;
	if (op->is_virtual_call && virtual_call(sv, s, op))
		return;
	summary = summary_of(sv->engine, callee->key);
	if (summary && !op->is_virtual_call && !builds_array(sv, op)) {
		given_arguments(sv, s, op);
		sv->is_dead |=
			!apply_summary(sv, s, op, summary, callee->short_name);
		if (summary->is_incomplete)
			call_unknown(sv, s, op);
		arguments_left(sv, s, op);
		for (uint32_t i = 0; i < sv->splits.count; i++)
			arguments_left(sv, sv->splits.at[i], op);
		return;
	}
	call_unknown(sv, s, op);
}

static bool tells_success(const struct type *t)
{
	if (!t)
		return false;
	for (const char *const *a = t->aliases; a && *a; a++)
		if (str_ends(*a, "bool") || str_ends(*a, "boolean"))
			return true;
	return t->kind == TYPE_POINTER || t->kind == TYPE_BOOL;
}

// By the library's convention the error is set exactly when the value is zero:
// the two are one unknown.
static void error_told(struct solver *sv, struct state *s, const struct op *op)
{
	const struct rules *r = sv->engine->rules;
	const struct callee *c = op->callee;
	uint32_t last = op->argument_count - 1, region;
	struct value v;

	if (!r->is_error_param || !op->argument_count || !c->parameter_count ||
	    op->argument_count != c->parameter_count ||
	    !tells_success(c->result) ||
	    !r->is_error_param(r->data, c->parameters[last]))
		return;
	region = eval_pointee(sv, s, eval_operand(sv, s, &op->arguments[last]),
			      NULL);
	v = eval_load(sv, s, eval_place(sv, s, op->dst));
	if (region == NONE || v.kind != VALUE_SYMBOL)
		return;
	v.id = symbol_binary(&sv->m, v.id, BINARY_EQUAL, 0);
	eval_store(sv, s, region, v);
}

static bool leads_on(const struct solver *sv, const struct operand *o)
{
	const struct type *type;

	if (o->kind == OPERAND_ADDRESS)
		return true;
	if (o->kind != OPERAND_PLACE)
		return false;
	type = sv->f->places.at[o->place].type;
	return o->passing == PASS_REFERENCE ||
	       (type && type->kind == TYPE_POINTER);
}

// A record that is copied like a number is what is in it: whoever is given what
// leads on from there can do all that the handle's owner can.
static void insides_given(struct solver *sv, struct state *s,
			  const struct op *op)
{
	for (uint32_t i = 0; i < op->argument_count; i++) {
		const struct operand *o = &op->arguments[i];
		uint32_t p = leads_on(sv, o) ? o->place : NONE;
		while (p != NONE && (p = sv->f->places.at[p].base) != NONE) {
			const struct type *type = sv->f->places.at[p].type;
			const struct family *family;
			if (!type || type->kind != TYPE_RECORD)
				continue;
			family = eval_family(sv, type);
			if (family && family->identity == IDENTITY_VALUE)
				handle_at(sv, s, eval_place(sv, s, p), family)
					.handle->flags |= HANDLE_ESCAPED;
		}
	}
}

void call_exec(struct solver *sv, struct state *s, const struct op *op)
{
	check_unsequenced(sv, s, op);
	insides_given(sv, s, op);
	call_known(sv, s, op);
	if (op->dst == NONE || sv->is_dead)
		return;
	result_made(sv, s, op);
	error_told(sv, s, op);
	for (uint32_t i = 0; i < sv->splits.count; i++) {
		result_made(sv, sv->splits.at[i], op);
		error_told(sv, sv->splits.at[i], op);
	}
}

void await_exec(struct solver *sv, struct state *s, const struct op *op)
{
	const struct rules *rules = sv->engine->rules;
	bool rvalue = op->src.passing == PASS_MOVE ||
		      op->src.passing == PASS_RVALUE_REFERENCE;
	struct operation_list list = { 0 };

	if (op->src.kind == OPERAND_PLACE) {
		const struct type *type = sv->f->places.at[op->src.place].type;
		list = rules->operations_of_await(rules->data, type, rvalue);
	}
	if (op->dst != NONE) {
		uint32_t region = eval_place(sv, s, op->dst);
		eval_store(sv, s, region,
			   eval_fresh(sv, s, 0, sv->m.regions.at[region].type));
	}
	for (uint32_t i = 0; i < list.count; i++)
		apply_operation(sv, s, op, list.at[i],
				list.at[i]->text ? list.at[i]->text
						 : "co_await");
}
