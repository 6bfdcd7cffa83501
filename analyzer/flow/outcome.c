// SPDX-License-Identifier: Apache-2.0
// Few enough outcomes: those that do the same to handles become one, and if
// that is not enough all do.
#include <string.h>

#include "flow/engine.h"

static bool same_when(const struct when *a, const struct when *b)
{
	if (a->kind != b->kind || a->index != b->index ||
	    a->operator!= b->operator|| a->value_count !=
	    b->value_count || !interface_same(&a->path, &b->path))
		return false;
	if (a->kind == WHEN_PATHS && !interface_same(a->other, b->other))
		return false;
	for (uint32_t i = 0; i < a->value_count; i++)
		if (a->values[i] != b->values[i])
			return false;
	return true;
}

static bool is_among(const struct when *at, uint32_t count,
		     const struct when *w)
{
	for (uint32_t i = 0; i < count; i++)
		if (same_when(&at[i], w))
			return true;
	return false;
}

static bool has_when(const struct outcome *o, const struct when *w)
{
	return is_among(o->when, o->when_count, w);
}

// Every condition on the result of one is one of the other.
static bool returns_within(const struct outcome *a, const struct outcome *b)
{
	for (uint32_t i = 0; i < a->when_count; i++)
		if (a->when[i].kind != WHEN_PATH &&
		    a->when[i].kind != WHEN_PATHS && !has_when(b, &a->when[i]))
			return false;
	return true;
}

static bool same_effect(const struct effect *a, const struct effect *b)
{
	return a->kind == b->kind && a->facet == b->facet &&
	       a->family == b->family && a->to == b->to &&
	       a->is_maybe == b->is_maybe && a->is_moved == b->is_moved &&
	       a->is_placed == b->is_placed &&
	       interface_same(&a->subject, &b->subject);
}

static const struct effect *find_effect(const struct effect *at, uint32_t count,
					const struct effect *e)
{
	for (uint32_t i = 0; i < count; i++)
		if (same_effect(&at[i], e))
			return &at[i];
	return NULL;
}

static bool effects_within(const struct outcome *a, const struct outcome *b)
{
	for (uint32_t i = 0; i < a->effect_count; i++)
		if (a->effects[i].kind != EFFECT_FORGET &&
		    !find_effect(b->effects, b->effect_count, &a->effects[i]))
			return false;
	return true;
}

static bool is_alike(const struct outcome *a, const struct outcome *b)
{
	return a->is_unlikely == b->is_unlikely && returns_within(a, b) &&
	       returns_within(b, a) && effects_within(a, b) &&
	       effects_within(b, a);
}

// ---- making two one

static const struct store *store_to(const struct outcome *o,
				    const struct path *p)
{
	for (uint32_t i = 0; i < o->store_count; i++)
		if (interface_same(&o->stores[i].path, p))
			return &o->stores[i];
	return NULL;
}

static bool same_store(const struct store *a, const struct store *b)
{
	return b && a->what == b->what && a->integer == b->integer &&
	       (a->what == STORED_UNKNOWN || a->what == STORED_INTEGER ||
		interface_same(&a->from, &b->from));
}

// What only one of them writes, or writes otherwise, is unknown.
static void join_stores(struct arena *a, struct outcome *into,
			const struct outcome *from)
{
	VEC(struct store) all = { 0 };

	for (uint32_t i = 0; i < into->store_count; i++) {
		struct store st = into->stores[i];
		if (!same_store(&st, store_to(from, &st.path)))
			st = (struct store){ .path = st.path };
		st.known = NULL;
		st.known_count = 0;
		VEC_PUSH(a, &all, st);
	}
	for (uint32_t i = 0; i < from->store_count; i++)
		if (!store_to(into, &from->stores[i].path))
			VEC_PUSH(
				a, &all,
				(struct store){ .path = from->stores[i].path });
	into->stores = all.at;
	into->store_count = all.count;
}

// Of the value it makes only that is known which both know.
static void join_known(struct effect *into, const struct effect *from)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; from && i < into->known_count; i++)
		if (is_among(from->known, from->known_count, &into->known[i]))
			into->known[kept++] = into->known[i];
	into->known_count = from ? kept : into->known_count;
}

static void join(struct arena *a, struct outcome *into,
		 const struct outcome *from)
{
	VEC(struct effect) effects = { 0 };
	uint32_t kept = 0;

	for (uint32_t i = 0; i < into->effect_count; i++) {
		struct effect e = into->effects[i];
		join_known(&e,
			   find_effect(from->effects, from->effect_count, &e));
		VEC_PUSH(a, &effects, e);
	}
	for (uint32_t i = 0; i < from->effect_count; i++)
		if (!find_effect(into->effects, into->effect_count,
				 &from->effects[i]))
			VEC_PUSH(a, &effects, from->effects[i]);
	join_stores(a, into, from);
	into->effects = effects.at;
	into->effect_count = effects.count;
	for (uint32_t i = 0; i < into->when_count; i++)
		if (has_when(from, &into->when[i]))
			into->when[kept++] = into->when[i];
	into->when_count = kept;
}

// ---- making all one

// Every effect is only possible.
static void weaken(struct arena *a, struct choice *c)
{
	struct outcome all = { 0 };
	VEC(struct effect) effects = { 0 };
	VEC(struct store) stores = { 0 };

	for (uint32_t i = 0; i < c->outcome_count; i++) {
		const struct outcome *o = &c->outcomes[i];
		for (uint32_t j = 0; j < o->effect_count; j++) {
			struct effect e = o->effects[j];
			if (e.kind == EFFECT_GUARD)
				continue;
			e.kind = EFFECT_FORGET;
			if (!find_effect(effects.at, effects.count, &e))
				VEC_PUSH(a, &effects, e);
		}
		all.stores = stores.at;
		all.store_count = stores.count;
		for (uint32_t j = 0; j < o->store_count; j++)
			if (!store_to(&all, &o->stores[j].path))
				VEC_PUSH(a, &stores,
					 (struct store){
						 .path = o->stores[j].path });
	}
	c->outcomes[0] = (struct outcome){ .effects = effects.at,
					   .effect_count = effects.count,
					   .stores = stores.at,
					   .store_count = stores.count };
	c->outcome_count = 1;
}

void outcomes_limit(struct arena *a, struct choice *c, uint32_t most)
{
	uint32_t kept = 0;

	if (c->outcome_count <= most)
		return;
	for (uint32_t i = 0; most > 1 && i < c->outcome_count; i++) {
		uint32_t k = 0;
		while (k < kept && !is_alike(&c->outcomes[k], &c->outcomes[i]))
			k++;
		if (k < kept)
			join(a, &c->outcomes[k], &c->outcomes[i]);
		else
			c->outcomes[kept++] = c->outcomes[i];
	}
	if (most > 1)
		c->outcome_count = kept;
	if (c->outcome_count > most)
		weaken(a, c);
}
