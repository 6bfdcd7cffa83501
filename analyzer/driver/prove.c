// SPDX-License-Identifier: Apache-2.0
#include "driver/prove.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "driver/proof.h"
#include "driver/reuse.h"
#include "driver/units.h"
#include "driver/worker.h"

#define TARGETS_MAX 64 // of one unit
#define TARGETS_MAX_JOINT 16

struct wanted { // a finding of the report, by its place
	const char *key;
	struct finding *finding;
	bool is_taken;       // by a unit
	bool is_joint;       // which does not show it by itself
	struct wanted *next; // in the same function
	UT_hash_handle hh;
};

struct wanted_function {
	const char *key;
	struct wanted *first;
	UT_hash_handle hh;
};

struct task {
	struct proof_task proof;
	struct cache_key key; // of what is proven
	bool is_kept;         // or can be
};

struct prover {
	struct proof_ground ground;
	struct arena *arena;
	struct wanted *wanted;
	struct wanted_function *functions;
	VEC(struct task) tasks;
	VEC(struct task *) todo; // those of which nothing is known
};

// ---- in the worker

static void prove_work(void *data, uint32_t task, bool is_retry,
		       struct str *message)
{
	struct prover *v = data;
	struct arena a = { 0 };
	struct artifact out = { .file = "" };

	if (!is_retry)
		proof_make(&v->ground, &v->todo.at[task]->proof, &a,
			   &out.findings);
	artifact_write(&out, NULL, message);
	arena_release(&a);
}

// ---- here

static bool take_fixes(struct prover *v, const struct str *message)
{
	struct arena scratch = { 0 };
	struct artifact x;
	struct err e = ERR_INIT;
	bool ok = artifact_read(message->text, message->length, NULL,
				&v->ground.rules, v->arena, &x, &e);

	if (ok) {
		VEC_EACH (struct finding *, f, &x.findings.list) {
			const char *key = proof_key(&scratch, *f);
			struct wanted *w;

			HASH_FIND_STR(v->wanted, key, w);
			if (!w)
				continue;
			w->is_joint = !(*f)->fix_count;
			w->finding->fixes = (*f)->fixes;
			w->finding->fix_count = (*f)->fix_count;
		}
	}
	err_release(&e);
	arena_release(&scratch);
	return ok;
}

static void prove_done(void *data, uint32_t task, const char *retried,
		       const struct str *message)
{
	struct prover *v = data;
	const struct task *t = v->todo.at[task];

	if (take_fixes(v, message) && !retried && t->is_kept)
		cache_put(v->ground.analysis->cache, CACHE_FIX, &t->key,
			  message->text, message->length);
}

// What cannot be proven is not offered.
static void prove_failed(void *data, uint32_t task, const char *reason)
{
	(void)data, (void)task, (void)reason;
}

static void prove_tick(void *data)
{
	(void)data;
}

static void want_in(struct prover *v, const char *key, struct wanted *w)
{
	struct wanted_function *f;

	HASH_FIND_STR(v->functions, key, f);
	if (!f) {
		f = ARENA_NEW(v->arena, struct wanted_function);
		f->key = key;
		HASH_ADD_KEYPTR(hh, v->functions, f->key, strlen(f->key), f);
	}
	w->next = f->first;
	f->first = w;
}

static void want(struct prover *v, const struct report *r)
{
	for (uint32_t i = 0; i < r->finding_count; i++) {
		struct finding *f = r->findings[i];
		struct wanted *w;

		if (f->is_suppressed || !f->step_count ||
		    (r->records && r->records[i].baseline == BASELINE_ABSENT))
			continue;
		const char *key = proof_key(v->arena, f);
		HASH_FIND_STR(v->wanted, key, w);
		if (w)
			continue;
		w = ARENA_NEW(v->arena, struct wanted);
		w->key = key;
		w->finding = f;
		HASH_ADD_KEYPTR(hh, v->wanted, w->key, strlen(w->key), w);
		if (f->function_key)
			want_in(v, f->function_key, w);
	}
}

static void take_wanted(struct prover *v, struct task *t, const char *key)
{
	struct wanted_function *f;

	HASH_FIND_STR(v->functions, key, f);
	for (struct wanted *w = f ? f->first : NULL; w; w = w->next) {
		if (w->is_taken || t->proof.targets.count == TARGETS_MAX)
			continue;
		w->is_taken = true;
		VEC_PUSH(v->arena, &t->proof.targets, w->finding);
	}
}

// The first unit that has a finding's function is the one to mend it in.
static void plan_tasks(struct prover *v)
{
	for (uint32_t i = 0; i < v->ground.results->artifact_count; i++) {
		struct task t = { .proof.unit = i };

		VEC_EACH (struct summary, s,
			  &v->ground.results->artifacts[i].summaries)
			take_wanted(v, &t, s->key);
		if (t.proof.targets.count)
			VEC_PUSH(v->arena, &v->tasks, t);
	}
}

// ---- what an earlier run has proven

// All that it goes by: the program, what the units were made from, the
// findings, and where edits may be made.
static void make_key(const struct prover *v, struct task *t)
{
	uint32_t first = proof_is_joint(&t->proof) ? 0 : t->proof.unit;
	uint32_t end = proof_is_joint(&t->proof)
			       ? v->ground.results->artifact_count
			       : first + 1;
	struct artifact wanted = { .file = "" };
	struct str text = STR_INIT;

	t->is_kept = v->ground.analysis->cache != NULL;
	if (t->is_kept)
		reuse_settings(v->ground.analysis, &t->key);
	for (uint32_t i = first; t->is_kept && i < end; i++) {
		const struct artifact *x = &v->ground.results->artifacts[i];

		t->is_kept = x->status == UNIT_SKIPPED || x->origin[0] ||
			     x->origin[1];
		cache_key_add(&t->key, x->origin, sizeof(x->origin));
	}
	if (!t->is_kept)
		return;
	wanted.findings.list.at = t->proof.targets.at;
	wanted.findings.list.count = t->proof.targets.count;
	artifact_write(&wanted, NULL, &text);
	cache_key_add(&t->key, text.text, text.length);
	cache_key_text(&t->key, v->ground.config->root);
	VEC_EACH (const char *const, pattern, &v->ground.config->exclude)
		cache_key_text(&t->key, *pattern);
	str_release(&text);
}

static bool is_proven(struct prover *v, const struct task *t)
{
	struct str message = STR_INIT;
	bool ok = t->is_kept &&
		  cache_get(v->ground.analysis->cache, CACHE_FIX, &t->key,
			    &message) &&
		  take_fixes(v, &message);

	str_release(&message);
	return ok;
}

static void find_proven(struct prover *v)
{
	v->todo.count = 0;
	VEC_EACH (struct task, t, &v->tasks) {
		make_key(v, t);
		if (!is_proven(v, t))
			VEC_PUSH(v->arena, &v->todo, t);
	}
}

// ---- what no unit shows by itself

static bool plan_joint(struct prover *v)
{
	struct task t = { .proof.unit = PROOF_JOINT };

	v->tasks.count = 0;
	for (struct wanted *w = v->wanted; w; w = w->hh.next)
		if (w->is_joint && t.proof.targets.count < TARGETS_MAX_JOINT)
			VEC_PUSH(v->arena, &t.proof.targets, w->finding);
	if (t.proof.targets.count)
		VEC_PUSH(v->arena, &v->tasks, t);
	return t.proof.targets.count != 0;
}

// Linking needs all of the units; most often an earlier run has left them.
static bool prove_joint(struct prover *v, struct pool *pool, struct err *e)
{
	struct results whole = { .artifacts = NULL };

	if (!plan_joint(v))
		return true;
	find_proven(v);
	if (!v->todo.count)
		return true;
	if (v->ground.results->is_brief) {
		if (!analyse_units(v->ground.analysis, v->ground.plan,
				   v->ground.config, true, v->arena, &whole, e))
			return false;
		v->ground.results = &whole;
	}
	return pool_run(pool, v->todo.count, e);
}

bool fixes_prove(struct analysis *x, const struct plan *p,
		 const struct config *c, const struct results *results,
		 const struct report *r, struct arena *a, struct err *e)
{
	struct prover v = { .ground = { .analysis = x,
					.plan = p,
					.config = c,
					.results = results },
			    .arena = a };
	struct pool pool = { .jobs = c->jobs,
			     .timeout = c->timeout,
			     .memory = c->memory,
			     .data = &v,
			     .work = prove_work,
			     .done = prove_done,
			     .failed = prove_failed,
			     .tick = prove_tick };

	packset_rules(x->packs, &v.ground.rules);
	want(&v, r);
	plan_tasks(&v);
	find_proven(&v);
	bool ok = (!v.todo.count || pool_run(&pool, v.todo.count, e)) &&
		  prove_joint(&v, &pool, e);
	HASH_CLEAR(hh, v.wanted);
	HASH_CLEAR(hh, v.functions);
	return ok;
}
