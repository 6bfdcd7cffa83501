// SPDX-License-Identifier: Apache-2.0
#include "model/dump.h"

#include <inttypes.h>

static void add_place(struct str *out, const struct function *f, uint32_t p)
{
	struct arena scratch = { 0 };

	if (p == NONE)
		str_add(out, "-");
	else
		str_add(out, place_text(f, &scratch, p));
	arena_release(&scratch);
}

static void add_operand(struct str *out, const struct function *f,
			const struct operand *o)
{
	static const char *const passings[] = {
		[PASS_VALUE] = "",
		[PASS_MOVE] = "move ",
		[PASS_REFERENCE] = "ref ",
		[PASS_CONST_REFERENCE] = "cref ",
		[PASS_RVALUE_REFERENCE] = "rref ",
	};

	str_add(out, passings[o->passing]);
	switch (o->kind) {
	case OPERAND_NONE:
		str_add(out, "none");
		break;
	case OPERAND_PLACE:
		add_place(out, f, o->place);
		break;
	case OPERAND_ADDRESS:
		str_add_char(out, '&');
		add_place(out, f, o->place);
		break;
	case OPERAND_INTEGER:
		str_printf(out, "%" PRId64, o->integer);
		break;
	case OPERAND_NULL:
		str_add(out, "null");
		break;
	case OPERAND_STRING:
		str_add(out, "string");
		break;
	case OPERAND_FUNCTION:
		str_printf(out, "function %s", o->function->name);
		break;
	case OPERAND_UNKNOWN:
		str_add(out, "unknown");
		break;
	}
	if (o->name)
		str_printf(out, " (%s)", o->name);
}

static void add_arguments(struct str *out, const struct function *f,
			  const struct op *op)
{
	str_add_char(out, '(');
	for (uint32_t i = 0; i < op->argument_count; i++) {
		if (i)
			str_add(out, ", ");
		add_operand(out, f, &op->arguments[i]);
	}
	str_add_char(out, ')');
}

static void add_annotations(struct str *out, const char *const *annotations)
{
	for (; annotations && *annotations; annotations++)
		str_printf(out, " @%s", *annotations);
}

static void add_call(struct str *out, const struct function *f,
		     const struct op *op)
{
	if (op->callee->kind == CALLEE_INDIRECT)
		str_add(out, " indirect");
	else
		str_printf(out, " %s", op->callee->name);
	if (op->receiver.kind != OPERAND_NONE) {
		str_add(out, " on ");
		add_operand(out, f, &op->receiver);
	}
	str_add_char(out, ' ');
	add_arguments(out, f, op);
	add_annotations(out, op->callee->annotations);
	if (op->callee->is_dependent)
		str_add(out, " dependent");
	if (op->is_virtual_call)
		str_add(out, " virtual");
}

static void add_captures(struct str *out, const struct function *f,
			 const struct op *op)
{
	str_add(out, " [");
	for (uint32_t i = 0; i < op->capture_count; i++) {
		if (i)
			str_add(out, ", ");
		str_printf(out, "%s = ", op->captures[i].name);
		struct operand from = op->captures[i].from;
		from.passing = op->captures[i].passing;
		add_operand(out, f, &from);
	}
	str_add_char(out, ']');
}

static void add_sources(struct str *out, const struct function *f,
			const struct op *op)
{
	if (op->kind == OP_CALL) {
		add_call(out, f, op);
		return;
	}
	if (op->src.kind != OPERAND_NONE) {
		str_add_char(out, ' ');
		add_operand(out, f, &op->src);
	}
	if (op->kind == OP_BINARY) {
		str_printf(out, " %s ", binary_word(op->binary));
		add_operand(out, f, &op->src2);
	}
	if (op->kind == OP_DISCARD && op->src2.kind != OPERAND_NONE)
		str_add(out, " on purpose");
	if (op->kind == OP_CLOSURE)
		add_captures(out, f, op);
	if (op->callee)
		str_printf(out, " by %s", op->callee->name);
}

static void add_op(struct str *out, const struct function *f,
		   const struct op *op)
{
	str_printf(out, "\t%" PRIu32 ":%" PRIu32 "\t%s", op->loc.line,
		   op->loc.column, op_word(op->kind));
	if (op->dst != NONE) {
		str_add_char(out, ' ');
		add_place(out, f, op->dst);
		if (op->kind != OP_DECLARE && op->kind != OP_SCOPE_END)
			str_add(out, " =");
	}
	add_sources(out, f, op);
	if (op->is_init)
		str_add(out, " init");
	if (op->is_unsequenced)
		str_add(out, " unsequenced");
	if (op->is_implicit)
		str_add(out, " implicit");
	if (op->loc.macro_file)
		str_add(out, " macro");
	str_add_char(out, '\n');
}

static void add_switch(struct str *out, const struct function *f,
		       const struct terminator *t)
{
	str_add(out, "switch ");
	add_operand(out, f, &t->value);
	for (uint32_t i = 0; i < t->case_count; i++) {
		const struct switch_case *c = &t->cases[i];
		str_printf(out, ", %" PRId64, c->low);
		if (c->high != c->low)
			str_printf(out, "..%" PRId64, c->high);
		if (c->name)
			str_printf(out, " (%s)", c->name);
		str_printf(out, " b%" PRIu32, c->target);
	}
	str_printf(out, ", %s b%" PRIu32, t->has_default ? "default" : "else",
		   t->target[0]);
}

static void add_terminator(struct str *out, const struct function *f,
			   const struct terminator *t)
{
	if (t->loc.line)
		str_printf(out, "\t%" PRIu32 ":%" PRIu32 "\t", t->loc.line,
			   t->loc.column);
	else
		str_add(out, "\t\t");
	switch (t->kind) {
	case TERM_JUMP:
		str_printf(out, "jump b%" PRIu32, t->target[0]);
		break;
	case TERM_BRANCH:
		str_add(out, t->is_loop ? "loop " : "branch ");
		add_operand(out, f, &t->condition.lhs);
		str_printf(out, " %s ", binary_word(t->condition.operator));
		add_operand(out, f, &t->condition.rhs);
		str_printf(out, ", b%" PRIu32 ", b%" PRIu32, t->target[0],
			   t->target[1]);
		break;
	case TERM_SWITCH:
		add_switch(out, f, t);
		break;
	case TERM_RETURN:
		str_add(out, "return");
		break;
	case TERM_THROW:
		str_add(out, "throw");
		break;
	case TERM_UNREACHABLE:
		str_add(out, "unreachable");
		break;
	}
	str_add_char(out, '\n');
}

static void add_block(struct str *out, const struct function *f, uint32_t id)
{
	const struct block *b = &f->blocks.at[id];

	str_printf(out, "b%" PRIu32 ":", id);
	for (uint32_t i = 0; i < b->handler_count; i++)
		str_printf(out, " catch b%" PRIu32, b->handlers[i]);
	str_add_char(out, '\n');
	for (uint32_t i = 0; i < b->ops.count; i++)
		add_op(out, f, &b->ops.at[i]);
	add_terminator(out, f, &b->terminator);
}

static void add_flags(struct str *out, const struct function *f)
{
	static const char *const kinds[] = {
		[FUNCTION_PLAIN] = "function",
		[FUNCTION_METHOD] = "method",
		[FUNCTION_CONSTRUCTOR] = "constructor",
		[FUNCTION_DESTRUCTOR] = "destructor",
		[FUNCTION_LAMBDA] = "lambda",
		[FUNCTION_INITIALIZER] = "initializer",
	};

	str_printf(out, "%s %s", kinds[f->kind], f->name);
	if (f->is_static)
		str_add(out, " static");
	if (f->is_virtual)
		str_add(out, " virtual");
	if (f->is_coroutine)
		str_add(out, " coroutine");
	if (f->is_pattern)
		str_add(out, " pattern");
	if (f->is_instantiation)
		str_add(out, " instantiation");
	if (f->has_errors)
		str_add(out, " errors");
	add_annotations(out, f->annotations);
}

void dump_function(struct str *out, const struct function *f)
{
	static const char *const kinds[] = {
		[VARIABLE_PARAMETER] = "parameter",
		[VARIABLE_LOCAL] = "local",
		[VARIABLE_TEMPORARY] = "temporary",
		[VARIABLE_GLOBAL] = "global",
		[VARIABLE_THIS] = "this",
		[VARIABLE_CAPTURE] = "capture",
		[VARIABLE_RETURN] = "return",
	};

	add_flags(out, f);
	str_add_char(out, '\n');
	for (uint32_t i = 0; i < f->variables.count; i++) {
		const struct variable *v = &f->variables.at[i];
		if (v->kind == VARIABLE_TEMPORARY)
			str_printf(out, "\t%s %%%" PRIu32 ": %s\n",
				   kinds[v->kind], i, v->type->spelling);
		else
			str_printf(out, "\t%s %s: %s\n", kinds[v->kind],
				   v->name, v->type->spelling);
	}
	if (f->not_analysed)
		str_printf(out, "\tnot analysed: %s\n", f->not_analysed);
	for (uint32_t i = 0; i < f->blocks.count; i++)
		add_block(out, f, i);
}

void dump_unit(struct str *out, const struct unit *u)
{
	if (u->error_count)
		str_printf(out, "errors: %" PRIu32 "\n", u->error_count);
	for (uint32_t i = 0; i < u->functions.count; i++) {
		if (i || u->error_count)
			str_add_char(out, '\n');
		dump_function(out, u->functions.at[i]);
	}
}
