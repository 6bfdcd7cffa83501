// SPDX-License-Identifier: Apache-2.0
// Functions of the language's own library that only move values about: no
// rules, part of what C and C++ are.
#include <string.h>

#include "flow/engine.h"

// Both sides' values, taken before either is written.
static void exec_swap(struct solver *sv, struct state *s, uint32_t a,
		      uint32_t b)
{
	struct content c = eval_content(sv, s, a);

	eval_copy(sv, s, a, b);
	eval_put(sv, s, b, &c);
}

static bool exec_memset(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t region;

	if (op->argument_count < 2)
		return false;
	region = eval_pointee(sv, s, eval_operand(sv, s, &op->arguments[0]),
			      NULL);
	if (region == NONE || op->arguments[1].kind != OPERAND_INTEGER ||
	    op->arguments[1].integer != 0)
		return false;
	handle_overwrite(sv, s, region);
	eval_store(sv, s, region, (struct value){ .kind = VALUE_INTEGER });
	return true;
}

static bool exec_exchange(struct solver *sv, struct state *s,
			  const struct op *op)
{
	if (op->argument_count != 2 || op->dst == NONE ||
	    op->arguments[0].kind != OPERAND_PLACE)
		return false;
	uint32_t object = eval_place(sv, s, op->arguments[0].place);
	uint32_t dst = eval_place(sv, s, op->dst);
	eval_copy(sv, s, dst, object);
	const struct operand *o = &op->arguments[1];
	if (o->kind == OPERAND_PLACE)
		eval_copy(sv, s, object, eval_place(sv, s, o->place));
	else
		eval_store(sv, s, object, eval_operand(sv, s, o));
	return true;
}

static bool exec_std_swap(struct solver *sv, struct state *s,
			  const struct op *op)
{
	uint32_t a, b;

	if (op->argument_count == 2) {
		a = eval_object(sv, s, &op->arguments[0]);
		b = eval_object(sv, s, &op->arguments[1]);
	} else if (op->argument_count == 1) {
		a = eval_object(sv, s, &op->receiver);
		b = eval_object(sv, s, &op->arguments[0]);
	} else {
		return false;
	}
	if (a == NONE || b == NONE)
		return false;
	exec_swap(sv, s, a, b);
	return true;
}

// Takes its arguments only if the key was not there.
static bool exec_try_emplace(struct solver *sv, struct state *s,
			     const struct op *op)
{
	for (uint32_t i = 0; i < op->argument_count; i++) {
		uint32_t region = eval_object(sv, s, &op->arguments[i]);
		if (region != NONE)
			eval_havoc(sv, s, region);
	}
	return true;
}

static bool exec_free(struct solver *sv, struct state *s, const struct op *op)
{
	struct value v;
	uint32_t region;

	if (op->argument_count != 1)
		return false;
	v = eval_operand(sv, s, &op->arguments[0]);
	if (v.kind == VALUE_SYMBOL &&
	    state_test(s, &sv->m, v.id, BINARY_EQUAL, 0) == TRUTH_YES)
		return true;
	region = eval_pointee(sv, s, v, NULL);
	if (region != NONE)
		handle_free(sv, s, region);
	handle_escape(sv, s, v);
	return true;
}

bool language_is_free(const struct callee *c)
{
	return c &&
	       (str_equal(c->name, "free") || str_equal(c->name, "std::free"));
}

static const struct language_function {
	const char *name;
	bool (*exec)(struct solver *sv, struct state *s, const struct op *op);
} language_functions[] = {
	{ "memset", exec_memset },      { "__builtin_memset", exec_memset },
	{ "std::memset", exec_memset }, { "std::exchange", exec_exchange },
	{ "std::swap", exec_std_swap }, { "free", exec_free },
	{ "std::free", exec_free },
};

bool language_exec(struct solver *sv, struct state *s, const struct op *op)
{
	const char *name = op->callee->name;

	if (!name)
		return false;
	if (language_is_free(op->callee))
		return exec_free(sv, s, op);
	for (size_t i = 0; i < COUNT_OF(language_functions); i++)
		if (strcmp(language_functions[i].name, name) == 0)
			return language_functions[i].exec(sv, s, op);
	if (op->callee->kind != CALLEE_METHOD || !op->callee->is_system)
		return false;
	if (str_equal(op->callee->short_name, "swap"))
		return exec_std_swap(sv, s, op);
	return str_equal(op->callee->short_name, "try_emplace") &&
	       exec_try_emplace(sv, s, op);
}

// A wrapper such as std::function is the callable it was made from.
bool language_wrap(struct solver *sv, struct state *s, const struct op *op)
{
	static const char *const wrappers[] = { "std::function",
						"std::move_only_function",
						"std::copyable_function" };
	const struct callee *c = op->callee;
	uint32_t dst, src;

	if (c->kind != CALLEE_CONSTRUCTOR || op->argument_count < 1 ||
	    !c->class_name || op->arguments[0].kind != OPERAND_PLACE)
		return false;
	for (size_t i = 0; i < COUNT_OF(wrappers); i++) {
		if (strcmp(wrappers[i], c->class_name) != 0)
			continue;
		src = eval_place(sv, s, op->arguments[0].place);
		if (op->receiver.kind == OPERAND_PLACE)
			dst = eval_place(sv, s, op->receiver.place);
		else if (op->dst != NONE)
			dst = eval_place(sv, s, op->dst);
		else
			return false;
		eval_copy(sv, s, dst, src);
		return true;
	}
	return false;
}
