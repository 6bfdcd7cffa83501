// SPDX-License-Identifier: Apache-2.0
// What a sequence of the standard library holds: the values that were appended
// to it, by number as long as its size is known, and the last one. An element
// that is an object of its own is left to those who know about moves.
#include <string.h>

#include "flow/engine.h"

#define APPENDED_MAX 16

static bool is_sequence(const struct callee *c)
{
	static const char *const names[] = { "std::vector", "std::deque",
					     "std::list" };

	for (size_t i = 0; c->class_name && i < COUNT_OF(names); i++)
		if (strcmp(names[i], c->class_name) == 0)
			return true;
	return false;
}

static uint32_t size_of(struct solver *sv, uint32_t container)
{
	return region_field(&sv->m, container, "#size", NULL, NULL);
}

// On an iterator: the container whose end it is.
static uint32_t end_of(struct solver *sv, uint32_t iterator)
{
	return region_field(&sv->m, iterator, "#end", NULL, NULL);
}

static bool exec_empty(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t r = eval_object(sv, s, &op->receiver);

	if (r == NONE || op->argument_count)
		return false;
	eval_havoc(sv, s, r);
	eval_store(sv, s, size_of(sv, r),
		   (struct value){ .kind = VALUE_INTEGER });
	return true;
}

static bool exec_end(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t r = eval_object(sv, s, &op->receiver);

	if (r == NONE || op->dst == NONE || op->argument_count)
		return false;
	eval_store(sv, s, end_of(sv, eval_place(sv, s, op->dst)),
		   (struct value){ .kind = VALUE_ADDRESS, .id = r });
	return true;
}

// A constant iterator made from the other one.
static bool exec_convert(struct solver *sv, struct state *s,
			 const struct op *op)
{
	uint32_t to = eval_object(sv, s, &op->receiver), from;
	const struct value *v;

	if (to == NONE || op->argument_count != 1)
		return false;
	from = eval_object(sv, s, &op->arguments[0]);
	v = from == NONE ? NULL : state_bound(s, end_of(sv, from));
	if (!v)
		return false;
	eval_store(sv, s, end_of(sv, to), *v);
	return true;
}

static bool append(struct solver *sv, struct state *s, const struct op *op,
		   const struct operand *o)
{
	uint32_t container = eval_object(sv, s, &op->receiver);
	uint32_t from = eval_object(sv, s, o), size;
	const struct type *type = NULL;
	struct value v, n;

	if (container == NONE)
		return false;
	if (o->passing == PASS_VALUE || from == NONE) {
		v = eval_operand(sv, s, o);
	} else {
		type = sv->m.regions.at[from].type;
		v = eval_load(sv, s, from);
	}
	if (type && type->kind == TYPE_RECORD)
		return false;
	size = size_of(sv, container);
	n = eval_load(sv, s, size);
	if (n.kind == VALUE_INTEGER) {
		eval_store(sv, s, eval_index(sv, container, n.integer, type),
			   v);
		if (n.integer == 0)
			eval_store(sv, s,
				   region_field(&sv->m, container, "front",
						NULL, type),
				   v);
		n.integer++;
		eval_store(sv, s, size, n);
	}
	uint32_t back = region_field(&sv->m, container, "back", NULL, type);
	eval_store(sv, s, back, v);
	// Who walks over the elements may take it.
	handles_escape_within(s, &sv->m, back);
	return true;
}

// At the end: as often as `push_back` would do it.
static bool exec_insert(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t container = eval_object(sv, s, &op->receiver);
	uint32_t at = op->argument_count ? eval_object(sv, s, &op->arguments[0])
					 : NONE;
	const struct value *end =
		at == NONE ? NULL : state_bound(s, end_of(sv, at));
	int64_t count = 1;

	if (!end || end->kind != VALUE_ADDRESS || end->id != container)
		return false;
	if (op->argument_count == 3) {
		struct value n = eval_operand(sv, s, &op->arguments[1]);
		if (n.kind != VALUE_INTEGER || n.integer < 1 ||
		    n.integer > APPENDED_MAX)
			return false;
		count = n.integer;
	} else if (op->argument_count != 2) {
		return false;
	}
	while (count-- > 0)
		if (!append(sv, s, op, &op->arguments[op->argument_count - 1]))
			return false;
	return true;
}

bool container_exec(struct solver *sv, struct state *s, const struct op *op)
{
	const struct callee *c = op->callee;

	if (c->kind == CALLEE_CONSTRUCTOR && c->class_name &&
	    (strstr(c->class_name, "iterator") ||
	     strstr(c->class_name, "__wrap_iter")))
		return exec_convert(sv, s, op);
	if (!is_sequence(c))
		return false;
	if (c->kind == CALLEE_CONSTRUCTOR)
		return exec_empty(sv, s, op);
	if (str_equal(c->short_name, "push_back") ||
	    str_equal(c->short_name, "emplace_back"))
		return op->argument_count == 1 &&
		       append(sv, s, op, &op->arguments[0]);
	if (str_equal(c->short_name, "insert"))
		return exec_insert(sv, s, op);
	return (str_equal(c->short_name, "end") ||
		str_equal(c->short_name, "cend")) &&
	       exec_end(sv, s, op);
}
