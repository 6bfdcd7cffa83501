// SPDX-License-Identifier: Apache-2.0
#include "front/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum where { QUOTED, ANGLED, SYSTEM, AFTER, FORCED, OTHER };

// Options with a path, joined or as the next argument.
static const struct path_option {
	const char *name;
	enum where where;
} options[] = {
	{ "-iquote", QUOTED },  { "-isystem", SYSTEM }, { "-idirafter", AFTER },
	{ "-isysroot", OTHER }, { "-include", FORCED }, { "-imacros", FORCED },
	{ "--sysroot", OTHER }, { "-I", ANGLED },
};

struct maker {
	struct search *out;
	const char *directory;
	struct arena *arena;
	const char *sysroot;
	bool has_no_system;
};

static const struct path_option *find_option(const char *at)
{
	for (size_t i = 0; i < COUNT_OF(options); i++)
		if (str_starts(at, options[i].name))
			return &options[i];
	return NULL;
}

size_t search_path_in(const char *at, bool *is_next)
{
	const struct path_option *o = find_option(at);

	*is_next = false;
	if (!o)
		return 0;
	size_t length = strlen(o->name);
	length += at[length] == '=';
	*is_next = !at[length];
	return *is_next ? 0 : length;
}

static void add(struct maker *m, enum where wanted, enum where where,
		const char *path)
{
	struct search *s = m->out;

	if (where == OTHER && wanted == OTHER)
		m->sysroot = path;
	if (where != wanted || where == OTHER)
		return;
	if (where == FORCED)
		VEC_PUSH(m->arena, &s->forced, path);
	else if (where == QUOTED)
		VEC_PUSH(m->arena, &s->quoted,
			 path_absolute(m->arena, m->directory, path));
	else
		VEC_PUSH(m->arena, &s->folders,
			 path_absolute(m->arena, m->directory, path));
}

static void add_flags(struct maker *m, const struct flags *f, enum where wanted)
{
	for (uint32_t i = 1; i < f->list.count; i++) {
		const char *at = f->list.at[i];
		const struct path_option *o = find_option(at);
		bool is_next;
		size_t start = search_path_in(at, &is_next);

		if (str_starts(at, "-nostdinc") && !str_ends(at, "++"))
			m->has_no_system = true;
		if (is_next && i + 1 < f->list.count)
			add(m, wanted, o->where, f->list.at[++i]);
		else if (start)
			add(m, wanted, o->where, at + start);
	}
}

static void add_environment(struct maker *m, const char *name)
{
	const char *list = getenv(name);

	while (list && *list) {
		size_t length = strcspn(list, ":");
		add(m, SYSTEM, SYSTEM,
		    length ? arena_strndup(m->arena, list, length) : ".");
		list += length;
		list += *list == ':';
	}
}

static void add_system(struct maker *m)
{
	static const char *const usual[] = { "/usr/local/include",
					     "/usr/include/" SYSTEM_TRIPLE,
					     "/usr/include" };

	for (size_t i = 0; i < COUNT_OF(usual); i++)
		VEC_PUSH(m->arena, &m->out->folders,
			 arena_printf(m->arena, "%s%s",
				      m->sysroot ? m->sysroot : "", usual[i]));
}

void search_make(struct search *out, const struct flags *flags,
		 const char *directory, struct arena *a)
{
	struct maker m = { .out = out, .directory = directory, .arena = a };

	*out = (struct search){ 0 };
	add_flags(&m, flags, FORCED);
	add_flags(&m, flags, QUOTED);
	add_flags(&m, flags, ANGLED);
	out->own_count = out->folders.count;
	add_environment(&m, "CPATH");
	add_flags(&m, flags, SYSTEM);
	add_environment(&m, "C_INCLUDE_PATH");
	add_environment(&m, "CPLUS_INCLUDE_PATH");
	add_flags(&m, flags, OTHER);
	if (!m.has_no_system)
		add_system(&m);
	add_flags(&m, flags, AFTER);
}

const char *search_toolchain(unsigned n)
{
	static const char *const folders[] = { "/usr/lib/gcc/" SYSTEM_TRIPLE,
					       "/usr/include/c++" };

	return n < COUNT_OF(folders) ? folders[n] : NULL;
}
