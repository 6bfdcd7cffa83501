// SPDX-License-Identifier: Apache-2.0
// What a unit defines, and functions as a whole. Bodies of instantiated
// templates are not below the unit's root: only calls lead there, so functions
// wait in a list that grows while it is worked off.
#include "front/lower.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/str.h"

struct seen_entry {
	const void *key;
	UT_hash_handle hh;
};

static bool is_new(struct tu *u, const void *key)
{
	struct seen_entry *e;

	HASH_FIND_PTR(u->seen, &key, e);
	if (e)
		return false;
	e = ARENA_NEW(&u->queue_arena, struct seen_entry);
	e->key = key;
	HASH_ADD_PTR(u->seen, key, e);
	return true;
}

// Patterns are told from their instantiations by kind, not by place.
static const void *place_key(CXCursor c)
{
	CXSourceLocation at = clang_getCursorLocation(c);

	return (const void *)(uintptr_t)at.int_data;
}

// ---- one function

static bool is_body(enum CXCursorKind kind)
{
	return kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt ||
	       kind == CXCursor_UnexposedStmt;
}

static enum function_kind kind_of(CXCursor c)
{
	switch (clang_getCursorKind(c)) {
	case CXCursor_Constructor:
		return FUNCTION_CONSTRUCTOR;
	case CXCursor_Destructor:
		return FUNCTION_DESTRUCTOR;
	case CXCursor_CXXMethod:
	case CXCursor_ConversionFunction:
		return FUNCTION_METHOD;
	default:
		return FUNCTION_PLAIN;
	}
}

static bool is_class(CXCursor c)
{
	switch (clang_getCursorKind(c)) {
	case CXCursor_ClassDecl:
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl:
	case CXCursor_ClassTemplate:
	case CXCursor_ClassTemplatePartialSpecialization:
		return true;
	default:
		return false;
	}
}

static bool has_errors(struct tu *u, const struct loc *at)
{
	for (uint32_t i = 0; i < u->errors.count; i++) {
		const struct loc *e = &u->errors.at[i];
		if (e->file == at->file && e->line >= at->line &&
		    e->line <= at->end_line)
			return true;
	}
	return false;
}

static void describe(struct tu *u, struct function *f, const struct work *w)
{
	CXCursor c = w->cursor;
	CXCursor parent = clang_getCursorSemanticParent(c);
	struct loc extent = cx_loc(&u->cx, c);

	f->kind = w->is_initializer ? FUNCTION_INITIALIZER : kind_of(c);
	f->usr = cx_usr(&u->cx, c);
	f->key = function_key(u, c);
	f->name = qualified_name(u, c);
	if (is_class(parent) && !w->is_initializer) {
		if (f->kind == FUNCTION_PLAIN)
			f->kind = FUNCTION_METHOD;
		f->class_name = qualified_name(u, parent);
		f->class_key = cx_usr(&u->cx, parent);
		f->overrides = override_keys(u, c);
		f->is_virtual = clang_CXXMethod_isVirtual(c);
		f->is_public = clang_getCXXAccessSpecifier(c) == CX_CXXPublic;
	}
	if (!clang_Cursor_isNull(clang_getSpecializedCursorTemplate(c)) &&
	    str_equal(f->class_name, "(lambda)"))
		f->name = arena_printf(
			u->arena, "%s::(lambda)",
			qualified_name(u,
				       clang_getCursorSemanticParent(parent)));
	f->annotations = annotations_of(u, c);
	f->result = type_of(
		u, w->is_initializer
			   ? clang_getCursorType(c)
			   : clang_getResultType(clang_getCursorType(c)));
	f->is_static = clang_getCursorLinkage(c) != CXLinkage_External;
	f->is_pattern = w->is_pattern;
	f->is_instantiation = w->is_instantiation;
	f->has_errors = has_errors(u, &extent);
	f->loc = cx_loc_name(&u->cx, c);
	f->declared_in = declared_in(u, c);
	f->this_variable = f->return_variable = NONE;
}

// Objects that a function gets by value are its own to destroy.
static void declare_parameters(struct lower *l, CXCursor c)
{
	struct cursors parts = cx_parts(&l->u->cx, c);
	uint32_t n = 0;

	for (uint32_t i = 0; i < parts.count; i++) {
		if (clang_getCursorKind(parts.at[i]) != CXCursor_ParmDecl)
			continue;
		uint32_t place = variable_declare(l, parts.at[i],
						  VARIABLE_PARAMETER, n++);
		const struct type *t = place_at(l, place).type;
		if (l->u->is_cplusplus && t->kind == TYPE_RECORD)
			live_push(l, place,
				  destructor_of(l->u, clang_getCursorType(
							      parts.at[i])),
				  false);
	}
	l->f->parameter_count = n;
}

// Of a lambda, or of operator() of one.
static CXCursor closure_class(CXCursor c)
{
	if (clang_getCursorKind(c) == CXCursor_LambdaExpr)
		return clang_getTypeDeclaration(
			clang_getCanonicalType(clang_getCursorType(c)));
	return clang_getCursorSemanticParent(c);
}

static void declare_this(struct lower *l, CXCursor c)
{
	CXCursor parent = clang_getCursorSemanticParent(c);

	if (!is_class(parent) || clang_CXXMethod_isStatic(c))
		return;
	struct variable v = {
		.kind = VARIABLE_THIS,
		.name = "this",
		.type = type_pointer_to(l->u, type_of_class(l->u, parent)),
		.loc = l->f->loc,
	};
	l->f->this_variable = variable_new(l, &v);
}

static void declare_return(struct lower *l)
{
	struct variable v = {
		.kind = VARIABLE_RETURN,
		.name = "return",
		.type = l->f->result,
		.loc = l->f->loc,
	};

	if (l->f->result->kind != TYPE_VOID)
		l->f->return_variable = variable_new(l, &v);
}

// Labels whose address is taken, or all of them: a table of addresses may be a
// static one, which is not walked.
static void computed_gotos(struct lower *l)
{
	VEC(struct switch_case) targets = { 0 };
	bool any_taken = false;

	if (!l->computed_gotos.count)
		return;
	VEC_EACH (struct label, label, &l->labels)
		any_taken |= label->is_address_taken;
	for (uint32_t i = 0; i < l->labels.count; i++) {
		struct switch_case c = { .low = i,
					 .high = i,
					 .target = l->labels.at[i].block };
		if (!any_taken || l->labels.at[i].is_address_taken)
			VEC_PUSH(l->u->arena, &targets, c);
	}
	for (uint32_t i = 0; targets.count && i < l->computed_gotos.count;
	     i++) {
		struct terminator *t =
			&l->f->blocks.at[l->computed_gotos.at[i]].terminator;
		t->kind = TERM_SWITCH;
		t->value = operand_unknown();
		t->cases = arena_memdup(l->u->arena, targets.at,
					targets.count * sizeof(*targets.at));
		t->case_count = targets.count;
		t->target[0] = targets.at[0].target;
	}
}

static void give_up(struct lower *l)
{
	struct block b = { .terminator = { .kind = TERM_RETURN } };

	l->f->variables.count = l->f->parameter_count;
	l->f->this_variable = l->f->return_variable = NONE;
	l->f->places.count = 0;
	l->f->place_index = NULL;
	l->f->blocks.count = 0;
	VEC_PUSH(l->u->arena, &l->f->blocks, b);
}

static void finish(struct lower *l, CXCursor c)
{
	l->u->cx.is_coarse = false;
	struct loc end = cx_loc_end(&l->u->cx, c);

	live_end(l, NULL, end);
	end_with(l, TERM_RETURN, end);
	gotos_resolve(l);
	computed_gotos(l);
	if (l->f->not_analysed)
		give_up(l);
	else
		function_tidy(l);
	variables_release(l);
	visits_release(l);
	VEC_PUSH(l->u->arena, &l->u->out->functions, l->f);
}

// A coroutine's body is wrapped with what the compiler adds; the written one
// comes first.
static CXCursor unwrapped(struct lower *l, CXCursor body)
{
	if (clang_getCursorKind(body) != CXCursor_UnexposedStmt)
		return body;
	struct cursors parts = cx_parts(&l->u->cx, body);
	l->f->is_coroutine = true;
	return parts.count ? parts.at[0] : body;
}

static void lower_body(struct lower *l, CXCursor c)
{
	struct cursors parts = cx_parts(&l->u->cx, c);
	CXCursor body = clang_getNullCursor();

	for (uint32_t i = 0; i < parts.count; i++)
		if (is_body(clang_getCursorKind(parts.at[i])))
			body = parts.at[i];
	if (l->f->kind == FUNCTION_CONSTRUCTOR)
		lower_constructor_inits(l, c, &parts);
	if (!clang_Cursor_isNull(body))
		lower_stmt(l, unwrapped(l, body));
}

void lower_function_body(struct lower *l, CXCursor function)
{
	l->u->cx.is_coarse = false;
	block_start(l, block_new(l));
	declare_parameters(l, function);
	if (closure_enter(l, closure_class(function)))
		l->f->kind = FUNCTION_LAMBDA;
	else
		declare_this(l, function);
	declare_return(l);
	lower_body(l, function);
	finish(l, function);
}

static void lower_initializer(struct lower *l, CXCursor c)
{
	CXCursor e = initializer_of(l->u, c);

	block_start(l, block_new(l));
	if (clang_getCursorKind(c) == CXCursor_VarDecl) {
		uint32_t dst = variable_declare(l, c, VARIABLE_GLOBAL, 0);
		lower_init(l, dst, e);
	} else {
		declare_this(l, c);
		uint32_t object = place_deref(l, this_place(l));
		lower_field_init(l, field_place(l, object, c), e);
	}
	finish(l, c);
}

static void lower_work(struct tu *u, const struct work *w)
{
	struct function *f = ARENA_NEW(u->arena, struct function);
	struct lower l = { .u = u, .f = f };

	describe(u, f, w);
	if (w->is_initializer)
		lower_initializer(&l, w->cursor);
	else
		lower_function_body(&l, w->cursor);
	cx_forget(&u->cx);
}

// ---- the list

static void queue(struct tu *u, CXCursor c, struct work w)
{
	w.cursor = c;
	if (is_new(u, cx_key(c)))
		VEC_PUSH(&u->queue_arena, &u->queue, w);
}

// A member of a class template, defined outside of it.
static bool is_class_pattern(CXCursor c)
{
	CXCursor parent = clang_getCursorSemanticParent(c);
	enum CXCursorKind kind = clang_getCursorKind(parent);

	return kind == CXCursor_ClassTemplate ||
	       kind == CXCursor_ClassTemplatePartialSpecialization;
}

void queue_function(struct tu *u, CXCursor function)
{
	struct work w = { .is_instantiation = is_instantiated(function) };

	if (w.is_instantiation)
		is_new(u, place_key(function));
	else if (is_class_pattern(function))
		return;
	queue(u, function, w);
}

// Constants and tables of them start nothing.
static bool is_constant(struct tu *u, CXCursor variable, CXCursor e)
{
	const struct type *t = type_of_cursor(u, variable);

	while (clang_getCursorKind(e) == CXCursor_UnexposedExpr) {
		struct cursors parts = cx_parts(&u->cx, e);
		if (parts.count != 1)
			return false;
		e = parts.at[0];
	}
	if (clang_getCursorKind(e) != CXCursor_InitListExpr)
		return cx_is_literal(e);
	while (t->kind == TYPE_ARRAY && t->pointee)
		t = t->pointee;
	return t->is_const && t->kind == TYPE_INTEGER;
}

void queue_initializer(struct tu *u, CXCursor variable)
{
	CXCursor e = initializer_of(u, variable);

	if (!clang_Cursor_isNull(e) && u->is_cplusplus &&
	    clang_isExpression(clang_getCursorKind(e)) &&
	    !is_constant(u, variable, e))
		queue(u, variable, (struct work){ .is_initializer = true });
}

static void queue_pattern(struct tu *u, CXCursor function)
{
	struct work w = { .cursor = function, .is_pattern = true };

	VEC_PUSH(&u->queue_arena, &u->patterns, w);
}

// Members of a class with constructors start in these.
static bool has_constructor(struct tu *u, CXCursor record)
{
	struct cursors c;

	if (!u->is_cplusplus)
		return true;
	c = cx_children(&u->cx, record);
	for (uint32_t i = 0; i < c.count; i++)
		if (clang_getCursorKind(c.at[i]) == CXCursor_Constructor)
			return true;
	return false;
}

struct walk {
	struct tu *u;
	bool is_pattern; // inside a class template
	bool is_top;
};

static enum CXChildVisitResult look(CXCursor c, CXCursor parent, void *data)
{
	struct walk *w = data;
	struct walk inner = { w->u, w->is_pattern, false };

	if (w->is_top && !cx_is_owned(&w->u->cx, c))
		return CXChildVisit_Continue;
	export_declaration(w->u, c);
	switch (clang_getCursorKind(c)) {
	case CXCursor_FunctionTemplate:
		if (clang_isCursorDefinition(c))
			queue_pattern(w->u, c);
		break;
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		if (!clang_isCursorDefinition(c) ||
		    clang_CXXMethod_isDefaulted(c))
			break;
		if (w->is_pattern || is_class_pattern(c))
			queue_pattern(w->u, c);
		else
			queue(w->u, c, (struct work){ 0 });
		break;
	case CXCursor_ClassTemplate:
	case CXCursor_ClassTemplatePartialSpecialization:
		inner.is_pattern = true;
		clang_visitChildren(c, look, &inner);
		break;
	case CXCursor_Namespace:
	case CXCursor_LinkageSpec:
	case CXCursor_UnexposedDecl:
		inner.is_top = true;
		clang_visitChildren(c, look, &inner);
		break;
	case CXCursor_ClassDecl:
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl:
		clang_visitChildren(c, look, &inner);
		break;
	case CXCursor_VarDecl:
		if (!w->is_pattern)
			queue_initializer(w->u, c);
		break;
	case CXCursor_FieldDecl:
		if (!w->is_pattern && !has_constructor(w->u, parent))
			queue_initializer(w->u, c);
		break;
	default:
		break;
	}
	return CXChildVisit_Continue;
}

void queue_members(struct tu *u, CXCursor record)
{
	struct walk w = { u, false, false };

	clang_visitChildren(record, look, &w);
}

static void work_off(struct tu *u, uint32_t *next)
{
	while (*next < u->queue.count) {
		struct work w = u->queue.at[(*next)++];
		lower_work(u, &w);
	}
}

// Of what is in a prefix libclang walks nothing.
static void look_at_prefix(struct walk *w)
{
	struct cursors own = prefix_own(w->u);

	for (uint32_t i = 0; i < own.count; i++) {
		CXCursor whole = clang_getCursorDefinition(own.at[i]);
		look(clang_Cursor_isNull(whole) ? own.at[i] : whole,
		     clang_getNullCursor(), w);
	}
}

// A pattern is lowered only if nothing instantiates it.
void lower_unit(struct tu *u)
{
	struct walk w = { u, false, true };
	uint32_t next = 0;

	look_at_prefix(&w);
	clang_visitChildren(clang_getTranslationUnitCursor(u->cx.tu), look, &w);
	work_off(u, &next);
	for (uint32_t i = 0; i < u->patterns.count; i++)
		if (is_new(u, place_key(u->patterns.at[i].cursor)))
			queue(u, u->patterns.at[i].cursor, u->patterns.at[i]);
	work_off(u, &next);
	HASH_CLEAR(hh, u->seen);
	closures_release(u);
	arena_release(&u->queue_arena);
}
