// SPDX-License-Identifier: Apache-2.0
#include "driver/reach.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

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

#define COPY_PATHS(a, to, from)                                                \
	do {                                                                   \
		VEC_EACH (const char *const, path, (from))                     \
			VEC_PUSH((a), (to), arena_strdup((a), *path));         \
	} while (0)

// Growing leaves old copies behind: what is kept is copied once.
static void keep(struct reach *r, struct reach_file *f, struct scan *from)
{
	if (f->is_installed)
		from->names.count = from->defined.count = 0;
	from->asked.count = 0;
	COPY(&r->arena, &from->names);
	COPY(&r->arena, &from->includes);
	COPY(&r->arena, &from->macros);
	COPY(&r->arena, &from->bodies);
	COPY(&r->arena, &from->named);
	COPY(&r->arena, &from->defined);
	COPY(&r->arena, &from->asked);
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
	f->size = length;
	VEC_PUSH(&r->arena, &r->texts, f);
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

// "-DX=y" is "#define X y".
static void define(struct str *out, const char *value)
{
	size_t n = strcspn(value, "=");

	str_add(out, "#define ");
	str_add_bytes(out, value, n);
	str_printf(out, " %s\n", value[n] ? value + n + 1 : "1");
}

static void read_defines(struct reach *r, struct reach_search *s,
			 const struct flags *f)
{
	struct str text = STR_INIT;

	for (uint32_t i = 1; i < f->list.count; i++) {
		const char *at = f->list.at[i];

		if (!str_starts(at, "-D"))
			continue;
		if (at[2])
			define(&text, at + 2);
		else if (i + 1 < f->list.count)
			define(&text, f->list.at[++i]);
	}
	s->defines = ARENA_NEW(&r->arena, struct reach_file);
	s->defines->path = "";
	read_text(r, s->defines, text.text, text.length);
	str_release(&text);
}

// ---- where it looks

struct reach_folders {
	uint64_t key[2];
	struct search search; // without what is forced
	UT_hash_handle hh;
};

static void hash_text(uint64_t key[2], const struct str *text)
{
	const XXH128_hash_t h = XXH3_128bits(text->text, text->length);

	key[0] = h.low64;
	key[1] = h.high64;
}

static void add_line(struct str *text, const char *line)
{
	str_add_bytes(text, line, strlen(line) + 1);
}

static struct reach_folders *folders_of(struct reach *r, const struct search *s)
{
	struct str text = STR_INIT;
	struct reach_folders *f;
	uint64_t key[2];

	VEC_EACH (const char *const, path, &s->quoted)
		add_line(&text, *path);
	str_add_number(&text, s->own_count);
	VEC_EACH (const char *const, path, &s->folders)
		add_line(&text, *path);
	hash_text(key, &text);
	str_release(&text);
	HASH_FIND(hh, r->folders, key, sizeof(key), f);
	if (f)
		return f;
	f = ARENA_NEW(&r->arena, struct reach_folders);
	memcpy(f->key, key, sizeof(key));
	COPY_PATHS(&r->arena, &f->search.quoted, &s->quoted);
	COPY_PATHS(&r->arena, &f->search.folders, &s->folders);
	f->search.own_count = s->own_count;
	HASH_ADD(hh, r->folders, key, sizeof(f->key), f);
	return f;
}

static struct reach_search *new_search(struct reach *r, const uint64_t key[2],
				       const struct front_command *c,
				       const struct flags *flags,
				       struct arena *scratch)
{
	struct reach_search *s = ARENA_NEW(&r->arena, struct reach_search);
	struct search search;

	memcpy(s->key, key, sizeof(s->key));
	search_make(&search, flags, c->directory, scratch);
	s->folders = folders_of(r, &search);
	COPY_PATHS(&r->arena, &s->forced, &search.forced);
	s->directory = arena_strdup(&r->arena, c->directory);
	s->is_cplusplus = flags_are_cplusplus(flags, c->file);
	read_defines(r, s, flags);
	HASH_ADD(hh, r->searches, key, sizeof(s->key), s);
	return s;
}

// Everything that two commands must have in common to share a search: all but
// the source, which comes last.
static void search_key(const struct front_command *c, const struct flags *f,
		       uint64_t key[2])
{
	struct str text = STR_INIT;

	add_line(&text, c->directory);
	for (uint32_t i = 0; i + 1 < f->list.count; i++)
		add_line(&text, f->list.at[i]);
	// Its ending may say which language it is.
	str_add_char(&text, flags_are_cplusplus(f, c->file) ? '+' : 'c');
	hash_text(key, &text);
	str_release(&text);
}

struct reach_search *reach_search_of(struct reach *r,
				     const struct front_command *c)
{
	struct err e = ERR_INIT;
	struct reach_search *s = NULL;
	struct flags flags;
	uint64_t key[2];

	if (flags_make(&flags, c, NULL, 0, &r->commands, &e)) {
		search_key(c, &flags, key);
		HASH_FIND(hh, r->searches, key, sizeof(key), s);
		if (!s)
			s = new_search(r, key, c, &flags, &r->commands);
	}
	arena_reset(&r->commands);
	err_release(&e);
	return s;
}

// ---- includes

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

static struct reach_file *resolve(struct reach *r,
				  const struct reach_folders *where,
				  const struct reach_file *from,
				  const struct scan_include *x)
{
	const struct search *s = &where->search;
	const struct reach_file *but = x->is_next ? from : NULL;
	struct reach_file *f = NULL;

	if (!x->is_angled)
		f = look_in(r, from->directory, x->name, but);
	if (f)
		f->is_system |= from->is_system;
	for (uint32_t i = 0; !f && !x->is_angled && i < s->quoted.count; i++)
		f = look_in(r, s->quoted.at[i], x->name, but);
	for (uint32_t i = 0; !f && i < s->folders.count; i++) {
		f = look_in(r, s->folders.at[i], x->name, but);
		if (f)
			f->is_system |= i >= s->own_count;
	}
	return f;
}

// Looked for in the working directory first.
static struct reach_file *resolve_forced(struct reach *r,
					 const struct reach_search *s,
					 const struct reach_file *from,
					 const char *name)
{
	struct scan_include x = { .name = name };
	struct reach_file *f = look_in(r, s->directory, name, NULL);

	return f ? f : resolve(r, s->folders, from, &x);
}

const struct reach_edges *
reach_includes(struct reach *r, struct reach_search *s, struct reach_file *f)
{
	struct reach_key key = { s->folders, f };
	struct reach_edges *e;

	// Units of one library come one after the other.
	if (f->edges && f->edges->key.folders == key.folders)
		return f->edges;
	HASH_FIND(hh, r->edges, &key, sizeof(key), e);
	if (e) {
		f->edges = e;
		return e;
	}
	e = ARENA_NEW(&r->arena, struct reach_edges);
	e->key = key;
	f->edges = e;
	HASH_ADD(hh, r->edges, key, sizeof(e->key), e);
	VEC_EACH (const struct scan_include, x, &f->scan.includes) {
		struct reach_file *to =
			x->name ? resolve(r, s->folders, f, x) : NULL;

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
			reach_includes(w->reach, w->search, w->out->list.at[i]);

		VEC_EACH (struct reach_file *const, to, &e->to)
			meet(w, *to);
	}
}

struct reach_place {
	const struct reach_file *file;
	const struct scan_include *as; // NULL: not as a header
};

// Where a macro that an #include line names is defined.
struct reach_macro {
	uint32_t hash;
	uint32_t seen; // so many of the texts
	VEC(struct reach_place) places;
	UT_hash_handle hh;
};

static void see_text(struct reach *r, struct reach_macro *m,
		     const struct reach_file *f)
{
	VEC_EACH (const struct scan_include, x, &f->scan.named)
		if (x->macro == m->hash)
			VEC_PUSH(&r->arena, &m->places,
				 (struct reach_place){ f, x });
	VEC_EACH (const struct scan_macro, x, &f->scan.macros)
		if (x->hash == m->hash) {
			VEC_PUSH(&r->arena, &m->places,
				 (struct reach_place){ f, NULL });
			break;
		}
}

static struct reach_macro *macro_of(struct reach *r, uint32_t hash)
{
	struct reach_macro *m;

	HASH_FIND(hh, r->macros, &hash, sizeof(hash), m);
	if (!m) {
		m = ARENA_NEW(&r->arena, struct reach_macro);
		m->hash = hash;
		HASH_ADD(hh, r->macros, hash, sizeof(m->hash), m);
	}
	while (m->seen < r->texts.count)
		see_text(r, m, r->texts.at[m->seen++]);
	return m;
}

// The headers that the macro may stand for; false if it stands for something
// that is not to be read here.
static bool meet_named(struct walk *w, struct reach_file *from, uint32_t macro)
{
	struct reach *r = w->reach;
	bool any = false, other = false;

	for (uint32_t i = 0; i < macro_of(r, macro)->places.count; i++) {
		const struct reach_macro *m = macro_of(r, macro);

		if (m->places.at[i].file->stamp != r->stamp)
			continue;
		if (m->places.at[i].as) {
			meet(w, resolve(r, w->search->folders, from,
					m->places.at[i].as));
			any = true;
		} else {
			other = true;
		}
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
	VEC_EACH (const char *const, name, &s->forced)
		meet(&w, resolve_forced(r, s, from, *name));
	follow(&w, 0);
	follow_macros(&w);
}

void reach_each(const struct reach *r,
		void (*each)(void *data, const struct reach_folders *where,
			     const struct reach_file *f),
		void *data)
{
	for (const struct reach_edges *e = r->edges; e; e = e->hh.next)
		each(data, e->key.folders, e->key.file);
}

void reach_release(struct reach *r)
{
	HASH_CLEAR(hh, r->files);
	HASH_CLEAR(hh, r->searches);
	HASH_CLEAR(hh, r->folders);
	HASH_CLEAR(hh, r->edges);
	HASH_CLEAR(hh, r->macros);
	scanner_release(&r->scanner);
	arena_release(&r->commands);
	arena_release(&r->scratch);
	arena_release(&r->arena);
}
