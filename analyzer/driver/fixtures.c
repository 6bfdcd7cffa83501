// SPDX-License-Identifier: Apache-2.0
// `oncelint test`: every fixture below a folder against its comments. A
// folder's fixtures are one run, with the packs that lie beside them.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "driver/command.h"
#include "driver/link.h"
#include "driver/run.h"
#include "driver/suppress.h"
#include "driver/units.h"

struct folder {
	const char *path;
	VEC(const char *) fixtures; // sources, sorted
	VEC(const char *) headers;
	VEC(const char *) packs;
};

struct folders {
	VEC(struct folder) list;
	VEC(const char *) queue; // folders to be read
};

// ---- what there is

static bool ends_in(const char *name, const char *const *endings)
{
	for (; *endings; endings++)
		if (str_ends(name, *endings))
			return true;
	return false;
}

static bool is_cplusplus(const char *name)
{
	static const char *const endings[] = { ".cpp", ".cc", ".cxx", NULL };

	return ends_in(name, endings);
}

static bool is_header(const char *name)
{
	static const char *const endings[] = { ".h", ".hpp", NULL };

	return ends_in(name, endings);
}

// Other JSON files may lie beside the fixtures.
static bool is_pack(const char *path)
{
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	bool found = file_read(path, &text, &ignored) &&
		     strstr(text.text, "\"oncelint-rules/1\"");

	err_release(&ignored);
	str_release(&text);
	return found;
}

static void sort_in(struct folders *all, struct folder *f, struct arena *a,
		    const char *name)
{
	const char *path = path_join(a, f->path, name);

	// Stub headers, and projects that are analysed as such.
	if (path_is_directory(path)) {
		if (strcmp(name, "include") != 0 &&
		    strcmp(name, "projects") != 0)
			VEC_PUSH(a, &all->queue, path);
	} else if (str_ends(name, ".c") || is_cplusplus(name)) {
		VEC_PUSH(a, &f->fixtures, path);
	} else if (is_header(name)) {
		VEC_PUSH(a, &f->headers, path);
	} else if (str_ends(name, ".json") && is_pack(path)) {
		VEC_PUSH(a, &f->packs, path);
	}
}

static bool read_folder(struct folders *all, struct arena *a, const char *path,
			struct err *e)
{
	struct folder f = { .path = path };
	struct dirent **names = NULL;
	int count = scandir(path, &names, NULL, alphasort);

	if (count < 0)
		return err_set(e, ERR_IO, "cannot read '%s': %s", path,
			       strerror(errno));
	for (int i = 0; i < count; i++) {
		if (names[i]->d_name[0] != '.')
			sort_in(all, &f, a, names[i]->d_name);
		free(names[i]);
	}
	free(names);
	if (f.fixtures.count)
		VEC_PUSH(a, &all->list, f);
	return true;
}

static int folder_compare(const void *a, const void *b)
{
	return strcmp(((const struct folder *)a)->path,
		      ((const struct folder *)b)->path);
}

static bool find_folders(struct folders *all, struct arena *a, const char *root,
			 struct err *e)
{
	VEC_PUSH(a, &all->queue, root);
	while (all->queue.count)
		if (!read_folder(all, a, all->queue.at[--all->queue.count], e))
			return false;
	if (all->list.count)
		qsort(all->list.at, all->list.count, sizeof(*all->list.at),
		      folder_compare);
	return true;
}

// ---- one folder

static void plan_fixture(struct plan *p, struct arena *a,
			 const struct folder *f, const char *path)
{
	const char *include = path_find_upward(a, f->path, "include");
	const char **flags = ARENA_ARRAY(a, const char *, 5);
	uint32_t n = 0;

	flags[n++] = is_cplusplus(path) ? "-std=c++20" : "-std=c17";
	flags[n++] = "-nostdinc";
	if (is_cplusplus(path))
		flags[n++] = "-nostdinc++";
	if (include) {
		flags[n++] = "-isystem";
		flags[n++] = include;
	}
	plan_add_file(p, a, f->path, path, flags, n);
}

// Comments that silence are part of what a fixture shows.
static void silence(const struct folder *f, struct results *r,
		    struct source_cache *sources, struct arena *a)
{
	struct suppressions s;

	suppressions_init(&s, a);
	VEC_EACH (const char *const, path, &f->fixtures)
		suppressions_read(&s, sources, *path);
	suppressions_apply(&s, &r->findings);
}

static void verify(const struct folder *f, struct results *r,
		   const struct config *c, struct arena *a,
		   struct verify_counts *counts, struct str *out)
{
	struct source_cache sources = { 0 };
	struct report report;
	VEC(const char *) files = { 0 };

	silence(f, r, &sources, a);
	fill_report(&report, r, c, &sources);
	VEC_EACH (const char *const, path, &f->fixtures)
		VEC_PUSH(a, &files, *path);
	VEC_EACH (const char *const, path, &f->headers)
		VEC_PUSH(a, &files, *path);
	report.fixtures = files.at;
	report.fixture_count = files.count;
	verify_fixtures(&report, out, counts);
	source_release(&sources);
}

static bool test_folder(const struct folder *f, const struct options *o,
			struct config *c, struct verify_counts *counts,
			struct str *out, struct err *e)
{
	struct arena a = { 0 };
	struct analysis analysis = { 0 };
	struct plan plan = { 0 };
	struct results results;
	VEC(const char *) rules = { 0 };

	VEC_EACH (const char *, path, &c->rules)
		VEC_PUSH(&a, &rules, *path);
	VEC_EACH (const char *const, path, &f->packs)
		VEC_PUSH(&a, &rules, *path);
	VEC_EACH (const char *const, path, &f->fixtures)
		plan_fixture(&plan, &a, f, *path);
	analysis.packs = load_packs(rules.at, rules.count, e);
	bool ok = analysis.packs &&
		  analyse_units(&analysis, &plan, c, o->is_quiet, &a, &results,
				e) &&
		  link_units(&analysis, c, &a, &results, e);
	if (ok) {
		collect(&results, c, &a);
		verify(f, &results, c, &a, counts, out);
	}
	analysis_release(&analysis);
	packset_free(analysis.packs);
	arena_release(&a);
	return ok;
}

// ---- the command

static bool test_folders(const struct folders *all, const struct options *o,
			 struct config *c, struct verify_counts *counts,
			 struct err *e)
{
	VEC_EACH (const struct folder, f, &all->list) {
		struct str text = STR_INIT;
		bool ok = test_folder(f, o, c, counts, &text, e);

		fwrite(text.text, 1, text.length, stdout);
		fflush(stdout);
		str_release(&text);
		if (!ok)
			return false;
	}
	return true;
}

int test_command(const struct options *o, struct arena *a, struct err *e)
{
	struct config c;
	struct folders all = { 0 };
	struct verify_counts counts = { 0 };

	config_defaults(&c, a, o);
	if (!o->operands.count)
		err_set(e, ERR_USAGE,
			"which folder? (see 'oncelint test "
			"--help')");
	VEC_EACH (const char *, path, &o->operands)
		if (!find_folders(&all, a, path_absolute(a, c.current, *path),
				  e))
			return err_exit_status(e->code);
	if (e->code != ERR_NONE || !test_folders(&all, o, &c, &counts, e))
		return err_exit_status(e->code);
	printf("%u passed, %u failed (%u expectations, %u to do)\n",
	       counts.passed, counts.failed, counts.expectations, counts.todo);
	return counts.failed ? 1 : 0;
}
