// SPDX-License-Identifier: Apache-2.0
// Headers read once for many units.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "front/cx.h"
#include "front/flags.h"
#include "front/lower.h"

void prefix_name_own(const struct front_prefix *p, const char *variable,
		     struct str *out)
{
	str_printf(out, "static void *%s[] = { 0", variable);
	for (uint32_t i = 0; i < p->own_count; i++)
		str_printf(out, ", (void *)%s", p->names.at[i]);
	str_add(out, " };\n");
}

struct job {
	struct front *front;
	const struct front_precompile *p;
	struct arena *arena;
	struct front_prefix *out;
	struct err *e;
	bool ok;
};

static void add_file(CXFile file, CXSourceLocation *stack, unsigned depth,
		     CXClientData data)
{
	struct job *job = data;

	(void)stack;
	if (!depth) // the one that is made of the command
		return;
	CXString name = clang_getFileName(file);
	VEC_PUSH(job->arena, &job->out->files,
		 path_absolute(job->arena, job->p->like->directory,
			       clang_getCString(name)));
	clang_disposeString(name);
}

struct naming {
	struct job *job;
	struct tu *u;
};

static void add_name(struct naming *n, CXCursor c)
{
	VEC_PUSH(n->job->arena, &n->job->out->names,
		 arena_strdup(n->job->arena, cx_name(&n->u->cx, c)));
}

// What may run at the end of a scope gets one pointer.
static enum CXChildVisitResult add_cleanup(CXCursor c, CXCursor parent,
					   void *data)
{
	struct naming *n = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_LinkageSpec)
		return CXChildVisit_Recurse;
	if (clang_getCursorKind(c) == CXCursor_FunctionDecl &&
	    clang_Cursor_getNumArguments(c) == 1 &&
	    cx_is_pointer(cx_type_kind(clang_Cursor_getArgument(c, 0))))
		add_name(n, c);
	return CXChildVisit_Continue;
}

static bool has_errors(CXTranslationUnit tu)
{
	unsigned n = clang_getNumDiagnostics(tu);
	bool found = false;

	for (unsigned i = 0; i < n; i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		found |= clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error;
		clang_disposeDiagnostic(d);
	}
	return found;
}

static bool write_over(const char *path, const struct str *text, struct err *e)
{
	FILE *file = fopen(path, "wb");
	bool ok = file &&
		  fwrite(text->text, 1, text->length, file) == text->length;

	if (file && fclose(file) != 0)
		ok = false;
	return ok || err_set(e, ERR_IO, "'%s' cannot be written: %s", path,
			     strerror(errno));
}

// libclang makes a new file wherever it saves to: what it wrote is moved.
static bool save(struct job *job, CXTranslationUnit tu, const char *path)
{
	struct str text = STR_INIT;
	bool ok = !has_errors(tu) &&
		  clang_saveTranslationUnit(tu, job->p->scratch, 0) ==
			  CXSaveError_None &&
		  file_read(job->p->scratch, &text, job->e) &&
		  write_over(path, &text, job->e);

	unlink(job->p->scratch);
	str_release(&text);
	return ok;
}

static CXTranslationUnit parse(struct job *job, const struct flags *flags)
{
	CXTranslationUnit tu = NULL;

	clang_parseTranslationUnit2FullArgv(
		job->front->index, NULL, flags->list.at, (int)flags->list.count,
		NULL, 0,
		CXTranslationUnit_ForSerialization |
			CXTranslationUnit_Incomplete,
		&tu);
	return tu;
}

// A function of the project that each unit looks at as if it had read it
// itself: for its body, or since it may be of use elsewhere.
static bool is_looked_at(struct naming *n, CXCursor c)
{
	if (clang_getCursorKind(c) != CXCursor_FunctionDecl ||
	    !cx_is_owned(&n->u->cx, c))
		return false;
	return clang_isCursorDefinition(c) ||
	       (clang_equalCursors(c, clang_getCanonicalCursor(c)) &&
		clang_Cursor_isNull(clang_getCursorDefinition(c)) &&
		is_exported(n->u, c));
}

static enum CXChildVisitResult add_own(CXCursor c, CXCursor parent, void *data)
{
	struct naming *n = data;

	(void)parent;
	if (is_looked_at(n, c))
		add_name(n, c);
	cx_forget(&n->u->cx);
	return CXChildVisit_Continue;
}

static void add_names(struct job *job, CXTranslationUnit tu)
{
	CXCursor root = clang_getTranslationUnitCursor(tu);
	struct arena a = { 0 };
	struct intern names;
	struct unit unit = { .arena = &a, .file = "" };
	struct tu u = {
		.cx = { .tu = tu,
			.arena = &a,
			.names = &names,
			.main_file = unit.file,
			.directory = job->p->like->directory },
		.arena = &a,
		.out = &unit,
	};
	struct naming n = { job, &u };

	intern_init(&names, &a);
	tu_begin(&u);
	clang_visitChildren(root, add_own, &n);
	job->out->own_count = job->out->names.count;
	clang_visitChildren(root, add_cleanup, &n);
	tu_end(&u);
	intern_release(&names);
	arena_release(&a);
}

static bool make_base(struct job *job, const struct flags *flags)
{
	CXTranslationUnit tu = parse(job, flags);
	bool ok = tu && save(job, tu, job->p->base);

	if (ok) {
		clang_getInclusions(tu, add_file, job);
		add_names(job, tu);
	}
	if (tu)
		clang_disposeTranslationUnit(tu);
	return ok;
}

// A second one on top of the first, for what is asked for by name.
static bool make_names(struct job *job, const struct flags *flags)
{
	const struct front_prefix *out = job->out;
	struct str text = STR_INIT;

	for (uint32_t i = out->own_count; i < out->names.count; i++)
		str_printf(&text,
			   "static __typeof__(&%s) oncelint_name_%u = %s;\n",
			   out->names.at[i], i, out->names.at[i]);
	// Here it is only seen whether that compiles.
	prefix_name_own(out, PREFIX_OWN "_tried", &text);
	bool ok = write_over(job->p->names, &text, job->e);
	CXTranslationUnit tu = ok ? parse(job, flags) : NULL;
	ok = tu && save(job, tu, job->p->path);
	if (tu)
		clang_disposeTranslationUnit(tu);
	str_release(&text);
	return ok;
}

static void make(struct job *job, struct flags *flags)
{
	const struct front_precompile *p = job->p;

	flags_precompile(flags, p->like->file, p->headers, p->macros);
	job->ok = make_base(job, flags);
	job->out->path = p->base;
	if (!job->ok)
		return;
	flags_on_top(flags, p->base, p->names);
	if (make_names(job, flags)) {
		job->out->path = p->path;
		job->out->names_path = p->names;
	} else {
		job->ok = !job->out->own_count;
		job->out->names.count = 0;
	}
}

static void *run(void *data)
{
	struct job *job = data;
	struct arena scratch = { 0 };
	struct flags flags;

	if (flags_make(&flags, job->p->like, job->front->resource_directory, 0,
		       &scratch, job->e))
		make(job, &flags);
	if (!job->ok && job->e->code == ERR_NONE)
		err_set(job->e, ERR_UNIT,
			"the headers of '%s' cannot be shared",
			job->p->like->file);
	arena_release(&scratch);
	return NULL;
}

bool front_precompile(struct front *f, const struct front_precompile *p,
		      struct arena *a, struct front_prefix *out, struct err *e)
{
	struct job job = { f, p, a, out, e, false };

	*out = (struct front_prefix){ 0 };
	return front_on_large_stack(run, &job, e) && job.ok;
}
