// SPDX-License-Identifier: Apache-2.0
// Types, one struct for each way one is written. The written form is kept
// because handle types such as pthread_t are typedefs that canonical types have
// lost.
#include "front/lower.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/str.h"

struct type_entry {
	const void *key; // libclang's QualType
	struct type type;
	UT_hash_handle hh;
};

bool type_is_reference(const struct type *t)
{
	return t->kind == TYPE_REFERENCE || t->kind == TYPE_RVALUE_REFERENCE;
}

static enum type_kind kind_of(enum CXTypeKind kind)
{
	switch (kind) {
	case CXType_Void:
		return TYPE_VOID;
	case CXType_Bool:
		return TYPE_BOOL;
	case CXType_Pointer:
	case CXType_BlockPointer:
	case CXType_MemberPointer:
	case CXType_NullPtr:
	case CXType_ObjCObjectPointer:
		return TYPE_POINTER;
	case CXType_LValueReference:
		return TYPE_REFERENCE;
	case CXType_RValueReference:
		return TYPE_RVALUE_REFERENCE;
	case CXType_Record:
		return TYPE_RECORD;
	case CXType_Enum:
		return TYPE_INTEGER;
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
	case CXType_DependentSizedArray:
		return TYPE_ARRAY;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return TYPE_FUNCTION;
	default:
		return kind >= CXType_Char_U && kind <= CXType_Int128
			       ? TYPE_INTEGER
			       : TYPE_OTHER;
	}
}

struct names {
	VEC(const char *) list;
};

static void add_name(struct tu *u, struct names *n, const char *name)
{
	for (uint32_t i = 0; i < n->list.count; i++)
		if (n->list.at[i] == name)
			return;
	VEC_PUSH(u->arena, &n->list, name);
}

static const char *const *names_end(struct tu *u, struct names *n)
{
	VEC_PUSH(u->arena, &n->list, (const char *)NULL);
	return n->list.at;
}

static const char *const *aliases_of(struct tu *u, CXType t)
{
	struct names out = { 0 };

	for (unsigned turns = 0; turns < 32; turns++) {
		if (t.kind == CXType_Elaborated)
			t = clang_Type_getNamedType(t);
		if (t.kind != CXType_Typedef)
			break;
		CXCursor d = clang_getTypeDeclaration(t);
		add_name(u, &out, qualified_name(u, d));
		t = clang_getTypedefDeclUnderlyingType(d);
	}
	return names_end(u, &out);
}

static const char *const *arguments_of(struct tu *u, CXType t)
{
	struct names out = { 0 };
	int n = clang_Type_getNumTemplateArguments(t);

	for (int i = 0; i < n; i++) {
		CXType a = clang_getCanonicalType(
			clang_Type_getTemplateArgumentAsType(t, (unsigned)i));
		const char *text =
			a.kind == CXType_Invalid ? "" : cx_type_text(&u->cx, a);
		VEC_PUSH(u->arena, &out.list, text);
	}
	return names_end(u, &out);
}

// The class whose members can be visited: of an implicit instantiation that is
// the template.
static CXCursor visitable(struct tu *u, CXCursor record)
{
	CXCursor of = clang_getSpecializedCursorTemplate(record);
	CXCursor definition = clang_getCursorDefinition(record);

	if (!clang_Cursor_isNull(of)) {
		if (!cx_children(&u->cx, definition).count) {
			CXCursor d = clang_getCursorDefinition(of);
			return clang_Cursor_isNull(d) ? of : d;
		}
	}
	return clang_Cursor_isNull(definition) ? record : definition;
}

static void add_bases(struct tu *u, struct names *out, CXCursor record,
		      unsigned depth)
{
	struct cursors c = cx_children(&u->cx, visitable(u, record));

	for (uint32_t i = 0; i < c.count; i++) {
		if (clang_getCursorKind(c.at[i]) != CXCursor_CXXBaseSpecifier)
			continue;
		CXCursor base =
			clang_getTypeDeclaration(clang_getCursorType(c.at[i]));
		if (clang_Cursor_isNull(base) ||
		    clang_getCursorKind(base) == CXCursor_NoDeclFound)
			continue;
		add_name(u, out, qualified_name(u, base));
		if (depth < 16)
			add_bases(u, out, base, depth + 1);
	}
}

struct destructor_search {
	struct tu *u;
	bool found;
};

static enum CXVisitorResult look_at_field(CXCursor field, void *data)
{
	struct destructor_search *s = data;
	const struct type *t = type_of(s->u, clang_getCursorType(field));

	while (t->kind == TYPE_ARRAY && t->pointee)
		t = t->pointee;
	s->found = t->has_destructor;
	return s->found ? CXVisit_Break : CXVisit_Continue;
}

// Not a bare "is not trivial": what matters is whether something runs.
static bool has_destructor(struct tu *u, CXType record)
{
	struct destructor_search s = { u, false };
	CXCursor of = visitable(u, clang_getTypeDeclaration(record));
	struct cursors c = cx_children(&u->cx, of);

	for (uint32_t i = 0; i < c.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c.at[i]);
		if (kind == CXCursor_Destructor &&
		    !clang_CXXMethod_isDefaulted(c.at[i]))
			return true;
		if (kind != CXCursor_CXXBaseSpecifier)
			continue;
		CXType base =
			clang_getCanonicalType(clang_getCursorType(c.at[i]));
		if (base.kind == CXType_Record
			    ? type_of(u, base)->has_destructor
			    : base.kind == CXType_Unexposed)
			return true;
	}
	clang_Type_visitFields(record, look_at_field, &s);
	return s.found;
}

static void fill_record(struct tu *u, struct type *t, CXType canonical)
{
	CXCursor d = clang_getTypeDeclaration(canonical);
	struct names bases = { 0 };

	t->name = qualified_name(u, d);
	t->arguments = arguments_of(u, canonical);
	if (u->is_cplusplus) {
		add_bases(u, &bases, d, 0);
		t->has_destructor = has_destructor(u, canonical);
	}
	t->bases = names_end(u, &bases);
}

static const char *const none[] = { NULL };

static void fill(struct tu *u, struct type *t, CXType written)
{
	CXType canonical = clang_getCanonicalType(written);

	if (canonical.kind == CXType_Atomic)
		canonical = clang_getCanonicalType(
			clang_Type_getValueType(canonical));
	t->kind = kind_of(canonical.kind);
	t->is_const = clang_isConstQualifiedType(canonical);
	t->spelling = cx_type_text(&u->cx, canonical);
	t->name = t->spelling;
	t->aliases = aliases_of(u, written);
	t->arguments = t->bases = none;
	t->length = -1;
	if (t->kind == TYPE_RECORD)
		fill_record(u, t, canonical);
	else if (canonical.kind == CXType_Enum)
		t->name =
			qualified_name(u, clang_getTypeDeclaration(canonical));
	else if (t->kind == TYPE_ARRAY)
		t->length = clang_getArraySize(canonical);
}

// Through typedefs, so that what a pointer or array is made of keeps its name.
static CXType inner_type(CXType t)
{
	for (unsigned turns = 0; turns < 32; turns++) {
		if (t.kind == CXType_Elaborated)
			t = clang_Type_getNamedType(t);
		if (t.kind != CXType_Typedef)
			break;
		t = clang_getTypedefDeclUnderlyingType(
			clang_getTypeDeclaration(t));
	}
	CXType inner = clang_getPointeeType(t);
	if (inner.kind == CXType_Invalid)
		inner = clang_getArrayElementType(t);
	if (inner.kind != CXType_Invalid)
		return inner;
	t = clang_getCanonicalType(t);
	inner = clang_getPointeeType(t);
	return inner.kind == CXType_Invalid ? clang_getArrayElementType(t)
					    : inner;
}

static const struct type unknown_type = {
	.kind = TYPE_OTHER,
	.name = "?",
	.spelling = "?",
	.aliases = none,
	.arguments = none,
	.bases = none,
	.length = -1,
};

const struct type *type_integer(void)
{
	static const struct type t = {
		.kind = TYPE_INTEGER,
		.name = "int",
		.spelling = "int",
		.aliases = none,
		.arguments = none,
		.bases = none,
		.length = -1,
	};

	return &t;
}

const struct type *type_of(struct tu *u, CXType t)
{
	struct type_entry *e;
	const void *key = t.data[0];

	if (t.kind == CXType_Invalid || !key)
		return &unknown_type;
	HASH_FIND_PTR(u->types, &key, e);
	if (e)
		return &e->type;
	e = ARENA_NEW(u->arena, struct type_entry);
	e->key = key;
	HASH_ADD_PTR(u->types, key, e); // before the fields: types are cyclic
	e->type = unknown_type;
	fill(u, &e->type, t);
	switch (e->type.kind) {
	case TYPE_POINTER:
	case TYPE_REFERENCE:
	case TYPE_RVALUE_REFERENCE:
	case TYPE_ARRAY:
		e->type.pointee = type_of(u, inner_type(t));
		break;
	default:
		break;
	}
	return &e->type;
}

const struct type *type_of_cursor(struct tu *u, CXCursor c)
{
	return type_of(u, clang_getCursorType(c));
}

// Keyed by an address inside the pointee, which is no QualType.
static const struct type *derived(struct tu *u, const struct type *pointee,
				  enum type_kind kind, const char *mark)
{
	struct type_entry *e;
	const void *key =
		kind == TYPE_POINTER ? (const void *)pointee : &pointee->name;

	HASH_FIND_PTR(u->types, &key, e);
	if (e)
		return &e->type;
	e = ARENA_NEW(u->arena, struct type_entry);
	e->key = key;
	HASH_ADD_PTR(u->types, key, e);
	e->type = unknown_type;
	e->type.kind = kind;
	e->type.pointee = pointee;
	e->type.spelling = e->type.name =
		arena_printf(u->arena, "%s %s", pointee->spelling, mark);
	return &e->type;
}

const struct type *type_pointer_to(struct tu *u, const struct type *pointee)
{
	return derived(u, pointee, TYPE_POINTER, "*");
}

const struct type *type_reference_to(struct tu *u, const struct type *pointee)
{
	return derived(u, pointee, TYPE_REFERENCE, "&");
}

// A class template has no type; its pattern's `this` has its name at least.
const struct type *type_of_class(struct tu *u, CXCursor record)
{
	CXType t = clang_getCursorType(record);
	struct type_entry *e;
	const void *key = cx_key(record);

	if (t.kind != CXType_Invalid)
		return type_of(u, t);
	HASH_FIND_PTR(u->types, &key, e);
	if (e)
		return &e->type;
	e = ARENA_NEW(u->arena, struct type_entry);
	e->key = key;
	HASH_ADD_PTR(u->types, key, e);
	e->type = unknown_type;
	e->type.kind = TYPE_RECORD;
	e->type.spelling = e->type.name = qualified_name(u, record);
	return &e->type;
}

void types_release(struct tu *u)
{
	HASH_CLEAR(hh, u->types);
}
