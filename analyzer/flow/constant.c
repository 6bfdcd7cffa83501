// SPDX-License-Identifier: Apache-2.0
// Functions that touch no handle but always return the same, as `return
// fail(e);` tells its callers what came of them; and those that end the
// program.
#include "flow/engine.h"

static bool writes_result(const struct function *f, const struct op *op)
{
	return op->dst != NONE &&
	       f->places.at[op->dst].variable == f->return_variable;
}

// The one integer that every way out returns.
static bool constant_result(const struct function *f, int64_t *out)
{
	bool is_set = false;

	VEC_EACH (const struct block, b, &f->blocks) {
		VEC_EACH (const struct op, op, &b->ops) {
			if (op->kind == OP_DECLARE || !writes_result(f, op))
				continue;
			if (op->kind != OP_COPY ||
			    op->src.kind != OPERAND_INTEGER ||
			    (is_set && op->src.integer != *out))
				return false;
			*out = op->src.integer;
			is_set = true;
		}
	}
	return is_set;
}

const struct operation *constant_summary(struct arena *a,
					 const struct function *f)
{
	int64_t value = 0;

	if (f->return_variable == NONE || f->is_coroutine || f->is_pattern ||
	    f->is_virtual || !constant_result(f, &value))
		return NULL;
	struct operation *op = ARENA_NEW(a, struct operation);
	struct choice *c = ARENA_NEW(a, struct choice);
	struct outcome *o = ARENA_NEW(a, struct outcome);
	struct when *w = ARENA_NEW(a, struct when);
	int64_t *values = ARENA_NEW(a, int64_t);

	*values = value;
	*w = (struct when){ .kind = WHEN_RETURN,
			    .operator= BINARY_EQUAL,
			    .path = { .count_argument = NONE,
				      .index_out_argument = NONE },
			    .values = values,
			    .value_count = 1 };
	*o = (struct outcome){ .when = w, .when_count = 1 };
	*c = (struct choice){ .outcomes = o, .outcome_count = 1 };
	*op = (struct operation){ .match = MATCH_FUNCTION,
				  .name = f->name,
				  .pack = f->key,
				  .is_summary = true,
				  .is_incomplete = true,
				  .is_const = -1,
				  .max_arguments = NONE,
				  .choices = c,
				  .choice_count = 1 };
	return op;
}

// Whether nothing that comes after it in its block is met.
static bool ends_here(const struct engine *e, const struct op *op)
{
	const struct record *r;

	if (op->kind != OP_CALL || op->is_virtual_call || !op->callee->key)
		return false;
	r = program_find(&e->program, e->unit, op->callee->key);
	return r && r->s.operation && r->s.operation->never_returns;
}

static bool ends_within(const struct engine *e, const struct block *b)
{
	VEC_EACH (const struct op, op, &b->ops)
		if (ends_here(e, op))
			return true;
	return b->terminator.kind == TERM_UNREACHABLE;
}

const struct operation *ending_summary(struct engine *e,
				       const struct function *f)
{
	bool *seen = ARENA_ARRAY(&e->scratch, bool, f->blocks.count + 1);
	VEC(uint32_t) todo = { 0 };
	bool any = false;
	uint32_t to;

	if (f->is_virtual || f->is_coroutine || f->is_pattern ||
	    !f->blocks.count)
		return NULL;
	VEC_PUSH(&e->scratch, &todo, 0);
	while (todo.count) {
		uint32_t i = todo.at[--todo.count];
		const struct block *b = &f->blocks.at[i];
		if (seen[i])
			continue;
		seen[i] = true;
		if (ends_within(e, b)) {
			any = true;
			continue;
		}
		if (b->terminator.kind == TERM_RETURN ||
		    b->terminator.kind == TERM_THROW)
			return NULL;
		for (uint32_t k = 0; (to = block_successor(b, k)) != NONE; k++)
			VEC_PUSH(&e->scratch, &todo, to);
	}
	if (!any) // a loop for ever is left by other means
		return NULL;
	struct operation *op = ARENA_NEW(e->arena, struct operation);
	*op = (struct operation){ .match = MATCH_FUNCTION,
				  .name = f->name,
				  .pack = f->key,
				  .is_summary = true,
				  .is_const = -1,
				  .max_arguments = NONE,
				  .never_returns = true };
	return op;
}
