// SPDX-License-Identifier: Apache-2.0
#include "front/parse.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/str.h"
#include "front/flags.h"
#include "front/lower.h"

// libclang and the lowering recurse as deep as the source nests.
#define STACK_SIZE ((size_t)512 << 20)

// ---- the compiler's own headers

#define PROBE "/oncelint-probe.c"

static bool can_include(struct front *f, const char *directory)
{
	static const char text[] = "#include <stddef.h>\n";
	struct CXUnsavedFile file = { PROBE, text, sizeof(text) - 1 };
	const char *args[] = { "-resource-dir", directory };
	CXTranslationUnit tu;

	if (clang_parseTranslationUnit2(f->index, PROBE, args,
					directory ? 2 : 0, &file, 1, 0, &tu))
		return false;
	bool ok = clang_getNumDiagnostics(tu) == 0;
	clang_disposeTranslationUnit(tu);
	return ok;
}

static const char *trimmed(struct arena *a, const char *text)
{
	return arena_strndup(a, text, strcspn(text, "\r\n"));
}

static const char *ask_compiler(struct arena *a)
{
	char line[4096];
	FILE *p = popen("clang-" LIBCLANG_MAJOR
			" -print-resource-dir 2>/dev/null",
			"r");

	if (!p)
		return NULL;
	const char *found =
		fgets(line, sizeof(line), p) ? trimmed(a, line) : NULL;
	pclose(p);
	return found;
}

static bool find_resources(struct front *f, const char *wanted, struct err *e)
{
	const char *places[4] = { wanted, getenv("ONCELINT_RESOURCE_DIR"),
				  LIBCLANG_RESOURCE_DIR, NULL };

	if (!wanted && !places[1] && can_include(f, NULL))
		return true;
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		const char *d = i + 1 < COUNT_OF(places)
					? places[i]
					: ask_compiler(&f->arena);
		if (!d || !*d)
			continue;
		f->resource_directory = arena_strdup(&f->arena, d);
		if (can_include(f, f->resource_directory))
			return true;
	}
	return err_set(e, ERR_TOOLCHAIN,
		       "libclang's own headers (stddef.h) were not found: "
		       "install 'libclang-common-%s-dev', or set "
		       "'ONCELINT_RESOURCE_DIR' to what 'clang "
		       "-print-resource-dir' prints",
		       LIBCLANG_MAJOR);
}

// A worker parses one unit after the other: what malloc gave back to the system
// would be faulted in again for each, which is a seventh of a parse.
static void keep_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	mallopt(M_TOP_PAD, 16 << 20);
#endif
}

bool front_init(struct front *f, const char *resource_directory, struct err *e)
{
	memset(f, 0, sizeof(*f));
	if (!front_load(e))
		return false;
	keep_memory();
	// Parse on our own stack, not on one that libclang makes.
	setenv("LIBCLANG_NOTHREADS", "1", 1);
	f->index = clang_createIndex(0, 0);
	f->own_index = clang_createIndex(1, 0);
	if (find_resources(f, resource_directory, e))
		return true;
	front_release(f);
	return false;
}

void front_release(struct front *f)
{
	if (f->index)
		clang_disposeIndex(f->index);
	if (f->own_index)
		clang_disposeIndex(f->own_index);
	arena_release(&f->arena);
	memset(f, 0, sizeof(*f));
}

// ---- one unit

struct job {
	struct front *front;
	const struct front_command *command;
	struct arena *arena;
	struct intern *names;
	struct unit *out;
	struct err *e;
	const struct front_prefix *prefix; // that is tried, or NULL
	bool ok;
	bool is_files_only;
};

static void count_error(struct tu *u, CXDiagnostic d)
{
	CXFile file;
	struct loc loc = { 0 };

	if (clang_getDiagnosticSeverity(d) < CXDiagnostic_Error)
		return;
	clang_getFileLocation(clang_getDiagnosticLocation(d), &file, &loc.line,
			      &loc.column, NULL);
	if (!file) // about a flag
		return;
	loc.file = cx_path(&u->cx, file);
	VEC_PUSH(u->arena, &u->errors, loc);
	const char *text = cx_text(&u->cx, clang_getDiagnosticSpelling(d));
	if (!u->out->error_count++)
		u->out->first_error =
			arena_printf(u->arena, "%s:%u:%u: %s", loc.file,
				     loc.line, loc.column, text);
}

static void read_errors(struct tu *u)
{
	unsigned n = clang_getNumDiagnostics(u->cx.tu);

	for (unsigned i = 0; i < n; i++) {
		CXDiagnostic d = clang_getDiagnostic(u->cx.tu, i);
		count_error(u, d);
		clang_disposeDiagnostic(d);
	}
}

static void add_dependency(CXFile file, CXSourceLocation *stack, unsigned depth,
			   CXClientData data)
{
	struct tu *u = data;
	const char *path = cx_path(&u->cx, file);

	(void)stack;
	(void)depth;
	if (strcmp(path, PREFIX_OWN_FILE) == 0)
		return;
	for (uint32_t i = 0; i < u->out->dependencies.count; i++)
		if (u->out->dependencies.at[i] == path)
			return;
	VEC_PUSH(u->arena, &u->out->dependencies, path);
}

// What was read before the unit's own text.
static void add_prefix(struct tu *u, const struct front_prefix *p)
{
	VEC_EACH (const char *const, path, &p->files) {
		const char *name = intern(u->cx.names, *path);
		bool is_known = false;

		VEC_EACH (const char *const, other, &u->out->dependencies)
			is_known |= *other == name;
		if (!is_known)
			VEC_PUSH(u->arena, &u->out->dependencies, name);
	}
}

void tu_begin(struct tu *u)
{
	u->cx.scratch = &u->scratch;
	u->cx.policy = clang_getCursorPrintingPolicy(
		clang_getTranslationUnitCursor(u->cx.tu));
	clang_PrintingPolicy_setProperty(u->cx.policy,
					 CXPrintingPolicy_TerseOutput, 1);
}

void tu_end(struct tu *u)
{
	clang_PrintingPolicy_dispose(u->cx.policy);
	types_release(u);
	callees_release(u);
	fields_release(u);
	cx_release(&u->cx);
	arena_release(&u->scratch);
}

// False if a declaration was missed that the prefix may have.
static bool lower_all(struct job *job, CXTranslationUnit tu, bool cplusplus,
		      bool is_partial)
{
	struct tu u = {
		.cx = { .tu = tu,
			.arena = job->arena,
			.names = job->names,
			.main_file = job->out->file,
			.directory = job->command->directory },
		.arena = job->arena,
		.out = job->out,
		.is_cplusplus = cplusplus,
		.prefix = is_partial ? job->prefix : NULL,
	};

	tu_begin(&u);
	read_errors(&u);
	clang_getInclusions(tu, add_dependency, &u);
	if (job->prefix)
		add_prefix(&u, job->prefix);
	if (!job->is_files_only)
		lower_unit(&u);
	tu_end(&u);
	return !u.has_missed;
}

static enum CXErrorCode parse_once(struct job *job, const struct flags *flags,
				   CXIndex index, CXTranslationUnit *tu)
{
	const struct front_command *c = job->command;
	size_t count = c->buffer_count;
	struct CXUnsavedFile *files = xcalloc(count + 1, sizeof(*files));
	struct str own = STR_INIT;

	for (size_t i = 0; i < c->buffer_count; i++)
		files[i] = (struct CXUnsavedFile){ c->buffers[i].file,
						   c->buffers[i].text,
						   c->buffers[i].length };
	if (job->prefix) {
		prefix_name_own(job->prefix, PREFIX_OWN, &own);
		files[count++] = (struct CXUnsavedFile){ PREFIX_OWN_FILE,
							 own.text, own.length };
	}
	unsigned options = CXTranslationUnit_KeepGoing;

	if (job->is_files_only)
		options |= CXTranslationUnit_SkipFunctionBodies;
	enum CXErrorCode code = clang_parseTranslationUnit2FullArgv(
		index, NULL, flags->list.at, (int)flags->list.count, files,
		(unsigned)count, options, tu);
	str_release(&own);
	free(files);
	return code;
}

static uint64_t microseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void begin(struct job *job)
{
	const struct front_command *c = job->command;

	*job->out = (struct unit){ .arena = job->arena };
	job->out->file = intern(
		job->names, path_absolute(job->arena, c->directory, c->file));
}

static bool take(struct job *job, const struct flags *flags,
		 CXTranslationUnit tu, bool is_partial)
{
	uint64_t parsed = microseconds();
	bool is_whole =
		lower_all(job, tu, flags_are_cplusplus(flags, job->out->file),
			  is_partial);

	job->out->lower_us = microseconds() - parsed;
	clang_disposeTranslationUnit(tu);
	job->out->parse_us = microseconds() - job->out->lower_us;
	return is_whole;
}

static bool try_prefix(struct job *job, const struct flags *flags,
		       bool is_partial, bool *is_enough)
{
	CXTranslationUnit tu = NULL;

	begin(job);
	parse_once(job, flags,
		   is_partial ? job->front->own_index : job->front->index, &tu);
	*is_enough = !tu || take(job, flags, tu, is_partial);
	return tu && job->out->error_count == 0;
}

// An error may come from what stands in the prefix: it is used for nothing
// then.
static bool run_prefix(struct job *job, struct arena *scratch)
{
	struct flags flags;
	bool is_enough;

	job->prefix = job->command->prefix;
	if (!job->prefix ||
	    !flags_make(&flags, job->command, job->front->resource_directory, 0,
			scratch, job->e))
		return false;
	if (job->prefix->own_count)
		flags_read_first(&flags, PREFIX_OWN_FILE);
	flags_add_prefix(&flags, job->prefix->path);
	job->ok = try_prefix(job, &flags, true, &is_enough);
	// Seldom more is needed than what the unit itself leads to.
	if (job->ok && !is_enough)
		job->ok = try_prefix(job, &flags, false, &is_enough);
	job->prefix = NULL;
	job->out->has_prefix = job->ok;
	return job->ok;
}

// Each try asks for less of the command; what was given up is told.
static void run_alone(struct job *job, struct arena *scratch)
{
	CXTranslationUnit tu = NULL;
	enum CXErrorCode code = CXError_Failure;
	const char *downgrade = NULL;
	struct flags flags;

	for (int level = 0; level < FLAGS_LEVELS && !tu; level++) {
		if (!flags_make(&flags, job->command,
				job->front->resource_directory, level, scratch,
				job->e))
			break;
		code = parse_once(job, &flags, job->front->index, &tu);
		if (tu && level)
			downgrade = flags_level_text(level);
	}
	begin(job);
	job->ok = tu != NULL;
	if (tu)
		take(job, &flags, tu, false);
	else
		err_set(job->e, ERR_UNIT, "'%s' cannot be parsed (%s)",
			job->command->file,
			code == CXError_Crashed ? "libclang crashed"
						: "no such file, or its flags "
						  "cannot be used");
	job->out->downgrade = downgrade;
}

static void *run(void *data)
{
	struct job *job = data;
	struct arena scratch = { 0 };

	if (!run_prefix(job, &scratch))
		run_alone(job, &scratch);
	arena_release(&scratch);
	return NULL;
}

bool front_on_large_stack(void *(*work)(void *), void *data, struct err *e)
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	int failed = pthread_create(&thread, &attributes, work, data);
	pthread_attr_destroy(&attributes);
	if (failed)
		return err_set(e, ERR_UNIT, "no thread for parsing: %s",
			       strerror(failed));
	pthread_join(thread, NULL);
	return true;
}

static bool parse(struct front *f, const struct front_command *command,
		  bool is_files_only, struct arena *unit_arena,
		  struct intern *names, struct unit *out, struct err *e)
{
	struct job job = { .front = f,
			   .command = command,
			   .arena = unit_arena,
			   .names = names,
			   .out = out,
			   .e = e,
			   .is_files_only = is_files_only };

	return front_on_large_stack(run, &job, e) && job.ok;
}

bool front_parse(struct front *f, const struct front_command *command,
		 struct arena *unit_arena, struct intern *names,
		 struct unit *out, struct err *e)
{
	return parse(f, command, false, unit_arena, names, out, e);
}

bool front_files(struct front *f, const struct front_command *command,
		 struct arena *unit_arena, struct intern *names,
		 struct unit *out, struct err *e)
{
	return parse(f, command, true, unit_arena, names, out, e);
}
