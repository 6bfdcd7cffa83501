// SPDX-License-Identifier: Apache-2.0
// A solved function as an operation: its exit states, over its interface.
#include <string.h>

#include "flow/engine.h"

#define OUTCOMES_MAX 12
// Places that a summary writes, in all outcomes: each call applies all of that,
// to each state.
#define STORES_MAX 1200

static bool is_reference(const struct type *t)
{
	return t &&
	       (t->kind == TYPE_REFERENCE || t->kind == TYPE_RVALUE_REFERENCE);
}

struct builder {
	struct solver *sv;
	struct arena *arena;
	struct state *state;
	VEC(struct effect) effects;
	VEC(struct store) stores;
	struct whens whens;
};

static void add_effect(struct builder *b, const struct handle *h,
		       const struct path *p, enum effect_kind kind,
		       uint8_t facet, bool maybe)
{
	struct effect e = { .kind = kind,
			    .family = h ? h->family : NULL,
			    .subject = *p,
			    .facet = facet,
			    .is_maybe = maybe };
	uint32_t node = h ? h->last[facet] : NONE;

	for (uint32_t i = 0; i < b->effects.count; i++)
		if (b->effects.at[i].kind == kind &&
		    b->effects.at[i].facet == facet && path_is_many(p) &&
		    interface_same(&b->effects.at[i].subject, p))
			return;
	if (h && kind == EFFECT_PRODUCE)
		node = h->made;
	if (node != NONE) {
		const struct trace *t = &b->sv->traces.at[node];
		e.loc = t->loc;
		e.operation = t->text;
	} else {
		e.loc = b->sv->f->loc;
	}
	VEC_PUSH(b->arena, &b->effects, e);
}

static enum effect_kind dead_effect(const struct solver *sv,
				    const struct handle *h, uint8_t facet)
{
	uint32_t node = h->last[facet];
	enum effect_kind last =
		node == NONE ? EFFECT_NONE : sv->traces.at[node].effect;

	if (last == EFFECT_COMPLETE)
		return last;
	if (!(h->set[facet] & TS_TRANSFERRED))
		return EFFECT_CONSUME;
	return last == EFFECT_CONSUME_NO_RESULT ? last : EFFECT_TRANSFER;
}

// Every element met the operation.
static bool swept(struct solver *sv, const struct handle *h, uint8_t facet)
{
	uint32_t last = h->last[facet];

	return last != NONE && sv->traces.at[last].op != NONE &&
	       sweep_covers(sv, sv->traces.at[last].op);
}

static void add_dead(struct builder *b, const struct handle *h,
		     const struct path *p, uint8_t facet, bool maybe)
{
	add_effect(b, h, p, dead_effect(b->sv, h, facet), facet, maybe);
	VEC_LAST(&b->effects).null_ok = (h->flags & HANDLE_NULL_OK) != 0;
	if (h->flags & HANDLE_UNPROVEN)
		VEC_LAST(&b->effects).requires_complete =
			VEC_LAST(&b->effects).kind == EFFECT_CONSUME;
}

// An object passed by value is the callee's: the caller gave it away.
static bool is_own_object(struct solver *sv, const struct handle *h,
			  const struct path *p)
{
	return h->family->identity == IDENTITY_OBJECT &&
	       p->root == PATH_ARGUMENT && !p->count &&
	       sv->f->variables.at[p->index].type->kind == TYPE_RECORD;
}

// A handle that came from outside, and what happened to it.
static void entry_handle(struct builder *b, const struct handle *h,
			 const struct path *p)
{
	if (is_own_object(b->sv, h, p))
		return;
	if ((h->flags & HANDLE_OWED) && h->made != NONE &&
	    b->sv->traces.at[h->made].op != NONE)
		add_effect(b, h, p, EFFECT_PRODUCE, 0, false);
	if (h->flags & HANDLE_GUARDED) {
		add_effect(b, h, p, EFFECT_GUARD, 0, false);
		VEC_LAST(&b->effects).true_means = MEANS_LIVE;
	}
	if (h->set[0] == TS_EMPTY) {
		add_effect(b, h, p, EFFECT_GUARD, 0, false);
		VEC_LAST(&b->effects).true_means = MEANS_EMPTY;
		return;
	}
	for (uint8_t i = 0; i < h->family->facet_count; i++) {
		uint8_t set = h->set[i];
		bool maybe = (set & ~TS_DEAD) || (h->flags & HANDLE_MAYBE) ||
			     (((h->flags & HANDLE_WEAK) || path_is_many(p)) &&
			      !swept(b->sv, h, i));
		if ((set & TS_DEAD) && (h->flags & HANDLE_MAYBE))
			add_effect(b, h, p, EFFECT_FORGET, i, false);
		else if (set & TS_DEAD)
			add_dead(b, h, p, i, maybe);
		else if (set == TS_COMPLETE ||
			 ((h->flags & HANDLE_PROVEN) && (h->set[0] & TS_DEAD)))
			add_effect(b, h, p, EFFECT_WAIT, i, false);
	}
	if (h->set[0] & TS_DEAD)
		return;
	if (h->flags & HANDLE_DOUBTED) // so that the caller doubts it too
		add_effect(b, h, p, EFFECT_GUARD, 0, false);
	if (h->flags & HANDLE_ESCAPED)
		add_effect(b, h, p, EFFECT_FORGET, 0, false);
	else if (h->flags & HANDLE_OBSERVED)
		add_effect(b, h, p,
			   h->flags & HANDLE_PROVEN ? EFFECT_WAIT
			   : h->flags & HANDLE_PAID ? EFFECT_READ
						    : EFFECT_OBSERVE,
			   0, false);
}

// Whether the function wrote to elements that it did not name, of which this
// may be one.
static bool is_written_over(const struct builder *b, uint32_t region)
{
	struct memory *m = &b->sv->m;

	while (m->regions.at[region].kind != REGION_INDEX) {
		region = m->regions.at[region].parent;
		if (region == NONE)
			return false;
	}
	const struct region x = m->regions.at[region];
	return state_bound(b->state,
			   region_element(m, x.parent, NONE, x.type)) != NULL;
}

static void made_value(struct builder *b, uint32_t symbol, struct effect *e)
{
	struct whens known = { 0 };

	premise_facts(b->arena, &known, b->state, (struct when){ 0 }, symbol);
	e->known = known.list.at;
	e->known_count = known.list.count;
}

// A handle made here that the caller gets.
static void made_handle(struct builder *b, const struct handle *h,
			uint32_t region, const struct path *p)
{
	bool moved =
		(h->set[0] & TS_TRANSFERRED) && (h->flags & HANDLE_BY_MOVE);

	if (!moved && h->made == NONE && h->set[0] != TS_EMPTY &&
	    path_is_element(p) && !(h->flags & HANDLE_STRANGE)) {
		struct store st = { .path = *p };
		if (is_written_over(b, region))
			VEC_PUSH(b->arena, &b->stores, st);
		else
			entry_handle(b, h, p); // one of many that came in
		return;
	}

	if (moved) {
		add_effect(b, h, p, EFFECT_TRANSFER, 0, false);
		VEC_LAST(&b->effects).null_ok =
			(h->flags & HANDLE_NULL_OK) != 0;
		VEC_LAST(&b->effects).is_moved = true;
		return;
	}
	if (h->set[0] == TS_EMPTY) {
		add_effect(b, h, p, EFFECT_PRODUCE_EMPTY, 0, false);
		return;
	}
	if (h->set[0] & TS_UNKNOWN) {
		struct store st = { .path = *p };
		VEC_PUSH(b->arena, &b->stores, st);
		return;
	}
	if (h->flags & HANDLE_DETACHED) {
		add_effect(b, h, p, EFFECT_PRODUCE_DETACHED, 0, false);
		return;
	}
	if (h->made == NONE || (h->flags & HANDLE_BORROWED)) {
		// Somebody wrote it there, who may know what was there before.
		add_effect(b, h, p, EFFECT_FORGET, 0, false);
		add_effect(b, h, p, EFFECT_BORROW, 0, false);
	} else {
		add_effect(b, h, p, EFFECT_PRODUCE, 0, false);
		made_value(b, h->symbol, &VEC_LAST(&b->effects));
	}
	VEC_LAST(&b->effects).is_placed = p->root != PATH_RETURN || p->count;
	if (h->flags & (HANDLE_ESCAPED | HANDLE_MAYBE))
		add_effect(b, h, p, EFFECT_FORGET, 0, false);
	for (uint8_t i = 0; i < h->family->facet_count; i++) {
		bool maybe =
			(h->set[i] & ~TS_DEAD) || (h->flags & HANDLE_MAYBE);
		if (h->set[i] & TS_DEAD)
			add_effect(b, h, p, dead_effect(b->sv, h, i), i, maybe);
		else if (h->set[i] == TS_COMPLETE)
			add_effect(b, h, p, EFFECT_WAIT, i, false);
	}
}

static void returned_value(struct builder *b, struct value v)
{
	if (b->sv->f->is_coroutine)
		return;
	struct when w = { .kind = WHEN_RETURN };

	if (v.kind == VALUE_INTEGER)
		premise_add(b->arena, &b->whens, w, BINARY_EQUAL, v.integer);
	else if (v.kind == VALUE_SYMBOL)
		premise_facts(b->arena, &b->whens, b->state, w, v.id);
	else if (v.kind == VALUE_ADDRESS || v.kind == VALUE_TEXT ||
		 v.kind == VALUE_FUNCTION)
		premise_add(b->arena, &b->whens, w, BINARY_NOT_EQUAL, 0);
}

static bool is_entry_of(struct solver *sv, struct value v, uint32_t region)
{
	const struct symbol *s;

	if (v.kind != VALUE_SYMBOL)
		return false;
	s = &sv->m.symbols.at[v.id];
	return s->kind == SYMBOL_ENTRY && s->a == region;
}

// A value from outside that is now kept where the caller can find it.
static void kept_entry(struct builder *b, struct value v)
{
	struct path p = { .count_argument = NONE, .index_out_argument = NONE };
	const struct symbol *s = &b->sv->m.symbols.at[v.id];
	struct handle *h = state_handle(b->state, v.id);

	if (s->kind != SYMBOL_ENTRY || (h && (h->set[0] & TS_DEAD)) ||
	    !interface_path(b->sv, s->a, &p))
		return;
	add_effect(b, NULL, &p, EFFECT_FORGET, 0, false);
}

static struct path no_path(void)
{
	return (struct path){ .count_argument = NONE,
			      .index_out_argument = NONE };
}

// A value that came in and is kept as it is, if callers can name it: not one of
// several elements, which is another one each time.
static bool stored_value(struct builder *b, struct value v, struct store *st)
{
	const struct symbol *s = &b->sv->m.symbols.at[v.id];
	struct path from = no_path();

	if (!interface_path(b->sv, s->a, &from) || path_is_many(&from))
		return false;
	st->what = STORED_VALUE;
	st->from = from;
	return true;
}

static bool known_integer(const struct state *s, uint32_t symbol, int64_t *out)
{
	for (uint32_t i = 0; i < s->facts.count; i++) {
		const struct fact *f = &s->facts.at[i];
		if (f->symbol == symbol && f->low == f->high) {
			*out = f->low;
			return true;
		}
	}
	return false;
}

static void stored_other(struct builder *b, struct value v, struct store *st)
{
	if (v.kind == VALUE_SYMBOL &&
	    known_integer(b->state, v.id, &st->integer)) {
		st->what = STORED_INTEGER;
		return;
	}
	if (v.kind == VALUE_INTEGER) {
		st->what = STORED_INTEGER;
		st->integer = v.integer;
	} else if (v.kind == VALUE_ADDRESS) {
		st->from = no_path();
		if (interface_visible(b->sv, v.id, &st->from))
			st->what = STORED_ADDRESS;
	} else if (v.kind == VALUE_SYMBOL) {
		struct whens known = { 0 };
		premise_facts(b->arena, &known, b->state, (struct when){ 0 },
			      v.id);
		st->known = known.list.at;
		st->known_count = known.list.count;
	}
}

// An object whose operation has a region of its own.
static bool holds_handle(struct solver *sv, uint32_t region)
{
	const struct region *r = &sv->m.regions.at[region];
	const struct family *family = eval_family(sv, r->type);

	return family && r->kind != REGION_CONTENT &&
	       handle_region(sv, region, family) != region;
}

// Memory that was made here and outlives the function.
static bool is_on_heap(struct solver *sv, uint32_t region)
{
	enum region_kind k = sv->m.regions.at[region_root(&sv->m, region)].kind;

	return k == REGION_POINTEE || k == REGION_VALUE;
}

// Made by a call that failed: its value tells the caller so.
static void null_handle(struct builder *b, const struct handle *h,
			struct store *st)
{
	struct value v = { .kind = VALUE_SYMBOL, .id = h->symbol };

	if (h->set[0] != TS_EMPTY ||
	    !known_integer(b->state, h->symbol, &st->integer))
		return;
	if (st->path.root == PATH_RETURN) {
		if (!st->path.count)
			returned_value(b, v);
		return;
	}
	st->what = STORED_INTEGER;
	VEC_PUSH(b->arena, &b->stores, *st);
}

// A place that the caller can name, as an accessor gives it.
static bool returned_address(struct builder *b, struct value v,
			     struct store *st)
{
	if (v.kind != VALUE_ADDRESS ||
	    !interface_visible(b->sv, v.id, &st->from))
		return false;
	st->what = STORED_ADDRESS;
	VEC_PUSH(b->arena, &b->stores, *st);
	return true;
}

static void exit_binding(struct builder *b, const struct binding *x)
{
	struct handle *h = x->value.kind == VALUE_SYMBOL
				   ? state_handle(b->state, x->value.id)
				   : NULL;
	struct store st = { 0 };

	if (is_entry_of(b->sv, x->value, x->region))
		return;
	if (!interface_visible(b->sv, x->region, &st.path)) {
		if (is_on_heap(b->sv, x->region) &&
		    x->value.kind == VALUE_SYMBOL)
			kept_entry(b, x->value);
		return;
	}
	if (x->value.kind == VALUE_UNINITIALIZED &&
	    b->sv->m.regions.at[x->region].kind == REGION_POINTEE) {
		add_effect(b, NULL, &st.path, EFFECT_DESTROY, 0, false);
		return; // it was freed
	}
	bool from_outside =
		x->value.kind == VALUE_SYMBOL &&
		b->sv->m.symbols.at[x->value.id].kind == SYMBOL_ENTRY;
	if (h && !from_outside) {
		made_handle(b, h, x->region, &st.path);
		null_handle(b, h, &st);
		return;
	}
	if (holds_handle(b->sv, x->region) &&
	    (!from_outside ||
	     state_bound(b->state, region_content(&b->sv->m, x->region))))
		return; // its content tells
	if (st.path.root == PATH_RETURN && from_outside &&
	    stored_value(b, x->value, &st)) {
		VEC_PUSH(b->arena, &b->stores, st);
		return;
	}
	if (st.path.root == PATH_RETURN && !st.path.count &&
	    b->sv->m.regions.at[x->region].kind != REGION_CONTENT) {
		if (returned_address(b, x->value, &st))
			return;
		if (from_outside)
			kept_entry(b, x->value);
		returned_value(b, x->value);
		return;
	}
	if (from_outside && stored_value(b, x->value, &st)) {
		if (interface_same(&st.path, &st.from))
			return;
		VEC_PUSH(b->arena, &b->stores, st);
		return;
	}
	if (from_outside)
		kept_entry(b, x->value);
	stored_other(b, x->value, &st);
	VEC_PUSH(b->arena, &b->stores, st);
}

static struct value return_value(struct solver *sv, struct state *s)
{
	if (sv->f->return_variable == NONE)
		return (struct value){ .kind = VALUE_UNKNOWN };
	return eval_load(sv, s,
			 region_variable(&sv->m, sv->f->return_variable));
}

// What is returned, as an integer if it can only be that one; a handle's value
// is told by what became of the handle.
static struct value known_return(struct solver *sv, struct state *s)
{
	struct value v = return_value(sv, s);

	if (v.kind == VALUE_SYMBOL && !state_has_handle(s, v.id) &&
	    known_integer(s, v.id, &v.integer))
		v.kind = VALUE_INTEGER;
	return v;
}

static struct outcome exit_outcome(struct solver *sv, struct state *s)
{
	struct builder b = { .sv = sv, .arena = sv->engine->told, .state = s };
	struct outcome o;

	sv->returned = interface_memory(sv, s, return_value(sv, s));
	for (uint32_t i = 0; i < s->handles.count; i++) {
		const struct handle *h = &s->handles.at[i];
		const struct symbol *x = &sv->m.symbols.at[h->symbol];
		struct path p = { .count_argument = NONE,
				  .index_out_argument = NONE };
		if (x->kind == SYMBOL_ENTRY && interface_path(sv, x->a, &p))
			entry_handle(&b, h, &p);
	}
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct binding x = s->bindings.at[i];
		exit_binding(&b, &x);
	}
	for (uint32_t i = 0; i < s->escaped.count; i++)
		kept_entry(&b, (struct value){ .kind = VALUE_SYMBOL,
					       .id = s->escaped.at[i] });
	premise_entry(sv, b.arena, &b.whens, s);
	o = (struct outcome){ .when = b.whens.list.at,
			      .when_count = b.whens.list.count,
			      .effects = b.effects.at,
			      .effect_count = b.effects.count,
			      .stores = b.stores.at,
			      .store_count = b.stores.count,
			      .is_unlikely = s->is_unlikely };
	return o;
}

// Exits that agree on typestates and returned value are one outcome.
static void merge_exits(struct solver *sv)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < sv->exits.count; i++) {
		struct state *s = sv->exits.at[i];
		struct value v = known_return(sv, s);
		bool merged = false;
		s->pendings.count = 0;
		state_collect(s, &sv->m, sv->keep);
		for (uint32_t j = 0; j < kept && !merged; j++) {
			struct state *t = sv->exits.at[j];
			struct value w = known_return(sv, t);
			bool same = value_equal(&v, &w) ||
				    (v.kind != VALUE_INTEGER &&
				     w.kind != VALUE_INTEGER);
			if (!same || s->is_unlikely != t->is_unlikely ||
			    !state_agrees(s, t))
				continue;
			state_merge(t, s, &sv->m, sv->keep, sv->scratch,
				    sv->f->blocks.count);
			merged = true;
		}
		if (!merged)
			sv->exits.at[kept++] = s;
	}
	sv->exits.count = kept;
}

// The argument that every path returns unchanged, NONE if there is none.
static uint32_t returned_argument(struct solver *sv)
{
	uint32_t argument = NONE;

	for (uint32_t i = 0; i < sv->exits.count; i++) {
		struct value v = return_value(sv, sv->exits.at[i]);
		const struct symbol *s;
		if (v.kind == VALUE_ADDRESS &&
		    sv->m.regions.at[v.id].kind == REGION_POINTEE)
			s = &sv->m.symbols.at[sv->m.regions.at[v.id].id];
		else if (v.kind == VALUE_SYMBOL)
			s = &sv->m.symbols.at[v.id];
		else
			return NONE;
		if (s->kind != SYMBOL_ENTRY)
			return NONE;
		const struct region *r = &sv->m.regions.at[s->a];
		if (v.kind == VALUE_ADDRESS && !is_reference(r->type))
			return NONE;
		if (r->kind != REGION_VARIABLE ||
		    r->id >= sv->f->parameter_count ||
		    (argument != NONE && argument != r->id))
			return NONE;
		argument = r->id;
	}
	return argument;
}

static uint32_t most_outcomes(const struct choice *c)
{
	uint32_t stores = 1;

	for (uint32_t i = 0; i < c->outcome_count; i++)
		if (c->outcomes[i].store_count > stores)
			stores = c->outcomes[i].store_count;
	uint32_t most = STORES_MAX / stores;
	return most > OUTCOMES_MAX ? OUTCOMES_MAX : most > 1 ? most : 1;
}

const struct operation *summarize(struct solver *sv)
{
	struct arena *a = sv->engine->told;
	struct operation *op = ARENA_NEW(a, struct operation);
	struct choice *c = ARENA_NEW(a, struct choice);
	uint32_t argument;

	op->match = MATCH_FUNCTION;
	op->name = sv->f->name;
	op->pack = sv->f->key;
	op->is_summary = true;
	op->is_const = -1;
	op->max_arguments = NONE;
	if (sv->gave_up) {
		op->is_incomplete = true;
		return op;
	}
	merge_exits(sv);
	if (!sv->exits.count) {
		op->never_returns = true;
		return op;
	}
	argument = returned_argument(sv);
	if (argument != NONE) {
		op->is_alias = true;
		op->alias_argument = argument;
	}
	c->outcomes = ARENA_ARRAY(a, struct outcome, sv->exits.count);
	for (uint32_t i = 0; i < sv->exits.count; i++)
		c->outcomes[i] = exit_outcome(sv, sv->exits.at[i]);
	c->outcome_count = sv->exits.count;
	if (c->outcome_count == 1)
		c->outcomes[0].is_unlikely = false;
	// What a coroutine returns is told where it is awaited, not here.
	outcomes_limit(a, c, sv->f->is_coroutine ? 1 : most_outcomes(c));
	op->choices = c;
	op->choice_count = 1;
	return op;
}
