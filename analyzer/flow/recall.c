// SPDX-License-Identifier: Apache-2.0
// What solving a function gives depends on its unit, the options, and the
// answers to what it asks: the summaries of those that it calls, the contracts
// under which it is called. They make a key; under it the solution is kept, for
// another link of the same run or of a later one.
#include "flow/contract.h"
#include "flow/order.h"
#include "model/solution.h"

static void add_number(struct str *key, uint64_t n)
{
	str_add_bytes(key, &n, sizeof(n));
}

static void add_text(struct str *key, const char *text)
{
	str_add_bytes(key, text ? text : "", text ? strlen(text) + 1 : 1);
}

// ---- what it rests on

static uint64_t hash_of(struct engine *e, struct record *r)
{
	if (r->s.operation && r->hashed != r->s.operation)
		r->hash = operation_hash(r->s.operation, e->parts->root);
	r->hashed = r->s.operation;
	return r->s.operation ? r->hash : 0;
}

static void add_callee(struct engine *e, struct record *callee, struct str *key)
{
	add_number(key, callee ? hash_of(e, callee) : 0);
	if (callee)
		VEC_PUSH(e->arena, &e->solved->used, callee);
}

static void add_call(struct engine *e, const struct call *c, struct str *key)
{
	const struct program *p = &e->program;

	if (c->kind == CALL_GIVEN)
		return;
	if (c->kind != CALL_VIRTUAL) {
		add_callee(e, program_find(p, e->unit, c->key), key);
		return;
	}
	const struct record_list *all = program_overriders(p, c->key);
	add_number(key, all->list.count);
	VEC_EACH (struct record *const, r, &all->list) {
		add_text(key, (*r)->s.class_name);
		add_callee(e, *r, key);
	}
}

static void add_contracts(const struct engine *e, const struct record *r,
			  struct str *key)
{
	const struct contract_entry *x = contracts_of(e->contracts, r->s.key);
	uint64_t self = 0; // their order does not matter

	for (; x; x = x->next)
		add_number(key, contract_hash(&x->c, e->parts->root));
	VEC_EACH (const char *const, name, &e->contracts->self)
		self += solution_key_of(*name, strlen(*name)).low;
	add_number(key, self);
}

static struct solution_key key_of(struct engine *e, struct record *r)
{
	const struct flow_options *o = e->options;
	struct str text = STR_INIT;

	add_number(&text, e->parts->settings);
	add_number(&text, o->strict | o->hints << 1);
	add_number(&text, o->max_states);
	add_number(&text, o->max_steps);
	add_number(&text, e->parts->at[r->unit].hash);
	add_number(&text, r->s.ir);
	r->used.count = 0;
	for (uint32_t i = 0; i < r->s.call_count; i++)
		add_call(e, &r->s.calls[i], &text);
	add_contracts(e, r, &text);
	struct solution_key key = solution_key_of(text.text, text.length);
	str_release(&text);
	return key;
}

// ---- solving

// Whose handles a function gets, their rules are about it, though its unit
// names nothing of theirs.
static void use_family(struct engine *e, const struct family *f)
{
	if (f)
		e->parts->use_too(e->parts->data, f->pack);
}

static void use_effects(struct engine *e, const struct operation *op)
{
	const struct family *last = NULL;

	for (uint32_t i = 0; op && i < op->choice_count; i++)
		for (uint32_t k = 0; k < op->choices[i].outcome_count; k++) {
			const struct outcome *o = &op->choices[i].outcomes[k];
			for (uint32_t n = 0; n < o->effect_count; n++) {
				if (o->effects[n].family != last)
					use_family(e, o->effects[n].family);
				last = o->effects[n].family;
			}
		}
}

static void use_packs(struct engine *e, const struct record *r)
{
	const struct contract_entry *x = contracts_of(e->contracts, r->s.key);

	VEC_EACH (struct record *const, callee, &r->used)
		use_effects(e, (*callee)->s.operation);
	for (; x; x = x->next)
		use_family(e, x->c.family);
}

static bool enter(struct engine *e, struct record *r)
{
	const struct flow_parts *parts = e->parts;
	const struct unit *u = parts->enter(parts->data, r->unit);

	if (!u || r->s.ir >= u->functions.count)
		return false;
	use_packs(e, r);
	r->function = u->functions.at[r->s.ir];
	engine_constants(e, u, r->unit);
	return true;
}

// Appends the solution to `out`; nothing else stays of it.
static void solve_apart(struct engine *e, struct record *r, solve_fn *solve,
			struct str *out)
{
	struct arena scratch = { 0 };
	struct flow_result own = { 0 }, *all = e->out;
	struct solution x = { 0 };

	e->told = &scratch;
	e->out = &own;
	solve(e, r);
	e->out = all;
	x.operation = r->s.operation;
	x.findings = own.findings;
	VEC_EACH (const struct note, n, &own.notes)
		VEC_PUSH(&scratch, &x.notes, *n);
	all->solved_functions += own.solved_functions;
	all->state_limit_hits += own.state_limit_hits;
	solution_write(&x, e->parts->root, out);
	arena_release(&scratch);
}

static bool take(struct engine *e, struct record *r, const void *data,
		 size_t size)
{
	struct solution x;
	struct err ignored = ERR_INIT;

	if (!solution_read(data, size, e->parts->root, e->rules, e->arena, &x,
			   &ignored)) {
		err_release(&ignored);
		return false;
	}
	r->s.operation = x.operation;
	r->s.is_solved = true;
	VEC_EACH (struct finding *const, f, &x.findings.list)
		VEC_PUSH(e->arena, &e->out->findings.list, *f);
	VEC_EACH (const struct note, n, &x.notes)
		VEC_PUSH(e->arena, &e->out->notes, *n);
	return true;
}

static bool recall(struct engine *e, struct record *r,
		   const struct solution_key *key)
{
	size_t size = 0;
	const void *data = solutions_find(e->parts->solutions, key, &size);

	return data && take(e, r, data, size);
}

// A new solution is read like one that is recalled, so that it is no other.
void recall_or_solve(struct engine *e, struct record *r, solve_fn *solve)
{
	const struct flow_parts *parts = e->parts;
	struct str text = STR_INIT;
	struct solution_key key = key_of(e, r);
	bool can_keep = parts->solutions && parts->at[r->unit].hash;

	if (can_keep && recall(e, r, &key))
		return;
	r->is_due = enter(e, r);
	if (!r->is_due)
		return;
	solve_apart(e, r, solve, &text);
	if (!take(e, r, text.text, text.length))
		bug("a solution cannot be read");
	if (can_keep)
		solutions_add(parts->solutions, &key, text.text, text.length);
	str_release(&text);
}
