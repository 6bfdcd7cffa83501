// SPDX-License-Identifier: Apache-2.0
// The units of a plan, in worker processes: a task is a unit, its answer an
// artifact.
#include "driver/units.h"

#include <string.h>

#include "driver/link.h"
#include "driver/prefix.h"
#include "driver/progress.h"
#include "driver/rerun.h"
#include "driver/reuse.h"
#include "driver/skip.h"
#include "driver/worker.h"

struct units_run {
	struct analysis *analysis;
	const struct plan *plan;
	struct skip *skip; // NULL: every unit is parsed
	struct prefixes prefixes;
	struct rules rules;
	const char *root;
	struct arena *arena;
	struct results *out;
	struct progress progress;
	struct reuse *reuse;
	VEC(uint32_t) todo; // units that are not known from an earlier run
};

static void unit_work(void *data, uint32_t task, bool is_retry,
		      struct str *message)
{
	struct units_run *r = data;
	struct arena unit_arena = { 0 };
	struct artifact x;

	uint32_t unit = r->todo.at[task];
	struct front_command command = r->plan->units.at[unit];

	if (!is_retry)
		command.prefix = prefix_of(&r->prefixes, unit);
	unit_analyse(r->analysis, &command, is_retry, &unit_arena, &x);
	artifact_write(&x, r->root, message);
	str_add_bytes(message, &x.times, sizeof(x.times));
	arena_release(&unit_arena);
}

static void unit_failed(void *data, uint32_t task, const char *reason)
{
	struct units_run *r = data;

	uint32_t unit = r->todo.at[task];

	r->out->artifacts[unit] = (struct artifact){
		.file = r->plan->units.at[unit].file,
		.status = UNIT_FAILED,
		.reason = arena_strdup(r->arena, reason),
	};
	r->reuse->lost++;
	r->progress.done++;
}

static void learn(struct units_run *r, const struct artifact *x)
{
	r->progress.done++;
	r->progress.findings += x->findings.list.count;
	if (r->skip)
		skip_learn(r->skip, x);
}

// The artifact and the times behind it.
static bool take_message(struct units_run *r, const struct str *message,
			 struct artifact *out, struct err *e)
{
	struct unit_times times;

	if (message->length < sizeof(times))
		return err_set(e, ERR_UNIT, "the worker's answer is cut short");
	size_t size = message->length - sizeof(times);
	memcpy(&times, message->text + size, sizeof(times));
	const void *data = arena_memdup(r->arena, message->text, size);
	if (!artifact_read(data, size, r->root, &r->rules, r->arena, out, e))
		return false;
	out->times = times;
	return true;
}

static void unit_done(void *data, uint32_t task, const char *retried,
		      const struct str *message)
{
	struct units_run *r = data;
	uint32_t unit = r->todo.at[task];
	struct artifact *x = &r->out->artifacts[unit];
	struct err e = ERR_INIT;

	if (!take_message(r, message, x, &e)) {
		unit_failed(data, task, e.text.text);
		err_release(&e);
		return;
	}
	if (retried && x->status != UNIT_FAILED) {
		x->status = UNIT_DEGRADED;
		x->reason = arena_printf(
			r->arena,
			"analysed with low limits, because at first %s",
			retried);
		r->reuse->lost++;
	} else if (x->status != UNIT_FAILED) {
		reuse_put(r->reuse, &r->plan->units.at[unit], x, message);
	} else {
		r->reuse->lost++;
	}
	learn(r, x);
}

// False if nothing is known of the unit, or what there is cannot be read.
static bool unit_known(struct units_run *r, uint32_t unit)
{
	struct artifact *x = &r->out->artifacts[unit];
	struct str message = STR_INIT;
	struct err e = ERR_INIT;
	uint64_t origin[2];
	bool ok = reuse_get(r->reuse, &r->plan->units.at[unit], &message,
			    origin) &&
		  take_message(r, &message, x, &e);

	str_release(&message);
	err_release(&e);
	if (!ok)
		return false;
	memcpy(x->origin, origin, sizeof(x->origin));
	if (x->status == UNIT_DONE)
		x->status = UNIT_CACHED;
	learn(r, x);
	return true;
}

static void unit_tick(void *data)
{
	struct units_run *r = data;

	progress_tick(&r->progress);
}

// One round: what is not known from an earlier run goes to workers.
static bool run(struct units_run *r, const struct config *c,
		const uint32_t *units, uint32_t count, struct err *e)
{
	struct pool pool = { .jobs = c->jobs,
			     .timeout = c->timeout,
			     .memory = c->memory,
			     .data = r,
			     .work = unit_work,
			     .done = unit_done,
			     .failed = unit_failed,
			     .tick = unit_tick };

	r->todo.count = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (!unit_known(r, units[i]))
			VEC_PUSH(r->arena, &r->todo, units[i]);
		progress_tick(&r->progress);
	}
	if (!r->todo.count)
		return true;
	if (!parser_check(e))
		return false;
	if (r->skip) {
		prefixes_choose(&r->prefixes, r->todo.at, r->todo.count);
		prefixes_make(&r->prefixes, r->analysis, c);
	}
	return pool_run(&pool, r->todo.count, e);
}

static bool run_all(struct units_run *r, const struct config *c, struct err *e)
{
	uint32_t count = r->plan->units.count;
	uint32_t *units = ARENA_ARRAY(r->arena, uint32_t, count + 1);

	for (uint32_t i = 0; i < count; i++)
		units[i] = i;
	return run(r, c, units, count, e);
}

static void leave_out(struct units_run *r)
{
	for (uint32_t i = 0; i < r->plan->units.count; i++)
		if (!r->skip->units[i].is_chosen)
			r->out->artifacts[i] = (struct artifact){
				.file = r->plan->units.at[i].file,
				.status = UNIT_SKIPPED,
			};
}

// What the functions of all units do together may reach further.
static bool learn_linked(struct units_run *r, const struct config *c,
			 struct err *e)
{
	struct results *linked = r->out;

	*linked = (struct results){ .artifacts = linked->artifacts,
				    .artifact_count = linked->artifact_count };
	leave_out(r);
	bool ok = link_units(r->analysis, c, r->arena, linked, e);
	if (ok)
		skip_learn_functions(r->skip, linked->summaries.at,
				     linked->summaries.count);
	// Another run may get further.
	r->reuse->lost += linked->gaps.count;
	return ok;
}

// What one round shows says which units the next one is about.
static bool run_chosen(struct units_run *r, const struct config *c,
		       struct err *e)
{
	struct skip_choice choice;
	struct skip s;
	bool ok = true;

	skip_begin(&s, r->plan, r->analysis->packs, config_shows_hints(c),
		   r->arena);
	r->skip = &s;
	prefixes_begin(&r->prefixes, r->plan, &s, r->arena);
	skip_choose(&s, &choice);
	while (ok && choice.units.count) {
		ok = run(r, c, choice.units.at, choice.units.count, e);
		skip_choose(&s, &choice);
		if (choice.units.count || !ok)
			continue;
		// Nothing new: then they are linked.
		ok = learn_linked(r, c, e);
		skip_choose(&s, &choice);
	}
	leave_out(r);
	rerun_scanned(r->reuse, &s, r->plan);
	prefixes_end(&r->prefixes);
	skip_end(&s);
	r->skip = NULL;
	return ok;
}

bool analyse_units(struct analysis *x, const struct plan *p,
		   const struct config *c, bool is_quiet, struct arena *a,
		   struct results *out, struct err *e)
{
	struct units_run r = { .analysis = x,
			       .plan = p,
			       .root = c->root,
			       .arena = a,
			       .out = out };
	struct reuse own = { 0 };

	*out = (struct results){ .artifact_count = p->units.count };
	out->artifacts = ARENA_ARRAY(a, struct artifact, p->units.count);
	packset_rules(x->packs, &r.rules);
	progress_begin(&r.progress, p->units.count, is_quiet);
	if (x->reuse && str_equal(x->reuse->root, c->root)) {
		r.reuse = x->reuse;
	} else {
		reuse_begin(&own, x->cache, x, c->root);
		r.reuse = &own;
	}
	bool ok = c->is_skipping && p->may_skip ? run_chosen(&r, c, e)
						: run_all(&r, c, e);
	reuse_end(&own);
	progress_end(&r.progress);
	out->counts.milliseconds =
		(uint32_t)(progress_seconds(&r.progress) * 1000);
	return ok;
}
