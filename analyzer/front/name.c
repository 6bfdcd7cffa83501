// SPDX-License-Identifier: Apache-2.0
// Names that people read, and keys that tell functions apart across units.
#include "front/lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"

// ---- names

bool is_scope(enum CXCursorKind kind)
{
	switch (kind) {
	case CXCursor_Namespace:
	case CXCursor_ClassDecl:
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl:
	case CXCursor_EnumDecl:
	case CXCursor_ClassTemplate:
	case CXCursor_ClassTemplatePartialSpecialization:
		return true;
	default:
		return false;
	}
}

static bool is_shown(CXCursor scope)
{
	enum CXCursorKind kind = clang_getCursorKind(scope);

	if (kind == CXCursor_Namespace)
		return !clang_Cursor_isInlineNamespace(scope) &&
		       !clang_Cursor_isAnonymous(scope);
	return !clang_Cursor_isAnonymous(scope);
}

// Without template arguments, as in "future<_Res>" of a constructor; operators
// keep their '<'.
static size_t plain_length(const char *name)
{
	const char *angle = strchr(name, '<');

	if (!angle || angle == name || str_starts(name, "operator"))
		return strlen(name);
	return (size_t)(angle - name);
}

// `class {} x` looks the same, but nobody calls it by a key.
bool is_closure(CXCursor record)
{
	return clang_getCursorKind(record) == CXCursor_ClassDecl &&
	       clang_Cursor_isAnonymous(record);
}

const char *qualified_name(struct tu *u, CXCursor declaration)
{
	CXCursor scope[32];
	unsigned n = 0;
	struct str s = STR_INIT;

	CXCursor parent = clang_getCursorSemanticParent(declaration);
	while (n < COUNT_OF(scope) && is_scope(clang_getCursorKind(parent))) {
		if (clang_getCursorKind(parent) != CXCursor_EnumDecl &&
		    is_shown(parent))
			scope[n++] = parent;
		parent = clang_getCursorSemanticParent(parent);
	}
	while (n) {
		const char *name = cx_name(&u->cx, scope[--n]);
		str_add_bytes(&s, name, plain_length(name));
		str_add(&s, "::");
	}
	const char *name = cx_name(&u->cx, declaration);
	if (is_closure(declaration))
		str_add(&s, "(lambda)");
	else if (clang_Cursor_isAnonymous(declaration) || *name == '(')
		str_add(&s, "(unnamed)");
	else
		str_add_bytes(&s, name, plain_length(name));
	const char *kept = intern_bytes(u->cx.names, s.text, s.length);
	str_release(&s);
	return kept;
}

bool is_instantiated(CXCursor function)
{
	CXCursor of = clang_getSpecializedCursorTemplate(function);

	if (clang_Cursor_isNull(of))
		return false;
	CXCursor a = clang_getCursorDefinition(function);
	CXCursor b = clang_getCursorDefinition(of);
	return clang_equalLocations(
		clang_getCursorLocation(clang_Cursor_isNull(a) ? function : a),
		clang_getCursorLocation(clang_Cursor_isNull(b) ? of : b));
}

// ---- keys

static const char *placed_key(struct tu *u, CXCursor at, const char *usr,
			      bool with_offset)
{
	CXFile file;
	unsigned offset;
	struct str s = STR_INIT;

	clang_getFileLocation(clang_getCursorLocation(at), &file, NULL, NULL,
			      &offset);
	str_add(&s, file ? cx_path(&u->cx, file) : "?");
	if (with_offset)
		str_printf(&s, "@%u", offset);
	str_printf(&s, "#%s", usr);
	const char *kept = intern_bytes(u->cx.names, s.text, s.length);
	str_release(&s);
	return kept;
}

// operator() of a generic lambda, for some argument types.
bool is_generic_call(CXCursor method)
{
	return clang_getCursorKind(clang_getSpecializedCursorTemplate(
		       method)) == CXCursor_FunctionTemplate;
}

// Two lambdas of one function can share a USR, but not a place. Inside an
// instantiation the function they stand in makes the difference.
const char *closure_key(struct tu *u, CXCursor closure_class)
{
	CXCursor at = clang_getCursorSemanticParent(closure_class);
	const char *usr = "";

	if (clang_getCursorKind(at) != CXCursor_InvalidFile &&
	    !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(at)))
		usr = cx_usr(&u->cx, at);
	return placed_key(u, closure_class, usr, true);
}

const char *function_key(struct tu *u, CXCursor function)
{
	CXCursor parent = clang_getCursorSemanticParent(function);
	const char *usr = cx_usr(&u->cx, function);

	if (clang_getCursorKind(function) == CXCursor_CXXMethod &&
	    is_closure(parent)) {
		if (!is_generic_call(function))
			return closure_key(u, parent);
		return placed_key(u, parent, usr, true);
	}
	if (clang_getCursorLinkage(function) == CXLinkage_External)
		return usr;
	CXCursor d = clang_getCursorDefinition(function);
	return placed_key(u, clang_Cursor_isNull(d) ? function : d, usr, false);
}

const char *field_key(struct tu *u, CXCursor field)
{
	const char *usr = cx_usr(&u->cx, field);

	if (!clang_Location_isFromMainFile(clang_getCursorLocation(field)))
		return usr;
	return placed_key(u, field, usr, false);
}

const char *const *override_keys(struct tu *u, CXCursor method)
{
	VEC(const char *) out = { 0 };
	CXCursor *overridden = NULL;
	unsigned n = 0;

	clang_getOverriddenCursors(method, &overridden, &n);
	for (unsigned i = 0; i < n; i++)
		VEC_PUSH(u->arena, &out, function_key(u, overridden[i]));
	if (overridden)
		clang_disposeOverriddenCursors(overridden);
	VEC_PUSH(u->arena, &out, (const char *)NULL);
	return out.at;
}
