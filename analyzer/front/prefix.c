// SPDX-License-Identifier: Apache-2.0
// Headers read once for many units.
#include <stdlib.h>

#include "base/file.h"
#include "front/cx.h"
#include "front/flags.h"
#include "front/lower.h"

struct job {
	struct front *front;
	const struct front_command *like;
	const char *const *headers, *const *macros;
	const char *path;
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
	const char *path = path_absolute(job->arena, job->like->directory,
					 clang_getCString(name));
	VEC_PUSH(job->arena, &job->out->files, path);
	clang_disposeString(name);
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

static void *run(void *data)
{
	struct job *job = data;
	struct arena scratch = { 0 };
	CXTranslationUnit tu = NULL;
	struct flags flags;

	if (flags_make(&flags, job->like, job->front->resource_directory, 0,
		       &scratch, job->e)) {
		flags_precompile(&flags, job->like->file, job->headers,
				 job->macros);
		clang_parseTranslationUnit2FullArgv(
			job->front->index, NULL, flags.list.at,
			(int)flags.list.count, NULL, 0,
			CXTranslationUnit_ForSerialization |
				CXTranslationUnit_Incomplete,
			&tu);
	}
	if (tu) {
		clang_getInclusions(tu, add_file, job);
		job->ok = !has_errors(tu) &&
			  clang_saveTranslationUnit(tu, job->path, 0) ==
				  CXSaveError_None;
		clang_disposeTranslationUnit(tu);
	}
	if (!job->ok && job->e->code == ERR_NONE)
		err_set(job->e, ERR_UNIT,
			"the headers of '%s' cannot be shared",
			job->like->file);
	arena_release(&scratch);
	return NULL;
}

bool front_precompile(struct front *f, const struct front_command *like,
		      const char *const *headers, const char *const *macros,
		      const char *path, struct arena *a,
		      struct front_prefix *out, struct err *e)
{
	struct job job = { f, like, headers, macros, path, a, out, e, false };

	*out = (struct front_prefix){ .path = path };
	return front_on_large_stack(run, &job, e) && job.ok;
}
