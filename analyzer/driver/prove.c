// SPDX-License-Identifier: Apache-2.0
#include "driver/prove.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/file.h"
#include "driver/link.h"
#include "driver/reuse.h"
#include "driver/worker.h"
#include "fix/edit.h"
#include "fix/propose.h"

// Of one unit: each costs a parse.
#define TARGETS_MAX 64
#define PROOFS_MAX 128

struct wanted { // a finding of the report, by its place
	const char *key;
	struct finding *finding;
	bool is_taken;       // by a unit
	struct wanted *next; // in the same function
	UT_hash_handle hh;
};

struct wanted_function {
	const char *key;
	struct wanted *first;
	UT_hash_handle hh;
};

// The findings of a unit that are wanted.
struct task {
	uint32_t unit;
	VEC(struct finding *) targets;
	struct cache_key key; // of what is proven
	bool is_kept;         // or can be
};

struct prover {
	struct analysis *analysis;
	const struct plan *plan;
	const struct config *config;
	const struct results *results;
	struct rules rules;
	struct arena *arena;
	struct wanted *wanted;
	struct wanted_function *functions;
	VEC(struct task) tasks;
	VEC(struct task *) todo; // those of which nothing is known
};

// By the ends of its story: a pull request has it told at another place.
static const char *place_key(struct arena *a, const struct finding *f)
{
	const struct loc *first = &f->steps[0].loc;
	const struct loc *last = &f->steps[f->step_count - 1].loc;

	return arena_printf(a, "%s:%u:%u:%s:%u:%u:%s:%s", first->file,
			    first->line, first->column, last->file, last->line,
			    last->column, kind_info(f->kind)->id, f->handle);
}

// ---- in the worker: one unit

struct choice_of { // what is tried for a target
	struct proposals proposals;
	uint32_t chosen; // NONE: none yet
};

struct proof {
	struct prover *prover;
	const struct task *task;
	struct artifact before; // with what the unit alone shows
	struct arena *arena;
	struct fix_texts texts;
	struct choice_of *choices; // one a target
	uint32_t count;            // of analyses
};

static const struct family *family_of(const struct rules *rules,
				      const struct finding *f)
{
	const struct family *x;

	for (uint32_t i = 0; (x = rules->family_at(rules->data, i)); i++)
		if (str_equal(x->id, f->family) && str_equal(x->pack, f->pack))
			return x;
	return NULL;
}

static bool may_edit(const struct config *c, const struct fix *x)
{
	for (uint32_t i = 0; i < x->edit_count; i++) {
		const char *file = x->edits[i].range.file;

		if (!path_is_below(file, c->root) || config_excludes(c, file))
			return false;
	}
	return true;
}

// What only other units show cannot be proven in this one.
static bool is_seen(const struct proof *p, const struct finding *f)
{
	VEC_EACH (struct finding *const, x, &p->before.findings.list)
		if (finding_compare(x, &f) == 0)
			return true;
	return false;
}

static bool propose(struct proof *p)
{
	bool has_any = false;

	for (uint32_t i = 0; i < p->task->targets.count; i++) {
		struct choice_of *c = &p->choices[i];
		const struct finding *f = p->task->targets.at[i];
		const struct family *family = family_of(&p->prover->rules, f);
		struct proposals all = { 0 };

		c->chosen = NONE;
		if (family && is_seen(p, f))
			fix_propose(&p->texts, f, family,
				    str_ends(p->before.file, ".c"), &all);
		VEC_EACH (struct fix, x, &all.list)
			if (may_edit(p->prover->config, x))
				VEC_PUSH(p->arena, &c->proposals.list, *x);
		has_any |= c->proposals.list.count != 0;
	}
	return has_any;
}

// The texts with all that is chosen; false if two of it do not go together.
static bool edited(const struct proof *p, struct arena *a,
		   struct front_command *command)
{
	uint32_t files = p->texts.list.count;
	struct splices *splices = ARENA_ARRAY(a, struct splices, files);
	struct front_buffer *buffers =
		ARENA_ARRAY(a, struct front_buffer, files);

	for (uint32_t i = 0; i < p->task->targets.count; i++) {
		const struct choice_of *c = &p->choices[i];

		if (c->chosen == NONE)
			continue;
		const struct fix *x = &c->proposals.list.at[c->chosen];
		for (uint32_t n = 0; n < x->edit_count; n++) {
			uint32_t k = 0;

			while (strcmp(p->texts.list.at[k]->path,
				      x->edits[n].range.file) != 0)
				k++;
			const struct fix_text *t = p->texts.list.at[k];
			if (!splices_fit(&splices[k], t->text, t->length,
					 &x->edits[n]))
				return false;
			splices_add(&splices[k], a, t->text, t->length,
				    &x->edits[n]);
		}
	}
	for (uint32_t k = 0; k < files; k++) {
		const struct fix_text *t = p->texts.list.at[k];
		struct str text = STR_INIT;

		if (!splices[k].list.count)
			continue;
		splices_apply(&splices[k], t->text, t->length, &text);
		buffers[command->buffer_count++] = (struct front_buffer){
			t->path, arena_memdup(a, text.text, text.length + 1),
			text.length
		};
		str_release(&text);
	}
	command->buffers = buffers;
	return true;
}

// ---- findings without their places

struct keys {
	VEC(const char *) list;
};

static int key_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *sense_key(struct arena *a, const struct finding *f)
{
	return arena_printf(a, "%s %s %s %s %s %d", kind_info(f->kind)->id,
			    f->family, f->function, f->handle, f->operation,
			    f->certainty);
}

static void sort_keys(struct keys *k)
{
	if (k->list.count)
		qsort(k->list.at, k->list.count, sizeof(*k->list.at),
		      key_compare);
}

// Whether every key of `part` is one of `all`, as often.
static bool is_within(const struct keys *part, const struct keys *all)
{
	uint32_t n = 0;

	VEC_EACH (const char *, k, &part->list) {
		while (n < all->list.count && strcmp(all->list.at[n], *k) < 0)
			n++;
		if (n == all->list.count || strcmp(all->list.at[n++], *k) != 0)
			return false;
	}
	return true;
}

static bool is_mended(const struct proof *p, struct arena *a,
		      const struct finding *f)
{
	const char *key = f->step_count ? place_key(a, f) : "";

	for (uint32_t i = 0; i < p->task->targets.count; i++)
		if (strcmp(place_key(a, p->task->targets.at[i]), key) == 0)
			return p->choices[i].chosen != NONE;
	return false;
}

static bool is_better(const struct proof *p, struct arena *a,
		      const struct artifact *after)
{
	struct keys left = { 0 }, now = { 0 };

	if (after->status == UNIT_FAILED ||
	    after->error_count > p->before.error_count ||
	    after->notes.count > p->before.notes.count)
		return false;
	VEC_EACH (struct finding *, f, &p->before.findings.list)
		if (!is_mended(p, a, *f))
			VEC_PUSH(a, &left.list, sense_key(a, *f));
	VEC_EACH (struct finding *, f, &after->findings.list)
		VEC_PUSH(a, &now.list, sense_key(a, *f));
	sort_keys(&left);
	sort_keys(&now);
	return is_within(&now, &left);
}

// ---- proving

static bool holds(struct proof *p)
{
	struct front_command command = p->prover->plan->units.at[p->task->unit];
	struct arena a = { 0 };
	struct artifact after;
	bool ok = p->count++ < PROOFS_MAX && edited(p, &a, &command);

	if (ok) {
		unit_analyse(p->prover->analysis, &command, false, &a, &after);
		link_alone(p->prover->analysis, p->prover->config->root, &a,
			   &after);
		ok = is_better(p, &a, &after);
	}
	arena_release(&a);
	return ok;
}

// Most often all go together, which takes one analysis.
static bool all_hold(struct proof *p)
{
	for (uint32_t i = 0; i < p->task->targets.count; i++)
		if (p->choices[i].proposals.list.count)
			p->choices[i].chosen = 0;
	if (holds(p))
		return true;
	for (uint32_t i = 0; i < p->task->targets.count; i++)
		p->choices[i].chosen = NONE;
	return false;
}

static void choose(struct proof *p)
{
	if (all_hold(p))
		return;
	for (uint32_t i = 0; i < p->task->targets.count; i++) {
		struct choice_of *c = &p->choices[i];

		for (uint32_t n = 0; n < c->proposals.list.count; n++) {
			c->chosen = n;
			if (holds(p))
				break;
			c->chosen = NONE;
		}
	}
}

// An earlier run tells nothing of functions.
static void set_before(struct proof *p)
{
	const struct prover *v = p->prover;
	uint32_t unit = p->task->unit;

	if (v->results->is_brief)
		unit_analyse(v->analysis, &v->plan->units.at[unit], false,
			     p->arena, &p->before);
	else
		p->before = v->results->artifacts[unit];
}

static void prove_work(void *data, uint32_t task, bool is_retry,
		       struct str *message)
{
	struct prover *v = data;
	struct arena a = { 0 };
	struct proof p = { .prover = v,
			   .task = v->todo.at[task],
			   .arena = &a,
			   .texts.arena = &a };
	uint32_t count = p.task->targets.count;
	struct artifact out = { 0 };

	set_before(&p);
	p.choices = ARENA_ARRAY(&a, struct choice_of, count);
	out.file = p.before.file;
	link_alone(v->analysis, v->config->root, &a, &p.before);
	if (!is_retry && propose(&p)) {
		choose(&p);
		for (uint32_t i = 0; i < count; i++) {
			struct choice_of *c = &p.choices[i];

			if (c->chosen == NONE)
				continue;
			struct finding *f =
				finding_copy(&a, p.task->targets.at[i]);
			f->fixes = &c->proposals.list.at[c->chosen];
			f->fix_count = 1;
			VEC_PUSH(&a, &out.findings.list, f);
		}
	}
	artifact_write(&out, NULL, message);
	arena_release(&a);
}

// ---- here

static bool take_fixes(struct prover *v, const struct str *message)
{
	struct arena scratch = { 0 };
	struct artifact x;
	struct err e = ERR_INIT;
	bool ok = artifact_read(message->text, message->length, NULL, &v->rules,
				v->arena, &x, &e);

	if (ok) {
		VEC_EACH (struct finding *, f, &x.findings.list) {
			const char *key = place_key(&scratch, *f);
			struct wanted *w;

			HASH_FIND_STR(v->wanted, key, w);
			if (!w)
				continue;
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
		cache_put(v->analysis->cache, CACHE_FIX, &t->key, message->text,
			  message->length);
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
		const char *key = place_key(v->arena, f);
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
		if (w->is_taken || t->targets.count == TARGETS_MAX)
			continue;
		w->is_taken = true;
		VEC_PUSH(v->arena, &t->targets, w->finding);
	}
}

// The first unit that has a finding's function is the one to mend it in.
static void plan_tasks(struct prover *v)
{
	for (uint32_t i = 0; i < v->results->artifact_count; i++) {
		struct task t = { .unit = i };

		VEC_EACH (struct summary, s,
			  &v->results->artifacts[i].summaries)
			take_wanted(v, &t, s->key);
		if (t.targets.count)
			VEC_PUSH(v->arena, &v->tasks, t);
	}
}

// ---- what an earlier run has proven

// All that it goes by: the program, what the unit was made from, the findings,
// and where edits may be made.
static void make_key(const struct prover *v, struct task *t)
{
	const struct artifact *unit = &v->results->artifacts[t->unit];
	struct artifact wanted = { .file = "" };
	struct str text = STR_INIT;

	t->is_kept = v->analysis->cache && (unit->origin[0] | unit->origin[1]);
	if (!t->is_kept)
		return;
	wanted.findings.list.at = t->targets.at;
	wanted.findings.list.count = t->targets.count;
	artifact_write(&wanted, NULL, &text);
	reuse_settings(v->analysis, &t->key);
	cache_key_add(&t->key, unit->origin, sizeof(unit->origin));
	cache_key_add(&t->key, text.text, text.length);
	cache_key_text(&t->key, v->config->root);
	VEC_EACH (const char *const, pattern, &v->config->exclude)
		cache_key_text(&t->key, *pattern);
	str_release(&text);
}

static bool is_proven(struct prover *v, const struct task *t)
{
	struct str message = STR_INIT;
	bool ok = t->is_kept &&
		  cache_get(v->analysis->cache, CACHE_FIX, &t->key, &message) &&
		  take_fixes(v, &message);

	str_release(&message);
	return ok;
}

static void find_proven(struct prover *v)
{
	VEC_EACH (struct task, t, &v->tasks) {
		make_key(v, t);
		if (!is_proven(v, t))
			VEC_PUSH(v->arena, &v->todo, t);
	}
}

bool fixes_prove(struct analysis *x, const struct plan *p,
		 const struct config *c, const struct results *results,
		 const struct report *r, struct arena *a, struct err *e)
{
	struct prover v = { .analysis = x,
			    .plan = p,
			    .config = c,
			    .results = results,
			    .arena = a };
	struct pool pool = { .jobs = c->jobs,
			     .timeout = c->timeout,
			     .memory = c->memory,
			     .data = &v,
			     .work = prove_work,
			     .done = prove_done,
			     .failed = prove_failed,
			     .tick = prove_tick };

	packset_rules(x->packs, &v.rules);
	want(&v, r);
	plan_tasks(&v);
	find_proven(&v);
	bool ok = !v.todo.count || pool_run(&pool, v.todo.count, e);
	HASH_CLEAR(hh, v.wanted);
	HASH_CLEAR(hh, v.functions);
	return ok;
}
