// SPDX-License-Identifier: Apache-2.0
// Loops that visit every element once: what one name for many elements needs
// before a second consumption of it is certain.
#include "flow/engine.h"

struct sweep_loop {
	uint32_t header;
	uint32_t latch; // the block that jumps back
	bool *body;     // by block
};

struct sweeps {
	uint32_t *idom; // immediate dominator, by block
	uint32_t *order;
	VEC(struct sweep_loop) loops;
};

static uint32_t intersect(const struct sweeps *x, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (x->order[a] > x->order[b])
			a = x->idom[a];
		while (x->order[b] > x->order[a])
			b = x->idom[b];
	}
	return a;
}

// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001).
static void find_dominators(struct solver *sv, struct sweeps *x)
{
	const struct function *f = sv->f;
	uint32_t n = f->blocks.count, top = 0, post = n;
	uint32_t *stack = ARENA_ARRAY(sv->keep, uint32_t, n + 1);
	uint32_t *next = ARENA_ARRAY(sv->keep, uint32_t, n + 1);
	uint32_t *at = ARENA_ARRAY(sv->keep, uint32_t, n + 1);
	bool changed = true;

	for (uint32_t i = 0; i < n; i++)
		x->order[i] = x->idom[i] = NONE;
	stack[top++] = 0;
	x->order[0] = NONE - 1;
	while (top) {
		uint32_t b = stack[top - 1];
		uint32_t to = block_successor(&f->blocks.at[b], next[b]++);
		if (to == NONE) {
			at[--post] = b;
			top--;
		} else if (x->order[to] == NONE) {
			x->order[to] = NONE - 1;
			stack[top++] = to;
		}
	}
	for (uint32_t i = post; i < n; i++)
		x->order[at[i]] = i - post;
	x->idom[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = post; i < n; i++) {
			uint32_t b = at[i], to;
			for (uint32_t k = 0;
			     (to = block_successor(&f->blocks.at[b], k)) !=
			     NONE;
			     k++) {
				uint32_t old = x->idom[to];
				if (to == 0)
					continue;
				x->idom[to] =
					old == NONE ? b : intersect(x, b, old);
				changed |= x->idom[to] != old;
			}
		}
	}
}

static bool dominates(const struct sweeps *x, uint32_t a, uint32_t b)
{
	while (x->order[b] > x->order[a])
		b = x->idom[b];
	return a == b;
}

static void collect_body(struct solver *sv, struct sweep_loop *loop)
{
	const struct function *f = sv->f;
	bool changed = true;

	loop->body[loop->header] = loop->body[loop->latch] = true;
	while (changed) { // backwards from the latch
		changed = false;
		for (uint32_t b = 0; b < f->blocks.count; b++) {
			uint32_t to;
			if (loop->body[b])
				continue;
			for (uint32_t k = 0;
			     (to = block_successor(&f->blocks.at[b], k)) !=
			     NONE;
			     k++) {
				if (to == loop->header || !loop->body[to])
					continue;
				loop->body[b] = changed = true;
				break;
			}
		}
	}
}

static const struct sweeps *sweeps_of(struct solver *sv)
{
	const struct function *f = sv->f;
	struct sweeps *x = sv->sweeps;

	if (x)
		return x;
	x = sv->sweeps = ARENA_NEW(sv->keep, struct sweeps);
	x->idom = ARENA_ARRAY(sv->keep, uint32_t, f->blocks.count);
	x->order = ARENA_ARRAY(sv->keep, uint32_t, f->blocks.count);
	find_dominators(sv, x);
	for (uint32_t b = 0; b < f->blocks.count; b++) {
		uint32_t to;
		if (x->order[b] == NONE)
			continue;
		for (uint32_t k = 0;
		     (to = block_successor(&f->blocks.at[b], k)) != NONE; k++) {
			struct sweep_loop loop = { to, b, NULL };
			if (!dominates(x, to, b))
				continue;
			loop.body =
				ARENA_ARRAY(sv->keep, bool, f->blocks.count);
			collect_body(sv, &loop);
			VEC_PUSH(sv->keep, &x->loops, loop);
		}
	}
	return x;
}

// The innermost loop around the operation, NULL outside of loops.
static const struct sweep_loop *loop_of(struct solver *sv, uint32_t op)
{
	const struct sweeps *x = sweeps_of(sv);
	const struct sweep_loop *best = NULL;
	uint32_t block = op_block(sv, op);

	VEC_EACH (const struct sweep_loop, l, &x->loops)
		if (l->body[block] && (!best || best->body[l->header]))
			best = l;
	return best;
}

bool sweep_covers(struct solver *sv, uint32_t op)
{
	const struct sweep_loop *l = loop_of(sv, op);
	const struct function *f = sv->f;

	if (!l || !dominates(sv->sweeps, op_block(sv, op), l->latch))
		return false;
	// The only way out is the loop's own condition.
	for (uint32_t b = 0; b < f->blocks.count; b++) {
		uint32_t to;
		if (!l->body[b] || b == l->header)
			continue;
		for (uint32_t k = 0;
		     (to = block_successor(&f->blocks.at[b], k)) != NONE; k++)
			if (!l->body[to])
				return false;
	}
	return true;
}

bool sweep_same_loop(struct solver *sv, uint32_t a, uint32_t b)
{
	const struct sweep_loop *x = loop_of(sv, a), *y = loop_of(sv, b);

	return x && x == y;
}

static bool same_operand(const struct operand *a, const struct operand *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == OPERAND_PLACE || a->kind == OPERAND_ADDRESS)
		return a->place == b->place;
	return a->integer == b->integer;
}

// What the loop's counter is before the first turn, if that is a constant.
static bool start_value(struct solver *sv, const struct sweep_loop *l,
			uint32_t place, int64_t *out)
{
	const struct function *f = sv->f;

	for (uint32_t b = 0; b < f->blocks.count; b++) {
		const struct block *block = &f->blocks.at[b];
		uint32_t to, k = 0;
		if (l->body[b])
			continue;
		while ((to = block_successor(block, k)) != NONE &&
		       to != l->header)
			k++;
		if (to == NONE)
			continue;
		for (uint32_t i = block->ops.count; i-- > 0;) {
			const struct op *op = &block->ops.at[i];
			if (op->dst != place)
				continue;
			*out = op->src.integer;
			return op->kind == OP_COPY &&
			       op->src.kind == OPERAND_INTEGER;
		}
	}
	return false;
}

bool sweep_same_bounds(struct solver *sv, uint32_t a, uint32_t b)
{
	const struct sweep_loop *x = loop_of(sv, a), *y = loop_of(sv, b);
	const struct function *f = sv->f;
	int64_t from_x = 0, from_y = 0;

	if (!x || !y)
		return false;
	const struct terminator *s = &f->blocks.at[x->header].terminator;
	const struct terminator *t = &f->blocks.at[y->header].terminator;
	if (s->kind != TERM_BRANCH || t->kind != TERM_BRANCH)
		return false;
	const struct condition *c = &s->condition, *d = &t->condition;
	// A range-for has no counter: it always visits everything.
	if (c->lhs.kind != OPERAND_PLACE || d->lhs.kind != OPERAND_PLACE)
		return c->lhs.kind == d->lhs.kind;
	return c->operator== d->operator&& same_operand(&c->rhs, &d->rhs) &&
	       start_value(sv, x, c->lhs.place, &from_x) &&
	       start_value(sv, y, d->lhs.place, &from_y) && from_x == from_y;
}
