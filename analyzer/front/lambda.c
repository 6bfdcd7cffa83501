// SPDX-License-Identifier: Apache-2.0
// Lambdas: functions of their own that are lowered where they stand, because
// what a default capture takes shows only in the body.
#include "front/lower.h"

#include <ctype.h>
#include <string.h>
#include <uthash.h>

struct capture_entry {
	const void *key; // the variable's declaration; NULL: this
	CXCursor declaration;
	CXCursor init; // of [name = init], else null
	const char *name;
	enum passing passing;
	const struct type *type;
};

struct closure_entry {
	const void *key; // the closure class
	const char *function_key;
	bool copies; // [=]
	VEC(struct capture_entry) captures;
	UT_hash_handle hh;
};

void closures_release(struct tu *u)
{
	HASH_CLEAR(hh, u->closures);
}

// ---- what is captured

static enum passing mode_before(struct lower *l, CXCursor name)
{
	const char *end;
	const char *p = cx_spelling(&l->u->cx, name, &end);

	if (!p)
		return PASS_VALUE;
	for (p--; isspace((unsigned char)*p); p--)
		;
	return *p == '&' ? PASS_REFERENCE : PASS_VALUE;
}

static bool copies_by_default(struct lower *l, CXCursor e)
{
	const char *end;
	const char *p = cx_spelling(&l->u->cx, e, &end);

	if (!p || *p != '[')
		return false;
	for (p++; p < end && isspace((unsigned char)*p); p++)
		;
	return p < end && *p == '=';
}

static const struct type *captured_type(struct lower *l, CXCursor declaration,
					enum passing passing)
{
	const struct type *t = type_of_cursor(l->u, declaration);

	if (passing == PASS_REFERENCE)
		return type_is_reference(t) ? t : type_reference_to(l->u, t);
	return type_is_reference(t) && t->pointee ? t->pointee : t;
}

static void add_capture(struct lower *l, struct closure_entry *closure,
			CXCursor name)
{
	CXCursor d = clang_getCursorReferenced(name);
	struct capture_entry c = {
		.key = cx_key(d),
		.declaration = d,
		.init = clang_getNullCursor(),
		.name = cx_name(&l->u->cx, d),
	};

	if (clang_equalLocations(clang_getCursorLocation(d),
				 clang_getCursorLocation(name))) {
		c.init = clang_Cursor_getVarDeclInitializer(d);
		c.type = type_of_cursor(l->u, d);
		c.passing =
			type_is_reference(c.type) ? PASS_REFERENCE : PASS_VALUE;
	} else {
		c.passing = mode_before(l, name);
		c.type = captured_type(l, d, c.passing);
	}
	VEC_PUSH(l->u->arena, &closure->captures, c);
}

static struct closure_entry *closure_of(struct tu *u, CXCursor closure_class)
{
	struct closure_entry *c;
	const void *key = cx_key(closure_class);

	HASH_FIND_PTR(u->closures, &key, c);
	return c;
}

static struct closure_entry *closure_make(struct lower *l, CXCursor e,
					  CXCursor closure_class)
{
	struct cursors c = cx_children(&l->u->cx, e);
	struct closure_entry *closure =
		ARENA_NEW(l->u->arena, struct closure_entry);

	closure->key = cx_key(closure_class);
	closure->function_key = closure_key(l->u, closure_class);
	closure->copies = copies_by_default(l, e);
	for (uint32_t i = 0; i < c.count; i++)
		if (clang_getCursorKind(c.at[i]) == CXCursor_VariableRef)
			add_capture(l, closure, c.at[i]);
	HASH_ADD_PTR(l->u->closures, key, closure);
	return closure;
}

// ---- captures inside the body

static uint32_t declare_capture(struct lower *l, uint32_t i)
{
	const struct capture_entry *c = &l->closure->captures.at[i];
	struct variable v = {
		.kind = VARIABLE_CAPTURE,
		.index = i,
		.name = c->name,
		.type = c->type,
		.loc = l->f->loc,
	};
	uint32_t place = place_root(l->f, l->u->arena, variable_new(l, &v));

	if (c->key)
		variable_alias(l, c->declaration, place);
	return place;
}

uint32_t capture_place(struct lower *l, CXCursor declaration)
{
	struct closure_entry *closure = l->closure;
	enum passing passing = closure->copies ? PASS_VALUE : PASS_REFERENCE;
	struct capture_entry c = {
		.key = cx_key(declaration),
		.declaration = declaration,
		.init = clang_getNullCursor(),
		.name = cx_name(&l->u->cx, declaration),
		.passing = passing,
		.type = captured_type(l, declaration, passing),
	};

	VEC_PUSH(l->u->arena, &closure->captures, c);
	return declare_capture(l, closure->captures.count - 1);
}

static const struct type *this_type(struct lower *l)
{
	while (l->outer)
		l = l->outer;
	return l->f->this_variable == NONE
		       ? type_of(l->u, (CXType){ 0 })
		       : l->f->variables.at[l->f->this_variable].type;
}

void capture_this(struct lower *l)
{
	struct capture_entry c = {
		.declaration = clang_getNullCursor(),
		.init = clang_getNullCursor(),
		.name = "this",
		.passing = PASS_VALUE,
		.type = this_type(l),
	};

	if (!l->closure) { // `this` outside of a method: broken code
		struct variable v = { .kind = VARIABLE_THIS,
				      .name = "this",
				      .type = c.type,
				      .loc = l->f->loc };
		l->f->this_variable = variable_new(l, &v);
		return;
	}
	uint32_t i = 0;
	while (i < l->closure->captures.count && l->closure->captures.at[i].key)
		i++;
	if (i == l->closure->captures.count)
		VEC_PUSH(l->u->arena, &l->closure->captures, c);
	uint32_t place = declare_capture(l, i);
	l->f->this_variable = place_at(l, place).variable;
}

bool closure_enter(struct lower *l, CXCursor closure_class)
{
	l->closure = closure_of(l->u, closure_class);
	if (!l->closure)
		return false;
	for (uint32_t i = 0; i < l->closure->captures.count; i++)
		if (l->closure->captures.at[i].key)
			declare_capture(l, i);
	return true;
}

// ---- the body

static CXType result_type(struct cx *x, CXCursor e)
{
	CXCursor class = clang_getTypeDeclaration(
		clang_getCanonicalType(clang_getCursorType(e)));
	struct cursors c = cx_children(x, class);

	for (uint32_t i = 0; i < c.count; i++)
		if (cx_is_named(c.at[i], "operator()"))
			return clang_getResultType(
				clang_getCursorType(c.at[i]));
	return (CXType){ 0 };
}

static void describe(struct lower *outer, struct function *f, CXCursor e,
		     const struct closure_entry *closure)
{
	struct tu *u = outer->u;

	f->kind = FUNCTION_LAMBDA;
	f->usr = f->key = closure->function_key;
	f->name = arena_printf(u->arena, "%s::(lambda)", outer->f->name);
	f->result = type_of(u, result_type(&u->cx, e));
	f->is_static = true;
	f->is_pattern = outer->f->is_pattern;
	f->is_instantiation = outer->f->is_instantiation;
	f->has_errors = outer->f->has_errors;
	f->loc = cx_loc(&u->cx, e);
	f->this_variable = f->return_variable = NONE;
}

static void lower_lambda_body(struct lower *outer, CXCursor e,
			      struct closure_entry *closure)
{
	struct function *f = ARENA_NEW(outer->u->arena, struct function);
	struct lower l = {
		.u = outer->u, .outer = outer, .f = f, .depth = outer->depth
	};

	describe(outer, f, e, closure);
	l.closure = closure;
	lower_function_body(&l, e);
}

static struct operand captured_value(struct lower *l,
				     const struct capture_entry *c,
				     enum passing *passing)
{
	struct operand o;

	*passing = c->passing;
	if (!c->key)
		return operand_place(this_place(l));
	if (clang_Cursor_isNull(c->init))
		return operand_place(variable_place(l, c->declaration));
	if (c->passing == PASS_REFERENCE)
		return operand_place(lower_place(l, c->init));
	o = lower_argument(l, c->init, c->type);
	*passing = o.passing == PASS_MOVE ? PASS_MOVE : PASS_VALUE;
	return o;
}

struct operand lower_lambda(struct lower *l, CXCursor e, uint32_t into)
{
	struct loc loc = cx_loc(&l->u->cx, e);
	CXType t = clang_getCursorType(e);
	CXCursor class = clang_getTypeDeclaration(clang_getCanonicalType(t));
	struct closure_entry *closure = closure_of(l->u, class);

	if (!closure) {
		closure = closure_make(l, e, class);
		lower_lambda_body(l, e, closure);
	}
	if (into == NONE)
		into = temporary_object(l, t, loc);
	uint32_t n = closure->captures.count;
	struct capture *captures = ARENA_ARRAY(l->u->arena, struct capture, n);
	for (uint32_t i = 0; i < n; i++) {
		captures[i].name = closure->captures.at[i].name;
		captures[i].from = captured_value(l, &closure->captures.at[i],
						  &captures[i].passing);
	}
	struct op *op = emit(l, OP_CLOSURE, loc);
	op->dst = into;
	op->function_key = closure->function_key;
	op->captures = captures;
	op->capture_count = n;
	return operand_place(into);
}
