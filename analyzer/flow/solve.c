// SPDX-License-Identifier: Apache-2.0
// The fixpoint over a function's blocks. Needs: the IR, callees' summaries.
// Keeps: for each block the states that can reach it, at most `max_states`.
#include "flow/exec.h"

#define DEFAULT_STATES 24u
#define DEFAULT_STEPS 50000u
#define NAMES_MAX (1u << 17) // of regions and values

struct work {
	struct solver *sv;
	uint32_t *order;    // block -> position in reverse postorder
	uint32_t *block_at; // position -> block
	bool *is_dirty;     // by position
	uint8_t **dirty;    // by block: per state
	uint32_t *dirty_room;
	uint32_t reachable;
	uint32_t cursor;
	uint32_t steps;
};

static uint32_t successor(const struct terminator *t, uint32_t i)
{
	switch (t->kind) {
	case TERM_JUMP:
		return i == 0 ? t->target[0] : NONE;
	case TERM_BRANCH:
		return i < 2 ? t->target[i] : NONE;
	case TERM_SWITCH:
		if (i < t->case_count)
			return t->cases[i].target;
		return i == t->case_count ? t->target[0] : NONE;
	case TERM_RETURN:
	case TERM_THROW:
	case TERM_UNREACHABLE:
		break;
	}
	return NONE;
}

// The i-th block that can follow `b`, handlers last; NONE past the end.
uint32_t block_successor(const struct block *b, uint32_t i)
{
	uint32_t n = successor(&b->terminator, i), normal = 0;

	if (n != NONE)
		return n;
	while (successor(&b->terminator, normal) != NONE)
		normal++;
	i -= normal;
	return i < b->handler_count ? b->handlers[i] : NONE;
}

// Reverse postorder without recursion: functions can have 100,000 blocks.
static void order_blocks(struct work *w)
{
	const struct function *f = w->sv->f;
	struct arena *a = w->sv->keep;
	uint32_t n = f->blocks.count, top = 0, post = n;
	uint32_t *stack = ARENA_ARRAY(a, uint32_t, n + 1);
	uint32_t *next = ARENA_ARRAY(a, uint32_t, n + 1);
	bool *seen = ARENA_ARRAY(a, bool, n + 1);

	stack[top++] = 0;
	seen[0] = true;
	while (top) {
		uint32_t b = stack[top - 1];
		uint32_t to = block_successor(&f->blocks.at[b], next[b]++);
		if (to == NONE) {
			w->block_at[--post] = b;
			top--;
		} else if (!seen[to]) {
			seen[to] = true;
			stack[top++] = to;
		}
	}
	w->reachable = n - post;
	for (uint32_t i = 0; i < w->reachable; i++)
		w->block_at[i] = w->block_at[post + i];
	for (uint32_t i = 0; i < n; i++)
		w->order[i] = NONE;
	for (uint32_t i = 0; i < w->reachable; i++)
		w->order[w->block_at[i]] = i;
}

static void mark_dirty(struct work *w, uint32_t block, uint32_t state)
{
	uint32_t at = w->order[block];

	if (state >= w->dirty_room[block])
		bug("state %u of block %u", state, block);
	w->dirty[block][state] = 1;
	w->is_dirty[at] = true;
	if (at < w->cursor)
		w->cursor = at;
}

static uint32_t max_states(const struct solver *sv)
{
	uint32_t n = sv->engine->options->max_states;

	return n ? n : DEFAULT_STATES;
}

static void add_state(struct work *w, uint32_t block, struct state *s)
{
	struct solver *sv = w->sv;
	uint32_t i = states_join(sv, &sv->in[block], s, block, max_states(sv),
				 sv->keep);

	if (i != NONE)
		mark_dirty(w, block, i);
}

static void send(struct work *w, uint32_t block, struct state *s)
{
	if (w->sv->reporting)
		return;
	live_drop(w->sv, s, block);
	add_state(w, block, s);
}

static void send_to_handlers(struct work *w, const struct block *b,
			     const struct state *s)
{
	for (uint32_t i = 0; i < b->handler_count; i++)
		send(w, b->handlers[i], state_copy(w->sv->scratch, s));
}

static bool assume(struct work *w, struct state *s, const struct terminator *t,
		   bool holds)
{
	struct solver *sv = w->sv;
	struct trace node = { .symbol = NONE,
			      .step = STEP_CONDITION,
			      .op = NONE,
			      .block = sv->block,
			      .loc = t->loc,
			      .condition = &t->condition,
			      .holds = holds };

	if (!refine_condition(sv, s, &t->condition, holds))
		return false;
	trace_add(sv, s, &node);
	return true;
}

static void run_branch(struct work *w, struct state *s,
		       const struct terminator *t)
{
	struct state *no = state_copy(w->sv->scratch, s);

	if (assume(w, s, t, true))
		send(w, t->target[0], s);
	if (assume(w, no, t, false))
		send(w, t->target[1], no);
}

static void run_switch(struct work *w, struct state *s,
		       const struct terminator *t)
{
	struct solver *sv = w->sv;
	struct value v = eval_operand(sv, s, &t->value);

	for (uint32_t i = 0; i < t->case_count; i++) {
		const struct switch_case *c = &t->cases[i];
		struct state *in = state_copy(sv->scratch, s);
		struct trace node = { .symbol = NONE,
				      .step = STEP_CONDITION,
				      .op = NONE,
				      .block = sv->block,
				      .loc = t->loc,
				      .text = c->name };
		bool possible =
			c->low == c->high
				? refine_value(sv, in, v, BINARY_EQUAL, c->low)
				: refine_value(sv, in, v, BINARY_GREATER_EQUAL,
					       c->low) &&
					  refine_value(sv, in, v,
						       BINARY_LESS_EQUAL,
						       c->high);
		if (!possible)
			continue;
		trace_add(sv, in, &node);
		send(w, c->target, in);
	}
	for (uint32_t i = 0; i < t->case_count; i++)
		if (t->cases[i].low == t->cases[i].high &&
		    !refine_value(sv, s, v, BINARY_NOT_EQUAL, t->cases[i].low))
			return;
	send(w, t->target[0], s);
}

// Whether the answer in `now` is not what was assumed until it was known.
static bool differs_from_assumed(struct solver *sv, const struct state *before,
				 struct state *now, uint32_t result)
{
	bool differs = false;

	for (uint32_t i = 0; i < before->pendings.count; i++) {
		const struct pending *p = &before->pendings.at[i];
		struct handle *h = state_handle(now, p->symbol);
		if (p->guard || !h || h->set[0] == p->assumed.set[0] ||
		    !symbol_uses(&sv->m, result, p->result))
			continue;
		h->flags |= HANDLE_DOUBTED;
		differs = true;
	}
	return differs;
}

// Whether the value is the outcome of comparing a handle with a constant.
static bool tells_of_handle(struct solver *sv, struct state *s, uint32_t symbol)
{
	const struct symbol *x = &sv->m.symbols.at[symbol];

	return x->kind == SYMBOL_BINARY && x->operator<= BINARY_NOT_EQUAL &&
					   state_handle(s, x->a);
}

// The question about a result that the caller gets is the caller's to ask: one
// exit for each answer.
static void add_exit(struct solver *sv, struct state *s)
{
	static const enum binary_operator answers[] = { BINARY_EQUAL,
							BINARY_LESS,
							BINARY_GREATER };
	struct value v = { .kind = VALUE_UNKNOWN };
	bool is_open = false;

	if (sv->f->return_variable != NONE)
		v = eval_load(sv, s,
			      region_variable(&sv->m, sv->f->return_variable));
	for (uint32_t i = 0; v.kind == VALUE_SYMBOL && i < s->pendings.count;
	     i++)
		is_open |= symbol_uses(&sv->m, v.id, s->pendings.at[i].result);
	is_open |= v.kind == VALUE_SYMBOL && tells_of_handle(sv, s, v.id);
	for (size_t i = 0; is_open && i < COUNT_OF(answers); i++) {
		struct state *t = state_copy(sv->scratch, s);
		if (!refine_symbol(sv, t, v.id, answers[i], 0))
			continue;
		t->is_unlikely = differs_from_assumed(sv, s, t, v.id);
		VEC_PUSH(sv->keep, &sv->exits, state_copy(sv->keep, t));
	}
	if (!is_open)
		VEC_PUSH(sv->keep, &sv->exits, state_copy(sv->keep, s));
}

static void run_terminator(struct work *w, struct state *s,
			   const struct block *b)
{
	const struct terminator *t = &b->terminator;
	struct solver *sv = w->sv;

	sv->leave = t->loc;
	switch (t->kind) {
	case TERM_JUMP:
		send(w, t->target[0], s);
		break;
	case TERM_BRANCH:
		run_branch(w, s, t);
		break;
	case TERM_SWITCH:
		run_switch(w, s, t);
		break;
	case TERM_RETURN:
		parameters_leave(sv, s, t->loc);
		if (sv->reporting)
			add_exit(sv, s);
		break;
	case TERM_THROW:
		send_to_handlers(w, b, s);
		break;
	case TERM_UNREACHABLE:
		break;
	}
}

static bool may_throw(const struct op *op)
{
	return (op->kind == OP_CALL && !op->callee->is_noexcept) ||
	       op->kind == OP_AWAIT;
}

// A completion that throws has not completed; a consumption that throws has
// consumed.
static bool completes(const struct solver *sv, const struct state *s)
{
	const struct trace *t;

	if (s->trace == NONE)
		return false;
	t = &sv->traces.at[s->trace];
	return t->step == STEP_COMPLETE && t->op == sv->op_number;
}

static void throw_from(struct work *w, const struct block *b,
		       struct state *before, const struct state *after)
{
	struct solver *sv = w->sv;
	struct handle *h;

	if (!completes(sv, after)) {
		send_to_handlers(w, b, after);
		return;
	}
	// Nor does anybody owe anything for an attempt that failed.
	h = state_handle(before, sv->traces.at[after->trace].symbol);
	if (h)
		h->flags |= HANDLE_ESCAPED;
	send_to_handlers(w, b, before);
}

// One operation on one state; a call with several outcomes makes more states.
static void run_op(struct work *w, uint32_t block, uint32_t i, struct state *s,
		   struct block_states *out)
{
	struct solver *sv = w->sv;
	const struct block *b = &sv->f->blocks.at[block];
	const struct op *op = &b->ops.at[i];
	bool throws = b->handler_count && may_throw(op);
	struct state *before = throws ? state_copy(sv->scratch, s) : NULL;

	sv->block = block;
	sv->op = op;
	sv->op_number = sv->first_op[block] + i;
	sv->splits.count = 0;
	sv->is_dead = false;
	sv->run++;
	sv->is_first = state_pass(s, sv->op_number);
	exec_op(sv, s, op);
	if (!sv->is_dead)
		VEC_PUSH(sv->scratch, &out->at, s);
	for (uint32_t k = sv->splits.count; k-- > 0;)
		VEC_PUSH(sv->scratch, &out->at, sv->splits.at[k]);
	if (throws && !sv->is_dead)
		throw_from(w, b, before, s);
}

// Several calls in a row can make any number of states.
static void bound_states(struct solver *sv, uint32_t point,
			 struct block_states *all)
{
	struct block_states few = { 0 };
	uint32_t most = max_states(sv);

	if (all->at.count <= most)
		return;
	for (uint32_t i = 0; i < all->at.count; i++)
		states_join(sv, &few, all->at.at[i], point, most, sv->scratch);
	*all = few;
}

// Runs the block on a state of its own.
static void run_block(struct work *w, uint32_t block, struct state *start)
{
	struct solver *sv = w->sv;
	const struct block *b = &sv->f->blocks.at[block];
	struct block_states now = { 0 }, then = { 0 };

	VEC_PUSH(sv->scratch, &now.at, start);
	for (uint32_t i = 0; i < b->ops.count && now.at.count; i++) {
		then.at.count = 0;
		for (uint32_t k = 0; k < now.at.count; k++)
			run_op(w, block, i, now.at.at[k], &then);
		bound_states(sv, point_behind(sv->f, sv->first_op[block] + i),
			     &then);
		struct block_states other = now;
		now = then;
		then = other;
	}
	sv->block = block;
	sv->op_number = NONE;
	for (uint32_t k = 0; k < now.at.count; k++)
		run_terminator(w, now.at.at[k], b);
	w->steps += now.at.count;
	if (w->steps > DEFAULT_STEPS * 4 ||
	    sv->m.regions.count + sv->m.symbols.count > NAMES_MAX)
		sv->gave_up = true;
}

// A state that knows much takes longer.
static uint32_t weight(const struct state *s)
{
	return 1 + s->bindings.count / 64;
}

static void run_dirty(struct work *w, uint32_t block)
{
	struct solver *sv = w->sv;
	struct block_states *in = &sv->in[block];

	for (uint32_t i = 0; i < in->at.count && !sv->gave_up; i++) {
		if (!w->dirty[block][i])
			continue;
		w->dirty[block][i] = 0;
		w->steps += weight(in->at.at[i]);
		run_block(w, block, state_copy(sv->scratch, in->at.at[i]));
		arena_reset(sv->scratch);
	}
}

static void iterate(struct work *w)
{
	uint32_t limit = w->sv->engine->options->max_steps;

	if (!limit)
		limit = DEFAULT_STEPS;
	while (w->cursor < w->reachable) {
		uint32_t at = w->cursor++;
		if (!w->is_dirty[at])
			continue;
		w->is_dirty[at] = false;
		run_dirty(w, w->block_at[at]);
		if (w->steps > limit) {
			w->sv->gave_up = true;
			return;
		}
	}
}

static void number_ops(struct solver *sv)
{
	const struct function *f = sv->f;
	uint32_t n = 0;

	sv->first_op = ARENA_ARRAY(sv->keep, uint32_t, f->blocks.count);
	for (uint32_t b = 0; b < f->blocks.count; b++) {
		sv->first_op[b] = n;
		n += f->blocks.at[b].ops.count;
	}
	sv->op_count = n;
	sv->ops = ARENA_ARRAY(sv->keep, const struct op *, n + 1);
	for (uint32_t b = 0; b < f->blocks.count; b++)
		for (uint32_t i = 0; i < f->blocks.at[b].ops.count; i++)
			sv->ops[sv->first_op[b] + i] =
				&f->blocks.at[b].ops.at[i];
}

uint32_t op_block(const struct solver *sv, uint32_t op)
{
	uint32_t low = 0, high = sv->f->blocks.count;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (sv->first_op[middle] <= op)
			low = middle;
		else
			high = middle;
	}
	return low;
}

// The states are final: once more over each, to record what is checked.
static void report_pass(struct work *w)
{
	struct solver *sv = w->sv;

	sv->reporting = true;
	for (uint32_t i = 0; i < w->reachable && !sv->gave_up; i++) {
		uint32_t b = w->block_at[i];
		for (uint32_t j = 0; j < sv->in[b].at.count; j++) {
			w->steps = 0;
			run_block(w, b,
				  state_copy(sv->scratch, sv->in[b].at.at[j]));
			arena_reset(sv->scratch);
		}
	}
}

static void start_state(struct solver *sv, struct state *s)
{
	const struct function *f = sv->f;

	*s = (struct state){ .trace = NONE };
	s->passed.count = s->passed.room = sv->op_count / 64 + 1;
	s->passed.at = ARENA_ARRAY(sv->keep, uint64_t, s->passed.count);
	for (uint32_t v = 0; v < f->variables.count; v++)
		if (f->variables.at[v].kind == VARIABLE_THIS)
			state_assume(s, sv->scratch, &sv->m,
				     symbol_entry(&sv->m,
						  region_variable(&sv->m, v)),
				     BINARY_NOT_EQUAL, 0);
	parameters_owed(sv, s);
}

void solve_function(struct solver *sv)
{
	const struct function *f = sv->f;
	struct arena *a = sv->keep;
	uint32_t n = f->blocks.count, states = max_states(sv);
	struct work w = { .sv = sv };
	struct state *start = ARENA_NEW(a, struct state);

	number_ops(sv);
	sv->in = ARENA_ARRAY(a, struct block_states, n);
	w.order = ARENA_ARRAY(a, uint32_t, n + 1);
	w.block_at = ARENA_ARRAY(a, uint32_t, n + 1);
	w.is_dirty = ARENA_ARRAY(a, bool, n + 1);
	w.dirty = ARENA_ARRAY(a, uint8_t *, n + 1);
	w.dirty_room = ARENA_ARRAY(a, uint32_t, n + 1);
	for (uint32_t b = 0; b < n; b++) {
		w.dirty[b] = ARENA_ARRAY(a, uint8_t, states);
		w.dirty_room[b] = states;
	}
	order_blocks(&w);
	live_find(sv, w.block_at, w.reachable);
	w.cursor = w.reachable;
	sv->op_number = NONE;
	start_state(sv, start);
	add_state(&w, 0, start);
	iterate(&w);
	if (!sv->gave_up)
		report_pass(&w);
}
