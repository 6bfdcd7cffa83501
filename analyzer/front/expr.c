// SPDX-License-Identifier: Apache-2.0
// Values and conditions.
#include "front/lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define DEPTH_FINE 2000

bool is_too_deep(struct lower *l)
{
	l->u->cx.is_coarse = l->depth > DEPTH_FINE;
	if (l->depth < DEPTH_MAX) {
		l->depth++;
		return false;
	}
	l->f->not_analysed = "nesting too deep";
	return true;
}

static struct cursors parts_of(struct lower *l, CXCursor e)
{
	return cx_parts(&l->u->cx, e);
}

static struct loc loc_of(struct lower *l, CXCursor e)
{
	return cx_loc(&l->u->cx, e);
}

static uint32_t result_place(struct lower *l, CXCursor e, uint32_t into)
{
	return into != NONE
		       ? into
		       : temporary(l, type_of_cursor(l->u, e), loc_of(l, e));
}

// ---- constants

static int64_t parse_integer(const char *p, const char *end)
{
	char digits[80];
	size_t n = 0;

	for (; p < end && n + 1 < sizeof(digits); p++) {
		if (*p == '\'')
			continue;
		if (!isalnum((unsigned char)*p))
			break;
		digits[n++] = *p;
	}
	digits[n] = '\0';
	if (n > 1 && digits[0] == '0' && (digits[1] | 32) == 'b')
		return (int64_t)strtoull(digits + 2, NULL, 2);
	return (int64_t)strtoull(digits, NULL, 0);
}

// Evaluation is slow: ordinary literals are read from the source. A token that
// macros pasted has no source.
static struct operand literal(struct lower *l, CXCursor e)
{
	const char *end;
	const char *p = cx_spelling(&l->u->cx, e, &end);
	int64_t value;

	if (p && isdigit((unsigned char)*p))
		return operand_integer(parse_integer(p, end));
	if (p && *p == '\'' && end - p > 2 && p[1] != '\\' && p[2] == '\'')
		return operand_integer((unsigned char)p[1]);
	return cx_evaluate(e, &value) ? operand_integer(value)
				      : operand_unknown();
}

static struct operand enumerator(struct lower *l, CXCursor d)
{
	struct operand o = operand_integer(clang_getEnumConstantDeclValue(d));

	o.name = cx_name(&l->u->cx, d);
	return o;
}

static bool is_dull_name(const char *p, size_t n)
{
	static const char *const dull[] = { "NULL",    "true", "false",
					    "nullptr", "TRUE", "FALSE" };

	for (size_t i = 0; i < COUNT_OF(dull); i++)
		if (strlen(dull[i]) == n && memcmp(dull[i], p, n) == 0)
			return true;
	return false;
}

// Flags that are combined are named together: WEXITED | WNOWAIT.
static size_t flags_length(const char *p, size_t n, const char *end)
{
	for (;;) {
		const char *q = p + n;
		while (q < end && isspace((unsigned char)*q))
			q++;
		if (q == end || *q != '|')
			return n;
		q++;
		while (q < end && isspace((unsigned char)*q))
			q++;
		size_t word = cx_word(q, end);
		if (!word)
			return n;
		n = (size_t)(q - p) + word;
	}
}

// A constant that a macro without parameters stands for has its name.
static void name_constant(struct lower *l, CXCursor e, struct operand *o)
{
	struct cx *x = &l->u->cx;
	const char *end;

	if (o->name || !cx_in_macro(e))
		return;
	const char *p = cx_reported(x, e, &end);
	size_t n = p ? cx_word(p, end) : 0;
	if (!n || (p + n < end && p[n] == '(') || is_dull_name(p, n))
		return;
	if (clang_getCursorKind(e) == CXCursor_BinaryOperator)
		n = flags_length(p, n, end);
	o->name = intern_bytes(x->names, p, n);
}

static void finish_constant(struct lower *l, CXCursor e, struct operand *o)
{
	switch (o->kind) {
	case OPERAND_INTEGER:
		if (o->integer == 0 && cx_is_pointer(cx_type_kind(e)))
			o->kind = OPERAND_NULL;
		name_constant(l, e, o);
		return;
	case OPERAND_NULL:
		name_constant(l, e, o);
		return;
	case OPERAND_ADDRESS: {
		uint32_t v = place_at(l, o->place).variable;
		if (l->f->variables.at[v].kind == VARIABLE_GLOBAL)
			name_constant(l, e, o);
		return;
	}
	default:
		return;
	}
}

bool lower_constant(struct lower *l, CXCursor e, int64_t *value,
		    const char **name)
{
	uint32_t block = l->block;

	l->block = NONE;
	struct operand o = lower_value(l, e, NONE);
	l->block = block;
	*name = o.name;
	*value = o.kind == OPERAND_INTEGER ? o.integer : 0;
	return o.kind == OPERAND_INTEGER || o.kind == OPERAND_NULL ||
	       cx_evaluate(e, value);
}

// ---- names

static bool is_constant_variable(const struct type *t)
{
	return t->is_const && (t->kind == TYPE_INTEGER || t->kind == TYPE_BOOL);
}

static struct operand named(struct lower *l, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(e);
	int64_t value;

	switch (clang_getCursorKind(d)) {
	case CXCursor_EnumConstantDecl:
		return enumerator(l, d);
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
		return (struct operand){ .kind = OPERAND_FUNCTION,
					 .place = NONE,
					 .function = callee_of(l->u, d) };
	case CXCursor_VarDecl:
		if (is_constant_variable(type_of_cursor(l->u, d)) &&
		    cx_evaluate(d, &value))
			return operand_integer(value);
		return place_value(l, lower_place(l, e));
	case CXCursor_ParmDecl:
	case CXCursor_UnexposedDecl:
	case CXCursor_FieldDecl:
		return place_value(l, lower_place(l, e));
	default:
		return operand_unknown();
	}
}

static struct operand member(struct lower *l, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(e);

	switch (clang_getCursorKind(d)) {
	case CXCursor_EnumConstantDecl:
		return enumerator(l, d);
	case CXCursor_FieldDecl:
	case CXCursor_VarDecl:
		return place_value(l, lower_place(l, e));
	default:
		return operand_unknown();
	}
}

// ---- choice

static void alternative(struct lower *l, CXCursor e, uint32_t dst,
			uint32_t join, bool is_init)
{
	if (dst == NONE)
		lower_effect(l, e, true);
	else
		lower_assign(l, dst, e, is_init);
	end_jump(l, join);
}

static struct operand conditional(struct lower *l, CXCursor e, CXCursor test,
				  CXCursor a, CXCursor b, uint32_t into)
{
	uint32_t yes = block_new(l), no = block_new(l), join = block_new(l);
	bool is_init = into == NONE;

	if (cx_type_kind(e) == CXType_Void)
		into = NONE;
	else if (into == NONE)
		into = cx_type_kind(e) == CXType_Record
			       ? temporary_object(l, clang_getCursorType(e),
						  loc_of(l, e))
			       : result_place(l, e, NONE);
	lower_condition(l, test, yes, no);
	block_start(l, yes);
	alternative(l, a, into, join, is_init);
	block_start(l, no);
	alternative(l, b, into, join, is_init);
	block_start(l, join);
	return into == NONE ? (struct operand){ 0 } : operand_place(into);
}

// GNU's a ?: b, whose a is evaluated once.
static struct operand elvis(struct lower *l, CXCursor e, CXCursor a, CXCursor b,
			    uint32_t into)
{
	uint32_t no = block_new(l), join = block_new(l);
	struct loc loc = loc_of(l, e);
	bool is_init = into == NONE;
	uint32_t dst = result_place(l, e, into);

	lower_assign(l, dst, a, is_init);
	bool is_pointer = place_at(l, dst).type->kind == TYPE_POINTER;
	struct condition c = { BINARY_NOT_EQUAL, operand_place(dst),
			       is_pointer ? operand_null()
					  : operand_integer(0) };
	end_branch(l, &c, join, no, loc);
	block_start(l, no);
	lower_assign(l, dst, b, false);
	block_enter(l, join);
	return operand_place(dst);
}

// The chosen association is not marked: it is the one that has the type of the
// whole.
static struct operand generic(struct lower *l, CXCursor e, uint32_t into)
{
	struct cursors parts = parts_of(l, e);
	CXType t = clang_getCanonicalType(clang_getCursorType(e));

	for (uint32_t i = 1; i < parts.count; i++)
		if (clang_equalTypes(t,
				     clang_getCanonicalType(
					     clang_getCursorType(parts.at[i]))))
			return lower_value(l, parts.at[i], into);
	if (parts.count > 1)
		return lower_value(l, parts.at[parts.count - 1], into);
	return operand_unknown();
}

// ---- what libclang has no name for

static bool have_one_extent(const struct cursors *c, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		if (!clang_equalRanges(clang_getCursorExtent(c->at[0]),
				       clang_getCursorExtent(c->at[i])))
			return false;
	return true;
}

static struct operand unexposed(struct lower *l, CXCursor e, uint32_t into)
{
	struct cursors parts = parts_of(l, e);
	struct operand o;

	if (is_await(l, &parts))
		return lower_await(l, e, &parts, into);
	if (parts.count == 4 && have_one_extent(&parts, 3))
		return elvis(l, e, parts.at[0], parts.at[3], into);
	if (parts.count >= 2 && lower_atomic(l, e, &parts, into, &o))
		return o;
	if (parts.count == 3 &&
	    cx_starts_with(&l->u->cx, e, "__builtin_choose_expr"))
		return generic(l, e, into);
	for (uint32_t i = 0; i < parts.count; i++)
		lower_effect(l, parts.at[i], true);
	return operand_unknown();
}

// (void)e; of a variable it says that its value is not wanted.
static void lower_discarded(struct lower *l, CXCursor e)
{
	CXCursor inner = peel(l, e);
	enum CXCursorKind kind = clang_getCursorKind(inner);

	if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr) {
		lower_effect(l, e, true);
		return;
	}
	struct operand o = lower_value(l, inner, NONE);
	if (o.kind == OPERAND_PLACE)
		emit_discard(l, o.place, true, loc_of(l, e));
}

static struct operand cast(struct lower *l, CXCursor e, uint32_t into)
{
	struct cursors parts = parts_of(l, e);

	if (!parts.count)
		return operand_unknown();
	// The operand is last: typeof's own operand comes before it.
	CXCursor inner = parts.at[parts.count - 1];
	if (cx_type_kind(e) == CXType_Void) {
		lower_discarded(l, inner);
		return (struct operand){ 0 };
	}
	return lower_value(l, inner, into);
}

static struct operand thrown(struct lower *l, CXCursor e)
{
	struct cursors parts = parts_of(l, e);

	for (uint32_t i = 0; i < parts.count; i++)
		lower_value(l, parts.at[i], NONE);
	end_with(l, TERM_THROW, loc_of(l, e));
	return (struct operand){ 0 };
}

static struct operand taken_label(struct lower *l, CXCursor e)
{
	struct cursors c = cx_children(&l->u->cx, e);

	if (c.count) {
		uint32_t i = label_of(l, c.at[0]);
		l->labels.at[i].is_address_taken = true;
	}
	return operand_unknown();
}

static struct operand value(struct lower *l, CXCursor e, uint32_t into)
{
	struct cursors parts;

	switch (clang_getCursorKind(e)) {
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
		return literal(l, e);
	case CXCursor_CXXBoolLiteralExpr:
		return operand_integer(cx_starts_with(&l->u->cx, e, "true"));
	case CXCursor_CXXNullPtrLiteralExpr:
	case CXCursor_GNUNullExpr:
		return operand_null();
	case CXCursor_StringLiteral:
		return (struct operand){ .kind = OPERAND_STRING,
					 .place = NONE };
	case CXCursor_DeclRefExpr:
		return named(l, e);
	case CXCursor_MemberRefExpr:
		return member(l, e);
	case CXCursor_CXXThisExpr:
		return operand_place(this_place(l));
	case CXCursor_ArraySubscriptExpr:
		return place_value(l, lower_place(l, e));
	case CXCursor_UnaryOperator:
		return lower_unary(l, e, into);
	case CXCursor_BinaryOperator:
		return lower_binary(l, e, into);
	case CXCursor_CompoundAssignOperator:
		return lower_compound_assignment(l, e);
	case CXCursor_ConditionalOperator:
		parts = parts_of(l, e);
		return parts.count == 3
			       ? conditional(l, e, parts.at[0], parts.at[1],
					     parts.at[2], into)
			       : operand_unknown();
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXDynamicCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		return cast(l, e, into);
	case CXCursor_CallExpr:
		return lower_call(l, e, into, WANT_VALUE, false);
	case CXCursor_CompoundLiteralExpr:
	case CXCursor_InitListExpr:
		return lower_aggregate(l, e, into);
	case CXCursor_StmtExpr:
		return lower_statement_expression(l, e, into);
	case CXCursor_GenericSelectionExpr:
		return generic(l, e, into);
	case CXCursor_LambdaExpr:
		return lower_lambda(l, e, into);
	case CXCursor_CXXNewExpr:
		return lower_new(l, e, into);
	case CXCursor_CXXDeleteExpr:
		lower_delete(l, e);
		return (struct operand){ 0 };
	case CXCursor_CXXThrowExpr:
		return thrown(l, e);
	case CXCursor_AddrLabelExpr:
		return taken_label(l, e);
	case CXCursor_UnexposedExpr:
		return unexposed(l, e, into);
	case CXCursor_UnaryExpr: // unevaluated
	case CXCursor_CXXTypeidExpr:
	case CXCursor_RequiresExpr:
	case CXCursor_SizeOfPackExpr:
	case CXCursor_FloatingLiteral:
	case CXCursor_ImaginaryLiteral:
		return operand_unknown();
	default:
		parts = parts_of(l, e);
		for (uint32_t i = 0; i < parts.count; i++)
			if (clang_isExpression(
				    clang_getCursorKind(parts.at[i])))
				lower_effect(l, parts.at[i], true);
		return operand_unknown();
	}
}

struct operand lower_value(struct lower *l, CXCursor e, uint32_t into)
{
	if (is_too_deep(l))
		return operand_unknown();
	struct operand o = value(l, peel(l, e), into);
	finish_constant(l, e, &o);
	l->depth--;
	return o;
}

// ---- effects

void lower_effect(struct lower *l, CXCursor e, bool on_purpose)
{
	struct cursors parts;

	if (is_too_deep(l))
		return;
	e = peel(l, e);
	switch (clang_getCursorKind(e)) {
	case CXCursor_CallExpr:
		lower_call(l, e, NONE, WANT_NOTHING, on_purpose);
		break;
	case CXCursor_UnaryOperator: {
		enum CXUnaryOperatorKind kind =
			clang_getCursorUnaryOperatorKind(e);
		if (kind == CXUnaryOperator_PostInc ||
		    kind == CXUnaryOperator_PostDec)
			lower_step(l, e, kind, false);
		else if (kind == CXUnaryOperator_Extension)
			lower_effect(l, parts_of(l, e).at[0], on_purpose);
		else
			lower_value(l, e, NONE);
		break;
	}
	case CXCursor_BinaryOperator:
		parts = parts_of(l, e);
		if (clang_getCursorBinaryOperatorKind(e) ==
			    CXBinaryOperator_Comma &&
		    parts.count == 2) {
			lower_effect(l, parts.at[0], false);
			lower_effect(l, parts.at[1], on_purpose);
		} else {
			lower_value(l, e, NONE);
		}
		break;
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
		parts = parts_of(l, e);
		if (parts.count && cx_type_kind(e) == CXType_Void)
			lower_discarded(l, parts.at[parts.count - 1]);
		else
			lower_value(l, e, NONE);
		break;
	default:
		lower_value(l, e, NONE);
	}
	l->depth--;
}

void lower_full_effect(struct lower *l, CXCursor e)
{
	struct live *mark = l->live;

	lower_effect(l, e, false);
	if (l->live != mark)
		live_leave(l, mark, cx_loc_end(&l->u->cx, e));
}
