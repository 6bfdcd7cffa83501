// SPDX-License-Identifier: Apache-2.0
// What a unit includes for sure, and what its command defines.
#include "driver/prefix_unit.h"

#include <string.h>

// Through so many headers what comes first is looked for.
#define FIRST_DEPTH 8

// ---- flags

static void add_macro(struct prefixes *x, struct prefix_flavour *f,
		      const char *text)
{
	size_t n = strcspn(text, "=");
	struct prefix_macro m = { arena_strdup(x->arena, text),
				  { scan_hash(text + 2, n - 2),
				    str_starts(text + n, "=\"") } };

	VEC_PUSH(x->arena, &f->macros, m);
}

static bool is_folder(const struct flags *flags, uint32_t i, uint32_t *count)
{
	const char *at = flags->list.at[i];
	bool is_next;
	size_t start = search_path_in(at, &is_next);

	*count = is_next ? 2 : 1;
	return (start || is_next) && !strstr(at, "sysroot");
}

static void read_flags(struct prefixes *x, const struct flags *flags,
		       struct prefix_flavour *f, struct str *key)
{
	uint32_t count;

	// The last one is the source.
	for (uint32_t i = 0; i + 1 < flags->list.count; i += count) {
		const char *at = flags->list.at[i];

		if (str_starts(at, "-D") || str_starts(at, "-U")) {
			count = at[2] ? 1 : 2;
			add_macro(x, f,
				  at[2] ? at
					: arena_printf(&x->scratch, "%s%s", at,
						       flags->list.at[i + 1]));
		} else if (!is_folder(flags, i, &count)) {
			count = 1;
			if (!str_starts(at, "-working-directory="))
				str_printf(key, "%s\n", at);
		}
	}
}

static void make_flavour(struct prefixes *x, const struct front_command *c,
			 struct prefix_flavour *f)
{
	struct err e = ERR_INIT;
	struct str key = STR_INIT;
	struct flags flags;

	if (flags_make(&flags, c, NULL, 0, &x->scratch, &e)) {
		str_add(&key, f->search->is_cplusplus ? "C++\n" : "C\n");
		read_flags(x, &flags, f, &key);
		f->key = arena_strndup(x->arena, key.text, key.length);
		f->is_usable = f->search->forced.count <= 1;
	}
	str_release(&key);
	err_release(&e);
}

static struct prefix_flavour *flavour_of(struct prefixes *x,
					 const struct skip_unit *u,
					 const struct front_command *c)
{
	struct prefix_flavour *f;

	HASH_FIND_PTR(x->flavours, &u->search, f);
	if (f)
		return f;
	f = ARENA_NEW(x->arena, struct prefix_flavour);
	f->search = u->search;
	make_flavour(x, c, f);
	HASH_ADD_PTR(x->flavours, search, f);
	return f;
}

// ---- units

bool prefix_is_certain(const struct prefix_unit *c,
		       const struct scan_include *x)
{
	if (x->condition == ALWAYS || x->condition == PERHAPS)
		return x->condition == ALWAYS;
	const struct scan *flags = &c->flavour->search->defines->scan;
	VEC_EACH (const struct scan_definition, d, &flags->defined)
		if (d->hash == x->condition)
			return true;
	return false;
}

static bool has_code(const struct reach_file *f)
{
	VEC_EACH (const struct scan_name, n, &f->scan.names)
		if (n->how & NAME_CODE)
			return true;
	return false;
}

// An installed header, or one of the project's that the unit itself names: that
// one must be read once at most, and of what it declares in C++ too much would
// have to be looked at in each unit.
static bool is_root(const struct prefix_unit *c, const struct reach_file *from,
		    const struct reach_file *to)
{
	if (to->is_installed)
		return !from->is_installed;
	return c->from->is_c && from == c->from->file && to != c->first &&
	       !to->is_system && to->scan.is_guarded;
}

// The n-th #include of `from`, if it holds whatever is defined.
void prefix_meet(struct prefixes *x, struct prefix_unit *c,
		 struct reach_file *from, uint32_t n)
{
	const struct scan_include *line = &from->scan.includes.at[n];
	struct reach_file *to =
		reach_includes(&x->skip->reach, c->from->search, from)
			->to.at[n];

	if (!to || line->is_next || !prefix_is_certain(c, line))
		return;
	if (is_root(c, from, to))
		VEC_PUSH(&x->scratch, &c->roots,
			 (struct prefix_root){ to, to->is_installed
							   ? line->name
							   : to->path });
	if (to->stamp == x->skip->reach.stamp)
		return;
	to->stamp = x->skip->reach.stamp;
	VEC_PUSH(&x->scratch, &c->reached, to);
}

void prefix_meet_all(struct prefixes *x, struct prefix_unit *c,
		     struct reach_file *from)
{
	for (uint32_t i = 0; i < from->scan.includes.count; i++)
		prefix_meet(x, c, from, i);
}

// Own, without code, and includes nothing that is own.
static bool is_macros_only(struct prefixes *x, const struct prefix_unit *c,
			   struct reach_file *f)
{
	const struct reach_edges *e =
		reach_includes(&x->skip->reach, c->from->search, f);

	VEC_EACH (struct reach_file *const, to, &e->to)
		if (*to && !(*to)->is_installed)
			return false;
	return !f->is_installed && !has_code(f);
}

// The first header that the file includes for sure.
static struct reach_file *first_included(struct prefixes *x,
					 const struct prefix_unit *c,
					 struct reach_file *from)
{
	const struct reach_edges *e =
		reach_includes(&x->skip->reach, c->from->search, from);

	for (uint32_t i = 0; i < e->to.count; i++)
		if (e->to.at[i] &&
		    prefix_is_certain(c, &from->scan.includes.at[i]))
			return e->to.at[i];
	return NULL;
}

// What comes before everything else, by the command or through headers that
// begin with it.
static void find_first(struct prefixes *x, struct prefix_unit *c)
{
	struct reach_file *f = c->from->file;

	if (c->flavour->search->forced.count)
		return;
	for (int depth = 0; f && depth < FIRST_DEPTH; depth++) {
		f = first_included(x, c, f);
		if (f && is_macros_only(x, c, f)) {
			c->first = f;
			return;
		}
		if (f && f->is_installed)
			return;
	}
}

// All of the project that the unit reaches. False if the command has a header
// read first that does more than to define macros.
static bool find_own(struct prefixes *x, struct prefix_unit *c)
{
	const struct reach_search *s = c->from->search;
	struct reach_list all;

	reach_walk(&x->skip->reach, c->from->search, c->from->file, &x->scratch,
		   &all);
	// The unit, its command's macros, and what is forced upon it.
	if (s->forced.count) {
		c->first = all.list.count > 2 ? all.list.at[2] : NULL;
		if (!c->first || !is_macros_only(x, c, c->first))
			return false;
	}
	VEC_EACH (struct reach_file *const, f, &all.list)
		if (!(*f)->is_installed && *f != s->defines)
			VEC_PUSH(&x->scratch, &c->own, *f);
	return true;
}

// What each #include line leads to, before the next one.
static void meet_in_order(struct prefixes *x, struct prefix_unit *c)
{
	struct reach_file *file = c->from->file;
	uint32_t next = 0;

	for (uint32_t i = 0; i < file->scan.includes.count; i++) {
		prefix_meet(x, c, file, i);
		for (; next < c->reached.count; next++)
			prefix_meet_all(x, c, c->reached.at[next]);
	}
}

// False if nothing can be said of the unit.
bool prefix_look_at(struct prefixes *x, uint32_t unit, struct prefix_unit *c)
{
	*c = (struct prefix_unit){ .unit = unit,
				   .from = &x->skip->units[unit] };
	if (!c->from->file->is_there || c->from->file->is_installed)
		return false;
	c->flavour = flavour_of(x, c->from, &x->plan->units.at[unit]);
	if (!c->flavour->is_usable || !find_own(x, c))
		return false;
	find_first(x, c);
	x->skip->reach.stamp++;
	meet_in_order(x, c);
	return c->roots.count > 0;
}
