// SPDX-License-Identifier: Apache-2.0
// Two steps, since what a unit depends on is known only after it was parsed.
// The command's key leads to a few records: what was read and looked for each
// time, and the key of the artifact it gave. The record that still holds is the
// one.
//
// Paths below the root are kept relative to it, in keys, records and artifacts,
// so that checkouts of one project share all of them. An artifact that names
// the root nevertheless (the compiler's words, say) is for that root alone.
#include "driver/reuse.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "base/file.h"
#include "driver/command.h"
#include "model/wire.h"

#define RECORD_MAGIC 0x43455231u // "1REC"
#define RECORD_VERSION 1u
// Branches and settings that people go back and forth between.
#define RECORD_LIMIT 8
#define BELOW_ROOT '\1'

struct dependency {
	const char *path; // absolute, or BELOW_ROOT and the rest
	uint64_t hash;
};

struct record {
	uint64_t root; // hash of the only root it is for, 0: any
	uint64_t resolution;
	struct cache_key artifact;
	VEC(struct dependency) dependencies;
};

struct records {
	VEC(struct record) list; // newest first
};

// ---- what all units depend on

static bool find_build_id(const char *at, size_t size, struct cache_key *key)
{
	while (size >= sizeof(ElfW(Nhdr))) {
		ElfW(Nhdr) h;

		memcpy(&h, at, sizeof(h));
		size_t name = (h.n_namesz + 3u) & ~3u;
		size_t whole = sizeof(h) + name + ((h.n_descsz + 3u) & ~3u);
		if (whole > size)
			return false;
		if (h.n_type == NT_GNU_BUILD_ID && h.n_namesz == 4 &&
		    memcmp(at + sizeof(h), "GNU", 4) == 0) {
			cache_key_add(key, at + sizeof(h) + name, h.n_descsz);
			return true;
		}
		at += whole;
		size -= whole;
	}
	return false;
}

// The first object is the program itself.
static int add_build_id(struct dl_phdr_info *info, size_t size, void *key)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type == PT_NOTE &&
		    find_build_id((const char *)info->dlpi_addr + p->p_vaddr,
				  p->p_memsz, key))
			return 1;
	}
	return -1;
}

static void add_stat(struct cache_key *key, const char *path)
{
	struct stat info = { 0 };

	cache_key_number(key, stat(path, &info) == 0);
	cache_key_number(key, (uint64_t)info.st_size);
	cache_key_number(key, (uint64_t)info.st_mtim.tv_sec);
	cache_key_number(key, (uint64_t)info.st_mtim.tv_nsec);
}

static void add_program(struct cache_key *key)
{
	cache_key_text(key, ONCELINT_VERSION);
	if (dl_iterate_phdr(add_build_id, key) != 1)
		add_stat(key, "/proc/self/exe");
	cache_key_text(key, front_library());
	add_stat(key, front_library());
}

// Where the compiler's and C++'s own headers are found goes by these.
static void add_environment(struct cache_key *key)
{
	static const char *const names[] = {
		"CPATH",
		"C_INCLUDE_PATH",
		"CPLUS_INCLUDE_PATH",
		"OBJC_INCLUDE_PATH",
		"ONCELINT_RESOURCE_DIR",
		"CCC_OVERRIDE_OPTIONS",
	};

	for (size_t i = 0; i < COUNT_OF(names); i++)
		cache_key_text(key, getenv(names[i]));
}

static void add_options(struct cache_key *key, const struct analysis *x)
{
	cache_key_number(key, x->options.strict);
	cache_key_number(key, x->options.hints);
	cache_key_number(key, x->options.max_states);
	cache_key_number(key, x->options.max_steps);
	cache_key_number(key, packset_hash(x->packs));
}

void reuse_settings(const struct analysis *x, struct cache_key *key)
{
	add_program(key);
	add_options(key, x);
}

void reuse_begin(struct reuse *r, struct cache *c, const struct analysis *x,
		 const char *root)
{
	*r = (struct reuse){ .cache = c, .root = root };
	if (!c)
		return;
	reuse_settings(x, &r->settings);
	add_environment(&r->settings);
	for (unsigned i = 0; search_toolchain(i); i++)
		cache_key_number(&r->settings,
				 depend_names(&r->depend, search_toolchain(i)));
	// The clock that files' times are taken from.
	clock_gettime(CLOCK_REALTIME_COARSE, &r->started);
}

void reuse_end(struct reuse *r)
{
	HASH_CLEAR(hh, r->commands);
	depend_release(&r->depend);
	arena_release(&r->commands_arena);
	arena_release(&r->scratch);
	*r = (struct reuse){ 0 };
}

// ---- the key of a command

const char *reuse_relative(struct reuse *r, const char *path)
{
	if (!path_is_below(path, r->root) || strcmp(r->root, "/") == 0)
		return path;
	return arena_printf(&r->scratch, "%c%s", BELOW_ROOT,
			    path + strlen(r->root));
}

// The length of the root at `at`, if a path below it begins there.
static size_t root_at(const struct reuse *r, const char *at)
{
	size_t length = strlen(r->root);

	if (length < 2 || strncmp(at, r->root, length) != 0)
		return 0;
	return !at[length] || strchr("/=:,", at[length]) ? length : 0;
}

static void add_word(const struct reuse *r, struct str *text, const char *word)
{
	while (*word) {
		size_t length = root_at(r, word);

		str_add_char(text, length ? BELOW_ROOT : *word);
		word += length ? length : 1;
	}
	str_add_char(text, '\0');
}

// What a macro stands for may be looked at as a text, so it stays as it is, and
// no two units need to have it in common: `own` is of such words, and of the
// source, which comes last.
static bool is_macro(const char *word, bool *is_next)
{
	bool is_value = *is_next;

	*is_next = strcmp(word, "-D") == 0 || strcmp(word, "-U") == 0;
	return is_value || str_starts(word, "-D") || str_starts(word, "-U");
}

static void add_own(struct reuse *r, struct str *text, const struct flags *f)
{
	bool is_next = false;

	VEC_EACH (const char *, word, &f->list)
		if (is_macro(*word, &is_next))
			str_add_bytes(text, *word, strlen(*word) + 1);
	add_word(r, text, VEC_LAST(&f->list));
}

// All others, as they are.
static struct cache_key hash_shared(const struct flags *f,
				    const char *directory)
{
	struct str text = STR_INIT;
	struct cache_key key = { 0, 0 };
	bool is_next = false;

	str_add_bytes(&text, directory, strlen(directory) + 1);
	for (uint32_t i = 0; i + 1 < f->list.count; i++) {
		const char *word = f->list.at[i];

		if (!is_macro(word, &is_next))
			str_add_bytes(&text, word, strlen(word) + 1);
	}
	cache_key_add(&key, text.text, text.length);
	str_release(&text);
	return key;
}

static void add_shared(struct reuse *r, struct str *text, const struct flags *f,
		       const char *directory)
{
	bool is_next = false, has_value = false;

	for (uint32_t i = 0; i + 1 < f->list.count; i++) {
		const char *word = f->list.at[i];
		bool is_path = is_next;

		if (is_macro(word, &has_value)) {
			is_next = false;
			continue;
		}
		size_t start = search_path_in(word, &is_next);
		if (is_path || start) {
			str_add_bytes(text, word, start);
			add_word(r, text,
				 path_absolute(&r->scratch, directory,
					       word + start));
		} else {
			add_word(r, text, word);
		}
	}
}

static struct reuse_command *new_command(struct reuse *r,
					 const struct front_command *u,
					 const struct cache_key *shared)
{
	struct reuse_command *c =
		ARENA_NEW(&r->commands_arena, struct reuse_command);
	struct str text = STR_INIT;
	struct err e = ERR_INIT;
	struct flags flags;

	if (!flags_make(&flags, u, NULL, 0, &r->commands_arena, &e)) {
		err_release(&e);
		return NULL;
	}
	c->shared = *shared;
	c->directory = arena_strdup(&r->commands_arena, u->directory);
	add_shared(r, &text, &flags, u->directory);
	c->key = r->settings;
	cache_key_add(&c->key, text.text, text.length);
	str_release(&text);
	search_make(&c->search, &flags, c->directory, &r->commands_arena);
	c->list = depend_list(&r->depend, &c->search);
	HASH_ADD(hh, r->commands, shared, sizeof(c->shared), c);
	return c;
}

bool reuse_key(struct reuse *r, const struct front_command *u,
	       struct unit_key *out)
{
	struct str text = STR_INIT;
	struct err e = ERR_INIT;
	struct reuse_command *c;
	struct flags flags;

	if (!flags_make(&flags, u, NULL, 0, &r->scratch, &e)) {
		err_release(&e);
		return false;
	}
	struct cache_key shared = hash_shared(&flags, u->directory);
	HASH_FIND(hh, r->commands, &shared, sizeof(shared), c);
	if (!c && !(c = new_command(r, u, &shared)))
		return false;
	*out = (struct unit_key){ c->key, c };
	add_own(r, &text, &flags);
	cache_key_add(&out->key, text.text, text.length);
	str_release(&text);
	return true;
}

// ---- records

static void wire_dependency(struct wire *w, struct dependency *d)
{
	wire_text(w, &d->path);
	wire_u64(w, &d->hash);
}

static void wire_record(struct wire *w, struct record *x)
{
	wire_u64(w, &x->root);
	wire_u64(w, &x->resolution);
	wire_u64(w, &x->artifact.low);
	wire_u64(w, &x->artifact.high);
	WIRE_ARRAY(w, x->dependencies.at, x->dependencies.count,
		   wire_dependency);
}

static void read_records(struct reuse *r, const struct unit_key *key,
			 struct records *out)
{
	struct str text = STR_INIT;
	struct err e = ERR_INIT;
	struct wire w;

	*out = (struct records){ 0 };
	if (cache_get(r->cache, CACHE_RECORD, &key->key, &text) &&
	    wire_read_begin(&w, &r->scratch, NULL, RECORD_MAGIC, RECORD_VERSION,
			    text.text, text.length, &e)) {
		WIRE_ARRAY(&w, out->list.at, out->list.count, wire_record);
		out->list.room = out->list.count;
		if (!wire_read_end(&w, &e))
			*out = (struct records){ 0 };
	}
	err_release(&e);
	str_release(&text);
}

static void write_records(struct reuse *r, const struct unit_key *key,
			  struct records *x)
{
	struct str text = STR_INIT;
	struct wire w;

	wire_write_begin(&w, NULL);
	WIRE_ARRAY(&w, x->list.at, x->list.count, wire_record);
	wire_write_end(&w, RECORD_MAGIC, RECORD_VERSION, &text);
	cache_put(r->cache, CACHE_RECORD, &key->key, text.text, text.length);
	str_release(&text);
}

// ---- whether a record holds

static uint64_t hash_of_root(const struct reuse *r)
{
	return XXH3_64bits(r->root, strlen(r->root));
}

uint64_t reuse_bound(const struct reuse *r, const struct str *text)
{
	return memmem(text->text, text->length, r->root, strlen(r->root))
		       ? hash_of_root(r)
		       : 0;
}

bool reuse_is_for(const struct reuse *r, uint64_t bound)
{
	return !bound || bound == hash_of_root(r);
}

const struct depend_file *reuse_file(struct reuse *r, const char *kept)
{
	struct str path = STR_INIT;

	if (*kept != BELOW_ROOT)
		return depend_file(&r->depend, kept);
	str_add(&path, r->root);
	str_add(&path, kept + 1);
	const struct depend_file *f = depend_file(&r->depend, path.text);
	str_release(&path);
	return f;
}

static uint64_t add_resolution(struct reuse *r, const struct unit_key *key,
			       uint64_t hash, const struct depend_file *f)
{
	const uint64_t both[] = {
		hash, depend_resolution(&r->depend, key->command->list, f)
	};

	return XXH3_64bits(both, sizeof(both));
}

static uint64_t forced(struct reuse *r, const struct unit_key *key)
{
	const struct reuse_command *c = key->command;

	return depend_forced(&r->depend, c->list, &c->search, c->directory);
}

static bool holds(struct reuse *r, const struct unit_key *key,
		  const struct record *x)
{
	uint64_t resolution = forced(r, key);
	bool ok = reuse_is_for(r, x->root);

	for (uint32_t i = 0; ok && i < x->dependencies.count; i++) {
		const struct dependency *d = &x->dependencies.at[i];
		const struct depend_file *f = reuse_file(r, d->path);

		ok = f->is_there && f->hash == d->hash;
		if (ok)
			resolution = add_resolution(r, key, resolution, f);
	}
	return ok && resolution == x->resolution;
}

static void set_origin(uint64_t origin[2], const struct cache_key *key)
{
	origin[0] = key->low;
	origin[1] = key->high;
}

bool reuse_get(struct reuse *r, const struct front_command *u,
	       struct str *message, uint64_t origin[2])
{
	struct unit_key key;
	struct records known;
	bool found = false;

	if (!r->cache || u->buffer_count)
		return false;
	if (!reuse_key(r, u, &key))
		return false;
	read_records(r, &key, &known);
	for (uint32_t i = 0; !found && i < known.list.count; i++) {
		const struct record *x = &known.list.at[i];

		found = holds(r, &key, x) && cache_get(r->cache, CACHE_ARTIFACT,
						       &x->artifact, message);
		if (found)
			set_origin(origin, &x->artifact);
	}
	r->cache->hits += found;
	r->cache->misses += !found;
	arena_reset(&r->scratch);
	return found;
}

// ---- keeping

// Read after the run began, a file must be older than that: otherwise the
// compiler may have read something else.
bool reuse_is_settled(const struct reuse *r, const struct depend_file *f)
{
	bool is_older = f->changed.tv_sec != r->started.tv_sec
				? f->changed.tv_sec < r->started.tv_sec
				: f->changed.tv_nsec < r->started.tv_nsec;

	return is_older && depend_is_current(f);
}

static bool make_record(struct reuse *r, const struct unit_key *key,
			const struct artifact *x, const struct str *message,
			struct record *out)
{
	*out = (struct record){ 0 };
	out->artifact = key->key;
	out->resolution = forced(r, key);
	VEC_EACH (const char *const, path, &x->dependencies) {
		const struct depend_file *f = depend_file(&r->depend, *path);
		struct dependency d = { reuse_relative(r, *path), f->hash };

		if (!reuse_is_settled(r, f))
			return false;
		out->resolution = add_resolution(r, key, out->resolution, f);
		cache_key_text(&out->artifact, d.path);
		cache_key_number(&out->artifact, d.hash);
		VEC_PUSH(&r->scratch, &out->dependencies, d);
	}
	out->root = reuse_bound(r, message);
	cache_key_number(&out->artifact, out->root);
	cache_key_number(&out->artifact, out->resolution);
	return out->dependencies.count > 0;
}

void reuse_put(struct reuse *r, const struct front_command *u,
	       struct artifact *x, const struct str *message)
{
	struct unit_key key;
	struct records known, next = { 0 };
	struct record new;

	if (!r->cache || r->cache->is_full || u->buffer_count ||
	    !reuse_key(r, u, &key) || !make_record(r, &key, x, message, &new)) {
		r->lost++;
		arena_reset(&r->scratch);
		return;
	}
	read_records(r, &key, &known);
	VEC_PUSH(&r->scratch, &next.list, new);
	for (uint32_t i = 0;
	     i < known.list.count && next.list.count < RECORD_LIMIT; i++)
		VEC_PUSH(&r->scratch, &next.list, known.list.at[i]);
	cache_put(r->cache, CACHE_ARTIFACT, &new.artifact, message->text,
		  message->length);
	set_origin(x->origin, &new.artifact);
	write_records(r, &key, &next);
	arena_reset(&r->scratch);
}
