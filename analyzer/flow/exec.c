// SPDX-License-Identifier: Apache-2.0
// One operation on one state.
#include "flow/exec.h"

static struct value symbol_value(uint32_t symbol)
{
	return (struct value){ .kind = VALUE_SYMBOL, .id = symbol };
}

static void exec_declare(struct solver *sv, struct state *s,
			 const struct op *op)
{
	uint32_t region = eval_place(sv, s, op->dst);

	eval_store(sv, s, region,
		   (struct value){ .kind = VALUE_UNINITIALIZED });
}

// A range-for's variable names the element of this turn.
static uint32_t source_region(struct solver *sv, struct state *s,
			      const struct operand *o, uint32_t dst)
{
	const struct place *p = &sv->f->places.at[o->place];

	if (p->projection == PROJECT_ELEMENT && p->index_place == NONE) {
		uint32_t r = region_element(&sv->m, eval_place(sv, s, p->base),
					    dst, p->type);
		struct value v = eval_load(sv, s, r);
		// So that it is found when this turn's element loses its name.
		if (v.kind == VALUE_SYMBOL && !state_bound(s, r))
			state_bind(s, sv->scratch, r, v);
		return r;
	}
	return eval_place(sv, s, o->place);
}

static bool same_symbol(struct solver *sv, struct state *s, uint32_t a,
			uint32_t b)
{
	struct value x = eval_load(sv, s, a), y = eval_load(sv, s, b);

	return x.kind == VALUE_SYMBOL && value_equal(&x, &y);
}

// A pointer whose object was given up is of no use to the caller. (An id is: to
// print it, to look up what it stood for.)
static void check_return(struct solver *sv, struct state *s, uint32_t dst,
			 uint32_t src)
{
	static const struct effect handed = { .kind = EFFECT_TRANSFER };
	struct value v = eval_load(sv, s, src);
	struct handle *h =
		v.kind == VALUE_SYMBOL ? state_handle(s, v.id) : NULL;
	struct occasion o = { .effect = &handed, .what = "return" };
	const struct region *r = &sv->m.regions.at[dst];

	if (!h || r->kind != REGION_VARIABLE ||
	    sv->f->variables.at[r->id].kind != VARIABLE_RETURN ||
	    h->family->match != MATCH_POINTER_TO ||
	    h->family->facet_count != 1 || h->family->mode != MODE_ONCE ||
	    handle_is_benign(h))
		return;
	bool dead = (h->set[0] & TS_DEAD) != 0;
	check_add(sv, s, KIND_USE_AFTER_TRANSFER, dead,
		  dead && !(h->set[0] & ~TS_DEAD), h, src, 0, &o);
}

static bool is_move_only(struct solver *sv, uint32_t region)
{
	const struct family *f = eval_family(sv, sv->m.regions.at[region].type);

	return f && f->identity == IDENTITY_OBJECT && f->copy == COPY_FORBIDDEN;
}

static void exec_copy(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t dst = eval_place(sv, s, op->dst), src;

	if (op->src.kind != OPERAND_PLACE ||
	    op->src.passing == PASS_REFERENCE) {
		struct value v = eval_operand(sv, s, &op->src);
		handle_overwrite(sv, s, dst);
		eval_store(sv, s, dst, v);
		return;
	}
	src = source_region(sv, s, &op->src, dst);
	if (src == dst || same_symbol(sv, s, src, dst))
		return;
	check_return(sv, s, dst, src);
	if (is_move_only(sv, src)) { // a member of a braced list
		handle_move(sv, s, dst, src);
		return;
	}
	struct content c = eval_content(sv, s, src);
	handle_overwrite(sv, s, dst);
	eval_store(sv, s, dst, (struct value){ .kind = VALUE_UNKNOWN });
	eval_put(sv, s, dst, &c);
}

static void exec_move(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t dst = op->dst == NONE ? NONE : eval_place(sv, s, op->dst);
	uint32_t src;

	if (op->src.kind != OPERAND_PLACE) {
		if (dst != NONE)
			exec_copy(sv, s, op);
		return;
	}
	src = source_region(sv, s, &op->src, dst);
	if (dst == src)
		return;
	if (dst != NONE)
		handle_overwrite(sv, s, dst);
	handle_move(sv, s, dst, src);
}

static void exec_bind(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t dst = eval_place(sv, s, op->dst);
	struct value v = eval_operand(sv, s, &op->src);

	if (op->src.kind == OPERAND_PLACE)
		v = (struct value){ .kind = VALUE_ADDRESS,
				    .id = source_region(sv, s, &op->src, dst) };
	eval_store(sv, s, dst, v);
}

static struct value two_compared(struct solver *sv, uint32_t l,
				 enum binary_operator operator, uint32_t r)
{
	bool is_negated;
	uint32_t x = symbol_comparison(&sv->m, l, operator, r, &is_negated);

	return symbol_value(
		is_negated ? symbol_binary(&sv->m, x, BINARY_EQUAL, 0) : x);
}

static struct value binary(struct solver *sv, struct state *s,
			   const struct op *op)
{
	struct value l = eval_operand(sv, s, &op->src);
	struct value r = eval_operand(sv, s, &op->src2);
	enum binary_operator operator= op->binary;
	bool compares = operator<= BINARY_GREATER_EQUAL;

	if (l.kind == VALUE_INTEGER && r.kind == VALUE_INTEGER) {
		uint64_t a = (uint64_t)l.integer, b = (uint64_t)r.integer;
		struct value v = { .kind = VALUE_INTEGER };
		if (compares)
			v.integer =
				binary_holds(l.integer, operator, r.integer);
		else if (operator== BINARY_ADD)
			v.integer = (int64_t)(a + b);
		else if (operator== BINARY_SUBTRACT)
			v.integer = (int64_t)(a - b);
		else if (operator== BINARY_AND)
			v.integer = (int64_t)(a & b);
		else if (operator== BINARY_OR)
			v.integer = (int64_t)(a | b);
		else
			v.kind = VALUE_UNKNOWN;
		return v;
	}
	if (l.kind == VALUE_INTEGER && compares) {
		struct value swap = l;
		l = r;
		r = swap;
		operator= binary_swapped(operator);
	}
	if (l.kind == VALUE_SYMBOL &&
	    r.kind == VALUE_INTEGER && operator!= BINARY_OTHER)
		return symbol_value(
			symbol_binary(&sv->m, l.id, operator, r.integer));
	if (!compares)
		return (struct value){ .kind = VALUE_UNKNOWN };
	enum truth known = values_compare(l, operator, r);
	if (known != TRUTH_UNKNOWN)
		return (struct value){ .kind = VALUE_INTEGER,
				       .integer = known == TRUTH_YES };
	if (l.kind == VALUE_SYMBOL && r.kind == VALUE_SYMBOL)
		return two_compared(sv, l.id, operator, r.id);
	if (r.kind == VALUE_INTEGER && r.integer == 0 &&
	    (l.kind == VALUE_ADDRESS || l.kind == VALUE_FUNCTION))
		return (struct value){ .kind = VALUE_INTEGER,
				       .integer = operator== BINARY_NOT_EQUAL };
	return (struct value){ .kind = VALUE_UNKNOWN };
}

// Sums of sums would give new names for ever in a loop.
static bool is_deep(const struct memory *m, struct value v)
{
	const struct symbol *x;

	if (v.kind != VALUE_SYMBOL)
		return false;
	x = &m->symbols.at[v.id];
	for (int depth = 0; x->kind == SYMBOL_BINARY; depth++) {
		if (depth == 3)
			return true;
		x = &m->symbols.at[x->a];
	}
	return false;
}

static void exec_binary(struct solver *sv, struct state *s, const struct op *op)
{
	struct value v = binary(sv, s, op);
	uint32_t dst;

	if (op->dst == NONE)
		return;
	dst = eval_place(sv, s, op->dst);
	if (v.kind == VALUE_UNKNOWN || is_deep(&sv->m, v))
		v = eval_fresh(sv, s, REGION_SLOT(dst),
			       sv->m.regions.at[dst].type);
	eval_store(sv, s, dst, v);
}

static void exec_closure(struct solver *sv, struct state *s,
			 const struct op *op)
{
	uint32_t dst = op->dst == NONE ? NONE : eval_place(sv, s, op->dst);

	if (dst == NONE)
		return;
	eval_store(sv, s, dst,
		   (struct value){ .kind = VALUE_CLOSURE,
				   .closure = op->function_key });
	for (uint32_t i = 0; i < op->capture_count; i++) {
		const struct capture *c = &op->captures[i];
		uint32_t part = region_capture(&sv->m, dst, i);
		uint32_t src = eval_object(sv, s, &c->from);
		if (src == NONE) {
			eval_store(sv, s, part, eval_operand(sv, s, &c->from));
		} else if (c->passing == PASS_REFERENCE ||
			   c->from.kind == OPERAND_ADDRESS) {
			state_bind(s, sv->scratch, part,
				   (struct value){ .kind = VALUE_ADDRESS,
						   .id = src });
		} else if (c->passing == PASS_MOVE) {
			handle_move(sv, s, part, src);
		} else {
			eval_copy(sv, s, part, src);
		}
		storage_capture(sv, s, op, c, part);
	}
	closure_check(sv, s, op, dst);
}

// A destructor that nobody describes may consume what the object holds.
static void escape_within(struct solver *sv, struct state *s, uint32_t region)
{
	for (uint32_t i = 0; i < s->bindings.count; i++)
		if (region_within(&sv->m, s->bindings.at[i].region, region))
			handle_escape(sv, s, s->bindings.at[i].value);
}

static void exec_scope_end(struct solver *sv, struct state *s,
			   const struct op *op)
{
	const struct rules *rules = sv->engine->rules;
	uint32_t region = eval_place(sv, s, op->dst);
	const struct type *type = sv->m.regions.at[region].type;
	struct op call = *op;

	if (op->callee) {
		call.receiver = (struct operand){ .kind = OPERAND_PLACE,
						  .passing = PASS_REFERENCE,
						  .place = op->dst };
		call.dst = NONE;
		const struct op *made =
			arena_memdup(sv->scratch, &call, sizeof(call));
		struct operation_list list = rules->operations_of_call(
			rules->data, op->callee, type);
		const struct operation *summary =
			summary_of(sv->engine, op->callee->key);
		for (uint32_t i = 0; i < list.count; i++)
			apply_operation(sv, s, made, list.at[i],
					"the destructor");
		if (!list.count && summary)
			sv->is_dead |= !apply_summary(sv, s, made, summary,
						      "the destructor");
		else if (!list.count && !op->callee->is_system &&
			 !eval_family(sv, type)) // a rule would say more
			escape_within(sv, s, region);
	}
	handle_end(sv, s, region);
	for (uint32_t i = 0; i < sv->splits.count; i++)
		handle_end(sv, sv->splits.at[i], region);
}

static void exec_discard(struct solver *sv, struct state *s,
			 const struct op *op)
{
	struct value v;

	if (op->src.kind != OPERAND_PLACE)
		return;
	uint32_t region = eval_place(sv, s, op->src.place);
	const struct family *family =
		eval_family(sv, sv->m.regions.at[region].type);
	if (family && op->src.passing == PASS_RVALUE_REFERENCE) {
		handle_move(sv, s, NONE, region);
		return;
	}
	if (family)
		region = handle_region(sv, region, family);
	v = eval_load(sv, s, region);
	const struct variable *x =
		&sv->f->variables.at[sv->f->places.at[op->src.place].variable];
	handle_discard(sv, s, v,
		       op->src2.integer != 0 && x->kind != VARIABLE_TEMPORARY);
}

static void exec_escape(struct solver *sv, struct state *s, const struct op *op)
{
	struct value v = eval_operand(sv, s, &op->src);

	handle_escape(sv, s, v);
	if (v.kind == VALUE_ADDRESS)
		eval_havoc(sv, s, v.id);
}

// An assignment operator of the user's own is a call like any other.
static bool exec_assignment(struct solver *sv, struct state *s,
			    const struct op *op)
{
	const struct operation *summary;
	struct op call = *op;

	if (!op->callee || op->callee->is_system || op->dst == NONE ||
	    eval_family(sv, sv->f->places.at[op->dst].type))
		return false; // the rules say what moving a handle does
	summary = summary_of(sv->engine, op->callee->key);
	if (!summary)
		return false;
	call.receiver = (struct operand){ .kind = OPERAND_PLACE,
					  .passing = PASS_REFERENCE,
					  .place = op->dst };
	call.arguments = ARENA_NEW(sv->scratch, struct operand);
	call.arguments[0] = op->src;
	call.arguments[0].passing = op->kind == OP_MOVE ? PASS_RVALUE_REFERENCE
							: PASS_CONST_REFERENCE;
	call.argument_count = 1;
	call.dst = NONE;
	sv->is_dead |= !apply_summary(
		sv, s, arena_memdup(sv->scratch, &call, sizeof(call)), summary,
		"operator=");
	return true;
}

// What went to an element that a variable names.
static void mark_indexed(struct solver *sv, struct state *s,
			 const struct op *op)
{
	uint32_t region;

	if (op->dst == NONE || !eval_is_indexed(sv))
		return;
	region = eval_place(sv, s, op->dst);
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		struct handle *h = b->value.kind == VALUE_SYMBOL
					   ? state_handle(s, b->value.id)
					   : NULL;
		if (h && region_within(&sv->m, b->region, region))
			h->flags |= HANDLE_INDEXED;
	}
}

void exec_op(struct solver *sv, struct state *s, const struct op *op)
{
	switch (op->kind) {
	case OP_DECLARE:
		exec_declare(sv, s, op);
		break;
	case OP_SCOPE_END:
		exec_scope_end(sv, s, op);
		break;
	case OP_COPY:
		if (!exec_assignment(sv, s, op))
			exec_copy(sv, s, op);
		mark_indexed(sv, s, op);
		storage_store(sv, s, op);
		break;
	case OP_MOVE:
		if (!exec_assignment(sv, s, op))
			exec_move(sv, s, op);
		mark_indexed(sv, s, op);
		storage_store(sv, s, op);
		break;
	case OP_BIND:
		exec_bind(sv, s, op);
		break;
	case OP_BINARY:
		exec_binary(sv, s, op);
		break;
	case OP_CALL:
		call_exec(sv, s, op);
		storage_store(sv, s, op);
		break;
	case OP_AWAIT:
		await_exec(sv, s, op);
		break;
	case OP_YIELD:
		break;
	case OP_CLOSURE:
		exec_closure(sv, s, op);
		break;
	case OP_DISCARD:
		exec_discard(sv, s, op);
		break;
	case OP_ESCAPE:
		exec_escape(sv, s, op);
		break;
	}
}
