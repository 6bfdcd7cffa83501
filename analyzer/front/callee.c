// SPDX-License-Identifier: Apache-2.0
// What a declaration says of a function: one callee for each that is called.
#include "front/lower.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/str.h"

struct callee_entry {
	const void *key; // canonical declaration, type, or interned name
	struct callee callee;
	const struct callee *found; // of a name: the function, or NULL
	UT_hash_handle hh;
};

// ---- attributes

struct annotations {
	VEC(const char *) list;
	bool is_nodiscard;
};

#define ANNOTATION_PREFIX "oncelint:"

static void read_attributes(struct tu *u, struct annotations *out, CXCursor d,
			    int parameter)
{
	struct cursors c = cx_children(&u->cx, d);
	int next = 0;

	for (uint32_t i = 0; i < c.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c.at[i]);
		if (kind == CXCursor_ParmDecl && parameter < 0) {
			read_attributes(u, out, c.at[i], next++);
		} else if (kind == CXCursor_WarnUnusedResultAttr) {
			out->is_nodiscard = true;
		} else if (kind == CXCursor_AnnotateAttr) {
			const char *text = cx_name(&u->cx, c.at[i]);
			if (!str_starts(text, ANNOTATION_PREFIX))
				continue;
			text += strlen(ANNOTATION_PREFIX);
			if (parameter >= 0)
				text = arena_printf(u->arena, "%d:%s",
						    parameter, text);
			VEC_PUSH(u->arena, &out->list, text);
		}
	}
}

// Attributes whose arguments libclang does not show, read from the printed
// declaration: `acquire_handle("tag")` becomes "acquire_handle:tag".
static const char *const spelt_attributes[] = {
	"acquire_handle",  "release_handle",    "use_handle",
	"callable_when",   "set_typestate",     "return_typestate",
	"param_typestate", "test_typestate",    "ownership_takes",
	"ownership_holds", "ownership_returns",
};

static void read_spelt(struct tu *u, struct annotations *out, const char *text,
		       int parameter)
{
	for (size_t i = 0; i < COUNT_OF(spelt_attributes); i++) {
		const char *name = spelt_attributes[i];
		const char *p = strstr(text, name);
		size_t n = strlen(name);
		if (!p || p[n] != '(')
			continue;
		const char *from = p + n + 1;
		const char *to = strchr(from, ')');
		if (!to)
			continue;
		while (from < to && *from == '"')
			from++;
		while (to > from && to[-1] == '"')
			to--;
		const char *entry =
			parameter < 0 ? arena_printf(u->arena, "%s:%.*s", name,
						     (int)(to - from), from)
				      : arena_printf(u->arena, "%d:%s:%.*s",
						     parameter, name,
						     (int)(to - from), from);
		VEC_PUSH(u->arena, &out->list, entry);
	}
}

static void read_spelt_all(struct tu *u, struct annotations *out, CXCursor d)
{
	int n = clang_Cursor_getNumArguments(d);

	if (clang_Cursor_hasAttrs(d)) {
		// Cut before the parameters, which print their own.
		const char *text = cx_pretty(&u->cx, d);
		read_spelt(u, out, text, -1);
	}
	for (int i = 0; i < n; i++) {
		CXCursor p = clang_Cursor_getArgument(d, (unsigned)i);
		if (clang_Cursor_hasAttrs(p))
			read_spelt(u, out, cx_pretty(&u->cx, p), i);
	}
}

static struct annotations read_annotations(struct tu *u, CXCursor function)
{
	struct annotations out = { 0 };

	read_attributes(u, &out, function, -1);
	read_spelt_all(u, &out, function);
	return out;
}

static const char *const *annotation_list(struct tu *u, struct annotations *a)
{
	if (!a->list.count)
		return NULL;
	VEC_PUSH(u->arena, &a->list, (const char *)NULL);
	return a->list.at;
}

const char *const *annotations_of(struct tu *u, CXCursor function)
{
	struct annotations a = read_annotations(u, function);

	return annotation_list(u, &a);
}

// The GNU spelling is part of the type, [[noreturn]] and _Noreturn show only
// in the printed declaration.
static bool is_noreturn(struct tu *u, CXCursor function)
{
	if (strstr(cx_type_text(&u->cx, clang_getCursorType(function)),
		   "noreturn"))
		return true;
	if (!clang_Cursor_hasAttrs(function))
		return false;
	const char *text = cx_pretty(&u->cx, function);
	return strstr(text, "noreturn") || strstr(text, "_Noreturn");
}

static bool is_noexcept(CXCursor function)
{
	switch (clang_getCursorExceptionSpecificationType(function)) {
	case CXCursor_ExceptionSpecificationKind_DynamicNone:
	case CXCursor_ExceptionSpecificationKind_BasicNoexcept:
	case CXCursor_ExceptionSpecificationKind_NoThrow:
		return true;
	default:
		return false;
	}
}

// ---- callees

static struct callee *entry_for(struct tu *u, const void *key, bool *is_new)
{
	struct callee_entry *e;

	HASH_FIND_PTR(u->callees, &key, e);
	*is_new = !e;
	if (!e) {
		e = ARENA_NEW(u->arena, struct callee_entry);
		e->key = key;
		HASH_ADD_PTR(u->callees, key, e);
	}
	return &e->callee;
}

static void fill_signature(struct tu *u, struct callee *c, CXType function)
{
	int n = clang_getNumArgTypes(function);

	c->result = type_of(u, clang_getResultType(function));
	c->is_variadic = clang_isFunctionTypeVariadic(function);
	c->parameter_count = n > 0 ? (uint32_t)n : 0;
	const struct type **types =
		ARENA_ARRAY(u->arena, const struct type *, c->parameter_count);
	for (uint32_t i = 0; i < c->parameter_count; i++)
		types[i] = type_of(u, clang_getArgType(function, i));
	c->parameters = types;
}

static void fill_class(struct tu *u, struct callee *c, CXCursor function)
{
	CXCursor parent = clang_getCursorSemanticParent(function);

	c->class_name = qualified_name(u, parent);
	CXType t = clang_getCursorType(parent);
	c->class_bases = t.kind == CXType_Invalid ? NULL : type_of(u, t)->bases;
	c->is_const = clang_CXXMethod_isConst(function);
	c->is_static = clang_CXXMethod_isStatic(function);
	c->is_virtual = clang_CXXMethod_isVirtual(function);
	switch (clang_Type_getCXXRefQualifier(clang_getCursorType(function))) {
	case CXRefQualifier_LValue:
		c->ref = REF_LVALUE;
		break;
	case CXRefQualifier_RValue:
		c->ref = REF_RVALUE;
		break;
	case CXRefQualifier_None:
		c->ref = REF_NONE;
		break;
	}
}

static enum callee_kind kind_of(CXCursor function)
{
	switch (clang_getCursorKind(function)) {
	case CXCursor_CXXMethod:
	case CXCursor_ConversionFunction:
		return CALLEE_METHOD;
	case CXCursor_Constructor:
		return CALLEE_CONSTRUCTOR;
	case CXCursor_Destructor:
		return CALLEE_DESTRUCTOR;
	default:
		return is_scope(clang_getCursorKind(
			       clang_getCursorSemanticParent(function))) &&
				       clang_getCursorKind(
					       clang_getCursorSemanticParent(
						       function)) !=
					       CXCursor_Namespace
			       ? CALLEE_METHOD
			       : CALLEE_FUNCTION;
	}
}

// What the project defines, and what it calls of inline functions in the
// headers of others, which is little in C and all of a library in C++.
static bool is_lowered(struct tu *u, const struct callee *c,
		       CXCursor definition)
{
	if (clang_Cursor_isNull(definition) ||
	    clang_CXXMethod_isDefaulted(definition))
		return false;
	return cx_is_owned(&u->cx, definition) || !c->is_system ||
	       !u->is_cplusplus;
}

static void fill(struct tu *u, struct callee *c, CXCursor function)
{
	CXCursor definition = clang_getCursorDefinition(function);
	struct annotations a = read_annotations(u, function);

	c->kind = kind_of(function);
	c->usr = cx_usr(&u->cx, function);
	c->key = function_key(u, function);
	c->name = qualified_name(u, function);
	const char *last = strrchr(c->name, ':');
	const char *op = strstr(c->name, "operator");
	c->short_name = op && (op == c->name || op[-1] == ':') ? op
			: last                                 ? last + 1
							       : c->name;
	if (c->kind != CALLEE_FUNCTION)
		fill_class(u, c, function);
	fill_signature(u, c, clang_getCursorType(function));
	c->is_noreturn = is_noreturn(u, function);
	c->is_noexcept = is_noexcept(function);
	c->is_nodiscard = a.is_nodiscard;
	c->annotations = annotation_list(u, &a);
	c->is_system = clang_Location_isInSystemHeader(
		clang_getCursorLocation(function));
	c->has_body = is_lowered(u, c, definition);
	// A lambda's body is lowered where it stands.
	bool waits = !is_closure(clang_getCursorSemanticParent(function)) ||
		     is_generic_call(function);
	if (c->has_body && waits)
		queue_function(u, definition);
}

const struct callee *callee_of(struct tu *u, CXCursor function)
{
	bool is_new;
	struct callee *c = entry_for(u, cx_key(function), &is_new);

	if (is_new)
		fill(u, c, function);
	return c;
}

static const struct type *const no_types[1];

const struct callee *callee_named(struct tu *u, const char *name)
{
	bool is_new;
	struct callee *c = entry_for(u, intern(u->cx.names, name), &is_new);

	if (!is_new)
		return c;
	c->name = c->short_name = intern(u->cx.names, name);
	c->result = type_of(u, (CXType){ 0 });
	c->parameters = no_types;
	c->is_variadic = true;
	return c;
}

// Known by name only; never mixed up with a builtin of that name.
const struct callee *callee_dependent(struct tu *u, const char *name)
{
	bool is_new;
	const char *key = arena_printf(&u->scratch, "dependent %s", name);
	struct callee *c = entry_for(u, intern(u->cx.names, key), &is_new);

	if (!is_new)
		return c;
	const char *last = strrchr(name, ':');
	c->name = intern(u->cx.names, name);
	c->short_name = last ? c->name + (last + 1 - name) : c->name;
	c->result = type_of(u, (CXType){ 0 });
	c->parameters = no_types;
	c->is_dependent = true;
	return c;
}

const struct callee *callee_indirect(struct tu *u, CXType function)
{
	bool is_new;
	CXType t = clang_getCanonicalType(function);

	while (cx_is_pointer(t.kind) || t.kind == CXType_LValueReference ||
	       t.kind == CXType_RValueReference) {
		CXType inner = clang_getCanonicalType(clang_getPointeeType(t));
		if (inner.kind == CXType_Invalid)
			break;
		t = inner;
	}
	struct callee *c = entry_for(u, t.data[0] ? t.data[0] : u, &is_new);
	if (!is_new)
		return c;
	c->kind = CALLEE_INDIRECT;
	c->name = c->short_name = "(indirect)";
	fill_signature(u, c, t);
	c->is_noreturn = strstr(cx_type_text(&u->cx, t), "noreturn") != NULL;
	return c;
}

// ---- default constructors, destructors and cleanups

typedef bool member_fn(CXCursor c);

static bool is_destructor(CXCursor c)
{
	return clang_getCursorKind(c) == CXCursor_Destructor;
}

static bool is_default_constructor(CXCursor c)
{
	return clang_getCursorKind(c) == CXCursor_Constructor &&
	       clang_CXXConstructor_isDefaultConstructor(c);
}

static const struct callee *find_in(struct tu *u, CXCursor record,
				    member_fn *is_wanted)
{
	CXCursor d = clang_getCursorDefinition(record);
	struct cursors c =
		cx_children(&u->cx, clang_Cursor_isNull(d) ? record : d);

	for (uint32_t i = 0; i < c.count; i++)
		if (is_wanted(c.at[i]))
			return callee_of(u, c.at[i]);
	return NULL;
}

// A member function that is declared in the class, or in its template.
static const struct callee *find_member(struct tu *u, CXCursor record,
					member_fn *is_wanted)
{
	CXCursor of = clang_getSpecializedCursorTemplate(record);
	const struct callee *c = find_in(u, record, is_wanted);

	return c || clang_Cursor_isNull(of) ? c : find_in(u, of, is_wanted);
}

// A destructor that nobody declared still destroys fields: it has a name, but
// no body.
static const struct callee *implicit_destructor(struct tu *u, CXCursor record)
{
	bool is_new;
	const struct type *t = type_of(u, clang_getCursorType(record));
	const char *last = strrchr(t->name, ':');
	const char *name = arena_printf(u->arena, "%s::~%s", t->name,
					last ? last + 1 : t->name);
	struct callee *c = entry_for(u, intern(u->cx.names, name), &is_new);

	if (!is_new)
		return c;
	c->kind = CALLEE_DESTRUCTOR;
	c->usr = c->key = intern_bytes(u->cx.names, name, strlen(name));
	c->name = intern(u->cx.names, name);
	c->short_name = strrchr(c->name, '~');
	c->class_name = t->name;
	c->class_bases = t->bases;
	c->result = type_of(u, (CXType){ 0 });
	c->parameters = no_types;
	c->is_noexcept = true;
	c->is_system = clang_Location_isInSystemHeader(
		clang_getCursorLocation(record));
	return c;
}

// What arrays are of.
static CXType element_type(CXType t)
{
	t = clang_getCanonicalType(t);
	while (t.kind == CXType_ConstantArray ||
	       t.kind == CXType_IncompleteArray ||
	       t.kind == CXType_VariableArray)
		t = clang_getCanonicalType(clang_getArrayElementType(t));
	return t;
}

const struct callee *destructor_of(struct tu *u, CXType t)
{
	t = element_type(t);
	if (!u->is_cplusplus || t.kind != CXType_Record ||
	    !type_of(u, t)->has_destructor)
		return NULL;
	CXCursor record = clang_getTypeDeclaration(t);
	const struct callee *c = find_member(u, record, is_destructor);

	return c ? c : implicit_destructor(u, record);
}

const struct callee *default_constructor_of(struct tu *u, CXType t)
{
	t = element_type(t);
	if (!u->is_cplusplus || t.kind != CXType_Record)
		return NULL;
	return find_member(u, clang_getTypeDeclaration(t),
			   is_default_constructor);
}

struct name_search {
	const char *name;
	CXCursor found;
};

static enum CXChildVisitResult look_for_name(CXCursor c, CXCursor parent,
					     void *data)
{
	struct name_search *s = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_LinkageSpec)
		return CXChildVisit_Recurse;
	if (clang_getCursorKind(c) != CXCursor_FunctionDecl ||
	    !cx_is_named(c, s->name))
		return CXChildVisit_Continue;
	s->found = c;
	return CXChildVisit_Break;
}

struct named_functions {
	struct arena *arena;
	VEC(CXCursor) list;
};

static enum CXChildVisitResult take_function(CXCursor c, CXCursor parent,
					     void *data)
{
	struct named_functions *out = data;
	CXCursor to;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
		return CXChildVisit_Recurse;
	to = clang_getCursorReferenced(c);
	if (clang_getCursorKind(to) == CXCursor_FunctionDecl)
		VEC_PUSH(out->arena, &out->list, to);
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult look_for_own(CXCursor c, CXCursor parent,
					    void *data)
{
	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_VarDecl ||
	    !cx_is_named(c, PREFIX_OWN))
		return CXChildVisit_Continue;
	clang_visitChildren(c, take_function, data);
	return CXChildVisit_Break;
}

struct cursors prefix_own(struct tu *u)
{
	struct named_functions own = { .arena = &u->queue_arena };

	if (u->prefix && u->prefix->own_count)
		clang_visitChildren(clang_getTranslationUnitCursor(u->cx.tu),
				    look_for_own, &own);
	return (struct cursors){ own.list.at, own.list.count, own.list.room };
}

// What libclang does not walk it shows where it is named.
static void functions_on_line(struct tu *u, unsigned line,
			      struct named_functions *out)
{
	CXFile file = clang_getFile(u->cx.tu, u->prefix->names_path);
	CXSourceLocation at = clang_getLocation(u->cx.tu, file, line, 1);

	clang_visitChildren(clang_getCursor(u->cx.tu, at), take_function, out);
}

static void look_in_prefix(struct tu *u, struct name_search *s)
{
	const struct front_prefix *p = u->prefix;
	struct named_functions found = { .arena = &u->scratch };

	for (uint32_t i = p->own_count; i < p->names.count; i++) {
		if (strcmp(p->names.at[i], s->name) != 0)
			continue;
		functions_on_line(u, i - p->own_count + 1, &found);
		break;
	}
	if (found.list.count)
		s->found = found.list.at[0];
	else
		u->has_missed = true;
}

// A function of the unit's top level by its name; one without a declaration if
// there is none.
static const struct callee *callee_by_name(struct tu *u, const char *name)
{
	struct name_search s = { name, clang_getNullCursor() };
	struct callee_entry *e;
	const void *key = name;

	HASH_FIND_PTR(u->callees, &key, e);
	if (e)
		return e->found ? e->found : &e->callee;
	clang_visitChildren(clang_getTranslationUnitCursor(u->cx.tu),
			    look_for_name, &s);
	if (clang_Cursor_isNull(s.found) && u->prefix)
		look_in_prefix(u, &s);
	const struct callee *named = callee_named(u, name);
	HASH_FIND_PTR(u->callees, &key, e);
	if (clang_Cursor_isNull(s.found))
		return named;
	const struct callee *found = callee_of(u, s.found);
	e->found = found;
	return found;
}

#define CLEANUP "cleanup("

// The attribute's text lies in the macro that wrote it, so it is read from the
// printed declaration.
const struct callee *cleanup_of(struct tu *u, CXCursor variable)
{
	if (!clang_Cursor_hasAttrs(variable))
		return NULL;
	const char *text = cx_pretty(&u->cx, variable);
	const char *p = strstr(text, CLEANUP);
	if (!p)
		return NULL;
	p += strlen(CLEANUP);
	const char *name =
		intern_bytes(u->cx.names, p, cx_word(p, p + strlen(p)));
	return callee_by_name(u, name);
}

void callees_release(struct tu *u)
{
	HASH_CLEAR(hh, u->callees);
}
