// SPDX-License-Identifier: Apache-2.0
// Which locals are read again before they are written: what the others hold
// need not keep paths apart. Backwards over the blocks, once per function.
#include <string.h>

#include "flow/engine.h"

#define WORDS_MAX ((size_t)1 << 20) // more than this: everything is live

struct liveness {
	uint32_t *bit;   // by variable, NONE if it is always live
	uint64_t *words; // by block: live at its start
	uint32_t width;  // words of a block
	uint32_t *home;  // by variable: its only block, NONE for several
};

static uint32_t root_of(const struct function *f, uint32_t place)
{
	return f->places.at[place].variable;
}

static bool is_indirect(const struct function *f, uint32_t place)
{
	for (; place != NONE; place = f->places.at[place].base)
		if (f->places.at[place].projection == PROJECT_DEREF)
			return true;
	return false;
}

static bool is_place(const struct operand *o)
{
	return o->kind == OPERAND_PLACE || o->kind == OPERAND_ADDRESS;
}

// ---- temporaries, which most often are of one block

static void see_variable(struct liveness *x, const struct function *f,
			 uint32_t place, uint32_t block)
{
	uint32_t v;

	if (place == NONE)
		return;
	v = root_of(f, place);
	if (x->home[v] == NONE - 1)
		x->home[v] = block;
	else if (x->home[v] != block)
		x->home[v] = NONE;
	for (uint32_t p = place; p != NONE; p = f->places.at[p].base)
		if (f->places.at[p].projection == PROJECT_ELEMENT)
			see_variable(x, f, f->places.at[p].index_place, block);
}

static void see_operand(struct liveness *x, const struct function *f,
			const struct operand *o, uint32_t block)
{
	if (is_place(o))
		see_variable(x, f, o->place, block);
}

static void find_homes(struct liveness *x, const struct function *f)
{
	for (uint32_t v = 0; v < f->variables.count; v++)
		x->home[v] = NONE - 1;
	for (uint32_t b = 0; b < f->blocks.count; b++) {
		const struct block *block = &f->blocks.at[b];
		VEC_EACH (const struct op, op, &block->ops) {
			see_variable(x, f, op->dst, b);
			see_operand(x, f, &op->src, b);
			see_operand(x, f, &op->src2, b);
			see_operand(x, f, &op->receiver, b);
			for (uint32_t i = 0; i < op->argument_count; i++)
				see_operand(x, f, &op->arguments[i], b);
			for (uint32_t i = 0; i < op->capture_count; i++)
				see_operand(x, f, &op->captures[i].from, b);
		}
		see_operand(x, f, &block->terminator.condition.lhs, b);
		see_operand(x, f, &block->terminator.condition.rhs, b);
		see_operand(x, f, &block->terminator.value, b);
	}
}

// ---- which variables are only ever named

static void see_address(struct liveness *x, const struct function *f,
			const struct operand *o)
{
	bool by_value = o->kind == OPERAND_PLACE &&
			(o->passing == PASS_VALUE || o->passing == PASS_MOVE);

	if (is_place(o) && !by_value && !is_indirect(f, o->place))
		x->bit[root_of(f, o->place)] = NONE;
}

static void see_addresses(struct liveness *x, const struct function *f,
			  const struct op *op)
{
	see_address(x, f, &op->src);
	see_address(x, f, &op->src2);
	see_address(x, f, &op->receiver);
	for (uint32_t i = 0; i < op->argument_count; i++)
		see_address(x, f, &op->arguments[i]);
	for (uint32_t i = 0; i < op->capture_count; i++) {
		struct operand from = op->captures[i].from;
		from.passing = op->captures[i].passing;
		see_address(x, f, &from);
	}
	// Binding a reference, and what a method writes through `this`.
	bool is_object = op->kind == OP_BIND && is_place(&op->src);
	if (is_object)
		x->bit[root_of(f, op->src.place)] = NONE;
	if (op->dst == NONE || !op->callee)
		return;
	if (op->kind != OP_CALL || op->callee->kind == CALLEE_CONSTRUCTOR)
		x->bit[root_of(f, op->dst)] = NONE;
}

static bool may_die(const struct variable *v)
{
	return (v->kind == VARIABLE_LOCAL || v->kind == VARIABLE_TEMPORARY) &&
	       !(v->type && v->type->kind == TYPE_ARRAY);
}

static uint32_t number_variables(struct liveness *x, const struct function *f)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < f->variables.count; v++)
		x->bit[v] = may_die(&f->variables.at[v]) ? 0 : NONE;
	VEC_EACH (const struct block, b, &f->blocks) {
		VEC_EACH (const struct op, op, &b->ops)
			see_addresses(x, f, op);
		see_address(x, f, &b->terminator.condition.lhs);
		see_address(x, f, &b->terminator.condition.rhs);
		see_address(x, f, &b->terminator.value);
	}
	for (uint32_t v = 0; v < f->variables.count; v++)
		if (x->bit[v] != NONE)
			x->bit[v] = n++;
	return n;
}

// ---- one block, backwards

static void set_bit(const struct liveness *x, uint64_t *live, uint32_t v,
		    bool value)
{
	uint32_t bit = x->bit[v];

	if (bit == NONE)
		return;
	if (value)
		live[bit / 64] |= (uint64_t)1 << bit % 64;
	else
		live[bit / 64] &= ~((uint64_t)1 << bit % 64);
}

static void use_indexes(const struct liveness *x, const struct function *f,
			uint64_t *live, uint32_t place);

static void use_place(const struct liveness *x, const struct function *f,
		      uint64_t *live, uint32_t place)
{
	set_bit(x, live, root_of(f, place), true);
	use_indexes(x, f, live, place);
}

static void use_indexes(const struct liveness *x, const struct function *f,
			uint64_t *live, uint32_t place)
{
	for (; place != NONE; place = f->places.at[place].base) {
		const struct place *p = &f->places.at[place];
		if (p->projection == PROJECT_ELEMENT && p->index_place != NONE)
			use_place(x, f, live, p->index_place);
	}
}

static void use(const struct liveness *x, const struct function *f,
		uint64_t *live, const struct operand *o)
{
	if (is_place(o))
		use_place(x, f, live, o->place);
}

static void define(const struct liveness *x, const struct function *f,
		   uint64_t *live, const struct op *op)
{
	if (op->dst == NONE)
		return;
	use_indexes(x, f, live, op->dst);
	if (is_indirect(f, op->dst) ||
	    (op->kind == OP_SCOPE_END && op->callee)) // a destructor reads it
		set_bit(x, live, root_of(f, op->dst), true);
	else if (f->places.at[op->dst].projection == PROJECT_NONE)
		set_bit(x, live, root_of(f, op->dst), false);
}

static void see_block(const struct liveness *x, const struct function *f,
		      uint64_t *live, const struct block *b)
{
	use(x, f, live, &b->terminator.condition.lhs);
	use(x, f, live, &b->terminator.condition.rhs);
	use(x, f, live, &b->terminator.value);
	for (uint32_t i = b->ops.count; i-- > 0;) {
		const struct op *op = &b->ops.at[i];
		define(x, f, live, op);
		use(x, f, live, &op->src);
		use(x, f, live, &op->src2);
		use(x, f, live, &op->receiver);
		for (uint32_t k = 0; k < op->argument_count; k++)
			use(x, f, live, &op->arguments[k]);
		for (uint32_t k = 0; k < op->capture_count; k++)
			use(x, f, live, &op->captures[k].from);
	}
}

// ---- all blocks

static uint64_t *at_start(const struct liveness *x, uint32_t block)
{
	return x->words + (size_t)block * x->width;
}

static bool update(const struct liveness *x, const struct function *f,
		   uint64_t *live, uint32_t block)
{
	const struct block *b = &f->blocks.at[block];
	uint64_t *start = at_start(x, block);
	bool changed = false;
	uint32_t to;

	memset(live, 0, x->width * sizeof(*live));
	for (uint32_t i = 0; (to = block_successor(b, i)) != NONE; i++)
		for (uint32_t k = 0; k < x->width; k++)
			live[k] |= at_start(x, to)[k];
	see_block(x, f, live, b);
	// The block may be left before it writes anything.
	for (uint32_t i = 0; i < b->handler_count; i++)
		for (uint32_t k = 0; k < x->width; k++)
			live[k] |= at_start(x, b->handlers[i])[k];
	for (uint32_t k = 0; k < x->width; k++) {
		changed |= start[k] != live[k];
		start[k] = live[k];
	}
	return changed;
}

void live_find(struct solver *sv, const uint32_t *order, uint32_t count)
{
	const struct function *f = sv->f;
	struct liveness *x = ARENA_NEW(sv->keep, struct liveness);
	bool changed = true;
	uint64_t *live;

	sv->live = x;
	x->home = ARENA_ARRAY(sv->keep, uint32_t, f->variables.count + 1);
	find_homes(x, f);
	x->bit = ARENA_ARRAY(sv->keep, uint32_t, f->variables.count + 1);
	x->width = (number_variables(x, f) + 63) / 64;
	if (!x->width || f->blocks.count > WORDS_MAX / x->width)
		return;
	x->words = ARENA_ARRAY(sv->keep, uint64_t,
			       (size_t)f->blocks.count * x->width);
	live = ARENA_ARRAY(sv->keep, uint64_t, x->width);
	while (changed) {
		changed = false;
		for (uint32_t i = count; i-- > 0;)
			changed |= update(x, f, live, order[i]);
	}
}

// ---- what nobody reads any more

// The end of its scope is no reading.
static bool is_live(const struct liveness *x, uint32_t block, uint32_t variable)
{
	uint32_t bit = x->bit[variable];

	return !x->words || bit == NONE ||
	       (at_start(x, block)[bit / 64] >> bit % 64 & 1);
}

// Whether somebody may still ask the handle for something when it ends.
static bool may_owe(const struct state *s, const struct handle *h)
{
	uint8_t sets = 0;

	for (int i = 0; i < FACET_MAX; i++)
		sets |= h->set[i];
	if ((sets & TS_LIVE) && (h->flags & HANDLE_OWED) &&
	    !(h->flags & (HANDLE_ESCAPED | HANDLE_MAYBE | HANDLE_BORROWED)))
		return true;
	for (uint32_t i = 0; i < s->pendings.count; i++)
		if (s->pendings.at[i].symbol == h->symbol)
			return true;
	return false;
}

static bool is_needed(const struct solver *sv, struct state *s,
		      const struct binding *b, uint32_t to)
{
	const struct memory *m = &sv->m;
	const struct region *root = &m->regions.at[region_root(m, b->region)];
	const struct handle *h;

	if (root->kind != REGION_VARIABLE)
		return true;
	if (sv->f->variables.at[root->id].kind == VARIABLE_TEMPORARY &&
	    sv->live->home[root->id] == sv->block)
		return false;
	if (is_live(sv->live, to, root->id))
		return true;
	h = b->value.kind == VALUE_SYMBOL ? state_handle(s, b->value.id) : NULL;
	return h && may_owe(s, h);
}

void live_drop(const struct solver *sv, struct state *s, uint32_t to)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct binding b = s->bindings.at[i];
		if (is_needed(sv, s, &b, to))
			s->bindings.at[kept++] = b;
	}
	s->bindings.count = kept;
}
