// SPDX-License-Identifier: Apache-2.0
// File-local variables that unknown code can change after all: by calling a
// function of this file that starts a new operation there.
#include "flow/engine.h"

static void add(struct engine *e, const struct path *p)
{
	if (p->root != PATH_GLOBAL || str_starts(p->usr, "c:@") ||
	    rearm_is_open(e, p->usr))
		return;
	VEC_PUSH(e->arena, &e->rearmed, p->usr);
}

static bool leaves_live(const struct outcome *o, const struct effect *made)
{
	const struct effect *end = o->effects + o->effect_count;

	for (const struct effect *e = made + 1; e < end; e++)
		if (e->subject.root == PATH_GLOBAL &&
		    str_equal(e->subject.usr, made->subject.usr) &&
		    e->kind != EFFECT_WAIT && e->kind != EFFECT_OBSERVE)
			return false;
	return true;
}

static void see_outcome(struct engine *e, const struct outcome *o)
{
	for (uint32_t i = 0; i < o->effect_count; i++)
		if (o->effects[i].kind == EFFECT_PRODUCE &&
		    leaves_live(o, &o->effects[i]))
			add(e, &o->effects[i].subject);
	for (uint32_t i = 0; i < o->store_count; i++)
		if (o->stores[i].what == STORED_VALUE ||
		    o->stores[i].what == STORED_UNKNOWN)
			add(e, &o->stores[i].path);
}

// A function that touches no handle has no summary; what it writes may be one
// of the caller's all the same.
static void see_writes(struct engine *e, const struct function *f)
{
	for (uint32_t b = 0; b < f->blocks.count; b++)
		VEC_EACH (const struct op, op, &f->blocks.at[b].ops) {
			if (op->dst == NONE || op->src.kind != OPERAND_PLACE)
				continue;
			const struct place *to = &f->places.at[op->dst];
			const struct variable *v =
				&f->variables.at[to->variable];
			struct path p = { .root = PATH_GLOBAL, .usr = v->usr };
			if (v->kind == VARIABLE_GLOBAL &&
			    to->projection == PROJECT_NONE)
				add(e, &p);
		}
}

bool rearm_find(struct engine *e)
{
	VEC_EACH (struct record *const, r, &e->program.records) {
		const struct operation *s = (*r)->s.operation;
		if ((*r)->s.is_static)
			continue;
		if (!s || !s->choice_count) {
			see_writes(e, (*r)->function);
			continue;
		}
		for (uint32_t k = 0; k < s->choices[0].outcome_count; k++)
			see_outcome(e, &s->choices[0].outcomes[k]);
	}
	return e->rearmed.count != 0;
}

bool rearm_concerns(const struct engine *e, const struct record *r)
{
	VEC_EACH (const char *const, usr, &r->closed)
		if (rearm_is_open(e, *usr))
			return true;
	VEC_EACH (struct record *const, u, &r->used)
		if ((*u)->is_changed)
			return true;
	return false;
}

static bool is_among(const char *const *names, uint32_t count, const char *usr)
{
	for (uint32_t i = 0; i < count; i++)
		if (str_equal(names[i], usr))
			return true;
	return false;
}

bool rearm_is_open(const struct engine *e, const char *usr)
{
	if (str_starts(usr, "c:@"))
		return true;
	if (!e->parts)
		return is_among(e->rearmed.at, e->rearmed.count, usr);
	const struct flow_part *x = &e->parts->at[e->unit];
	return is_among(x->rearmed, x->rearmed_count, usr);
}
