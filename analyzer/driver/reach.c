// SPDX-License-Identifier: Apache-2.0
#include "driver/reach.h"

#include <fcntl.h>
#include <glob.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

// ---- files

// As front/ tells what is not the project's.
static bool is_installed(const char *path)
{
	return str_starts(path, "/usr/") || str_starts(path, "/opt/");
}

#define COPY(a, vec)                                                           \
	do {                                                                   \
		(vec)->at = arena_memdup((a), (vec)->at,                       \
					 (vec)->count * sizeof(*(vec)->at));   \
		(vec)->room = (vec)->count;                                    \
	} while (0)

// Growing leaves old copies behind: what is kept is copied once.
static void keep(struct reach *r, struct reach_file *f, struct scan *from)
{
	if (f->is_installed)
		from->names.count = 0;
	COPY(&r->arena, &from->names);
	COPY(&r->arena, &from->includes);
	COPY(&r->arena, &from->macros);
	COPY(&r->arena, &from->bodies);
	COPY(&r->arena, &from->named);
	VEC_EACH (struct scan_include, x, &from->includes)
		x->name = arena_strdup(&r->arena, x->name);
	VEC_EACH (struct scan_include, x, &from->named)
		x->name = arena_strdup(&r->arena, x->name);
	f->scan = *from;
}

static void read_text(struct reach *r, struct reach_file *f, const char *text,
		      size_t length)
{
	struct scan scan;

	arena_reset(&r->scratch);
	scan_text(&r->scanner, text, length, &r->scratch, &scan);
	keep(r, f, &scan);
	f->is_there = true;
	r->bytes += length;
	if (r->opened)
		r->opened(r->data, f);
}

static void read_file(struct reach *r, struct reach_file *f)
{
	struct stat st;
	int fd = open(f->path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		size_t size = (size_t)st.st_size;
		void *text =
			size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0)
			     : MAP_FAILED;

		if (text != MAP_FAILED) {
			read_text(r, f, text, size);
			munmap(text, size);
		} else if (!size) {
			read_text(r, f, "", 0);
		}
	}
	close(fd);
}

struct reach_file *reach_open(struct reach *r, const char *path)
{
	struct reach_file *f;

	HASH_FIND_STR(r->files, path, f);
	if (f)
		return f;
	f = ARENA_NEW(&r->arena, struct reach_file);
	f->path = arena_strdup(&r->arena, path);
	f->directory = path_directory(&r->arena, path);
	f->is_installed = is_installed(path);
	HASH_ADD_KEYPTR(hh, r->files, f->path, strlen(f->path), f);
	read_file(r, f);
	return f;
}

// ---- commands

struct reading {
	struct reach *reach;
	struct reach_search *search;
	struct arena *scratch;
	const char *directory;
	const char *root; // --sysroot, or ""
	bool is_bare;     // -nostdinc
	struct str defines;
	VEC(const char *) system, last; // -isystem, -idirafter
};

static const char *folder(struct reading *d, const char *value)
{
	if (*value == '=')
		value = arena_printf(d->scratch, "%s%s", d->root, value + 1);
	return path_absolute(&d->reach->arena, d->directory, value);
}

// "-DX=y" is "#define X y".
static void define(struct reading *d, const char *value)
{
	size_t n = strcspn(value, "=");

	str_add(&d->defines, "#define ");
	str_add_bytes(&d->defines, value, n);
	str_printf(&d->defines, " %s\n", value[n] ? value + n + 1 : "1");
}

// The value of the option `name` at `at`, in the same word or the next, or
// NULL.
static const char *value_of(const char *const *at, const char *name, int *words)
{
	size_t n = strlen(name);

	if (strncmp(*at, name, n) != 0)
		return NULL;
	const char *value = *at + n;
	if (*value == '=' && name[0] == '-' && name[1] == '-')
		value++;
	*words = *value ? 1 : 2;
	return *value ? value : at[1];
}

// Found from the working directory, or else as "name".
static void force(struct reading *d, const char *name)
{
	struct arena *a = &d->reach->arena;
	const char *path = folder(d, name);

	VEC_PUSH(a, &d->search->forced,
		 path_exists(path) ? path : arena_strdup(a, name));
}

static int read_option(struct reading *d, const char *const *at)
{
	struct arena *a = &d->reach->arena;
	struct reach_search *s = d->search;
	const char *v;
	int words = 1;

	if ((v = value_of(at, "-I", &words)))
		VEC_PUSH(a, &s->all, folder(d, v));
	else if ((v = value_of(at, "-iquote", &words)))
		VEC_PUSH(a, &s->quoted, folder(d, v));
	else if ((v = value_of(at, "-isystem", &words)))
		VEC_PUSH(a, &d->system, folder(d, v));
	else if ((v = value_of(at, "-idirafter", &words)))
		VEC_PUSH(a, &d->last, folder(d, v));
	else if ((v = value_of(at, "-include", &words)) ||
		 (v = value_of(at, "-imacros", &words)))
		force(d, v);
	else if ((v = value_of(at, "-isysroot", &words)) ||
		 (v = value_of(at, "--sysroot", &words)))
		d->root = arena_strdup(d->scratch, v);
	else if ((v = value_of(at, "-D", &words)))
		define(d, v);
	else if ((v = value_of(at, "-x", &words)))
		s->is_cplusplus = strstr(v, "++") != NULL;
	else if (str_equal(*at, "-nostdinc"))
		d->is_bare = true;
	else if (str_equal(*at, "--driver-mode=g++"))
		s->is_cplusplus = true;
	return words == 2 && !at[1] ? 1 : words;
}

// Where libraries are installed. The standard library of C++ has no place here:
// it makes no macros of others' names.
static void add_defaults(struct reading *d)
{
	static const char *const places[] = { "/usr/local/include",
					      "/usr/include/*-linux-gnu*",
					      "/usr/include" };
	struct arena *a = &d->reach->arena;

	for (size_t i = 0; !d->is_bare && i < COUNT_OF(places); i++) {
		glob_t g;

		if (glob(arena_printf(d->scratch, "%s%s", d->root, places[i]),
			 0, NULL, &g) != 0)
			continue;
		for (size_t k = 0; k < g.gl_pathc; k++)
			VEC_PUSH(a, &d->search->all,
				 arena_strdup(a, g.gl_pathv[k]));
		globfree(&g);
	}
}

static void read_command(struct reading *d, const char *const *at)
{
	struct arena *a = &d->reach->arena;

	if (*at && **at != '-')
		d->search->is_cplusplus =
			strstr(path_base(*at++), "++") != NULL;
	while (*at)
		at += read_option(d, at);
	VEC_EACH (const char *const, x, &d->system)
		VEC_PUSH(a, &d->search->all, *x);
	add_defaults(d);
	VEC_EACH (const char *const, x, &d->last)
		VEC_PUSH(a, &d->search->all, *x);
}

// Everything that two commands must have in common to share a search.
static const char *search_key(const struct front_command *c,
			      const char *const *at, struct arena *a)
{
	struct str key = STR_INIT;
	const char *file = path_base(c->file);

	str_add(&key, c->directory);
	for (; *at; at++)
		if (!str_equal(path_base(*at), file))
			str_printf(&key, "\n%s", *at);
	const char *text = arena_strndup(a, key.text, key.length);
	str_release(&key);
	return text;
}

struct reach_search *reach_search_of(struct reach *r,
				     const struct front_command *c)
{
	static const char *const none[] = { NULL };
	struct arena scratch = { 0 };
	struct err e = ERR_INIT;
	const char *const *words = front_arguments(c, &scratch, &e);
	const char *key = search_key(c, words ? words : none, &scratch);
	struct reach_search *s;

	HASH_FIND_STR(r->searches, key, s);
	if (!s) {
		s = ARENA_NEW(&r->arena, struct reach_search);
		s->key = arena_strdup(&r->arena, key);
		HASH_ADD_KEYPTR(hh, r->searches, s->key, strlen(s->key), s);
		struct reading d = { .reach = r,
				     .search = s,
				     .scratch = &scratch,
				     .directory = c->directory,
				     .root = "",
				     .defines = STR_INIT };
		read_command(&d, words ? words : none);
		s->defines = ARENA_NEW(&r->arena, struct reach_file);
		s->defines->path = "";
		read_text(r, s->defines, d.defines.text, d.defines.length);
		str_release(&d.defines);
	}
	arena_release(&scratch);
	err_release(&e);
	return words ? s : NULL;
}

// ---- includes

struct edge_key {
	const void *search, *file;
};

struct reach_edges {
	struct edge_key key;
	VEC(struct reach_file *) to;
	UT_hash_handle hh;
};

static struct reach_file *look_in(struct reach *r, const char *directory,
				  const char *name,
				  const struct reach_file *but)
{
	arena_reset(&r->scratch);
	const char *path = *name == '.' || *name == '/' || strstr(name, "/.")
				   ? path_absolute(&r->scratch, directory, name)
				   : path_join(&r->scratch, directory, name);
	struct reach_file *f = reach_open(r, path);
	return f->is_there && f != but ? f : NULL;
}

static struct reach_file *resolve(struct reach *r, const struct reach_search *s,
				  const struct reach_file *from,
				  const struct scan_include *x)
{
	const struct reach_file *but = x->is_next ? from : NULL;
	struct reach_file *f = NULL;

	if (!x->is_angled)
		f = look_in(r, from->directory, x->name, but);
	for (uint32_t i = 0; !f && !x->is_angled && i < s->quoted.count; i++)
		f = look_in(r, s->quoted.at[i], x->name, but);
	for (uint32_t i = 0; !f && i < s->all.count; i++)
		f = look_in(r, s->all.at[i], x->name, but);
	return f;
}

static const struct reach_edges *
edges_of(struct reach *r, struct reach_search *s, struct reach_file *f)
{
	struct edge_key key = { s, f };
	struct reach_edges *e;

	HASH_FIND(hh, r->edges, &key, sizeof(key), e);
	if (e)
		return e;
	e = ARENA_NEW(&r->arena, struct reach_edges);
	e->key = key;
	HASH_ADD(hh, r->edges, key, sizeof(e->key), e);
	VEC_EACH (const struct scan_include, x, &f->scan.includes) {
		struct reach_file *to = x->name ? resolve(r, s, f, x) : NULL;

		if (to)
			VEC_PUSH(&r->arena, &e->to, to);
	}
	return e;
}

struct walk {
	struct reach *reach;
	struct reach_search *search;
	struct arena *arena;
	struct reach_list *out;
};

static void meet(struct walk *w, struct reach_file *f)
{
	if (!f || !f->is_there || f->stamp == w->reach->stamp)
		return;
	f->stamp = w->reach->stamp;
	VEC_PUSH(w->arena, &w->out->list, f);
}

static void follow(struct walk *w, uint32_t from)
{
	for (uint32_t i = from; i < w->out->list.count; i++) {
		const struct reach_edges *e =
			edges_of(w->reach, w->search, w->out->list.at[i]);

		VEC_EACH (struct reach_file *const, to, &e->to)
			meet(w, *to);
	}
}

// The headers that the macro may stand for; false if it stands for something
// that is not to be read here.
static bool meet_named(struct walk *w, struct reach_file *from, uint32_t macro)
{
	bool any = false, other = false;

	for (uint32_t i = 0; i < w->out->list.count; i++) {
		const struct scan *text = &w->out->list.at[i]->scan;

		VEC_EACH (const struct scan_include, x, &text->named)
			if (x->macro == macro) {
				meet(w, resolve(w->reach, w->search, from, x));
				any = true;
			}
		VEC_EACH (const struct scan_macro, m, &text->macros)
			other |= m->hash == macro;
	}
	return any || !other;
}

// #include NAME
static void follow_macros(struct walk *w)
{
	for (uint32_t i = 0; i < w->out->list.count; i++) {
		struct reach_file *f = w->out->list.at[i];

		if (f->is_installed)
			continue;
		VEC_EACH (const struct scan_include, x, &f->scan.includes) {
			uint32_t count = w->out->list.count;
			if (x->name)
				continue;
			w->out->is_open |= !meet_named(w, f, x->macro);
			follow(w, count);
		}
	}
}

void reach_walk(struct reach *r, struct reach_search *s,
		struct reach_file *from, struct arena *a,
		struct reach_list *out)
{
	struct walk w = { r, s, a, out };

	*out = (struct reach_list){ 0 };
	r->stamp++;
	meet(&w, from);
	meet(&w, s->defines);
	VEC_EACH (const char *const, name, &s->forced) {
		struct scan_include x = { .name = *name };
		meet(&w, **name == '/' ? reach_open(r, *name)
				       : resolve(r, s, from, &x));
	}
	follow(&w, 0);
	follow_macros(&w);
}

void reach_release(struct reach *r)
{
	HASH_CLEAR(hh, r->files);
	HASH_CLEAR(hh, r->searches);
	HASH_CLEAR(hh, r->edges);
	scanner_release(&r->scanner);
	arena_release(&r->scratch);
	arena_release(&r->arena);
}
