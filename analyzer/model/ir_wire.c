// SPDX-License-Identifier: Apache-2.0
// Each function describes one struct for both directions, see model/wire.h.
// Types and callees are shared: they stand in tables in front of the functions
// and are named by their numbers, 0 for none.
#include "model/ir_wire.h"

#include <uthash.h>

#include "model/wire.h"

#define MAGIC 0x52494c31u // "1LIR"
#define VERSION 1u

struct shared { // a type or callee that was met while writing
	const void *address;
	uint32_t number;
	UT_hash_handle hh;
};

struct table {
	struct shared *by_address; // writing
	VEC(const void *) list;
	uint32_t count; // reading
};

// A wire with its tables. `wire` is first: the functions below get a pointer to
// it.
struct context {
	struct wire wire;
	struct table types;
	struct table callees;
	struct type *type_at; // reading
	struct callee *callee_at;
};

static uint32_t number_in(struct table *t, struct arena *a, const void *x)
{
	struct shared *s;

	if (!x)
		return 0;
	HASH_FIND_PTR(t->by_address, &x, s);
	if (s)
		return s->number;
	VEC_PUSH(a, &t->list, x);
	s = ARENA_NEW(a, struct shared);
	s->address = x;
	s->number = t->list.count;
	HASH_ADD_PTR(t->by_address, address, s);
	return s->number;
}

// The number of a shared thing, in bounds of its table.
static uint32_t wire_number(struct wire *w, struct table *t, const void *x)
{
	uint32_t number = w->is_writing ? number_in(t, w->arena, x) : 0;

	return wire_enum_value(w, number, t->count + 1);
}

static void wire_type_of(struct wire *w, const struct type **t)
{
	struct context *c = (struct context *)w;
	uint32_t number = wire_number(w, &c->types, *t);

	if (!w->is_writing)
		*t = number ? &c->type_at[number - 1] : NULL;
}

static void wire_callee_of(struct wire *w, const struct callee **f)
{
	struct context *c = (struct context *)w;
	uint32_t number = wire_number(w, &c->callees, *f);

	if (!w->is_writing)
		*f = number ? &c->callee_at[number - 1] : NULL;
}

// ---- what is shared

static void wire_type(struct wire *w, struct type *t)
{
	WIRE_ENUM(w, t->kind, TYPE_FUNCTION + 1);
	wire_bool(w, &t->is_const);
	wire_text(w, &t->name);
	wire_text(w, &t->spelling);
	wire_names(w, &t->aliases);
	wire_names(w, &t->arguments);
	wire_names(w, &t->bases);
	wire_type_of(w, &t->pointee);
	wire_i64(w, &t->length);
	wire_bool(w, &t->has_destructor);
}

static void wire_callee(struct wire *w, struct callee *c)
{
	WIRE_ENUM(w, c->kind, CALLEE_INDIRECT + 1);
	wire_text(w, &c->usr);
	wire_text(w, &c->key);
	wire_text(w, &c->name);
	wire_text(w, &c->short_name);
	wire_text(w, &c->class_name);
	wire_names(w, &c->class_bases);
	WIRE_ENUM(w, c->ref, REF_RVALUE + 1);
	wire_bool(w, &c->is_const);
	wire_bool(w, &c->is_static);
	wire_bool(w, &c->is_virtual);
	wire_bool(w, &c->is_variadic);
	wire_bool(w, &c->is_noreturn);
	wire_bool(w, &c->is_noexcept);
	wire_bool(w, &c->is_nodiscard);
	wire_bool(w, &c->is_system);
	wire_bool(w, &c->has_body);
	wire_bool(w, &c->is_dependent);
	wire_type_of(w, &c->result);
	wire_count(w, &c->parameter_count);
	const struct type **parameters =
		ARENA_ARRAY(w->arena, const struct type *, c->parameter_count);
	for (uint32_t i = 0; i < c->parameter_count; i++) {
		if (w->is_writing)
			parameters[i] = c->parameters[i];
		wire_type_of(w, &parameters[i]);
	}
	if (!w->is_writing)
		c->parameters = parameters;
	wire_names(w, &c->annotations);
}

// ---- a function

static void wire_variable(struct wire *w, struct variable *v)
{
	WIRE_ENUM(w, v->kind, VARIABLE_RETURN + 1);
	wire_u32(w, &v->index);
	wire_text(w, &v->name);
	wire_text(w, &v->usr);
	wire_type_of(w, &v->type);
	wire_loc(w, &v->loc);
}

static void wire_place(struct wire *w, struct place *p)
{
	WIRE_ENUM(w, p->projection, PROJECT_ELEMENT + 1);
	wire_u32(w, &p->variable);
	wire_u32(w, &p->base);
	wire_u32(w, &p->depth);
	wire_text(w, &p->field);
	wire_text(w, &p->field_usr);
	wire_i64(w, &p->index);
	wire_u32(w, &p->index_place);
	wire_type_of(w, &p->type);
}

static void wire_operand(struct wire *w, struct operand *o)
{
	WIRE_ENUM(w, o->kind, OPERAND_UNKNOWN + 1);
	if (o->kind == OPERAND_NONE)
		return;
	WIRE_ENUM(w, o->passing, PASS_RVALUE_REFERENCE + 1);
	wire_u32(w, &o->place);
	wire_i64(w, &o->integer);
	wire_callee_of(w, &o->function);
	wire_text(w, &o->name);
}

static void wire_capture(struct wire *w, struct capture *c)
{
	wire_text(w, &c->name);
	WIRE_ENUM(w, c->passing, PASS_RVALUE_REFERENCE + 1);
	wire_operand(w, &c->from);
}

static void wire_op(struct wire *w, struct op *op)
{
	WIRE_ENUM(w, op->kind, OP_ESCAPE + 1);
	WIRE_ENUM(w, op->binary, BINARY_OTHER + 1);
	wire_u32(w, &op->dst);
	wire_operand(w, &op->src);
	wire_operand(w, &op->src2);
	wire_callee_of(w, &op->callee);
	wire_type_of(w, &op->receiver_type);
	wire_operand(w, &op->receiver);
	WIRE_ARRAY(w, op->arguments, op->argument_count, wire_operand);
	wire_text(w, &op->function_key);
	WIRE_ARRAY(w, op->captures, op->capture_count, wire_capture);
	wire_bool(w, &op->is_virtual_call);
	wire_bool(w, &op->is_init);
	wire_bool(w, &op->is_unsequenced);
	wire_bool(w, &op->is_implicit);
	wire_loc(w, &op->loc);
}

static void wire_case(struct wire *w, struct switch_case *c)
{
	wire_i64(w, &c->low);
	wire_i64(w, &c->high);
	wire_text(w, &c->name);
	wire_u32(w, &c->target);
}

static void wire_terminator(struct wire *w, struct terminator *t)
{
	WIRE_ENUM(w, t->kind, TERM_UNREACHABLE + 1);
	wire_u32(w, &t->target[0]);
	wire_u32(w, &t->target[1]);
	WIRE_ENUM(w, t->condition.operator, BINARY_OTHER + 1);
	wire_operand(w, &t->condition.lhs);
	wire_operand(w, &t->condition.rhs);
	wire_operand(w, &t->value);
	WIRE_ARRAY(w, t->cases, t->case_count, wire_case);
	wire_bool(w, &t->is_loop);
	wire_bool(w, &t->has_default);
	wire_loc(w, &t->loc);
}

static void wire_block(struct wire *w, struct block *b)
{
	WIRE_VEC(w, b->ops, wire_op);
	wire_terminator(w, &b->terminator);
	WIRE_ARRAY(w, b->handlers, b->handler_count, wire_u32);
}

static void wire_function(struct wire *w, struct function *f)
{
	WIRE_ENUM(w, f->kind, FUNCTION_INITIALIZER + 1);
	wire_text(w, &f->usr);
	wire_text(w, &f->key);
	wire_text(w, &f->name);
	wire_text(w, &f->class_name);
	wire_text(w, &f->class_key);
	wire_names(w, &f->overrides);
	wire_names(w, &f->annotations);
	wire_type_of(w, &f->result);
	wire_bool(w, &f->is_static);
	wire_bool(w, &f->is_virtual);
	wire_bool(w, &f->is_coroutine);
	wire_bool(w, &f->is_pattern);
	wire_bool(w, &f->is_instantiation);
	wire_bool(w, &f->is_public);
	wire_bool(w, &f->has_errors);
	wire_text(w, &f->not_analysed);
	wire_loc(w, &f->loc);
	wire_u32(w, &f->parameter_count);
	wire_u32(w, &f->this_variable);
	wire_u32(w, &f->return_variable);
	WIRE_VEC(w, f->variables, wire_variable);
	WIRE_VEC(w, f->places, wire_place);
	WIRE_VEC(w, f->blocks, wire_block);
}

// ---- whether what was read can be walked

static bool is_variable(const struct function *f, uint32_t v)
{
	return v < f->variables.count;
}

static bool is_place(const struct function *f, uint32_t p)
{
	return p == NONE || p < f->places.count;
}

static bool operand_is_whole(const struct function *f, const struct operand *o)
{
	switch (o->kind) {
	case OPERAND_PLACE:
	case OPERAND_ADDRESS:
		return o->place < f->places.count;
	case OPERAND_FUNCTION:
		return o->function != NULL;
	default:
		return true;
	}
}

// Bases come before what is built on them.
static bool places_are_whole(const struct function *f)
{
	for (uint32_t i = 0; i < f->places.count; i++) {
		const struct place *p = &f->places.at[i];

		if (!is_variable(f, p->variable) ||
		    !is_place(f, p->index_place))
			return false;
		if (p->projection == PROJECT_NONE ? p->base != NONE
						  : p->base >= i)
			return false;
	}
	return true;
}

static bool op_is_whole(const struct function *f, const struct op *op)
{
	if (!is_place(f, op->dst) || !operand_is_whole(f, &op->src) ||
	    !operand_is_whole(f, &op->src2) ||
	    !operand_is_whole(f, &op->receiver) ||
	    (op->kind == OP_CALL && !op->callee))
		return false;
	for (uint32_t i = 0; i < op->argument_count; i++)
		if (!operand_is_whole(f, &op->arguments[i]))
			return false;
	for (uint32_t i = 0; i < op->capture_count; i++)
		if (!operand_is_whole(f, &op->captures[i].from))
			return false;
	return true;
}

static bool terminator_is_whole(const struct function *f,
				const struct terminator *t)
{
	uint32_t targets = t->kind == TERM_BRANCH                           ? 2
			   : t->kind == TERM_JUMP || t->kind == TERM_SWITCH ? 1
									    : 0;

	for (uint32_t i = 0; i < targets; i++)
		if (t->target[i] >= f->blocks.count)
			return false;
	for (uint32_t i = 0; i < t->case_count; i++)
		if (t->cases[i].target >= f->blocks.count)
			return false;
	return operand_is_whole(f, &t->condition.lhs) &&
	       operand_is_whole(f, &t->condition.rhs) &&
	       operand_is_whole(f, &t->value);
}

static bool block_is_whole(const struct function *f, const struct block *b)
{
	VEC_EACH (const struct op, op, &b->ops)
		if (!op_is_whole(f, op))
			return false;
	for (uint32_t i = 0; i < b->handler_count; i++)
		if (b->handlers[i] >= f->blocks.count)
			return false;
	return terminator_is_whole(f, &b->terminator);
}

static bool function_is_whole(const struct function *f)
{
	if (!f->key || !f->name || !f->blocks.count || !places_are_whole(f) ||
	    f->parameter_count > f->variables.count ||
	    (f->this_variable != NONE && !is_variable(f, f->this_variable)) ||
	    (f->return_variable != NONE && !is_variable(f, f->return_variable)))
		return false;
	VEC_EACH (const struct block, b, &f->blocks)
		if (!block_is_whole(f, b))
			return false;
	return true;
}

// Nobody writes a type of so many levels, but a message may go in circles.
#define LEVELS_MAX 1000

static bool types_are_whole(const struct context *c)
{
	for (uint32_t i = 0; i < c->types.count; i++) {
		const struct type *t = &c->type_at[i];
		for (int level = 0; t; t = t->pointee)
			if (++level > LEVELS_MAX)
				return false;
	}
	return true;
}

static bool is_whole(const struct context *c, const struct unit *u)
{
	if (!types_are_whole(c))
		return false;
	VEC_EACH (struct function *, f, &u->functions)
		if (!function_is_whole(*f))
			return false;
	return true;
}

// ---- the whole

// Writing: the tables are known once the functions are written. Callees bring
// types, types bring types.
static void write_tables(struct context *c)
{
	struct wire *w = &c->wire;
	struct str functions = w->body;

	w->body = (struct str)STR_INIT;
	for (uint32_t i = 0; i < c->callees.list.count; i++) {
		struct callee copy =
			*(const struct callee *)c->callees.list.at[i];
		wire_callee(w, &copy);
	}
	for (uint32_t i = 0; i < c->types.list.count; i++) {
		struct type copy = *(const struct type *)c->types.list.at[i];
		wire_type(w, &copy);
	}
	struct str tables = w->body;
	w->body = (struct str)STR_INIT;
	wire_count(w, &c->callees.list.count);
	wire_count(w, &c->types.list.count);
	str_add_bytes(&w->body, tables.text, tables.length);
	str_add_bytes(&w->body, functions.text, functions.length);
	str_release(&tables);
	str_release(&functions);
}

void ir_write(const struct function *const *functions, uint32_t count,
	      const char *root, struct str *out)
{
	struct arena scratch = { 0 };
	struct context c = { 0 };

	wire_write_begin(&c.wire, root);
	c.wire.arena = &scratch;
	wire_count(&c.wire, &count);
	for (uint32_t i = 0; i < count; i++) {
		struct function copy = *functions[i]; // fields stay as they are
		wire_function(&c.wire, &copy);
	}
	write_tables(&c);
	HASH_CLEAR(hh, c.types.by_address);
	HASH_CLEAR(hh, c.callees.by_address);
	wire_write_end(&c.wire, MAGIC, VERSION, out);
	arena_release(&scratch);
}

static void read_tables(struct context *c)
{
	struct wire *w = &c->wire;

	wire_count(w, &c->callees.count);
	wire_count(w, &c->types.count);
	c->callee_at = ARENA_ARRAY(w->arena, struct callee, c->callees.count);
	c->type_at = ARENA_ARRAY(w->arena, struct type, c->types.count);
	for (uint32_t i = 0; i < c->callees.count; i++)
		wire_callee(w, &c->callee_at[i]);
	for (uint32_t i = 0; i < c->types.count; i++)
		wire_type(w, &c->type_at[i]);
}

bool ir_read(const void *data, size_t size, const char *root, struct arena *a,
	     struct unit *out, struct err *e)
{
	struct context c = { 0 };
	uint32_t count;

	if (!wire_read_begin(&c.wire, a, root, MAGIC, VERSION, data, size, e))
		return false;
	read_tables(&c);
	wire_count(&c.wire, &count);
	for (uint32_t i = 0; i < count; i++) {
		struct function *f = ARENA_NEW(a, struct function);

		wire_function(&c.wire, f);
		VEC_PUSH(a, &out->functions, f);
	}
	if (!wire_read_end(&c.wire, e))
		return false;
	return is_whole(&c, out) ||
	       err_set(e, ERR_IO, "broken message: a function that cannot be");
}
