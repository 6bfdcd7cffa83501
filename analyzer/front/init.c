// SPDX-License-Identifier: Apache-2.0
// Variables and what they are born with.
#include "front/lower.h"

#include <ctype.h>

static struct cursors parts_of(struct lower *l, CXCursor e)
{
	return cx_parts(&l->u->cx, e);
}

static struct loc loc_of(struct lower *l, CXCursor e)
{
	return cx_loc(&l->u->cx, e);
}

// ---- braces

// Longer lists are tables: only what is computed in them is lowered.
#define LIST_MAX 64

struct fields {
	struct lower *l;
	struct cursors list;
};

static enum CXVisitorResult collect_field(CXCursor field, void *data)
{
	struct fields *f = data;

	VEC_PUSH(&f->l->u->scratch, &f->list, field);
	return CXVisit_Continue;
}

// `.a.b[2] = e`: the designators come first. A designator that is no constant
// field or index makes the place unknown.
static bool designated(struct lower *l, uint32_t dst, CXCursor entry,
		       uint32_t *index, struct cursors *fields)
{
	struct cursors parts = parts_of(l, entry);

	if (clang_getCursorKind(entry) != CXCursor_UnexposedExpr ||
	    parts.count < 2)
		return false;
	uint32_t at = dst;
	for (uint32_t i = 0; i + 1 < parts.count; i++) {
		int64_t n;
		const char *name;
		if (clang_getCursorKind(parts.at[i]) == CXCursor_MemberRef) {
			CXCursor f = clang_getCursorReferenced(parts.at[i]);
			at = field_place(l, at, f);
			for (uint32_t j = 0; i == 0 && j < fields->count; j++)
				if (clang_equalCursors(fields->at[j], f))
					*index = j;
		} else if (lower_constant(l, parts.at[i], &n, &name)) {
			const struct type *t = place_at(l, at).type;
			at = place_index(l, at, n, t->pointee ? t->pointee : t);
			if (i == 0)
				*index = (uint32_t)n;
		} else {
			return false;
		}
	}
	lower_init(l, at, parts.at[parts.count - 1]);
	++*index;
	return true;
}

static bool is_zero_list(struct lower *l, const struct cursors *entries)
{
	int64_t value;
	const char *name;

	if (entries->count == 0)
		return true;
	CXCursor only = peel(l, entries->at[0]);
	return entries->count == 1 &&
	       clang_getCursorKind(only) == CXCursor_IntegerLiteral &&
	       lower_constant(l, only, &value, &name) && value == 0;
}

static void entry_init(struct lower *l, uint32_t dst, CXCursor entry,
		       uint32_t *index, struct cursors *fields)
{
	const struct type *t = place_at(l, dst).type;

	if (designated(l, dst, entry, index, fields))
		return;
	uint32_t i = (*index)++;
	if (t->kind == TYPE_ARRAY && t->pointee)
		lower_init(l, place_index(l, dst, i, t->pointee), entry);
	else if (t->kind == TYPE_RECORD && i < fields->count)
		lower_init(l, field_place(l, dst, fields->at[i]), entry);
	else if (t->kind != TYPE_RECORD && t->kind != TYPE_ARRAY)
		lower_assign(l, dst, entry, true);
	else
		lower_effect(l, entry, true);
}

// Fields that a list does not name are zero.
static bool leaves_rest(const struct type *t, const struct cursors *entries,
			const struct cursors *fields)
{
	if (t->kind == TYPE_RECORD)
		return entries->count < fields->count;
	return t->kind == TYPE_ARRAY && t->length >= 0 &&
	       entries->count < (uint64_t)t->length;
}

static void list_init(struct lower *l, uint32_t dst, CXCursor e)
{
	const struct type *t = place_at(l, dst).type;
	struct fields f = { .l = l };
	struct cursors entries = parts_of(l, e);
	uint32_t index = 0;

	if (is_zero_list(l, &entries)) {
		emit_copy(l, dst,
			  t->kind == TYPE_POINTER ? operand_null()
						  : operand_integer(0),
			  true, loc_of(l, e));
		return;
	}
	if (t->kind == TYPE_RECORD)
		clang_Type_visitFields(
			clang_getCanonicalType(clang_getCursorType(e)),
			collect_field, &f);
	if (!l->u->is_cplusplus && leaves_rest(t, &entries, &f.list))
		emit_copy(l, dst, operand_integer(0), true, loc_of(l, e));
	bool is_long = entries.count > LIST_MAX;
	for (uint32_t i = 0; i < entries.count; i++) {
		if (is_long && cx_is_literal(peel(l, entries.at[i])))
			index++;
		else
			entry_init(l, dst, entries.at[i], &index, &f.list);
	}
}

struct operand lower_aggregate(struct lower *l, CXCursor e, uint32_t into)
{
	struct loc loc = loc_of(l, e);
	const struct type *t = type_of_cursor(l->u, e);
	struct cursors parts = parts_of(l, e);

	if (clang_getCursorKind(e) == CXCursor_CompoundLiteralExpr) {
		if (!parts.count)
			return operand_unknown();
		e = parts.at[parts.count - 1];
		if (clang_getCursorKind(e) != CXCursor_InitListExpr)
			return lower_value(l, e, into);
	} else if (t->kind != TYPE_RECORD && t->kind != TYPE_ARRAY &&
		   parts.count == 1) {
		return lower_value(l, parts.at[0], into);
	}
	if (into == NONE) {
		into = temporary_object(l, clang_getCursorType(e), loc);
		emit(l, OP_DECLARE, loc)->dst = into;
	}
	lower_init(l, into, e);
	return operand_place(into);
}

// ---- variables

static bool is_bound(struct lower *l, uint32_t dst)
{
	return type_is_reference(place_at(l, dst).type);
}

static void bind(struct lower *l, uint32_t dst, CXCursor e)
{
	uint32_t to = lower_place(l, e);
	struct op *op = emit(l, OP_BIND, loc_of(l, e));

	op->dst = dst;
	op->src = operand_place(to);
	op->is_init = true;
}

// { e } where e is already such an object.
static CXCursor unbraced(struct lower *l, CXCursor list)
{
	struct cursors entries = parts_of(l, list);
	CXType t = clang_getCanonicalType(clang_getCursorType(list));

	if (t.kind != CXType_Record || entries.count != 1)
		return list;
	CXType entry =
		clang_getCanonicalType(clang_getCursorType(entries.at[0]));
	return clang_getTypeDeclaration(entry).data[0] ==
			       clang_getTypeDeclaration(t).data[0]
		       ? peel(l, entries.at[0])
		       : list;
}

// Elements of braces are shown without the constructors that run for them.
static void init_moved(struct lower *l, uint32_t dst, CXCursor e)
{
	uint32_t from = lower_place(l, e);
	struct op *op = emit(l, OP_MOVE, loc_of(l, e));

	op->dst = dst;
	op->src = operand_place(from);
	op->is_init = true;
}

void lower_init(struct lower *l, uint32_t dst, CXCursor e)
{
	CXCursor inner = peel(l, e);
	CXCursor unused;

	if (is_bound(l, dst)) {
		bind(l, dst, e);
		return;
	}
	if (clang_getCursorKind(inner) == CXCursor_InitListExpr)
		e = inner = unbraced(l, inner);
	if (clang_getCursorKind(inner) == CXCursor_InitListExpr)
		list_init(l, dst, inner);
	else if (place_at(l, dst).type->kind == TYPE_RECORD &&
		 is_transparent_call(l, inner, &unused))
		init_moved(l, dst, inner);
	else
		lower_assign(l, dst, e, true);
}

void lower_local(struct lower *l, CXCursor variable)
{
	CXCursor e = clang_Cursor_getVarDeclInitializer(variable);
	struct loc loc = loc_of(l, variable);

	switch (clang_Cursor_getStorageClass(variable)) {
	case CX_SC_Static:
		queue_initializer(l->u, variable);
		return;
	case CX_SC_Extern:
		return;
	default:
		break;
	}
	if (clang_getCursorTLSKind(variable) != CXTLS_None)
		return;
	uint32_t place = variable_declare(l, variable, VARIABLE_LOCAL, 0);
	emit(l, OP_DECLARE, loc)->dst = place;
	struct live *mark = l->live;
	if (!clang_Cursor_isNull(e)) {
		lower_init(l, place, e);
		if (!is_bound(l, place) && l->live != mark)
			live_leave(l, mark, cx_loc_end(&l->u->cx, e));
	}
	const struct callee *cleanup = cleanup_of(l->u, variable);
	live_push(l, place,
		  cleanup ? cleanup
			  : destructor_of(l->u, clang_getCursorType(variable)),
		  cleanup != NULL);
}

// ---- auto [a, b]

static CXType binding_record(CXType t)
{
	t = clang_getCanonicalType(t);
	while (t.kind == CXType_LValueReference ||
	       t.kind == CXType_RValueReference)
		t = clang_getCanonicalType(clang_getPointeeType(t));
	return t;
}

// Each name is a part of the object, whatever its type does to give it.
void lower_bindings_of(struct lower *l, CXCursor declaration, uint32_t object)
{
	struct cursors parts = parts_of(l, declaration);
	const struct type *type = place_at(l, object).type;
	struct fields f = { .l = l };
	uint32_t n = 0;

	if (type->kind == TYPE_RECORD)
		clang_Type_visitFields(
			binding_record(clang_getCursorType(declaration)),
			collect_field, &f);
	for (uint32_t i = 0; i < parts.count; i++) {
		if (clang_getCursorKind(parts.at[i]) != CXCursor_UnexposedDecl)
			continue;
		uint32_t part;
		if (n < f.list.count)
			part = field_place(l, object, f.list.at[n]);
		else
			part = place_index(l, object, n,
					   type_of_cursor(l->u, parts.at[i]));
		variable_alias(l, parts.at[i], part);
		n++;
	}
}

void lower_bindings(struct lower *l, CXCursor declaration)
{
	struct cursors parts = parts_of(l, declaration);
	CXType t = clang_getCursorType(declaration);
	struct loc loc = loc_of(l, declaration);
	uint32_t whole = temporary(l, type_of(l->u, t), loc);

	emit(l, OP_DECLARE, loc)->dst = whole;
	struct live *mark = l->live;
	for (uint32_t i = 0; i < parts.count; i++)
		if (clang_isExpression(clang_getCursorKind(parts.at[i])))
			lower_init(l, whole, parts.at[i]);
	bool is_reference = is_bound(l, whole);
	if (!is_reference)
		live_leave(l, mark, loc);
	lower_bindings_of(l, declaration,
			  is_reference ? place_deref(l, whole) : whole);
	live_push(l, whole, destructor_of(l->u, t), false);
}

// A field's children are also its width and the bounds of its array.
static bool is_field_init(struct cx *x, CXCursor e)
{
	const char *end;
	const char *p = cx_reported(x, e, &end);

	if (clang_getCursorKind(e) == CXCursor_InitListExpr)
		return true;
	if (!p || !clang_isExpression(clang_getCursorKind(e)))
		return false;
	if (*p == '{')
		return true; // of a class with a constructor
	for (p--; isspace((unsigned char)*p); p--)
		;
	return *p == '=' || *p == '{';
}

CXCursor initializer_of(struct tu *u, CXCursor variable)
{
	struct cursors c;

	if (clang_getCursorKind(variable) == CXCursor_VarDecl)
		return clang_Cursor_getVarDeclInitializer(variable);
	c = cx_parts(&u->cx, variable);
	if (!c.count || !is_field_init(&u->cx, c.at[c.count - 1]))
		return clang_getNullCursor();
	return c.at[c.count - 1];
}
