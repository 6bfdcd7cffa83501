// SPDX-License-Identifier: Apache-2.0
// Calls that are better understood as what they do: atomic builtins read and
// write a place, and so do the accessors of the standard library.
#include "front/lower.h"

#include <string.h>

#include "base/str.h"

static struct loc loc_of(struct lower *l, CXCursor e)
{
	return cx_loc(&l->u->cx, e);
}

// ---- atomics

// What remains of a builtin's name: "exchange", "load_n", ...
static const char *atomic_word(struct lower *l, CXCursor e)
{
	static const char *const prefixes[] = { "__c11_atomic_", "__atomic_" };
	const char *end;
	const char *p = cx_spelling(&l->u->cx, e, &end);
	size_t n = p ? cx_word(p, end) : 0;

	for (size_t i = 0; n && i < COUNT_OF(prefixes); i++) {
		size_t skip = strlen(prefixes[i]);
		if (n > skip && memcmp(p, prefixes[i], skip) == 0)
			return intern_bytes(l->u->cx.names, p + skip, n - skip);
	}
	return NULL;
}

static uint32_t old_value(struct lower *l, CXCursor e, uint32_t target,
			  uint32_t into, struct loc loc)
{
	uint32_t dst = into != NONE
			       ? into
			       : temporary(l, type_of_cursor(l->u, e), loc);

	emit_copy(l, dst, operand_place(target), into == NONE, loc);
	return dst;
}

static struct operand atomic_call(struct lower *l, CXCursor e, const char *word,
				  struct operand *operands, uint32_t count)
{
	struct loc loc = loc_of(l, e);
	const struct type *t = type_of_cursor(l->u, e);
	uint32_t dst = t->kind == TYPE_VOID ? NONE : temporary(l, t, loc);
	struct op *op = emit(l, OP_CALL, loc);

	op->callee = callee_named(
		l->u, arena_printf(l->u->arena, "__atomic_%s", word));
	op->dst = dst;
	op->arguments = operands;
	op->argument_count = count;
	return dst == NONE ? (struct operand){ 0 } : operand_place(dst);
}

// Operands come as pointer, order, value, ...; `init` has no order.
bool lower_atomic(struct lower *l, CXCursor e, const struct cursors *parts,
		  uint32_t into, struct operand *out)
{
	const char *word = atomic_word(l, e);
	struct loc loc = loc_of(l, e);
	struct operand *o;

	if (!word)
		return false;
	o = ARENA_ARRAY(l->u->arena, struct operand, parts->count);
	for (uint32_t i = 0; i < parts->count; i++)
		o[i] = lower_value(l, parts->at[i], NONE);
	const struct type *pointer = type_of_cursor(l->u, parts->at[0]);
	uint32_t target = pointee_place(
		l, o[0], pointer->pointee ? pointer->pointee : pointer, loc);
	bool has_value = parts->count > 2;
	if (str_equal(word, "load") || str_equal(word, "load_n")) {
		*out = operand_place(old_value(l, e, target, into, loc));
	} else if (str_equal(word, "init")) {
		emit_copy(l, target, o[1], false, loc);
		*out = (struct operand){ 0 };
	} else if (str_starts(word, "store") && has_value) {
		emit_copy(l, target, o[2], false, loc);
		*out = (struct operand){ 0 };
	} else if ((str_equal(word, "exchange") ||
		    str_equal(word, "exchange_n")) &&
		   parts->count == 3) {
		*out = operand_place(old_value(l, e, target, into, loc));
		emit_copy(l, target, o[2], false, loc);
	} else if (str_starts(word, "fetch_") && has_value) {
		*out = operand_place(old_value(l, e, target, into, loc));
		struct op *op = emit(l, OP_BINARY, loc);
		op->binary = str_equal(word, "fetch_add")   ? BINARY_ADD
			     : str_equal(word, "fetch_sub") ? BINARY_SUBTRACT
							    : BINARY_OTHER;
		op->dst = target;
		op->src = operand_place(target);
		op->src2 = o[2];
	} else {
		*out = atomic_call(l, e, word, o, parts->count);
	}
	return true;
}

bool lower_known(struct lower *l, struct call *c, enum want want,
		 struct operand *out)
{
	(void)l;
	(void)c;
	(void)want;
	(void)out;
	return false;
}
