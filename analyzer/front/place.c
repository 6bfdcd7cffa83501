// SPDX-License-Identifier: Apache-2.0
// Expressions that name places, and the variables they start from.
#include "front/lower.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/str.h"

struct variable_entry {
	const void *key; // the declaration
	uint32_t place;  // the root, even of a reference
	UT_hash_handle hh;
};

// ---- peeling

// va_arg(list, type) looks like a conversion of the list.
static bool is_va_arg(struct lower *l, CXCursor outer, CXCursor inner)
{
	if (!l->has_va_list)
		return false;
	return !clang_equalLocations(
		       clang_getRangeStart(clang_getCursorExtent(outer)),
		       clang_getRangeStart(clang_getCursorExtent(inner))) &&
	       strstr(cx_type_text(&l->u->cx,
				   clang_getCanonicalType(
					   clang_getCursorType(inner))),
		      "va_list");
}

CXCursor peel(struct lower *l, CXCursor e)
{
	for (;;) {
		enum CXCursorKind kind = clang_getCursorKind(e);
		if (kind != CXCursor_UnexposedExpr &&
		    kind != CXCursor_ParenExpr)
			return e;
		struct cursors parts = cx_parts(&l->u->cx, e);
		if (parts.count != 1 || (kind == CXCursor_UnexposedExpr &&
					 is_va_arg(l, e, parts.at[0])))
			return e;
		e = parts.at[0];
	}
}

const struct type *type_of_peeled(struct lower *l, CXCursor e)
{
	return type_of_cursor(l->u, peel(l, e));
}

// ---- variables

static struct variable_entry *entry_of(struct lower *l, CXCursor declaration)
{
	struct variable_entry *e;
	const void *key = cx_key(declaration);

	HASH_FIND_PTR(l->variables, &key, e);
	return e;
}

static void remember(struct lower *l, CXCursor declaration, uint32_t place)
{
	struct variable_entry *e = entry_of(l, declaration);

	if (!e) {
		e = ARENA_NEW(&l->u->scratch, struct variable_entry);
		e->key = cx_key(declaration);
		HASH_ADD_PTR(l->variables, key, e);
	}
	e->place = place;
}

void variable_alias(struct lower *l, CXCursor declaration, uint32_t place)
{
	remember(l, declaration, place);
}

void variables_release(struct lower *l)
{
	HASH_CLEAR(hh, l->variables);
}

uint32_t variable_declare(struct lower *l, CXCursor declaration,
			  enum variable_kind kind, uint32_t index)
{
	struct variable v = {
		.kind = kind,
		.index = index,
		.name = cx_name(&l->u->cx, declaration),
		.type = type_of_cursor(l->u, declaration),
		.loc = cx_loc(&l->u->cx, declaration),
	};

	if (kind == VARIABLE_GLOBAL)
		v.usr = cx_usr(&l->u->cx, declaration);
	if (strstr(v.type->spelling, "va_list"))
		l->has_va_list = true;
	uint32_t place = place_root(l->f, l->u->arena, variable_new(l, &v));
	remember(l, declaration, place);
	return place;
}

static bool is_function_kind(enum CXCursorKind kind)
{
	switch (kind) {
	case CXCursor_FunctionDecl:
	case CXCursor_FunctionTemplate:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		return true;
	default:
		return false;
	}
}

static bool is_automatic(CXCursor declaration)
{
	if (clang_getCursorKind(declaration) == CXCursor_ParmDecl)
		return true;
	if (!is_function_kind(clang_getCursorKind(
		    clang_getCursorSemanticParent(declaration))))
		return false;
	switch (clang_Cursor_getStorageClass(declaration)) {
	case CX_SC_Static:
	case CX_SC_Extern:
		return false;
	default:
		return clang_getCursorTLSKind(declaration) == CXTLS_None;
	}
}

// A local that was not declared yet was written where libclang does not lead:
// in the initialiser of a switch or of a range-based for.
static uint32_t root_of(struct lower *l, CXCursor declaration)
{
	struct variable_entry *e = entry_of(l, declaration);

	if (e)
		return e->place;
	if (!is_automatic(declaration))
		return variable_declare(l, declaration, VARIABLE_GLOBAL, 0);
	if (l->outer)
		return capture_place(l, declaration);
	if (clang_getCursorKind(declaration) == CXCursor_VarDecl) {
		lower_local(l, declaration);
		e = entry_of(l, declaration);
		if (e)
			return e->place;
	}
	return variable_declare(l, declaration, VARIABLE_LOCAL, 0);
}

uint32_t variable_place(struct lower *l, CXCursor declaration)
{
	uint32_t root = root_of(l, declaration);

	return type_is_reference(place_at(l, root).type) ? place_deref(l, root)
							 : root;
}

uint32_t this_place(struct lower *l)
{
	if (l->f->this_variable == NONE)
		capture_this(l);
	return place_root(l->f, l->u->arena, l->f->this_variable);
}

// ---- values at places

struct operand place_value(struct lower *l, uint32_t place)
{
	if (place_at(l, place).type->kind == TYPE_ARRAY)
		return operand_address(l, place);
	return operand_place(place);
}

uint32_t value_place(struct lower *l, struct operand o, const struct type *type,
		     struct loc loc)
{
	if (o.kind == OPERAND_PLACE)
		return o.place;
	uint32_t t = temporary(l, type, loc);
	if (o.kind != OPERAND_NONE)
		emit_copy(l, t, o, true, loc);
	return t;
}

uint32_t pointee_place(struct lower *l, struct operand pointer,
		       const struct type *type, struct loc loc)
{
	if (pointer.kind == OPERAND_ADDRESS) {
		struct place at = place_at(l, pointer.place);
		if (at.type->kind == TYPE_ARRAY && at.type->pointee &&
		    type->kind != TYPE_ARRAY)
			return place_index(l, pointer.place, 0,
					   at.type->pointee);
		return pointer.place;
	}
	uint32_t p = value_place(l, pointer, type_pointer_to(l->u, type), loc);
	return place_deref(l, p);
}

// ---- elements

// The variable that an index is read from; anything else is kept in a
// temporary, since its parts may change before the element is used.
static uint32_t index_variable(struct lower *l, struct operand o,
			       CXCursor index)
{
	if (o.kind == OPERAND_PLACE &&
	    place_at(l, o.place).projection == PROJECT_NONE)
		return o.place;
	struct loc loc = cx_loc(&l->u->cx, index);
	uint32_t t = temporary(l, type_of_cursor(l->u, index), loc);
	emit_copy(l, t, o, true, loc);
	return t;
}

uint32_t element_place(struct lower *l, CXCursor base, CXCursor index)
{
	struct operand b = lower_value(l, base, NONE);
	struct operand i = lower_value(l, index, NONE);
	const struct type *t = type_of_peeled(l, base);
	const struct type *element = t->pointee ? t->pointee : t;
	bool is_array = b.kind == OPERAND_ADDRESS &&
			place_at(l, b.place).type->kind == TYPE_ARRAY;
	uint32_t at = is_array ? b.place
			       : pointee_place(l, b, element,
					       cx_loc(&l->u->cx, base));

	if (i.kind == OPERAND_INTEGER) {
		if (i.integer == 0 && !is_array)
			return at;
		return place_index(l, at, i.integer, element);
	}
	return place_element(l, at, index_variable(l, i, index), element);
}

// ---- members

// All members of a union are one place. Members of an anonymous struct or union
// belong to the object around it.
struct field_entry {
	const void *key;
	const char *name; // NULL: an anonymous member
	const char *usr;
	const struct type *type;
	UT_hash_handle hh;
};

static const struct field_entry *field_entry(struct tu *u, CXCursor field)
{
	const void *key = field.data[0];
	struct field_entry *e;

	HASH_FIND_PTR(u->fields, &key, e);
	if (e)
		return e;
	CXCursor record = clang_getCursorSemanticParent(field);
	bool is_union = clang_getCursorKind(record) == CXCursor_UnionDecl;
	const char *name = cx_name(&u->cx, field);
	e = ARENA_NEW(u->arena, struct field_entry);
	e->key = key;
	e->name = *name && *name != '(' ? name : NULL;
	e->usr = field_key(u, is_union ? record : field);
	e->type = type_of_cursor(u, field);
	HASH_ADD_PTR(u->fields, key, e);
	return e;
}

void fields_release(struct tu *u)
{
	HASH_CLEAR(hh, u->fields);
}

uint32_t field_place(struct lower *l, uint32_t object, CXCursor field)
{
	const struct field_entry *e = field_entry(l->u, field);

	return e->name ? place_field(l, object, e->name, e->usr, e->type)
		       : object;
}

static uint32_t field_of(struct lower *l, uint32_t object, CXCursor field)
{
	uint32_t place = field_place(l, object, field);

	return type_is_reference(place_at(l, place).type) && place != object
		       ? place_deref(l, place)
		       : place;
}

static bool is_arrow(CXCursor object)
{
	return cx_is_pointer(cx_type_kind(object));
}

// The object that a member expression starts from.
uint32_t member_object(struct lower *l, CXCursor member)
{
	struct cursors parts = cx_parts(&l->u->cx, member);

	if (!parts.count ||
	    !clang_isExpression(clang_getCursorKind(parts.at[0])))
		return place_deref(l, this_place(l));
	CXCursor object = parts.at[0];
	if (!is_arrow(object))
		return lower_place(l, object);
	const struct type *t = type_of_cursor(l->u, object);
	return pointee_place(l, lower_value(l, object, NONE),
			     t->pointee ? t->pointee : t,
			     cx_loc(&l->u->cx, object));
}

static uint32_t unknown_place(struct lower *l, CXCursor e)
{
	return value_place(l, operand_unknown(), type_of_cursor(l->u, e),
			   cx_loc(&l->u->cx, e));
}

static uint32_t member_place(struct lower *l, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(e);

	switch (clang_getCursorKind(d)) {
	case CXCursor_FieldDecl:
		return field_of(l, member_object(l, e), d);
	case CXCursor_VarDecl:
		return variable_place(l, d);
	default:
		return unknown_place(l, e);
	}
}

// ---- the rest

static CXCursor first_part(struct lower *l, CXCursor e)
{
	struct cursors parts = cx_parts(&l->u->cx, e);

	return parts.count ? parts.at[0] : clang_getNullCursor();
}

// *(p + i) is p[i].
static uint32_t deref_place(struct lower *l, CXCursor e)
{
	CXCursor pointer = first_part(l, e);
	CXCursor inner = peel(l, pointer);

	if (clang_getCursorKind(inner) == CXCursor_BinaryOperator &&
	    clang_getCursorBinaryOperatorKind(inner) == CXBinaryOperator_Add) {
		struct cursors parts = cx_parts(&l->u->cx, inner);
		if (parts.count == 2 && is_arrow(parts.at[0]))
			return element_place(l, parts.at[0], parts.at[1]);
	}
	return pointee_place(l, lower_value(l, pointer, NONE),
			     type_of_cursor(l->u, e), cx_loc(&l->u->cx, e));
}

static uint32_t named_place(struct lower *l, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(e);

	switch (clang_getCursorKind(d)) {
	case CXCursor_VarDecl:
	case CXCursor_ParmDecl:
	case CXCursor_UnexposedDecl: // a structured binding
		return variable_place(l, d);
	default:
		return value_place(l, lower_value(l, e, NONE),
				   type_of_cursor(l->u, e),
				   cx_loc(&l->u->cx, e));
	}
}

static bool is_deref(CXCursor e)
{
	return clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_Deref;
}

static void bind_alternative(struct lower *l, CXCursor e, uint32_t dst,
			     uint32_t join)
{
	uint32_t to = lower_place(l, e);
	struct op *op = emit(l, OP_BIND, cx_loc(&l->u->cx, e));

	op->dst = dst;
	op->src = operand_place(to);
	op->is_init = true;
	end_jump(l, join);
}

// c ? a : b of objects is one of them, not a copy.
static uint32_t conditional_place(struct lower *l, CXCursor e)
{
	struct cursors parts = cx_parts(&l->u->cx, e);
	uint32_t yes = block_new(l), no = block_new(l), join = block_new(l);
	const struct type *t = type_of_cursor(l->u, e);
	uint32_t dst =
		temporary(l, type_reference_to(l->u, t), cx_loc(&l->u->cx, e));

	lower_condition(l, parts.at[0], yes, no);
	block_start(l, yes);
	bind_alternative(l, parts.at[1], dst, join);
	block_start(l, no);
	bind_alternative(l, parts.at[2], dst, join);
	block_start(l, join);
	return place_deref(l, dst);
}

static bool is_object_choice(struct lower *l, CXCursor e)
{
	return l->u->is_cplusplus && cx_type_kind(e) == CXType_Record &&
	       cx_parts(&l->u->cx, e).count == 3;
}

static uint32_t place(struct lower *l, CXCursor e)
{
	e = peel(l, e);
	switch (clang_getCursorKind(e)) {
	case CXCursor_DeclRefExpr:
	case CXCursor_VariableRef:
		return named_place(l, e);
	case CXCursor_MemberRefExpr:
		return member_place(l, e);
	case CXCursor_ArraySubscriptExpr: {
		struct cursors parts = cx_parts(&l->u->cx, e);
		if (parts.count == 2)
			return element_place(l, parts.at[0], parts.at[1]);
		break;
	}
	case CXCursor_UnaryOperator:
		if (is_deref(e))
			return deref_place(l, e);
		break;
	case CXCursor_ConditionalOperator:
		if (is_object_choice(l, e))
			return conditional_place(l, e);
		break;
	default:
		break;
	}
	struct operand o = lower_value(l, e, NONE);
	if (o.kind == OPERAND_ADDRESS &&
	    place_at(l, o.place).type->kind == TYPE_ARRAY)
		return o.place; // an array, not a pointer to it
	return value_place(l, o, type_of_cursor(l->u, e), cx_loc(&l->u->cx, e));
}

uint32_t lower_place(struct lower *l, CXCursor e)
{
	if (is_too_deep(l))
		return unknown_place(l, e);
	uint32_t p = place(l, e);
	l->depth--;
	return p;
}

bool is_reached_from(const struct lower *l, const struct operand *o,
		     uint32_t place)
{
	if (o->kind != OPERAND_PLACE && o->kind != OPERAND_ADDRESS)
		return false;
	for (uint32_t p = o->place; p != NONE; p = place_at(l, p).base)
		if (p == place)
			return true;
	return false;
}

bool is_plain_place(struct lower *l, CXCursor e)
{
	for (;;) {
		e = peel(l, e);
		switch (clang_getCursorKind(e)) {
		case CXCursor_DeclRefExpr:
		case CXCursor_CXXThisExpr:
		case CXCursor_IntegerLiteral:
			return true;
		case CXCursor_MemberRefExpr:
			break;
		case CXCursor_UnaryOperator:
			if (!is_deref(e))
				return false;
			break;
		case CXCursor_ArraySubscriptExpr: {
			struct cursors p = cx_parts(&l->u->cx, e);
			if (p.count != 2 || !is_plain_place(l, p.at[1]))
				return false;
			break;
		}
		default:
			return false;
		}
		e = first_part(l, e);
		if (clang_Cursor_isNull(e))
			return true;
	}
}
