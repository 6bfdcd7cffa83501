// SPDX-License-Identifier: Apache-2.0
// The units of a plan, in worker processes: a task is a unit, its answer an
// artifact.
#include "driver/units.h"

#include "driver/progress.h"
#include "driver/worker.h"

struct units_run {
	struct analysis *analysis;
	const struct plan *plan;
	struct rules rules;
	struct arena *arena;
	struct results *out;
	struct progress progress;
};

static void unit_work(void *data, uint32_t task, bool is_retry,
		      struct str *message)
{
	struct units_run *r = data;
	struct arena unit_arena = { 0 };
	struct artifact x;

	unit_analyse(r->analysis, &r->plan->units.at[task], is_retry,
		     &unit_arena, &x);
	artifact_write(&x, message);
	arena_release(&unit_arena);
}

static void unit_failed(void *data, uint32_t task, const char *reason)
{
	struct units_run *r = data;

	r->out->artifacts[task] = (struct artifact){
		.file = r->plan->units.at[task].file,
		.status = UNIT_FAILED,
		.reason = arena_strdup(r->arena, reason),
	};
	r->progress.done++;
}

static void unit_done(void *data, uint32_t task, const char *retried,
		      const struct str *message)
{
	struct units_run *r = data;
	struct artifact *x = &r->out->artifacts[task];
	struct err e = ERR_INIT;

	if (!artifact_read(message->text, message->length, &r->rules, r->arena,
			   x, &e)) {
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
	}
	r->progress.done++;
	r->progress.findings += x->findings.list.count;
}

static void unit_tick(void *data)
{
	struct units_run *r = data;

	progress_tick(&r->progress);
}

bool analyse_units(struct analysis *x, const struct plan *p,
		   const struct config *c, bool is_quiet, struct arena *a,
		   struct results *out, struct err *e)
{
	struct units_run r = {
		.analysis = x, .plan = p, .arena = a, .out = out
	};
	struct pool pool = { .jobs = c->jobs,
			     .timeout = c->timeout,
			     .memory = c->memory,
			     .data = &r,
			     .work = unit_work,
			     .done = unit_done,
			     .failed = unit_failed,
			     .tick = unit_tick };

	*out = (struct results){ .artifact_count = p->units.count };
	out->artifacts = ARENA_ARRAY(a, struct artifact, p->units.count);
	packset_rules(x->packs, &r.rules);
	progress_begin(&r.progress, p->units.count, is_quiet);
	bool ok = pool_run(&pool, p->units.count, e);
	progress_end(&r.progress);
	out->counts.milliseconds =
		(uint32_t)(progress_seconds(&r.progress) * 1000);
	return ok;
}
