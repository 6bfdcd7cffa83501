// SPDX-License-Identifier: Apache-2.0
#include "front/cx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/file.h"
#include "base/str.h"

struct cx_file {
	CXFile key;
	const char *path;
	const char *text;
	size_t size;
	bool has_text;
	bool is_installed;
	UT_hash_handle hh;
};

void cx_release(struct cx *x)
{
	struct cx_file *f, *next;

	HASH_ITER(hh, x->files, f, next)
	{
		HASH_DEL(x->files, f);
		free(f);
	}
	memset(x->recent, 0, sizeof(x->recent));
}

// ---- children

struct collector {
	struct arena *arena;
	struct cursors *out;
	bool parts_only;
};

static bool is_part(CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	return kind != CXCursor_TypeRef && kind != CXCursor_NamespaceRef &&
	       kind != CXCursor_TemplateRef && !clang_isAttribute(kind);
}

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, void *data)
{
	struct collector *to = data;

	(void)parent;
	if (!to->parts_only || is_part(c))
		VEC_PUSH(to->arena, to->out, c);
	return CXChildVisit_Continue;
}

struct cursors cx_children(struct cx *x, CXCursor c)
{
	struct cursors out = { 0 };
	struct collector to = { x->scratch, &out, false };

	clang_visitChildren(c, collect, &to);
	return out;
}

static struct cx_memo *memo_of(struct cx *x, const void *key)
{
	return &x->memo[((uintptr_t)key >> 4) % CX_MEMO_SIZE];
}

struct cursors cx_parts(struct cx *x, CXCursor c)
{
	const void *key = clang_isExpression(clang_getCursorKind(c))
				  ? cx_expression_key(c)
				  : NULL;
	struct cx_memo *memo = memo_of(x, key);
	struct cursors out = { 0 };
	struct collector to = { x->scratch, &out, true };

	if (key && memo->key == key)
		return memo->parts;
	clang_visitChildren(c, collect, &to);
	if (key) {
		memo->key = key;
		memo->parts = out;
	}
	return out;
}

void cx_forget(struct cx *x)
{
	memset(x->memo, 0, sizeof(x->memo));
	arena_reset(x->scratch);
}

// ---- texts

const char *cx_text(struct cx *x, CXString s)
{
	const char *text = clang_getCString(s);
	const char *kept = intern(x->names, text ? text : "");

	clang_disposeString(s);
	return kept;
}

const char *cx_name(struct cx *x, CXCursor c)
{
	return cx_text(x, clang_getCursorSpelling(c));
}

const char *cx_usr(struct cx *x, CXCursor c)
{
	return cx_text(x, clang_getCursorUSR(c));
}

// Unnamed types are spelt with their place; only the file's own name is kept.
const char *cx_type_text(struct cx *x, CXType t)
{
	const char *text = cx_text(x, clang_getTypeSpelling(t));
	const char *at = strstr(text, " at /");
	struct str s = STR_INIT;

	if (!at)
		return text;
	for (; at; at = strstr(text, " at /")) {
		const char *path = at + strlen(" at ");
		size_t n = strcspn(path, ":)");
		size_t base = n;
		while (base && path[base - 1] != '/')
			base--;
		str_add_bytes(&s, text, (size_t)(path - text));
		text = path + base;
	}
	str_add(&s, text);
	const char *kept = intern_bytes(x->names, s.text, s.length);
	str_release(&s);
	return kept;
}

const char *cx_pretty(struct cx *x, CXCursor declaration)
{
	return cx_text(x, clang_getCursorPrettyPrinted(declaration, x->policy));
}

bool cx_is_named(CXCursor c, const char *name)
{
	CXString s = clang_getCursorSpelling(c);
	const char *text = clang_getCString(s);
	bool is = text && strcmp(text, name) == 0;

	clang_disposeString(s);
	return is;
}

// ---- keys

const void *cx_key(CXCursor declaration)
{
	return clang_getCanonicalCursor(declaration).data[0];
}

const void *cx_expression_key(CXCursor c)
{
	return c.data[1];
}

enum CXTypeKind cx_type_kind(CXCursor c)
{
	return clang_getCanonicalType(clang_getCursorType(c)).kind;
}

bool cx_is_pointer(enum CXTypeKind kind)
{
	return kind == CXType_Pointer || kind == CXType_NullPtr ||
	       kind == CXType_MemberPointer || kind == CXType_BlockPointer ||
	       kind == CXType_ObjCObjectPointer;
}

// ---- files and places

bool cx_is_installed(const char *path)
{
	return str_starts(path, "/usr/") || str_starts(path, "/opt/");
}

// A folder in front of '..' may be a link (/lib, of a compiler that was found
// there): then what the text comes to is no file.
static const char *settled_path(struct cx *x, struct arena *scratch,
				const char *name)
{
	const char *path = path_absolute(scratch, x->directory, name);

	if (!strstr(name, "/..") || path_exists(path))
		return path;
	char *real = realpath(path_join(scratch, x->directory, name), NULL);
	if (real)
		path = arena_strdup(scratch, real);
	free(real);
	return path;
}

static struct cx_file *file_of(struct cx *x, CXFile key)
{
	struct cx_file **recent = &x->recent[((uintptr_t)key >> 4) % CX_RECENT];
	struct cx_file *f = *recent;

	if (f && f->key == key)
		return f;
	HASH_FIND_PTR(x->files, &key, f);
	if (!f) {
		struct arena scratch = { 0 };
		f = xcalloc(1, sizeof(*f));
		f->key = key;
		const char *name = cx_text(x, clang_getFileName(key));
		f->path = intern(x->names, settled_path(x, &scratch, name));
		arena_release(&scratch);
		f->is_installed = cx_is_installed(f->path) &&
				  !cx_is_installed(x->main_file);
		HASH_ADD_PTR(x->files, key, f);
	}
	*recent = f;
	return f;
}

const char *cx_path(struct cx *x, CXFile file)
{
	return file ? file_of(x, file)->path : NULL;
}

const char *cx_file(struct cx *x, CXCursor c)
{
	CXFile file;

	clang_getFileLocation(clang_getCursorLocation(c), &file, NULL, NULL,
			      NULL);
	return cx_path(x, file);
}

static const char *text_of(struct cx *x, CXFile file, const char **end)
{
	if (!file)
		return NULL;
	struct cx_file *f = file_of(x, file);
	if (!f->has_text) {
		f->text = clang_getFileContents(x->tu, file, &f->size);
		f->has_text = true;
	}
	if (f->text)
		*end = f->text + f->size;
	return f->text;
}

static CXSourceLocation start_of(CXCursor c)
{
	return clang_getRangeStart(clang_getCursorExtent(c));
}

bool cx_is_owned(struct cx *x, CXCursor c)
{
	CXSourceLocation at = clang_getCursorLocation(c);
	CXFile file;

	if (clang_Location_isInSystemHeader(at))
		return false;
	clang_getExpansionLocation(at, &file, NULL, NULL, NULL);
	return file && !file_of(x, file)->is_installed;
}

// A private bit of clang's, the same in all versions: locations in macros have
// it. Asking for two kinds of location and comparing them costs much more.
static bool is_macro_place(CXSourceLocation at)
{
	return at.int_data >> 31;
}

static struct loc range_of(struct cx *x, CXCursor c)
{
	CXSourceRange range = clang_getCursorExtent(c);
	CXSourceLocation start = clang_getRangeStart(range);
	struct loc loc = { 0 };
	CXFile file, end_file, spelling;
	unsigned line;

	clang_getFileLocation(start, &file, &loc.line, &loc.column, NULL);
	if (!file) { // constrained functions have a location but no extent
		clang_getFileLocation(clang_getCursorLocation(c), &file,
				      &loc.line, &loc.column, NULL);
		if (!file)
			return (struct loc){ 0 };
	}
	loc.file = cx_path(x, file);
	clang_getFileLocation(clang_getRangeEnd(range), &end_file,
			      &loc.end_line, &loc.end_column, NULL);
	if (end_file != file) {
		loc.end_line = loc.line;
		loc.end_column = loc.column;
	}
	if (!is_macro_place(start))
		return loc;
	unsigned column;
	clang_getSpellingLocation(start, &spelling, &line, &column, NULL);
	if (spelling &&
	    (spelling != file || line != loc.line || column != loc.column)) {
		loc.macro_file = cx_path(x, spelling);
		loc.macro_line = line;
	}
	return loc;
}

// An operation's place is often asked for twice in a row, and not cheap.
struct loc cx_loc(struct cx *x, CXCursor c)
{
	const void *key = cx_expression_key(c);

	if (x->is_coarse)
		return x->last_loc;
	if (!clang_isExpression(clang_getCursorKind(c)))
		return range_of(x, c);
	if (!key || key != x->last_expression) {
		x->last_loc = range_of(x, c);
		x->last_expression = key;
	}
	return x->last_loc;
}

struct loc cx_loc_end(struct cx *x, CXCursor c)
{
	struct loc loc = cx_loc(x, c);

	if (loc.end_column > 1) {
		loc.line = loc.end_line;
		loc.column = loc.end_column - 1;
	}
	return loc;
}

struct loc cx_loc_name(struct cx *x, CXCursor declaration)
{
	struct loc loc = cx_loc(x, declaration);
	CXFile file;

	clang_getFileLocation(clang_getCursorLocation(declaration), &file,
			      &loc.line, &loc.column, NULL);
	loc.file = cx_path(x, file);
	loc.end_line = loc.line;
	loc.end_column = loc.column + (uint32_t)strlen(cx_name(x, declaration));
	return loc;
}

const char *cx_spelling(struct cx *x, CXCursor c, const char **end)
{
	CXFile file;
	unsigned offset;

	clang_getSpellingLocation(start_of(c), &file, NULL, NULL, &offset);
	const char *text = text_of(x, file, end);
	return text && text + offset < *end ? text + offset : NULL;
}

const char *cx_reported(struct cx *x, CXCursor c, const char **end)
{
	CXFile file;
	unsigned offset;

	clang_getFileLocation(start_of(c), &file, NULL, NULL, &offset);
	const char *text = text_of(x, file, end);
	return text && text + offset < *end ? text + offset : NULL;
}

// Of a literal, behind conversions or not, this is its start: cheaper than its
// extent.
bool cx_in_macro(CXCursor c)
{
	return is_macro_place(clang_getCursorLocation(c));
}

size_t cx_word(const char *p, const char *end)
{
	const char *q = p;

	while (q < end && (isalnum((unsigned char)*q) || *q == '_'))
		q++;
	return isdigit((unsigned char)*p) ? 0 : (size_t)(q - p);
}

bool cx_starts_with(struct cx *x, CXCursor c, const char *word)
{
	const char *end;
	const char *p = cx_spelling(x, c, &end);

	if (!p)
		return false;
	size_t n = cx_word(p, end);
	return n == strlen(word) && memcmp(p, word, n) == 0;
}

const char *cx_last_word(struct cx *x, CXCursor c)
{
	CXSourceLocation at = clang_getRangeEnd(clang_getCursorExtent(c));
	CXFile file;
	unsigned offset;
	const char *end;

	clang_getSpellingLocation(at, &file, NULL, NULL, &offset);
	const char *text = text_of(x, file, &end);
	if (!text || text + offset > end)
		return "";
	const char *to = text + offset;
	const char *from = to;
	while (from > text &&
	       (isalnum((unsigned char)from[-1]) || from[-1] == '_'))
		from--;
	return intern_bytes(x->names, from, (size_t)(to - from));
}

bool cx_evaluate(CXCursor e, int64_t *out)
{
	CXEvalResult r = clang_Cursor_Evaluate(e);

	if (!r)
		return false;
	bool is_known = clang_EvalResult_getKind(r) == CXEval_Int;
	if (is_known)
		*out = (int64_t)clang_EvalResult_getAsLongLong(r);
	clang_EvalResult_dispose(r);
	return is_known;
}

bool cx_is_literal(CXCursor e)
{
	switch (clang_getCursorKind(e)) {
	case CXCursor_IntegerLiteral:
	case CXCursor_FloatingLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_StringLiteral:
	case CXCursor_CXXBoolLiteralExpr:
	case CXCursor_CXXNullPtrLiteralExpr:
		return true;
	default:
		return false;
	}
}
