// SPDX-License-Identifier: Apache-2.0
// The order of work: callees before callers, recursive groups until their
// summaries stand still, then the objects' protocols.
#include "flow/flow.h"

#include <string.h>
#include <uthash.h>

#include "flow/callgraph.h"
#include "flow/contract.h"
#include "flow/protocol.h"

#define ROUNDS_MAX 4

struct summary_entry {
	const char *key;
	const struct operation *operation;
	UT_hash_handle hh;
};

struct constant_entry {
	const char *name;
	int64_t value;
	UT_hash_handle hh;
};

const struct operation *summary_of(struct engine *e, const char *key)
{
	struct summary_entry *x;

	if (!key)
		return NULL;
	HASH_FIND_STR(e->summaries, key, x);
	if (x)
		return x->operation;
	return e->known ? e->known(e->known_data, key) : NULL;
}

static void set_summary(struct engine *e, const char *key,
			const struct operation *operation)
{
	struct summary_entry *x;

	HASH_FIND_STR(e->summaries, key, x);
	if (!x) {
		x = ARENA_NEW(e->arena, struct summary_entry);
		x->key = key;
		HASH_ADD_KEYPTR(hh, e->summaries, x->key, strlen(x->key), x);
	}
	x->operation = operation;
}

static const char *last_part(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? colon + 1 : name;
}

bool constant_value(struct engine *e, const char *name, int64_t *out)
{
	struct constant_entry *x;

	if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
		*out = name[0] == 't';
		return true;
	}
	name = last_part(name);
	HASH_FIND_STR(e->constants, name, x);
	if (x)
		*out = x->value;
	return x != NULL;
}

static void add_constant(struct engine *e, const char *name, int64_t value)
{
	struct constant_entry *x;

	if (!name)
		return;
	name = last_part(name);
	HASH_FIND_STR(e->constants, name, x);
	if (x)
		return;
	x = ARENA_NEW(e->arena, struct constant_entry);
	x->name = name;
	x->value = value;
	HASH_ADD_KEYPTR(hh, e->constants, x->name, strlen(x->name), x);
}

static void see_constant(struct engine *e, const struct operand *o)
{
	if (o->kind == OPERAND_INTEGER || o->kind == OPERAND_NULL)
		add_constant(e, o->name, o->integer);
}

// The values behind the names that packs compare results with (EBUSY, ...),
// as far as this unit spells them; one it does not spell it cannot test.
static void collect_constants(struct engine *e, const struct function *f)
{
	for (uint32_t b = 0; b < f->blocks.count; b++) {
		const struct block *block = &f->blocks.at[b];
		const struct terminator *t = &block->terminator;
		VEC_EACH (const struct op, op, &block->ops) {
			see_constant(e, &op->src);
			see_constant(e, &op->src2);
			for (uint32_t i = 0; i < op->argument_count; i++)
				see_constant(e, &op->arguments[i]);
		}
		see_constant(e, &t->condition.lhs);
		see_constant(e, &t->condition.rhs);
		for (uint32_t i = 0; i < t->case_count; i++)
			add_constant(e, t->cases[i].name, t->cases[i].low);
	}
}

// ---- one function

static void note_limit(struct engine *e, const struct function *f,
		       const char *reason)
{
	struct note n = { .function = f->name,
			  .loc = f->loc,
			  .reason = reason };

	VEC_PUSH(e->arena, &e->out->notes, n);
}

static void solve(struct engine *e, const struct function *f)
{
	struct solver sv = {
		.engine = e, .f = f, .keep = &e->keep, .scratch = &e->scratch
	};

	memory_init(&sv.m, &e->keep, f);
	solve_function(&sv);
	if (sv.gave_up)
		note_limit(e, f, "too many states");
	else
		report_checks(&sv);
	set_summary(e, f->key, summarize(&sv));
	e->out->solved_functions++;
	memory_release(&sv.m);
	arena_reset(&e->scratch);
	arena_reset(&e->keep);
}

static bool same_summary(const struct operation *a, const struct operation *b)
{
	struct str x = STR_INIT, y = STR_INIT;
	bool same;

	if (!a || !b)
		return a == b;
	operation_dump(&x, a);
	operation_dump(&y, b);
	same = strcmp(x.text, y.text) == 0;
	str_release(&x);
	str_release(&y);
	return same;
}

// A group of functions that call each other: again until nothing changes; only
// the last round's findings count.
static void solve_group(struct engine *e, const struct call_group *g)
{
	uint32_t findings = e->out->findings.list.count;
	uint32_t notes = e->out->notes.count;
	bool changed = true;

	for (int round = 0; changed && round < ROUNDS_MAX; round++) {
		changed = false;
		e->out->findings.list.count = findings;
		e->out->notes.count = notes;
		for (uint32_t i = 0; i < g->count; i++) {
			const struct function *f = g->functions[i];
			const struct operation *old = summary_of(e, f->key);
			solve(e, f);
			changed |= g->is_recursive &&
				   !same_summary(old, summary_of(e, f->key));
		}
	}
}

static void solve_all(struct engine *e, const struct callgraph *graph)
{
	for (uint32_t i = 0; i < graph->groups.count; i++)
		solve_group(e, &graph->groups.at[i]);
}

static void publish_summaries(struct engine *e)
{
	for (uint32_t i = 0; i < e->unit->functions.count; i++) {
		const struct function *f = e->unit->functions.at[i];
		struct summary_entry *x;
		HASH_FIND_STR(e->summaries, f->key, x);
		if (!x)
			continue;
		struct summary s = { f->key, f->name, f->loc, x->operation };
		VEC_PUSH(e->arena, &e->out->summaries, s);
	}
}

void flow_unit(const struct unit *u, const struct rules *rules,
	       const struct flow_options *options,
	       const struct operation *(*known)(void *data, const char *key),
	       void *known_data, struct arena *a, struct flow_result *out)
{
	struct engine e = { .unit = u,
			    .rules = rules,
			    .options = options,
			    .known = known,
			    .known_data = known_data,
			    .arena = a,
			    .out = out };
	struct callgraph graph;
	struct contracts contracts = { 0 };

	callgraph_build(&graph, u, rules, a);
	for (uint32_t i = 0; i < u->functions.count; i++) {
		const struct function *f = u->functions.at[i];
		collect_constants(&e, f);
	}
	e.contracts = &contracts;
	contracts_find(&e, &contracts);
	solve_all(&e, &graph);
	if (rearm_find(&e)) {
		// Again, with what is known now.
		HASH_CLEAR(hh, e.summaries);
		out->findings.list.count = 0;
		out->notes.count = 0;
		solve_all(&e, &graph);
	}
	for (uint32_t i = 0; i < u->functions.count; i++)
		if (u->functions.at[i]->not_analysed)
			note_limit(&e, u->functions.at[i],
				   u->functions.at[i]->not_analysed);
	protocol_check(&e);
	publish_summaries(&e);
	callgraph_release(&graph);
	arena_release(&e.scratch);
	arena_release(&e.keep);
	HASH_CLEAR(hh, e.summaries);
	HASH_CLEAR(hh, e.constants);
}
