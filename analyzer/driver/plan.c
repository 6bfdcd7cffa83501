// SPDX-License-Identifier: Apache-2.0
#include "driver/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "front/compdb.h"

#define DATABASE "compile_commands.json"

struct planner {
	struct plan *plan;
	struct arena *arena;
	const struct options *options;
	const struct config *config;
	struct compdb db;
	bool *is_chosen; // by entry of the database
};

// ---- files with flags

void plan_add_file(struct plan *p, struct arena *a, const char *directory,
		   const char *path, const char *const *flags,
		   uint32_t flag_count)
{
	const char **argv = ARENA_ARRAY(a, const char *, flag_count + 2);

	argv[0] = "clang";
	if (flag_count)
		memcpy(argv + 1, flags, flag_count * sizeof(*flags));
	VEC_PUSH(a, &p->units,
		 (struct front_command){
			 .file = path_absolute(a, directory, path),
			 .directory = directory,
			 .words = argv });
}

static bool plan_files(struct planner *k, struct err *e)
{
	const struct options *o = k->options;

	if (!o->operands.count)
		return err_set(e, ERR_USAGE, "no file before '--'");
	VEC_EACH (const char *const, path, &o->operands)
		plan_add_file(k->plan, k->arena, k->config->current, *path,
			      o->flags, o->flag_count);
	return true;
}

// ---- where the compile database is

const char *plan_database_in(struct arena *a, const char *directory)
{
	static const char *const places[] = { "", "build/", "Build/",
					      "builddir/", "out/" };

	for (size_t i = 0; i < COUNT_OF(places); i++) {
		char *path =
			arena_printf(a, "%s/%s" DATABASE, directory, places[i]);

		if (path_exists(path))
			return path;
	}
	return NULL;
}

static const char *database_above(struct arena *a, const char *directory)
{
	for (;;) {
		const char *path = plan_database_in(a, directory);

		if (path || strcmp(directory, "/") == 0)
			return path;
		directory = path_directory(a, directory);
	}
}

bool plan_fail_without_database(const char *where, struct err *e)
{
	return err_set(e, ERR_COMPDB,
		       "no " DATABASE " in '%s': make one with 'cmake "
		       "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON', 'meson setup' or "
		       "'bear -- make' and name its folder with -p, or give a "
		       "file with its flags after '--'",
		       where);
}

// NULL without a failure: there is none, and none was asked for.
static const char *find_database(struct planner *k, struct err *e)
{
	const struct config *c = k->config;
	const struct options *o = k->options;

	if (c->build && !path_is_directory(c->build) && path_exists(c->build))
		return c->build;
	if (c->build) {
		const char *path = plan_database_in(k->arena, c->build);

		if (!path)
			plan_fail_without_database(c->build, e);
		return path;
	}
	const char *path = database_above(k->arena, c->current);
	if (!path && o->operands.count)
		path = database_above(
			k->arena,
			path_absolute(k->arena, c->current, o->operands.at[0]));
	return path;
}

// Without a database a file may still be complete in itself.
static bool plan_without_database(struct planner *k, struct err *e)
{
	const struct options *o = k->options;

	if (!o->operands.count)
		return plan_fail_without_database(k->config->current, e);
	VEC_EACH (const char *const, path, &o->operands) {
		if (path_is_directory(*path))
			return plan_fail_without_database(*path, e);
		plan_add_file(k->plan, k->arena, k->config->current, *path,
			      NULL, 0);
	}
	return true;
}

// ---- choosing among its entries

// The path with links resolved, so that one file has one name.
static const char *real_path(struct arena *a, const char *path)
{
	char *resolved = realpath(path, NULL);
	const char *copy = resolved ? arena_strdup(a, resolved) : path;

	free(resolved);
	return copy;
}

static bool choose_below(struct planner *k, const char *path)
{
	const char *real = real_path(k->arena, path);
	bool found = false;

	for (uint32_t i = 0; i < k->db.entries.count; i++) {
		const char *file = k->db.entries.at[i].file;

		if (path_is_below(file, path) || path_is_below(file, real))
			k->is_chosen[i] = found = true;
	}
	if (found)
		return true;
	struct arena scratch = { 0 };
	for (uint32_t i = 0; i < k->db.entries.count; i++) {
		if (path_is_below(real_path(&scratch, k->db.entries.at[i].file),
				  real))
			k->is_chosen[i] = found = true;
		arena_reset(&scratch);
	}
	arena_release(&scratch);
	return found;
}

static bool is_header(const char *path)
{
	static const char *const endings[] = { ".h",   ".hh",  ".hpp", ".hxx",
					       ".inl", ".ipp", ".tcc", ".inc" };

	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (str_ends(path, endings[i]))
			return true;
	return false;
}

static struct front_command command_of(const struct compdb_entry *x,
				       const char *file)
{
	return (struct front_command){ .file = file,
				       .directory = x->directory,
				       .database = x->text,
				       .offset = x->offset,
				       .hash = x->hash };
}

// A header is seen through a unit that includes it; one that no unit's own text
// names is a unit itself, with the flags of its neighbour.
static bool choose_header(struct planner *k, const char *path)
{
	const struct compdb_entry *x = compdb_find_includer(&k->db, path);

	if (x) {
		k->is_chosen[x - k->db.entries.at] = true;
		return true;
	}
	x = compdb_find_similar(&k->db, path);
	if (!x || !path_exists(path))
		return false;
	VEC_PUSH(k->arena, &k->plan->units, command_of(x, path));
	return true;
}

static bool choose(struct planner *k, const char *operand, struct err *e)
{
	const char *path = path_absolute(k->arena, k->config->current, operand);

	if (choose_below(k, path) ||
	    (is_header(path) && choose_header(k, path)))
		return true;
	return err_set(e, ERR_COMPDB,
		       "'%s' has no unit in '%s': give its flags after '--', "
		       "or bring the compile database up to date",
		       operand, k->db.path);
}

// A database may have a million entries: the list is as long as it must be, not
// grown.
static void add_chosen(struct planner *k)
{
	struct plan *p = k->plan;
	uint32_t count = p->units.count;

	for (uint32_t i = 0; i < k->db.entries.count; i++) {
		const char *file = k->db.entries.at[i].file;

		if (k->is_chosen[i] && config_excludes(k->config, file))
			k->is_chosen[i] = false;
		count += k->is_chosen[i];
	}
	struct front_command *units =
		ARENA_ARRAY(k->arena, struct front_command, count);
	for (uint32_t i = 0; i < p->units.count; i++)
		units[i] = p->units.at[i];
	p->units.at = units;
	p->units.room = count;
	for (uint32_t i = 0; i < k->db.entries.count; i++)
		if (k->is_chosen[i])
			units[p->units.count++] = command_of(
				&k->db.entries.at[i], k->db.entries.at[i].file);
}

static bool plan_database(struct planner *k, struct err *e)
{
	const struct options *o = k->options;

	k->plan->is_whole = o->operands.count == 0;
	k->plan->may_skip = true;
	k->is_chosen = ARENA_ARRAY(k->arena, bool, k->db.entries.count + 1);
	if (k->plan->is_whole)
		memset(k->is_chosen, true, k->db.entries.count);
	VEC_EACH (const char *const, path, &o->operands) {
		if (!choose(k, *path, e))
			return false;
		k->plan->may_skip &= path_is_directory(*path);
	}
	add_chosen(k);
	if (!k->plan->units.count)
		return err_set(e, ERR_COMPDB, "'%s' names no unit to analyse",
			       k->db.path);
	return true;
}

bool plan_make(struct plan *p, struct arena *a, const struct options *o,
	       const struct config *c, struct err *e)
{
	struct planner k = { .plan = p, .arena = a, .options = o, .config = c };

	*p = (struct plan){ 0 };
	if (o->has_flags)
		return plan_files(&k, e);
	const char *path = find_database(&k, e);
	if (e->code != ERR_NONE)
		return false;
	if (!path)
		return plan_without_database(&k, e);
	p->compile_database = path;
	bool ok = compdb_load(&k.db, a, path, e) && plan_database(&k, e);
	compdb_drop_entries(&k.db);
	p->database = k.db;
	return ok;
}

void plan_release(struct plan *p)
{
	compdb_release(&p->database);
}
