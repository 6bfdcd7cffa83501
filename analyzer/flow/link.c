// SPDX-License-Identifier: Apache-2.0
// What units mean to each other: functions whose callees are elsewhere are
// solved again, callees before callers; then come the objects' protocols.
#include "flow/contract.h"
#include "flow/order.h"
#include "flow/protocol.h"

struct linker {
	struct engine engine;
};

static void add_part(struct linker *l, uint32_t unit)
{
	const struct flow_part *x = &l->engine.parts->at[unit];
	struct engine *e = &l->engine;

	for (uint32_t i = 0; i < x->summary_count; i++) {
		struct record *r = program_add(&e->program, &x->summaries[i],
					       unit, e->arena);
		r->is_relevant |= r->s.is_solved;
	}
	for (uint32_t i = 0; i < x->contract_count; i++)
		contracts_add(e, e->contracts, &x->contracts[i], unit);
	for (uint32_t i = 0; i < x->self_count; i++)
		contracts_add_self(e, e->contracts, x->self[i]);
}

// Looking at a handle is nothing new to a caller that does nothing to one.
static bool is_news_of(enum effect_kind k, bool is_relevant)
{
	if (k == EFFECT_OBSERVE || k == EFFECT_GUARD || k == EFFECT_BORROW)
		return is_relevant;
	return k != EFFECT_NONE && k != EFFECT_FORGET;
}

static bool does_something(const struct operation *op, bool is_relevant)
{
	for (uint32_t i = 0; i < op->choice_count; i++)
		for (uint32_t k = 0; k < op->choices[i].outcome_count; k++) {
			const struct outcome *o = &op->choices[i].outcomes[k];
			for (uint32_t n = 0; n < o->effect_count; n++)
				if (is_news_of(o->effects[n].kind, is_relevant))
					return true;
		}
	// What one that touches no handle returns is known too.
	return is_relevant && (op->never_returns || op->is_incomplete);
}

// Whether the unit of `r` knew less of the callee than is known now. One that
// only writes and forgets is to its callers as one that nobody knows.
static bool is_news(const struct record *r, const struct record *callee)
{
	if (!callee || !callee->s.operation)
		return false;
	if (callee->unit == r->unit && !callee->changed_at)
		return false;
	return does_something(callee->s.operation, r->s.is_solved);
}

static bool hears_news(const struct linker *l, const struct record *r)
{
	const struct program *p = &l->engine.program;

	for (uint32_t i = 0; i < r->s.call_count; i++) {
		const struct call *c = &r->s.calls[i];
		if (c->is_described || c->kind == CALL_GIVEN)
			continue;
		if (c->kind != CALL_VIRTUAL) {
			if (is_news(r, program_find(p, r->unit, c->key)))
				return true;
			continue;
		}
		const struct record_list *all = program_overriders(p, c->key);
		VEC_EACH (struct record *const, o, &all->list)
			if (is_news(r, *o))
				return true;
	}
	return false;
}

// Whether another unit hands it to somebody who calls it.
static bool is_engaged(const struct linker *l, const struct record *r)
{
	const struct contract_entry *x =
		contracts_of(l->engine.contracts, r->s.key);

	while (x && x->unit == r->unit)
		x = x->next;
	return x != NULL;
}

static bool is_due(void *data, struct record *r)
{
	struct linker *l = data;

	r->is_due = r->s.ir != NONE && (hears_news(l, r) || is_engaged(l, r));
	return r->is_due;
}

static void link_group(struct linker *l, const struct call_group *g)
{
	solve_group(&l->engine, g, is_due, l);
	for (uint32_t i = 0; !g->is_recursive && i < g->count; i++) {
		struct record *r = g->functions[i];
		if (r->is_due && !same_summary(r->before, r->s.operation))
			r->changed_at = ++l->engine.clock;
	}
}

static bool is_solved_again(const struct linker *l, uint32_t unit,
			    const char *key)
{
	const struct record *r = program_find(&l->engine.program, unit, key);

	return r && r->is_due;
}

static bool is_noted_again(const struct linker *l, const struct note *n)
{
	VEC_EACH (struct record *const, r, &l->engine.program.records)
		if ((*r)->is_due && loc_equal(&(*r)->s.loc, &n->loc))
			return true;
	return false;
}

// What the units found themselves, as far as it still stands.
static void add_own(struct linker *l, uint32_t unit)
{
	const struct flow_part *x = &l->engine.parts->at[unit];
	struct engine *e = &l->engine;

	for (uint32_t i = 0; i < x->finding_count; i++) {
		const struct finding *f = x->findings[i];
		if (!is_solved_again(l, unit, f->function_key))
			VEC_PUSH(e->arena, &e->out->findings.list,
				 finding_copy(e->arena, f));
	}
	for (uint32_t i = 0; i < x->note_count; i++)
		if (!is_noted_again(l, &x->notes[i]))
			VEC_PUSH(e->arena, &e->out->notes, x->notes[i]);
}

// ---- what is returned though its right is gone

static bool *find_called(const struct program *p, struct arena *a)
{
	bool *called = ARENA_ARRAY(a, bool, p->records.count + 1);

	VEC_EACH (struct record *const, r, &p->records)
		for (uint32_t i = 0; i < (*r)->s.call_count; i++) {
			const struct call *c = &(*r)->s.calls[i];
			const struct record *callee =
				program_find(p, (*r)->unit, c->key);
			if (callee && c->kind == CALL_DIRECT)
				called[callee->index] = true;
		}
	return called;
}

static bool is_returned(const struct finding *f)
{
	return f->kind == KIND_USE_AFTER_TRANSFER &&
	       str_equal(f->operation, "return");
}

// Callers that are there know it from the summary: the use is theirs, and if
// they do not use it nothing is wrong.
static void leave_to_callers(struct linker *l, struct findings *all)
{
	const struct program *p = &l->engine.program;
	bool *called = NULL;
	uint32_t kept = 0;

	VEC_EACH (struct finding *const, f, &all->list) {
		const struct record *r = NULL;
		if (is_returned(*f)) {
			if (!called)
				called = find_called(p, l->engine.arena);
			HASH_FIND_STR(p->by_key, (*f)->function_key, r);
		}
		if (!r || !called[r->index])
			all->list.at[kept++] = *f;
	}
	all->list.count = kept;
}

void flow_link(const struct flow_parts *parts, const struct rules *rules,
	       const struct flow_options *options, struct arena *a,
	       struct flow_result *out)
{
	struct contracts contracts = { 0 };
	struct linker l = { .engine = { .rules = rules,
					.parts = parts,
					.options = options,
					.contracts = &contracts,
					.arena = a,
					.out = out } };
	struct callgraph graph;

	engine_begin(&l.engine, parts->count);
	for (uint32_t u = 0; u < parts->count; u++)
		add_part(&l, u);
	callgraph_build(&graph, &l.engine.program, a);
	VEC_EACH (const struct call_group, g, &graph.groups)
		link_group(&l, g);
	for (uint32_t u = 0; u < parts->count; u++)
		add_own(&l, u);
	leave_to_callers(&l, &out->findings);
	protocol_check(&l.engine);
	VEC_EACH (struct record *const, r, &l.engine.program.records)
		VEC_PUSH(a, &out->summaries, (*r)->s);
	engine_release(&l.engine);
}
