// SPDX-License-Identifier: Apache-2.0
#include "driver/link.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "driver/progress.h"
#include "driver/reuse.h"
#include "driver/worker.h"
#include "model/ir_wire.h"
#include "model/solution.h"

// What the IR of units may take; what was not used for longest goes first.
#define LOADED_MOST ((size_t)32 << 20)

struct loaded {
	struct arena arena;
	struct unit *unit; // its kept functions; NULL: not there
	uint32_t used_at;
};

struct link_run {
	struct analysis *analysis;
	const char *root;
	struct arena *arena;
	const struct artifact **artifacts; // in order
	struct loaded *units;              // of the artifacts
	size_t loaded_bytes;
	uint32_t clock;
	uint32_t count;
	struct results *results;
	struct cache_key key; // of the result
	struct cache_key solutions_key;
	struct solutions solutions;
	struct progress progress;
};

// The same file may be a unit of several commands.
static int artifact_compare(const void *a, const void *b)
{
	const struct artifact *x = *(const struct artifact *const *)a;
	const struct artifact *y = *(const struct artifact *const *)b;
	int order = strcmp(x->file, y->file);

	if (order || x->ir_size != y->ir_size || !x->ir_size)
		return order ? order
			     : (x->ir_size > y->ir_size) -
				       (x->ir_size < y->ir_size);
	return memcmp(x->ir, y->ir, x->ir_size);
}

static void put_in_order(struct link_run *l, const struct results *r)
{
	l->artifacts = ARENA_ARRAY(l->arena, const struct artifact *,
				   r->artifact_count + 1);
	for (uint32_t i = 0; i < r->artifact_count; i++)
		l->artifacts[l->count++] = &r->artifacts[i];
	qsort(l->artifacts, l->count, sizeof(*l->artifacts), artifact_compare);
}

static struct unit *read_kept(struct link_run *l, const struct artifact *x,
			      struct arena *a)
{
	struct unit *u = ARENA_NEW(a, struct unit);
	struct err ignored = ERR_INIT;

	if (!x->ir) { // just made
		VEC_EACH (struct function *const, f, &x->functions)
			VEC_PUSH(a, &u->functions, *f);
		return u;
	}
	// What its checksum let through is as it was written.
	if (!ir_read(x->ir, x->ir_size, l->root, a, u, &ignored)) {
		err_release(&ignored);
		return NULL;
	}
	return u;
}

static void annotate(struct link_run *l, uint32_t unit)
{
	const struct artifact *x = l->artifacts[unit];

	if (!packset_has_annotations(x->packs.at, x->packs.count))
		return;
	packset_use(l->analysis->packs, x->packs.at, x->packs.count);
	packset_annotate(l->analysis->packs, l->units[unit].unit);
}

static uint32_t oldest(const struct link_run *l)
{
	uint32_t found = NONE;

	for (uint32_t i = 0; i < l->count; i++)
		if (l->units[i].unit &&
		    (found == NONE ||
		     l->units[i].used_at < l->units[found].used_at))
			found = i;
	return found;
}

static void unload(struct link_run *l, struct loaded *u)
{
	l->loaded_bytes -= u->arena.used;
	arena_release(&u->arena);
	u->unit = NULL;
}

// Half of it goes at once, since with it goes what was remembered by address.
static void make_room(struct link_run *l)
{
	uint32_t unit;

	if (l->loaded_bytes <= LOADED_MOST)
		return;
	while (l->loaded_bytes > LOADED_MOST / 2 && (unit = oldest(l)) != NONE)
		unload(l, &l->units[unit]);
	packset_begin(l->analysis->packs);
	for (uint32_t i = 0; i < l->count; i++)
		if (l->units[i].unit)
			annotate(l, i);
}

static const struct unit *enter(void *data, uint32_t unit)
{
	struct link_run *l = data;
	const struct artifact *x = l->artifacts[unit];
	struct loaded *u = &l->units[unit];

	u->used_at = ++l->clock;
	if (u->unit) {
		packset_use(l->analysis->packs, x->packs.at, x->packs.count);
		return u->unit;
	}
	make_room(l);
	packset_use(l->analysis->packs, x->packs.at, x->packs.count);
	u->unit = read_kept(l, x, &u->arena);
	l->loaded_bytes += u->arena.used;
	if (u->unit)
		annotate(l, unit);
	return u->unit;
}

static void use_too(void *data, const char *pack)
{
	struct link_run *l = data;

	packset_use_too(l->analysis->packs, pack);
}

static struct flow_part part_of(const struct artifact *x)
{
	return (struct flow_part){
		.findings = (const struct finding *const *)x->findings.list.at,
		.finding_count = x->findings.list.count,
		.notes = x->notes.at,
		.note_count = x->notes.count,
		.summaries = x->summaries.at,
		.summary_count = x->summaries.count,
		.contracts = x->contracts.at,
		.contract_count = x->contracts.count,
		.self = x->self.at,
		.self_count = x->self.count,
		.rearmed = x->rearmed.at,
		.rearmed_count = x->rearmed.count,
		.unread = x->unread.at,
		.unread_count = x->unread.count,
		.stale = x->stale.at,
		.stale_count = x->stale.count,
		.hash = x->hash,
	};
}

// Types that annotations make handles of are such in all units, so all are met
// before the first function is.
static void enter_annotated(struct link_run *l)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (packset_has_annotations(l->artifacts[i]->packs.at,
					    l->artifacts[i]->packs.count))
			enter(l, i);
}

// Their order does not matter.
static uint64_t hash_of_own(const struct rules *r)
{
	const struct family *f;
	uint64_t all = 0;

	for (uint32_t n = 0; (f = r->family_at(r->data, n)); n++) {
		struct cache_key key = { f->match, f->identity };
		if (!str_equal(f->pack, "annotations"))
			continue;
		cache_key_text(&key, f->id);
		all += key.low;
	}
	return all;
}

static void link_all(struct link_run *l, struct flow_result *out)
{
	struct flow_part *parts =
		ARENA_ARRAY(l->arena, struct flow_part, l->count + 1);
	struct flow_parts all = { .at = parts,
				  .count = l->count,
				  .enter = enter,
				  .use_too = use_too,
				  .data = l,
				  .solutions = &l->solutions,
				  .root = l->root };
	const struct analysis *x = l->analysis;
	struct rules rules;

	l->units = ARENA_ARRAY(l->arena, struct loaded, l->count + 1);
	for (uint32_t i = 0; i < l->count; i++)
		parts[i] = part_of(l->artifacts[i]);
	packset_begin(x->packs);
	packset_rules(x->packs, &rules);
	enter_annotated(l);
	all.settings = hash_of_own(&rules);
	solutions_load(&l->solutions, x->solutions, x->solutions_size);
	flow_link(&all, &rules, &x->options, l->arena, out);
	for (uint32_t i = 0; i < l->count; i++)
		unload(l, &l->units[i]);
	packset_begin(x->packs);
}

// ---- in a process of its own

// A second try after a crash or hang.
#define CHEAP_STATES 4
#define CHEAP_STEPS 2000
// All units are at stake: the time of so many is given.
#define PATIENCE 4

// What stands behind the result, and the solutions, in a worker's answer.
struct tail {
	uint64_t result_size;
	uint64_t added; // solutions that were not known
};

static void link_work(void *data, uint32_t task, bool is_retry,
		      struct str *message)
{
	struct link_run *l = data;
	struct flow_result result = { 0 };
	struct artifact x = { .file = "" };

	(void)task;
	if (is_retry) {
		l->analysis->options.max_states = CHEAP_STATES;
		l->analysis->options.max_steps = CHEAP_STEPS;
	}
	link_all(l, &result);
	x.findings = result.findings;
	VEC_EACH (const struct note, n, &result.notes)
		VEC_PUSH(l->arena, &x.notes, *n);
	VEC_EACH (const struct summary, s, &result.summaries)
		if (s->operation)
			VEC_PUSH(l->arena, &x.summaries,
				 (struct summary){ .key = s->key,
						   .name = s->name,
						   .loc = s->loc,
						   .operation = s->operation });
	artifact_write(&x, l->root, message);
	struct tail tail = { message->length, l->solutions.added };
	solutions_write(&l->solutions, message);
	solutions_release(&l->solutions);
	str_add_bytes(message, &tail, sizeof(tail));
}

static bool take(struct link_run *l, const struct str *message, struct err *e)
{
	struct results *r = l->results;
	struct rules rules;
	struct artifact x;

	packset_rules(l->analysis->packs, &rules);
	if (!artifact_read(message->text, message->length, l->root, &rules,
			   l->arena, &x, e))
		return false;
	r->findings = x.findings;
	VEC_EACH (const struct note, n, &x.notes)
		VEC_PUSH(l->arena, &r->notes, *n);
	VEC_EACH (const struct summary, s, &x.summaries)
		VEC_PUSH(l->arena, &r->summaries, *s);
	return true;
}

// What each unit found itself.
static void link_failed(void *data, uint32_t task, const char *reason)
{
	struct link_run *l = data;
	struct results *r = l->results;

	(void)task;
	for (uint32_t i = 0; i < l->count; i++) {
		const struct artifact *x = l->artifacts[i];

		VEC_EACH (struct finding *const, f, &x->findings.list)
			VEC_PUSH(l->arena, &r->findings.list, *f);
		VEC_EACH (const struct note, n, &x->notes)
			VEC_PUSH(l->arena, &r->notes, *n);
	}
	VEC_PUSH(l->arena, &r->gaps,
		 (struct report_unit){
			 l->root, false,
			 arena_printf(l->arena,
				      "files were not joined, because %s",
				      reason) });
}

static void keep_solutions(struct link_run *l, const char *data, size_t size,
			   bool any_new)
{
	struct analysis *x = l->analysis;

	free(x->solutions);
	x->solutions = xmalloc(size + 1);
	memcpy(x->solutions, data, size);
	x->solutions_size = size;
	if (any_new && x->cache)
		cache_put(x->cache, CACHE_SOLUTIONS, &l->solutions_key, data,
			  size);
}

static void link_done(void *data, uint32_t task, const char *retried,
		      const struct str *message)
{
	struct link_run *l = data;
	struct err e = ERR_INIT;
	struct str result = *message;
	struct tail tail;

	size_t end = message->length - sizeof(tail);
	memcpy(&tail, message->text + end, sizeof(tail));
	result.length = tail.result_size;
	if (!take(l, &result, &e)) {
		link_failed(data, task, e.text.text);
	} else if (!retried) {
		keep_solutions(l, message->text + result.length,
			       end - result.length, tail.added > 0);
		if (l->analysis->cache)
			cache_put(l->analysis->cache, CACHE_LINK, &l->key,
				  result.text, result.length);
	}
	err_release(&e);
}

static void link_tick(void *data)
{
	struct link_run *l = data;

	progress_tick(&l->progress);
}

static void make_key(struct link_run *l)
{
	reuse_settings(l->analysis, &l->key);
	for (uint32_t i = 0; i < l->count; i++)
		cache_key_number(&l->key, l->artifacts[i]->hash);
}

static void add_relative(struct link_run *l, const char *path)
{
	bool is_below = path_is_below(path, l->root);

	cache_key_text(&l->solutions_key,
		       is_below ? path + strlen(l->root) : path);
}

// Each solution has a key of its own, so theirs only tells projects apart.
static void get_solutions(struct link_run *l)
{
	struct analysis *x = l->analysis;
	struct str data = STR_INIT;

	reuse_settings(x, &l->solutions_key);
	if (l->count) {
		add_relative(l, l->artifacts[0]->file);
		add_relative(l, l->artifacts[l->count - 1]->file);
	}
	if (x->solutions || !x->cache ||
	    !cache_get(x->cache, CACHE_SOLUTIONS, &l->solutions_key, &data))
		return;
	x->solutions = xmalloc(data.length + 1);
	memcpy(x->solutions, data.text, data.length);
	x->solutions_size = data.length;
	str_release(&data);
}

static bool is_known(struct link_run *l)
{
	struct str message = STR_INIT;
	struct err e = ERR_INIT;
	bool ok =
		l->analysis->cache &&
		cache_get(l->analysis->cache, CACHE_LINK, &l->key, &message) &&
		take(l, &message, &e);

	str_release(&message);
	err_release(&e);
	return ok;
}

bool link_units(struct analysis *x, const struct config *c, struct arena *a,
		struct results *r, struct err *e)
{
	struct link_run l = {
		.analysis = x, .root = c->root, .arena = a, .results = r
	};
	struct pool pool = { .jobs = c->jobs ? 1 : 0,
			     .timeout = c->timeout * PATIENCE,
			     .data = &l,
			     .work = link_work,
			     .done = link_done,
			     .failed = link_failed,
			     .tick = link_tick };

	if (r->is_linked)
		return true;
	put_in_order(&l, r);
	make_key(&l);
	r->is_linked = true;
	if (is_known(&l))
		return true;
	get_solutions(&l);
	progress_begin(&l.progress, 0, true);
	bool ok = pool_run(&pool, 1, e);
	progress_end(&l.progress);
	r->counts.milliseconds +=
		(uint32_t)(progress_seconds(&l.progress) * 1000);
	return ok;
}

// ---- here

void link_here(struct analysis *analysis, const char *root, struct arena *a,
	       const struct artifact **artifacts, uint32_t count,
	       struct linked *out)
{
	struct link_run l = { .analysis = analysis,
			      .root = root,
			      .arena = a,
			      .artifacts = artifacts,
			      .count = count };
	struct flow_result result = { 0 };

	qsort(artifacts, count, sizeof(*artifacts), artifact_compare);
	link_all(&l, &result);
	solutions_release(&l.solutions);
	out->findings = result.findings;
	out->note_count = result.notes.count;
}
