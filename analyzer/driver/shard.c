// SPDX-License-Identifier: Apache-2.0
// `oncelint plan`: which units, and for which machine.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "driver/bundle.h"
#include "driver/cache.h"
#include "driver/command.h"
#include "driver/ninja.h"
#include "driver/output.h"
#include "driver/units.h"
#include "store/query.h"

// ---- how much work a unit is

struct load {
	uint32_t unit;
	uint64_t work;
};

static uint64_t size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && st.st_size > 0 ? (uint64_t)st.st_size
						      : 1;
}

static int time_compare(const void *key, const void *element)
{
	const struct store_time *x = element;

	return strcmp(key, x->file);
}

static uint64_t time_of(const struct store_times *times, const char *file)
{
	const struct store_time *found =
		times->list.count
			? bsearch(file, times->list.at, times->list.count,
				  sizeof(*times->list.at), time_compare)
			: NULL;

	return found ? found->microseconds : 0;
}

// A unit without a time takes as long for its size as the others do.
static struct load *weigh(const struct plan *p, const struct store_times *times,
			  struct arena *a)
{
	struct load *loads = ARENA_ARRAY(a, struct load, p->units.count + 1);
	double known_time = 0, known_size = 0;

	for (uint32_t i = 0; i < p->units.count; i++) {
		const char *file = p->units.at[i].file;

		loads[i] = (struct load){ i, time_of(times, file) };
		if (!loads[i].work)
			continue;
		known_time += (double)loads[i].work;
		known_size += (double)size_of(file);
	}
	double factor = known_size > 0 ? known_time / known_size : 1;
	for (uint32_t i = 0; i < p->units.count; i++)
		if (!loads[i].work)
			loads[i].work =
				1 + (uint64_t)(factor *
					       (double)size_of(
						       p->units.at[i].file));
	return loads;
}

static int path_compare(const void *a, const void *b)
{
	const struct store_time *x = a, *y = b;

	return strcmp(x->file, y->file);
}

// Times that one machine has and another has not would divide the units in two
// ways, and lose some: only a database that was named counts.
static bool read_times(const struct options *o, const struct config *c,
		       struct arena *a, struct store_times *out, struct err *e)
{
	*out = (struct store_times){ 0 };
	if (!o->database)
		return true;
	if (!path_exists(c->database))
		return err_set(e, ERR_DATABASE, "no database '%s'",
			       o->database);
	struct store_db *s = store_open(c->database, e);
	bool ok = s && store_read_times(s, a, c->root, out, e);
	store_close(s);
	if (ok && out->list.count)
		qsort(out->list.at, out->list.count, sizeof(*out->list.at),
		      path_compare);
	return ok;
}

// ---- dividing

static int load_compare(const void *a, const void *b)
{
	const struct load *x = a, *y = b;

	if (x->work != y->work)
		return x->work < y->work ? 1 : -1;
	return (x->unit > y->unit) - (x->unit < y->unit);
}

// The largest first, each to the one that has least.
static void divide(struct load *loads, uint32_t count, uint32_t shards,
		   uint32_t *shard_of, struct arena *a)
{
	uint64_t *sums = ARENA_ARRAY(a, uint64_t, shards);

	if (count)
		qsort(loads, count, sizeof(*loads), load_compare);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t least = 0;

		for (uint32_t n = 1; n < shards; n++)
			if (sums[n] < sums[least])
				least = n;
		sums[least] += loads[i].work;
		shard_of[loads[i].unit] = least;
	}
}

static bool take_shard(struct plan *p, const struct options *o,
		       const struct config *c, struct arena *a, struct err *e)
{
	struct store_times times;
	uint32_t kept = 0;

	if (!o->shards && !o->shard)
		return true;
	if (!o->shards || !o->shard || o->shard > o->shards)
		return err_set(e, ERR_USAGE,
			       "--shards N and --index I go together, I from 1 "
			       "to N");
	if (!read_times(o, c, a, &times, e))
		return false;
	uint32_t *shard_of = ARENA_ARRAY(a, uint32_t, p->units.count + 1);
	divide(weigh(p, &times, a), p->units.count, o->shards, shard_of, a);
	for (uint32_t i = 0; i < p->units.count; i++)
		if (shard_of[i] + 1 == o->shard)
			p->units.at[kept++] = p->units.at[i];
	p->units.count = kept;
	return true;
}

// ---- what becomes of them

static void add_list(const struct plan *p, const struct config *c,
		     struct str *out)
{
	VEC_EACH (const struct front_command, u, &p->units)
		str_printf(out, "%s\n", path_relative(u->file, c->current));
}

static bool emit(const struct plan *p, const struct config *c,
		 const struct options *o, struct err *e)
{
	struct str text = STR_INIT;
	bool ok = true;

	if (!o->emit || strcmp(o->emit, "list") == 0)
		add_list(p, c, &text);
	else if (strcmp(o->emit, "ninja") == 0)
		ok = ninja_write(p, c, o, &text, e);
	else
		ok = err_set(e, ERR_USAGE,
			     "--emit takes 'list' or 'ninja', not '%s'",
			     o->emit);
	ok = ok && (o->result ? file_write(o->result, &text, e)
			      : print_text(&text, e));
	str_release(&text);
	return ok;
}

static void tell(const struct results *r)
{
	uint32_t failed = 0;

	for (uint32_t i = 0; i < r->artifact_count; i++)
		failed += r->artifacts[i].status == UNIT_FAILED;
	fprintf(stderr, "%u unit%s (%u failed), %.1f s\n", r->artifact_count,
		r->artifact_count == 1 ? "" : "s", failed,
		r->counts.milliseconds / 1000.0);
}

static bool write_bundle(const struct analysis *x, const struct results *r,
			 const struct config *c, const struct options *o,
			 struct arena *a, struct err *e)
{
	struct bundle b;

	bundle_begin(&b, x, c->root, a);
	for (uint32_t i = 0; i < r->artifact_count; i++)
		bundle_add(&b, &r->artifacts[i]);
	bundle_finish(&b, true);
	return bundle_write(&b, o->archive, e);
}

// What may be left out is known only when all units are seen, so all are
// parsed.
static bool analyse(struct plan *p, struct config *c, const struct options *o,
		    struct arena *a, struct err *e)
{
	struct analysis x = { .options = { .strict = c->is_strict,
					   .hints = c->has_hints } };
	struct results r;
	struct cache cache = { 0 };

	p->may_skip = false;
	x.packs = load_packs(c->rules.at, c->rules.count, e);
	if (!x.packs)
		return false;
	if (c->cache) {
		cache_open(&cache, c->cache, (uint64_t)c->cache_size << 20);
		x.cache = &cache;
	}
	bool ok = analyse_units(&x, p, c, o->is_quiet, a, &r, e) &&
		  write_bundle(&x, &r, c, o, a, e);
	if (ok && !o->is_quiet)
		tell(&r);
	cache_close(&cache);
	analysis_release(&x);
	packset_free(x.packs);
	return ok;
}

int plan_command(const struct options *o, struct arena *a, struct err *e)
{
	struct config c;
	struct plan p = { 0 };
	bool ok = config_load(&c, a, o, e) && plan_make(&p, a, o, &c, e) &&
		  take_shard(&p, o, &c, a, e) &&
		  (o->archive ? analyse(&p, &c, o, a, e) : emit(&p, &c, o, e));

	plan_release(&p);
	return ok ? 0 : err_exit_status(e->code);
}
