// SPDX-License-Identifier: Apache-2.0
// What headers of the project declare: other units get at handles by these
// names without naming the handles' types.
#include "front/lower.h"

// The type as it is without aliases.
static const char *spelled_type(struct tu *u, CXCursor c)
{
	return cx_type_text(&u->cx,
			    clang_getCanonicalType(clang_getCursorType(c)));
}

static void add(struct tu *u, CXCursor c, const char *type, bool is_annotated)
{
	struct declaration d = { .name = cx_name(&u->cx, c),
				 .file = cx_file(&u->cx, c),
				 .type = type,
				 .is_annotated = is_annotated };

	if (*d.name)
		VEC_PUSH(u->arena, &u->out->declarations, d);
}

static void add_bases(struct tu *u, CXCursor record)
{
	struct cursors parts = cx_children(&u->cx, record);

	for (uint32_t i = 0; i < parts.count; i++)
		if (clang_getCursorKind(parts.at[i]) ==
		    CXCursor_CXXBaseSpecifier)
			add(u, record, spelled_type(u, parts.at[i]), false);
}

static bool is_annotated(struct tu *u, CXCursor function)
{
	return clang_Cursor_hasAttrs(function) &&
	       annotations_of(u, function) != NULL;
}

// In C only objects are handles without a function that says so.
static bool returns_object(CXCursor function)
{
	CXType result = clang_getResultType(clang_getCursorType(function));

	return clang_getCanonicalType(result).kind == CXType_Record;
}

bool is_exported(struct tu *u, CXCursor function)
{
	return u->is_cplusplus || returns_object(function) ||
	       is_annotated(u, function);
}

static void add_function(struct tu *u, CXCursor c)
{
	if (is_exported(u, c))
		add(u, c, spelled_type(u, c), is_annotated(u, c));
}

void export_declaration(struct tu *u, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	if (!u->is_cplusplus && kind != CXCursor_FunctionDecl)
		return;
	if (cx_file(&u->cx, c) == u->out->file)
		return;
	switch (kind) {
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_FunctionTemplate:
		add_function(u, c);
		break;
	case CXCursor_VarDecl:
	case CXCursor_FieldDecl:
	case CXCursor_TypedefDecl:
	case CXCursor_TypeAliasDecl:
		add(u, c, spelled_type(u, c), false);
		break;
	case CXCursor_ClassDecl:
	case CXCursor_StructDecl:
	case CXCursor_ClassTemplate:
		add_bases(u, c);
		break;
	default:
		break;
	}
}

const char *declared_in(struct tu *u, CXCursor function)
{
	CXCursor *overridden = NULL;
	unsigned n = 0;

	for (int turns = 0; turns < 16; turns++) {
		clang_getOverriddenCursors(function, &overridden, &n);
		CXCursor base = n ? overridden[0] : clang_getNullCursor();
		if (overridden)
			clang_disposeOverriddenCursors(overridden);
		if (!n)
			break;
		function = base;
	}
	return cx_file(&u->cx, clang_getCanonicalCursor(function));
}
