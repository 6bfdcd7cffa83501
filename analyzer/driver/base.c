// SPDX-License-Identifier: Apache-2.0
#include "driver/base.h"

#include <string.h>

#include "base/file.h"
#include "front/compdb.h"

bool base_differs(const struct base *b, const struct artifact *x)
{
	if (b->has_database || diff_find(b->diff, x->file))
		return true;
	VEC_EACH (const char *const, path, &x->dependencies)
		if (diff_find(b->diff, *path))
			return true;
	return false;
}

// ---- paths

// The same file in the base; NULL if it cannot be there.
static const char *in_base(const struct base *b, struct arena *a,
			   const char *path)
{
	if (!path_is_below(path, b->top) || path_is_below(path, b->folder))
		return NULL;
	return path_join(
		a, b->folder,
		strcmp(path, b->top) == 0 ? "." : path_relative(path, b->top));
}

// NULL if neither the base nor today's tree has such a file.
static const char *lead(const struct base *b, struct arena *a,
			const char *directory, const char *path)
{
	const char *now = path_absolute(a, directory, path);
	const char *then = in_base(b, a, now);

	if (then && path_exists(then))
		return then;
	return path_exists(now) ? now : NULL;
}

static const char *lead_word(const struct base *b, struct arena *a,
			     const char *directory, const char *word)
{
	static const char *const flags[] = {
		"-I",         "-isystem", "-iquote",    "-include",  "-imacros",
		"-idirafter", "-iprefix", "--include=", "--sysroot="
	};
	const char *path;

	if (*word != '-') {
		path = strchr(word, '/') || strchr(word, '.')
			       ? lead(b, a, directory, word)
			       : NULL;
		return path ? path : word;
	}
	for (size_t i = 0; i < COUNT_OF(flags); i++) {
		size_t length = strlen(flags[i]);

		if (!str_starts(word, flags[i]) || !word[length])
			continue;
		path = lead(b, a, directory, word + length);
		return path ? arena_printf(a, "%s%s", flags[i], path) : word;
	}
	return word;
}

static void add_unit(const struct base *b, struct arena *a, struct plan *out,
		     const struct front_command *like, const char *file)
{
	const char *directory = lead(b, a, like->directory, ".");
	const char *const *now = front_arguments(like, a, b->e);
	const char **words;
	uint32_t n = 0;

	if (!now)
		return;
	while (now[n])
		n++;
	words = ARENA_ARRAY(a, const char *, n + 1);
	for (uint32_t i = 0; i < n; i++)
		words[i] =
			i ? lead_word(b, a, like->directory, now[i]) : now[i];
	VEC_PUSH(a, &out->units,
		 (struct front_command){ .file = file,
					 .directory = directory ? directory
								: b->folder,
					 .words = words });
}

// ---- the commands of now

// Where a file of now was in the base; NULL if it is new.
static const char *old_file(const struct base *b, struct arena *a,
			    const char *path)
{
	const struct diff_file *f = diff_find(b->diff, path);
	const char *then = in_base(b, a, f && f->old_path ? f->old_path : path);

	return then && path_exists(then) ? then : NULL;
}

static const struct front_command *find_like(const struct plan *now,
					     const char *path)
{
	const char *ending = strrchr(path_base(path), '.');

	for (uint32_t i = 0; ending && i < now->units.count; i++)
		if (str_ends(now->units.at[i].file, ending))
			return &now->units.at[i];
	return NULL;
}

// A unit that was deleted is compiled like another of its language.
static void add_deleted(const struct base *b, struct arena *a,
			const struct plan *now, struct plan *out)
{
	VEC_EACH (const struct diff_file, f, &b->diff->files) {
		const struct front_command *like =
			f->old_path && !f->new_path
				? find_like(now, f->old_path)
				: NULL;
		const char *then = like ? in_base(b, a, f->old_path) : NULL;

		if (then && path_exists(then))
			add_unit(b, a, out, like, then);
	}
}

static void plan_like_now(const struct base *b, struct arena *a,
			  const struct plan *now, const struct results *r,
			  struct plan *out)
{
	for (uint32_t i = 0; i < now->units.count; i++) {
		const struct front_command *u = &now->units.at[i];
		const char *then =
			old_file(b, a, path_absolute(a, u->directory, u->file));

		if (then && base_differs(b, &r->artifacts[i]))
			add_unit(b, a, out, u, then);
	}
	if (now->is_whole)
		add_deleted(b, a, now, out);
}

// ---- a compile database of the base's own

static bool is_planned(const struct base *b, struct arena *a,
		       const struct plan *now, const char *then)
{
	for (uint32_t i = 0; i < now->units.count; i++)
		if (str_equal(old_file(b, a, now->units.at[i].file), then))
			return true;
	return false;
}

static void plan_entry(const struct base *b, struct arena *a,
		       const struct plan *now, const struct compdb_entry *x,
		       struct plan *out)
{
	const struct front_command command = { .file = x->file,
					       .directory = x->directory,
					       .database = x->text,
					       .offset = x->offset,
					       .hash = x->hash };
	const char *then = path_is_below(x->file, b->folder)
				   ? x->file
				   : in_base(b, a, x->file);

	if (then && path_exists(then) &&
	    (now->is_whole || is_planned(b, a, now, then)))
		add_unit(b, a, out, &command, then);
}

bool base_plan(struct base *b, struct arena *a, const struct plan *now,
	       const struct results *r, struct plan *out, struct err *e)
{
	const char *own = now->compile_database
				  ? in_base(b, a, now->compile_database)
				  : NULL;
	struct compdb db;

	b->e = e;
	*out = (struct plan){ .is_whole = now->is_whole };
	b->has_database = own && path_exists(own);
	if (!b->has_database) {
		plan_like_now(b, a, now, r, out);
		return e->code == ERR_NONE;
	}
	bool ok = compdb_load(&db, a, own, e);
	for (uint32_t i = 0; ok && i < db.entries.count; i++)
		plan_entry(b, a, now, &db.entries.at[i], out);
	compdb_release(&db);
	return ok && e->code == ERR_NONE;
}
