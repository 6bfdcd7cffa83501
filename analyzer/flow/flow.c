// SPDX-License-Identifier: Apache-2.0
// The order of work in a unit: callees before callers, recursive groups until
// their summaries stand still.
#include "flow/flow.h"

#include <string.h>

#include "flow/callgraph.h"
#include "flow/contract.h"
#include "flow/order.h"

#define ROUNDS_MAX 4

// So many functions that all reach each other, as those that an interpreter
// calls through pointers, tell little for what they cost: they are solved with
// low limits.
#define LARGE_GROUP 1000
#define LARGE_STATES 4
#define LARGE_STEPS 2000

struct constant_entry {
	const char *name;
	int64_t value;
	UT_hash_handle hh;
};

struct constants {
	struct constant_entry *by_name;
	bool is_known;
};

const struct operation *summary_in(const struct engine *e, struct record *r)
{
	if (r->used_by != e->solved) {
		r->used_by = e->solved;
		VEC_PUSH(e->arena, &e->solved->used, r);
	}
	return r->s.operation;
}

const struct operation *summary_of(const struct engine *e, const char *key)
{
	struct record *r = program_find(&e->program, e->unit, key);

	return r ? summary_in(e, r) : NULL;
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
	HASH_FIND_STR(e->constants[e->unit].by_name, name, x);
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
	HASH_FIND_STR(e->constants[e->unit].by_name, name, x);
	if (x)
		return;
	x = ARENA_NEW(e->arena, struct constant_entry);
	x->name = arena_strdup(e->arena, name); // the unit may go
	x->value = value;
	HASH_ADD_KEYPTR(hh, e->constants[e->unit].by_name, x->name,
			strlen(x->name), x);
}

static void see_constant(struct engine *e, const struct operand *o)
{
	if (o->kind == OPERAND_INTEGER || o->kind == OPERAND_NULL)
		add_constant(e, o->name, o->integer);
}

// The values behind the names that packs compare results with (EBUSY, ...),
// as far as this unit spells them; one it does not spell it cannot test.
static void function_constants(struct engine *e, const struct function *f)
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

void engine_constants(struct engine *e, const struct unit *u, uint32_t unit)
{
	e->unit = unit;
	if (e->constants[unit].is_known)
		return;
	e->constants[unit].is_known = true;
	for (uint32_t i = 0; i < u->functions.count; i++)
		function_constants(e, u->functions.at[i]);
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

static void solve_here(struct engine *e, struct record *r)
{
	const struct function *f = r->function;
	struct solver sv = { .engine = e,
			     .f = f,
			     .keep = &e->keep,
			     .scratch = &e->scratch,
			     .returned = NONE };

	memory_init(&sv.m, &e->keep, f);
	solve_function(&sv);
	if (sv.gave_up)
		note_limit(e, f, "too many states");
	else
		report_checks(&sv);
	r->s.operation = summarize(&sv);
	r->s.is_solved = true;
	e->out->solved_functions++;
	memory_release(&sv.m);
	arena_reset(&e->scratch);
	arena_reset(&e->keep);
}

static void solve(struct engine *e, struct record *r)
{
	e->unit = r->unit;
	e->solved = r;
	if (e->parts)
		recall_or_solve(e, r, solve_here);
	else
		solve_here(e, r);
}

bool same_summary(const struct operation *a, const struct operation *b)
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

// What came of a function when it was last solved.
struct turn {
	struct findings findings;
	VEC(struct note) notes;
	bool is_solved;
};

// Whether something that its solution rests on is another thing since.
static bool is_stale(const struct record *r)
{
	VEC_EACH (struct record *const, u, &r->used)
		if ((*u)->changed_at > r->solved_at)
			return true;
	return false;
}

static void solve_turn(struct engine *e, struct record *r, struct turn *t)
{
	const struct operation *old = r->s.operation;
	struct flow_result *out = e->out;
	uint32_t findings = out->findings.list.count, notes = out->notes.count;

	t->is_solved = true;
	r->solved_at = ++e->clock;
	solve(e, r);
	if (!same_summary(old, r->s.operation))
		r->changed_at = e->clock;
	t->findings.list.count = 0;
	for (uint32_t i = findings; i < out->findings.list.count; i++)
		VEC_PUSH(e->arena, &t->findings.list, out->findings.list.at[i]);
	t->notes.count = 0;
	for (uint32_t i = notes; i < out->notes.count; i++)
		VEC_PUSH(e->arena, &t->notes, out->notes.at[i]);
	out->findings.list.count = findings;
	out->notes.count = notes;
}

static bool solve_round(struct engine *e, const struct call_group *g,
			due_fn *is_due, void *data, struct turn *turns)
{
	bool any = false;

	for (uint32_t i = 0; i < g->count; i++) {
		struct record *r = g->functions[i];
		bool due = turns[i].is_solved ? is_stale(r)
					      : !is_due || is_due(data, r);
		if (due)
			solve_turn(e, r, &turns[i]);
		any |= due;
	}
	return any;
}

void solve_group(struct engine *e, const struct call_group *g, due_fn *is_due,
		 void *data)
{
	struct turn *turns;

	if (!g->is_recursive) {
		for (uint32_t i = 0; i < g->count; i++)
			if (!is_due || is_due(data, g->functions[i]))
				solve(e, g->functions[i]);
		return;
	}
	const struct flow_options *full = e->options;
	struct flow_options low = *full;
	low.max_states = LARGE_STATES;
	low.max_steps = LARGE_STEPS;
	int rounds = ROUNDS_MAX;
	if (g->count > LARGE_GROUP) {
		e->options = &low;
		rounds = 1; // those not solved yet are unknown code
	}
	turns = ARENA_ARRAY(e->arena, struct turn, g->count);
	for (int round = 0; round < rounds; round++)
		if (!solve_round(e, g, is_due, data, turns))
			break;
	e->options = full;
	for (uint32_t i = 0; i < g->count; i++) {
		VEC_EACH (struct finding *const, f, &turns[i].findings.list)
			VEC_PUSH(e->arena, &e->out->findings.list, *f);
		VEC_EACH (const struct note, n, &turns[i].notes)
			VEC_PUSH(e->arena, &e->out->notes, *n);
	}
}

void engine_begin(struct engine *e, uint32_t units)
{
	e->constants = ARENA_ARRAY(e->arena, struct constants, units + 1);
	e->constant_units = units;
}

void engine_release(struct engine *e)
{
	for (uint32_t i = 0; i < e->constant_units; i++)
		HASH_CLEAR(hh, e->constants[i].by_name);
	program_release(&e->program);
	arena_release(&e->scratch);
	arena_release(&e->keep);
	contracts_release(e->contracts);
}

// ---- one unit

static bool is_handle(const struct rules *r, const struct type *t)
{
	return t && t->kind != TYPE_VOID && r->family_of_type(r->data, t);
}

static bool has_await(const struct function *f)
{
	VEC_EACH (const struct block, b, &f->blocks) {
		VEC_EACH (const struct op, op, &b->ops)
			if (op->kind == OP_AWAIT)
				return true;
	}
	return false;
}

static bool touches_handle(const struct function *f, const struct summary *s,
			   const struct rules *rules)
{
	for (uint32_t i = 0; i < s->call_count; i++)
		if (s->calls[i].is_described)
			return true;
	VEC_EACH (const struct variable, v, &f->variables)
		if (is_handle(rules, v->type))
			return true;
	VEC_EACH (const struct place, p, &f->places)
		if (is_handle(rules, p->type))
			return true;
	return has_await(f);
}

// The function of a template that is met again, and the like, is left out.
static void add_function(struct engine *e, struct function *f)
{
	struct summary s;

	if (e->rules->is_library &&
	    e->rules->is_library(e->rules->data, f->name))
		return;
	if (f->not_analysed) {
		note_limit(e, f, f->not_analysed);
		return;
	}
	summary_begin(&s, f, e->rules, e->arena);
	struct record *r = program_add(&e->program, &s, 0, e->arena);
	if (r->function)
		return;
	r->function = f;
	r->is_relevant = touches_handle(f, &s, e->rules);
}

static void know_constants(struct engine *e)
{
	VEC_EACH (struct record *const, r, &e->program.records)
		if (!(*r)->is_relevant)
			(*r)->s.operation =
				constant_summary(e->arena, (*r)->function);
}

// One may end by calling another.
static void know_endings(struct engine *e)
{
	bool is_new = true;

	while (is_new) {
		is_new = false;
		VEC_EACH (struct record *const, at, &e->program.records) {
			struct record *r = *at;
			if (r->is_relevant || r->s.operation)
				continue;
			r->s.operation = ending_summary(e, r->function);
			is_new |= r->s.operation != NULL;
			arena_reset(&e->scratch);
		}
	}
}

// How much was told when a group was done.
struct told {
	uint32_t findings;
	uint32_t notes;
};

static struct told told_by_now(const struct engine *e)
{
	return (struct told){ e->out->findings.list.count,
			      e->out->notes.count };
}

static void solve_all(struct engine *e, const struct callgraph *graph,
		      struct told *told)
{
	for (uint32_t i = 0; i < graph->groups.count; i++) {
		solve_group(e, &graph->groups.at[i], NULL, NULL);
		told[i] = told_by_now(e);
	}
}

static void solve_anew(struct engine *e, const struct call_group *g)
{
	for (uint32_t i = 0; i < g->count; i++) {
		g->functions[i]->before = g->functions[i]->s.operation;
		g->functions[i]->s.operation = NULL;
	}
	solve_group(e, g, NULL, NULL);
	for (uint32_t i = 0; i < g->count; i++)
		g->functions[i]->is_changed = !same_summary(
			g->functions[i]->before, g->functions[i]->s.operation);
}

// Again, with what is known now; the other groups' findings stay.
static void solve_again(struct engine *e, const struct callgraph *graph,
			const struct told *told, struct told from)
{
	struct flow_result *out = e->out;
	struct flow_result old = *out;

	out->findings = (struct findings){ 0 };
	out->notes.count = 0;
	out->notes.room = 0; // the old ones are still read
	for (uint32_t i = 0; i < from.notes; i++)
		VEC_PUSH(e->arena, &out->notes, old.notes.at[i]);
	for (uint32_t i = 0; i < graph->groups.count; from = told[i++]) {
		const struct call_group *g = &graph->groups.at[i];
		bool is_due = false;
		for (uint32_t k = 0; k < g->count; k++)
			is_due |= rearm_concerns(e, g->functions[k]);
		if (is_due) {
			solve_anew(e, g);
			continue;
		}
		for (uint32_t k = from.findings; k < told[i].findings; k++)
			VEC_PUSH(e->arena, &out->findings.list,
				 old.findings.list.at[k]);
		for (uint32_t k = from.notes; k < told[i].notes; k++)
			VEC_PUSH(e->arena, &out->notes, old.notes.at[k]);
	}
	for (uint32_t i = 0; i < e->program.records.count; i++)
		e->program.records.at[i]->is_changed = false;
}

// What another unit may have to know of it, and solve again.
static bool is_kept(const struct record *r)
{
	return r->is_open || (r->s.is_solved && !r->s.is_static);
}

static void publish(struct engine *e)
{
	struct flow_result *out = e->out;

	VEC_EACH (struct record *const, at, &e->program.records) {
		struct record *r = *at;
		// Which overriders do nothing is worth knowing, too.
		if (!r->s.operation && !r->is_open && !r->s.is_virtual)
			continue;
		if (is_kept(r)) {
			r->s.ir = out->kept.count;
			VEC_PUSH(e->arena, &out->kept, r->function);
		}
		VEC_PUSH(e->arena, &out->summaries, r->s);
	}
	VEC_EACH (struct contract_entry *const, c, &e->contracts->list)
		VEC_PUSH(e->arena, &out->contracts, (*c)->c);
	VEC_EACH (const char *const, s, &e->contracts->self)
		VEC_PUSH(e->arena, &out->self, *s);
	VEC_EACH (const char *const, s, &e->rearmed)
		VEC_PUSH(e->arena, &out->rearmed, *s);
	VEC_EACH (const char *const, s, &e->unread)
		VEC_PUSH(e->arena, &out->unread, *s);
	VEC_EACH (const struct stale, x, &e->stale)
		VEC_PUSH(e->arena, &out->stale, *x);
}

void flow_unit(const struct unit *u, const struct rules *rules,
	       const struct flow_options *options, struct arena *a,
	       struct flow_result *out)
{
	struct contracts contracts = { 0 };
	struct engine e = { .rules = rules,
			    .options = options,
			    .contracts = &contracts,
			    .arena = a,
			    .told = a,
			    .out = out };
	struct callgraph graph;

	engine_begin(&e, 1);
	for (uint32_t i = 0; i < u->functions.count; i++)
		add_function(&e, u->functions.at[i]);
	struct told start = told_by_now(&e);
	callgraph_build(&graph, &e.program, a);
	engine_constants(&e, u, 0);
	contracts_find(&e, u, &contracts);
	know_constants(&e);
	know_endings(&e);
	unread_find(&e, u);
	stale_find(&e, u);
	struct told *told = ARENA_ARRAY(a, struct told, graph.groups.count + 1);
	solve_all(&e, &graph, told);
	if (rearm_find(&e))
		solve_again(&e, &graph, told, start);
	publish(&e);
	engine_release(&e);
}
