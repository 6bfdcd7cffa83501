// SPDX-License-Identifier: Apache-2.0
// Whether a program decides once more before it consumes what it may not have
// made: if (a) f = open(); ... if (b) close(f). What ties `b` to `a` is then
// what the engine does not see, so that a path on which they differ is a guess.
// If nothing but the decision not to make it leads there, it is none.
#include "flow/engine.h"

struct graph {
	const struct function *f;
	uint32_t *stack;
};

// Blocks that `from` reaches without passing `barrier`, itself included.
static bool *reached(struct solver *sv, struct graph *g, uint32_t from,
		     uint32_t barrier)
{
	bool *seen = ARENA_ARRAY(sv->scratch, bool, g->f->blocks.count);
	uint32_t top = 0, to;

	seen[from] = true;
	g->stack[top++] = from;
	while (top) {
		const struct block *b = &g->f->blocks.at[g->stack[--top]];
		for (uint32_t i = 0; (to = block_successor(b, i)) != NONE; i++)
			if (to != barrier && !seen[to]) {
				seen[to] = true;
				g->stack[top++] = to;
			}
	}
	return seen;
}

// Blocks that lead to one in `to` without passing `barrier`.
static void extend_backward(struct graph *g, bool *to, uint32_t barrier)
{
	bool any = true;

	while (any) {
		any = false;
		for (uint32_t n = g->f->blocks.count; n-- > 0;) {
			const struct block *b = &g->f->blocks.at[n];
			uint32_t s;
			if (to[n] || n == barrier)
				continue;
			for (uint32_t i = 0;
			     !to[n] && (s = block_successor(b, i)) != NONE; i++)
				to[n] = to[s];
			any |= to[n];
		}
	}
}

static bool *escaping(struct solver *sv, struct graph *g, uint32_t block)
{
	bool *out = ARENA_ARRAY(sv->scratch, bool, g->f->blocks.count);

	for (uint32_t n = 0; n < g->f->blocks.count; n++)
		out[n] = n != block &&
			 g->f->blocks.at[n].terminator.kind == TERM_RETURN;
	extend_backward(g, out, block);
	return out;
}

static bool *leading(struct solver *sv, struct graph *g, uint32_t block,
		     uint32_t barrier)
{
	bool *out = ARENA_ARRAY(sv->scratch, bool, g->f->blocks.count);

	out[block] = true;
	extend_backward(g, out, barrier);
	return out;
}

bool is_decided_again(struct solver *sv, uint32_t made, uint32_t used)
{
	struct graph g = { .f = sv->f };
	uint32_t make = op_block(sv, made), use = op_block(sv, used);

	if (make == use || make == 0)
		return false;
	g.stack = ARENA_ARRAY(sv->scratch, uint32_t, sv->f->blocks.count);
	const bool *without = reached(sv, &g, 0, make);
	const bool *behind = reached(sv, &g, make, use);
	const bool *away = escaping(sv, &g, use);
	const bool *there = leading(sv, &g, use, make);
	for (uint32_t n = 0; n < sv->f->blocks.count; n++) {
		const struct block *b = &sv->f->blocks.at[n];
		bool may_leave = false, may_get_there = false;
		uint32_t to;
		if (n == make || n == use || !without[n] || !behind[n])
			continue;
		for (uint32_t i = 0; (to = block_successor(b, i)) != NONE;
		     i++) {
			may_leave |= away[to];
			may_get_there |= there[to];
		}
		if (may_leave && may_get_there)
			return true;
	}
	return false;
}
