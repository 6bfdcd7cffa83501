// SPDX-License-Identifier: Apache-2.0
#include "driver/proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "driver/link.h"
#include "fix/edit.h"
#include "fix/propose.h"

#define PROOFS_MAX 128 // of one unit: each costs a parse
// Of all units: each costs a parse of those that an edit is in, and a link of
// as many as there are.
#define PROOFS_MAX_JOINT 32
#define PROOFS_MIN_JOINT 2
#define LINKED_MAX 4000 // units, by all proofs together
#define UNITS_MAX_JOINT 8

bool proof_is_joint(const struct proof_task *t)
{
	return t->unit == PROOF_JOINT;
}

const char *proof_key(struct arena *a, const struct finding *f)
{
	const struct loc *first = &f->steps[0].loc;
	const struct loc *last = &f->steps[f->step_count - 1].loc;

	return arena_printf(a, "%s:%u:%u:%s:%u:%u:%s:%s", first->file,
			    first->line, first->column, last->file, last->line,
			    last->column, kind_info(f->kind)->id, f->handle);
}

struct choice_of { // what is tried for a target
	struct proposals proposals;
	uint32_t chosen; // NONE: none yet
};

struct proof {
	const struct proof_ground *ground;
	const struct proof_task *task;
	uint32_t first; // unit of the plan
	uint32_t unit_count;
	const struct artifact *units; // without edits, from `first` on
	struct linked before;         // what they show
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

// What only several units show cannot be proven in one.
static bool is_seen(const struct proof *p, const struct finding *f)
{
	const char *key = proof_key(p->arena, f);

	VEC_EACH (struct finding *const, x, &p->before.findings.list)
		if ((*x)->step_count &&
		    strcmp(proof_key(p->arena, *x), key) == 0)
			return true;
	return false;
}

static bool is_c(const struct proof *p, const struct finding *f)
{
	return str_ends(proof_is_joint(p->task) ? f->loc.file : p->units->file,
			".c");
}

static bool propose(struct proof *p)
{
	bool has_any = false;

	for (uint32_t i = 0; i < p->task->targets.count; i++) {
		struct choice_of *c = &p->choices[i];
		const struct finding *f = p->task->targets.at[i];
		const struct family *family = family_of(&p->ground->rules, f);
		struct proposals all = { 0 };

		c->chosen = NONE;
		if (family && is_seen(p, f)) {
			const struct packset *packs =
				p->ground->analysis->packs;
			struct fix_terms terms = { family, is_c(p, f),
						   packset_null_is_fine(
							   packs, family) };

			fix_propose(&p->texts, f, &terms, &all);
		}
		VEC_EACH (struct fix, x, &all.list)
			if (may_edit(p->ground->config, x))
				VEC_PUSH(p->arena, &c->proposals.list, *x);
		has_any |= c->proposals.list.count != 0;
	}
	return has_any;
}

struct buffers {
	VEC(struct front_buffer) list;
};

// The texts with all that is chosen; false if two of it do not go together.
static bool edited(const struct proof *p, struct arena *a, struct buffers *out)
{
	uint32_t files = p->texts.list.count;
	struct splices *splices = ARENA_ARRAY(a, struct splices, files);

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
		VEC_PUSH(a, &out->list,
			 (struct front_buffer){
				 t->path,
				 arena_memdup(a, text.text, text.length + 1),
				 text.length });
		str_release(&text);
	}
	return true;
}

static bool is_read(const struct artifact *x, const struct buffers *b)
{
	VEC_EACH (const struct front_buffer, f, &b->list) {
		if (strcmp(x->file, f->file) == 0)
			return true;
		VEC_EACH (const char *const, path, &x->dependencies)
			if (strcmp(*path, f->file) == 0)
				return true;
	}
	return false;
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
	const char *key = f->step_count ? proof_key(a, f) : "";

	for (uint32_t i = 0; i < p->task->targets.count; i++)
		if (strcmp(proof_key(a, p->task->targets.at[i]), key) == 0)
			return p->choices[i].chosen != NONE;
	return false;
}

static bool is_better(const struct proof *p, struct arena *a,
		      const struct linked *after)
{
	struct keys left = { 0 }, now = { 0 };

	if (after->note_count > p->before.note_count)
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

// The unit with the edits; NULL if they break it.
static const struct artifact *analyse(const struct proof *p, uint32_t unit,
				      const struct buffers *b, struct arena *a)
{
	const struct proof_ground *g = p->ground;
	struct front_command command = g->plan->units.at[p->first + unit];
	struct artifact *x = ARENA_NEW(a, struct artifact);

	command.buffers = b->list.at;
	command.buffer_count = b->list.count;
	unit_analyse(g->analysis, &command, false, a, x);
	return x->status != UNIT_FAILED &&
			       x->error_count <= p->units[unit].error_count
		       ? x
		       : NULL;
}

static bool relink(struct proof *p, const struct buffers *b, struct arena *a,
		   struct linked *out)
{
	const struct artifact **all =
		ARENA_ARRAY(a, const struct artifact *, p->unit_count);
	uint32_t most = proof_is_joint(p->task) ? UNITS_MAX_JOINT : 1,
		 count = 0;

	for (uint32_t i = 0; i < p->unit_count; i++) {
		all[i] = &p->units[i];
		if (proof_is_joint(p->task) && !is_read(all[i], b))
			continue;
		if (count++ == most || !(all[i] = analyse(p, i, b, a)))
			return false;
	}
	link_here(p->ground->analysis, p->ground->config->root, a, all,
		  p->unit_count, out);
	return true;
}

static uint32_t most_proofs(const struct proof *p)
{
	if (!proof_is_joint(p->task))
		return PROOFS_MAX;
	uint32_t most = LINKED_MAX / p->unit_count;
	return most > PROOFS_MAX_JOINT   ? PROOFS_MAX_JOINT
	       : most < PROOFS_MIN_JOINT ? PROOFS_MIN_JOINT
					 : most;
}

static bool holds(struct proof *p)
{
	struct arena a = { 0 };
	struct buffers b = { 0 };
	struct linked after;
	bool ok = p->count++ < most_proofs(p) && edited(p, &a, &b) &&
		  relink(p, &b, &a, &after) && is_better(p, &a, &after);

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
	const struct proof_ground *g = p->ground;
	const struct results *r = g->results;
	uint32_t count = p->unit_count;
	const struct artifact **all =
		ARENA_ARRAY(p->arena, const struct artifact *, count);

	p->units = r->artifacts + p->first;
	if (r->is_brief) {
		struct artifact *x = ARENA_NEW(p->arena, struct artifact);

		unit_analyse(g->analysis, &g->plan->units.at[p->first], false,
			     p->arena, x);
		p->units = x;
	}
	for (uint32_t i = 0; i < count; i++)
		all[i] = &p->units[i];
	link_here(g->analysis, g->config->root, p->arena, all, count,
		  &p->before);
}

// A finding without a fix is one that the unit does not show by itself.
static void add_outcome(const struct proof *p, uint32_t target,
			struct findings *out)
{
	const struct finding *f = p->task->targets.at[target];
	struct choice_of *c = &p->choices[target];
	bool is_mended = c->chosen != NONE;

	if (!is_mended && (proof_is_joint(p->task) || is_seen(p, f)))
		return;
	struct finding *copy = finding_copy(p->arena, f);
	copy->fixes = is_mended ? &c->proposals.list.at[c->chosen] : NULL;
	copy->fix_count = is_mended;
	VEC_PUSH(p->arena, &out->list, copy);
}

void proof_make(const struct proof_ground *g, const struct proof_task *t,
		struct arena *a, struct findings *out)
{
	bool joint = proof_is_joint(t);
	struct proof p = { .ground = g,
			   .task = t,
			   .first = joint ? 0 : t->unit,
			   .unit_count = joint ? g->results->artifact_count : 1,
			   .arena = a,
			   .texts.arena = a };

	set_before(&p);
	p.choices = ARENA_ARRAY(a, struct choice_of, t->targets.count);
	if (propose(&p))
		choose(&p);
	for (uint32_t i = 0; i < t->targets.count; i++)
		add_outcome(&p, i, out);
}
