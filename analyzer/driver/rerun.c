// SPDX-License-Identifier: Apache-2.0
// One entry: a record of what was read and where names were looked for, then
// one small artifact a unit, then one with what linking gave. Names were looked
// for from a file in the folders of a list, and units share lists; so the
// record has the files of each list rather than those of each unit.
#include "driver/rerun.h"

#include <string.h>
#include <time.h>
#include <uthash.h>
#include <xxhash.h>

#include "model/wire.h"

#define MAGIC 0x4e555231u // "1RUN"
#define VERSION 1u

struct kept_file {
	const char *path; // see reuse_relative()
	uint64_t hash;
};

struct kept_list {
	VEC(uint32_t) files;
};

struct kept_unit {
	struct unit_times times;
	uint64_t origin[2];
	VEC(uint32_t) files;
};

struct record {
	uint64_t bound; // see reuse_bound()
	uint64_t resolution;
	VEC(struct kept_file) files;
	VEC(struct kept_list) lists; // in order of the first unit that has it
	VEC(struct kept_unit) units;
};

// ---- the key

void rerun_begin(struct rerun *x, struct reuse *r, const struct plan *p,
		 const struct config *c, struct arena *a)
{
	*x = (struct rerun){ .reuse = r, .plan = p };
	x->is_on = r->cache && p->units.count;
	if (!x->is_on)
		return;
	x->lists = ARENA_ARRAY(a, struct depend_list *, p->units.count + 1);
	cache_key_number(&x->key, c->is_skipping && p->may_skip);
	cache_key_number(&x->key, config_shows_hints(c));
	for (uint32_t i = 0; x->is_on && i < p->units.count; i++) {
		struct unit_key key;

		if (reuse_key(r, &p->units.at[i], &key)) {
			cache_key_add(&x->key, &key.key, sizeof(key.key));
			const struct reuse_command *command = key.command;

			x->lists[i] = command->list;
			x->forced ^= depend_forced(&r->depend, command->list,
						   &command->search,
						   command->directory) *
				     (i + 1);
		} else {
			x->is_on = false;
		}
		arena_reset(&r->scratch);
	}
}

// ---- the record

static void wire_file(struct wire *w, struct kept_file *f)
{
	wire_text(w, &f->path);
	wire_u64(w, &f->hash);
}

static void wire_list(struct wire *w, struct kept_list *l)
{
	WIRE_VEC(w, l->files, wire_u32);
}

static void wire_unit(struct wire *w, struct kept_unit *u)
{
	wire_u64(w, &u->times.parse_us);
	wire_u64(w, &u->times.lower_us);
	wire_u64(w, &u->times.solve_us);
	wire_u64(w, &u->origin[0]);
	wire_u64(w, &u->origin[1]);
	WIRE_VEC(w, u->files, wire_u32);
}

static void wire_record(struct wire *w, struct record *x)
{
	wire_u64(w, &x->bound);
	wire_u64(w, &x->resolution);
	WIRE_VEC(w, x->files, wire_file);
	WIRE_VEC(w, x->lists, wire_list);
	WIRE_VEC(w, x->units, wire_unit);
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	const uint64_t both[] = { a, b };

	return XXH3_64bits(both, sizeof(both));
}

// The lists of all units, each once.
struct lists {
	VEC(struct depend_list *) list;
	struct lists_entry {
		struct depend_list *list;
		UT_hash_handle hh;
	} *table;
};

static void collect_lists(const struct rerun *x, struct arena *a,
			  struct lists *out)
{
	*out = (struct lists){ 0 };
	for (uint32_t i = 0; i < x->plan->units.count; i++) {
		struct lists_entry *entry;

		HASH_FIND_PTR(out->table, &x->lists[i], entry);
		if (entry)
			continue;
		entry = ARENA_NEW(a, struct lists_entry);
		entry->list = x->lists[i];
		HASH_ADD_PTR(out->table, list, entry);
		VEC_PUSH(a, &out->list, x->lists[i]);
	}
	HASH_CLEAR(hh, out->table);
}

// ---- getting

static bool has_bounds(const struct rerun *x, const struct record *k,
		       const struct lists *lists)
{
	if (k->units.count != x->plan->units.count ||
	    k->lists.count != lists->list.count)
		return false;
	VEC_EACH (const struct kept_list, l, &k->lists)
		VEC_EACH (const uint32_t, n, &l->files)
			if (*n >= k->files.count)
				return false;
	VEC_EACH (const struct kept_unit, u, &k->units)
		VEC_EACH (const uint32_t, n, &u->files)
			if (*n >= k->files.count)
				return false;
	return true;
}

// Sets the files of the record, as they are now.
static bool holds(struct rerun *x, const struct record *k,
		  const struct lists *lists, const struct depend_file **files)
{
	struct reuse *r = x->reuse;
	uint64_t resolution = x->forced;

	if (!reuse_is_for(r, k->bound))
		return false;
	for (uint32_t i = 0; i < k->files.count; i++) {
		files[i] = reuse_file(r, k->files.at[i].path);
		if (!files[i]->is_there ||
		    files[i]->hash != k->files.at[i].hash)
			return false;
	}
	for (uint32_t i = 0; i < k->lists.count; i++)
		VEC_EACH (const uint32_t, n, &k->lists.at[i].files)
			resolution = mix(resolution,
					 depend_resolution(&r->depend,
							   lists->list.at[i],
							   files[*n]));
	return resolution == k->resolution;
}

// One message after the other.
struct messages {
	const char *at;
	size_t size;
};

static bool next_artifact(struct messages *m, const struct rerun *x,
			  const struct rules *rules, struct arena *a,
			  struct artifact *out)
{
	struct err ignored = ERR_INIT;
	size_t size = wire_size(m->at, m->size); // and its functions, none
	size_t more = wire_size(m->at + size, m->size - size);
	bool ok = size && artifact_read(m->at, size + more, x->reuse->root,
					rules, a, out, &ignored);

	err_release(&ignored);
	m->at += size + more;
	m->size -= size + more;
	return ok;
}

static bool take_units(struct messages *m, const struct rerun *x,
		       const struct record *k, const struct depend_file **files,
		       const struct rules *rules, struct arena *a,
		       struct results *out)
{
	out->artifact_count = k->units.count;
	out->artifacts = ARENA_ARRAY(a, struct artifact, k->units.count);
	for (uint32_t i = 0; i < k->units.count; i++) {
		const struct kept_unit *u = &k->units.at[i];
		struct artifact *unit = &out->artifacts[i];

		if (!next_artifact(m, x, rules, a, unit))
			return false;
		if (unit->status == UNIT_DONE)
			unit->status = UNIT_CACHED;
		unit->times = u->times;
		memcpy(unit->origin, u->origin, sizeof(unit->origin));
		VEC_EACH (const uint32_t, n, &u->files)
			VEC_PUSH(a, &unit->dependencies,
				 arena_strdup(a, files[*n]->path));
	}
	return true;
}

static bool take_all(struct messages *m, const struct rerun *x,
		     const struct record *k, const struct depend_file **files,
		     const struct rules *rules, struct arena *a,
		     struct results *out)
{
	struct artifact linked;

	*out = (struct results){ .is_brief = true };
	if (!take_units(m, x, k, files, rules, a, out) ||
	    !next_artifact(m, x, rules, a, &linked))
		return false;
	out->findings = linked.findings;
	VEC_EACH (const struct note, n, &linked.notes)
		VEC_PUSH(a, &out->notes, *n);
	return true;
}

static uint32_t milliseconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint32_t)((now.tv_sec - start->tv_sec) * 1000 +
			  (now.tv_nsec - start->tv_nsec) / 1000000);
}

bool rerun_get(struct rerun *x, const struct rules *rules, struct arena *a,
	       struct results *out)
{
	struct arena scratch = { 0 };
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	struct record k = { 0 };
	struct timespec start;
	struct lists lists;
	struct wire w;
	bool ok = false;

	if (!x->is_on)
		return false;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (cache_get(x->reuse->cache, CACHE_RUN, &x->key, &text)) {
		size_t size = wire_size(text.text, text.length);
		// What is read of it stays.
		struct messages m = { arena_memdup(a, text.text + size,
						   text.length - size),
				      text.length - size };

		ok = size && wire_read_begin(&w, &scratch, NULL, MAGIC, VERSION,
					     text.text, size, &ignored);
		if (ok)
			wire_record(&w, &k);
		ok = ok && wire_read_end(&w, &ignored);
		collect_lists(x, &scratch, &lists);
		const struct depend_file **files =
			ARENA_ARRAY(&scratch, const struct depend_file *,
				    k.files.count + 1);
		ok = ok && has_bounds(x, &k, &lists) &&
		     holds(x, &k, &lists, files) &&
		     take_all(&m, x, &k, files, rules, a, out);
	}
	if (ok) {
		out->counts.milliseconds = milliseconds_since(&start);
		x->reuse->cache->hits += x->plan->units.count;
	}
	err_release(&ignored);
	str_release(&text);
	arena_release(&scratch);
	return ok;
}

// ---- keeping

struct keeping {
	struct rerun *rerun;
	struct arena arena;
	struct record record;
	uint32_t *numbers; // of files in the record, by index, from 1
	bool is_settled;
};

static uint32_t number_of(struct keeping *k, const struct depend_file *f)
{
	struct reuse *r = k->rerun->reuse;
	uint32_t *number = &k->numbers[f->index];

	if (!*number) {
		const char *path =
			arena_strdup(&k->arena, reuse_relative(r, f->path));

		k->is_settled &= reuse_is_settled(r, f);
		VEC_PUSH(&k->arena, &k->record.files,
			 (struct kept_file){ path, f->hash });
		arena_reset(&r->scratch);
		*number = k->record.files.count;
	}
	return *number - 1;
}

static void keep_units(struct keeping *k, const struct results *results)
{
	struct depend *d = &k->rerun->reuse->depend;

	for (uint32_t i = 0; i < results->artifact_count; i++) {
		const struct artifact *x = &results->artifacts[i];
		struct kept_unit u = { .times = x->times };

		memcpy(u.origin, x->origin, sizeof(u.origin));
		VEC_EACH (const char *const, path, &x->dependencies) {
			const struct depend_file *f = depend_file(d, *path);

			depend_note(d, k->rerun->lists[i], f);
			VEC_PUSH(&k->arena, &u.files, number_of(k, f));
		}
		VEC_PUSH(&k->arena, &k->record.units, u);
	}
}

static void keep_lists(struct keeping *k)
{
	struct depend *d = &k->rerun->reuse->depend;
	uint64_t resolution = k->rerun->forced;
	struct lists lists;

	collect_lists(k->rerun, &k->arena, &lists);
	VEC_EACH (struct depend_list *const, l, &lists.list) {
		struct kept_list kept = { { NULL, 0, 0 } };
		const struct depend_file *f;

		for (uint32_t n = 0; (f = depend_noted(*l, n)); n++) {
			resolution =
				mix(resolution, depend_resolution(d, *l, f));
			VEC_PUSH(&k->arena, &kept.files, number_of(k, f));
		}
		VEC_PUSH(&k->arena, &k->record.lists, kept);
	}
	k->record.resolution = resolution;
}

// The functions that findings are in, by key.
struct found {
	const char *key;
	UT_hash_handle hh;
};

static struct found *find_functions(struct arena *a, const struct results *r)
{
	struct found *all = NULL;

	VEC_EACH (struct finding *const, f, &r->findings.list) {
		const char *key = (*f)->function_key;
		struct found *x = NULL;

		if (key)
			HASH_FIND_STR(all, key, x);
		if (!key || x)
			continue;
		x = ARENA_NEW(a, struct found);
		x->key = key;
		HASH_ADD_KEYPTR(hh, all, x->key, strlen(x->key), x);
	}
	return all;
}

// Whoever mends findings asks which unit has their functions.
static void add_names(struct keeping *k, const struct found *found,
		      const struct artifact *from, struct artifact *small)
{
	VEC_EACH (const struct summary, s, &from->summaries) {
		const struct found *x;

		HASH_FIND_STR(found, s->key, x);
		if (x)
			VEC_PUSH(&k->arena, &small->summaries,
				 (struct summary){ .key = s->key,
						   .name = s->name,
						   .loc = s->loc,
						   .ir = NONE });
	}
}

static void add_artifacts(struct keeping *k, const struct results *r,
			  struct str *out)
{
	const char *root = k->rerun->reuse->root;
	struct artifact linked = { .file = "", .findings = r->findings };
	struct found *found = find_functions(&k->arena, r);

	for (uint32_t i = 0; i < r->artifact_count; i++) {
		const struct artifact *x = &r->artifacts[i];
		struct artifact small = {
			.file = x->file,
			.status = x->status,
			.reason = x->reason,
			.function_count = x->function_count,
			.skipped_functions = x->skipped_functions,
			.state_limit_hits = x->state_limit_hits,
			.error_count = x->error_count,
			.findings = x->findings,
		};

		if (small.status == UNIT_CACHED)
			small.status = UNIT_DONE;
		add_names(k, found, x, &small);
		artifact_write(&small, root, out);
	}
	linked.notes.at = r->notes.at;
	linked.notes.count = r->notes.count;
	artifact_write(&linked, root, out);
	HASH_CLEAR(hh, found);
}

void rerun_put(struct rerun *x, const struct results *results)
{
	struct reuse *r = x->reuse;
	struct keeping k = { .rerun = x, .is_settled = true };
	struct str text = STR_INIT, artifacts = STR_INIT;
	struct wire w;

	// The only gap that is known by now is a failure to link.
	if (!x->is_on || r->lost || r->cache->is_full || results->gaps.count ||
	    results->artifact_count != x->plan->units.count)
		return;
	// Files that are asked for the first time get greater indexes.
	for (uint32_t i = 0; i < results->artifact_count; i++)
		VEC_EACH (const char *const, path,
			  &results->artifacts[i].dependencies)
			depend_file(&r->depend, *path);
	k.numbers = ARENA_ARRAY(&k.arena, uint32_t, r->depend.file_count + 1);
	keep_units(&k, results);
	keep_lists(&k);
	if (k.is_settled) {
		add_artifacts(&k, results, &artifacts);
		k.record.bound = reuse_bound(r, &artifacts);
		wire_write_begin(&w, NULL);
		wire_record(&w, &k.record);
		wire_write_end(&w, MAGIC, VERSION, &text);
		str_add_bytes(&text, artifacts.text, artifacts.length);
		cache_put(r->cache, CACHE_RUN, &x->key, text.text, text.length);
	}
	str_release(&artifacts);
	str_release(&text);
	arena_release(&k.arena);
}

// ---- what was read to leave units out

struct looked {
	struct reuse *reuse;
	struct looked_entry {
		const struct reach_folders *folders;
		struct depend_list *list;
		UT_hash_handle hh;
	} *table;
};

static void note_reached(void *data, const struct reach_folders *folders,
			 const struct reach_file *f)
{
	struct looked *x = data;
	struct depend *d = &x->reuse->depend;
	struct looked_entry *entry;

	HASH_FIND_PTR(x->table, &folders, entry);
	// The text of a command's macros is no file.
	if (entry && *f->path)
		depend_note(d, entry->list, depend_file(d, f->path));
}

void rerun_scanned(struct reuse *r, const struct skip *s, const struct plan *p)
{
	struct arena a = { 0 };
	struct looked x = { .reuse = r };

	for (uint32_t i = 0; r->cache && i < p->units.count; i++) {
		struct unit_key key;
		struct looked_entry *entry;

		HASH_FIND_PTR(x.table, &s->units[i].search->folders, entry);
		if (entry)
			continue;
		if (reuse_key(r, &p->units.at[i], &key)) {
			entry = ARENA_NEW(&a, struct looked_entry);
			entry->folders = s->units[i].search->folders;
			entry->list = key.command->list;
			HASH_ADD_PTR(x.table, folders, entry);
		} else {
			r->lost++;
		}
		arena_reset(&r->scratch);
	}
	if (r->cache)
		reach_each(&s->reach, note_reached, &x);
	HASH_CLEAR(hh, x.table);
	arena_release(&a);
}
