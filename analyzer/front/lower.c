// SPDX-License-Identifier: Apache-2.0
// The function that is being built: places, operations, blocks, lives.
#include "front/lower.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

// ---- operands

struct operand operand_place(uint32_t place)
{
	return (struct operand){ .kind = OPERAND_PLACE, .place = place };
}

// &*p is p.
struct operand operand_address(struct lower *l, uint32_t place)
{
	struct place p = place_at(l, place);

	if (p.projection == PROJECT_DEREF &&
	    place_at(l, p.base).type->kind == TYPE_POINTER)
		return operand_place(p.base);
	return (struct operand){ .kind = OPERAND_ADDRESS, .place = place };
}

struct operand operand_integer(int64_t value)
{
	return (struct operand){ .kind = OPERAND_INTEGER,
				 .place = NONE,
				 .integer = value };
}

struct operand operand_null(void)
{
	return (struct operand){ .kind = OPERAND_NULL, .place = NONE };
}

struct operand operand_unknown(void)
{
	return (struct operand){ .kind = OPERAND_UNKNOWN, .place = NONE };
}

// ---- places

struct place place_at(const struct lower *l, uint32_t place)
{
	return l->f->places.at[place];
}

// Too deep a path becomes "some element" of the deepest place that is kept.
static uint32_t step(struct lower *l, uint32_t base, struct place *like)
{
	uint32_t p = place_step(l->f, l->u->arena, base, like);

	if (p != NONE)
		return p;
	struct place at = place_at(l, base);
	if (at.projection == PROJECT_ELEMENT && at.index_place == NONE)
		return base;
	struct place any = { .projection = PROJECT_ELEMENT,
			     .index_place = NONE,
			     .type = like->type };
	return place_step(l->f, l->u->arena, at.base, &any);
}

uint32_t place_field(struct lower *l, uint32_t base, const char *name,
		     const char *usr, const struct type *type)
{
	struct place like = { .projection = PROJECT_FIELD,
			      .field = name,
			      .field_usr = usr,
			      .index_place = NONE,
			      .type = type };

	return step(l, base, &like);
}

uint32_t place_deref_as(struct lower *l, uint32_t base, const struct type *type)
{
	struct place like = { .projection = PROJECT_DEREF,
			      .index_place = NONE,
			      .type = type };

	return step(l, base, &like);
}

uint32_t place_deref(struct lower *l, uint32_t base)
{
	const struct type *t = place_at(l, base).type;

	return place_deref_as(l, base, t->pointee ? t->pointee : t);
}

uint32_t place_index(struct lower *l, uint32_t base, int64_t i,
		     const struct type *type)
{
	struct place like = { .projection = PROJECT_INDEX,
			      .index = i,
			      .index_place = NONE,
			      .type = type };

	return step(l, base, &like);
}

uint32_t place_element(struct lower *l, uint32_t base, uint32_t index_place,
		       const struct type *type)
{
	struct place like = { .projection = PROJECT_ELEMENT,
			      .index_place = index_place,
			      .type = type };

	return step(l, base, &like);
}

uint32_t variable_new(struct lower *l, const struct variable *v)
{
	VEC_PUSH(l->u->arena, &l->f->variables, *v);
	return l->f->variables.count - 1;
}

uint32_t temporary(struct lower *l, const struct type *t, struct loc loc)
{
	struct variable v = {
		.kind = VARIABLE_TEMPORARY, .name = "", .type = t, .loc = loc
	};

	return place_root(l->f, l->u->arena, variable_new(l, &v));
}

uint32_t temporary_object(struct lower *l, CXType t, struct loc loc)
{
	uint32_t place = temporary(l, type_of(l->u, t), loc);

	if (place_at(l, place).type->kind == TYPE_RECORD)
		live_push(l, place, destructor_of(l->u, t), false);
	return place;
}

// ---- operations

struct op *emit(struct lower *l, enum op_kind kind, struct loc loc)
{
	struct op op = { .kind = kind,
			 .dst = NONE,
			 .is_implicit = l->implicit > 0,
			 .loc = loc };

	op.src.place = op.src2.place = op.receiver.place = NONE;
	if (l->block == NONE) {
		l->dropped = op;
		return &l->dropped;
	}
	struct block *b = &l->f->blocks.at[l->block];
	VEC_PUSH(l->u->arena, &b->ops, op);
	return &VEC_LAST(&b->ops);
}

void emit_copy(struct lower *l, uint32_t dst, struct operand src, bool is_init,
	       struct loc loc)
{
	struct op *op = emit(l, OP_COPY, loc);

	op->dst = dst;
	op->src = src;
	op->is_init = is_init;
}

void emit_discard(struct lower *l, uint32_t place, bool on_purpose,
		  struct loc loc)
{
	struct op *op = emit(l, OP_DISCARD, loc);

	op->src = operand_place(place);
	if (on_purpose)
		op->src2 = operand_integer(1);
}

// ---- once

// libclang shows some operands several times; lowering one twice would double
// its effects, and chains of them would take exponential time.
#ifdef NDEBUG
void visit_once(struct lower *l, CXCursor e)
{
	(void)l;
	(void)e;
}

void visits_release(struct lower *l)
{
	(void)l;
}
#else
struct visited_entry {
	const void *key;
	UT_hash_handle hh;
};

void visit_once(struct lower *l, CXCursor e)
{
	const void *key = cx_expression_key(e);
	struct visited_entry *v;

	HASH_FIND_PTR(l->visited, &key, v);
	if (v) {
		struct loc loc = cx_loc(&l->u->cx, e);
		bug("%s:%u:%u: an expression was lowered twice", loc.file,
		    loc.line, loc.column);
	}
	v = ARENA_NEW(&l->u->scratch, struct visited_entry);
	v->key = key;
	HASH_ADD_PTR(l->visited, key, v);
}

void visits_release(struct lower *l)
{
	HASH_CLEAR(hh, l->visited);
}
#endif

// ---- blocks

void block_in_try(struct lower *l, uint32_t block)
{
	struct block *b = &l->f->blocks.at[block];

	b->handlers = l->try_body ? l->try_body->handlers : NULL;
	b->handler_count = l->try_body ? l->try_body->count : 0;
}

uint32_t block_new(struct lower *l)
{
	struct block b = { .terminator = { .kind = TERM_UNREACHABLE } };

	VEC_PUSH(l->u->arena, &l->f->blocks, b);
	block_in_try(l, l->f->blocks.count - 1);
	return l->f->blocks.count - 1;
}

void block_start(struct lower *l, uint32_t block)
{
	l->block = block;
}

void block_enter(struct lower *l, uint32_t block)
{
	end_jump(l, block);
	l->block = block;
}

static struct terminator *terminator(struct lower *l, enum terminator_kind kind,
				     struct loc loc)
{
	struct terminator *t = &l->f->blocks.at[l->block].terminator;

	t->kind = kind;
	t->loc = loc;
	l->block = NONE;
	return t;
}

void end_with(struct lower *l, enum terminator_kind kind, struct loc loc)
{
	if (l->block != NONE)
		terminator(l, kind, loc);
}

void end_jump(struct lower *l, uint32_t to)
{
	if (l->block != NONE)
		terminator(l, TERM_JUMP, (struct loc){ 0 })->target[0] = to;
}

void end_branch(struct lower *l, const struct condition *c, uint32_t yes,
		uint32_t no, struct loc loc)
{
	if (l->block == NONE)
		return;
	struct terminator *t = terminator(l, TERM_BRANCH, loc);
	t->is_loop = l->is_loop;
	t->condition = *c;
	t->target[0] = yes;
	t->target[1] = no;
}

// ---- lives

void live_push(struct lower *l, uint32_t place, const struct callee *end,
	       bool is_cleanup)
{
	struct live *v = ARENA_NEW(&l->u->scratch, struct live);

	v->outer = l->live;
	v->depth = l->live ? l->live->depth + 1 : 1;
	v->place = place;
	v->end = end;
	v->is_cleanup = is_cleanup;
	l->live = v;
}

static void emit_cleanup(struct lower *l, const struct live *v, struct loc loc)
{
	struct op *op = emit(l, OP_CALL, loc);

	op->callee = v->end;
	op->arguments = ARENA_NEW(l->u->arena, struct operand);
	op->argument_count = 1;
	op->arguments[0] = operand_address(l, v->place);
	op->is_implicit = true;
}

static void end_one(struct lower *l, const struct live *v, struct loc loc)
{
	if (v->is_cleanup)
		emit_cleanup(l, v, loc);
	struct op *op = emit(l, OP_SCOPE_END, loc);
	op->dst = v->place;
	op->callee = v->is_cleanup ? NULL : v->end;
	op->is_implicit = true;
	if (v->end && v->end->is_noreturn)
		end_with(l, TERM_UNREACHABLE, loc);
}

void live_end(struct lower *l, const struct live *until, struct loc loc)
{
	if (l->block == NONE)
		return;
	for (const struct live *v = l->live; v && v != until; v = v->outer)
		end_one(l, v, loc);
}

void live_leave(struct lower *l, struct live *until, struct loc loc)
{
	live_end(l, until, loc);
	l->live = until;
}

// ---- labels

uint32_t label_of(struct lower *l, CXCursor c)
{
	if (clang_getCursorKind(c) == CXCursor_LabelRef)
		c = clang_getCursorReferenced(c);
	const void *key = cx_expression_key(c);
	for (uint32_t i = 0; i < l->labels.count; i++)
		if (l->labels.at[i].key == key)
			return i;
	struct label label = { .key = key, .block = block_new(l) };
	VEC_PUSH(&l->u->scratch, &l->labels, label);
	return l->labels.count - 1;
}

static const struct live *common_live(const struct live *a,
				      const struct live *b)
{
	while (a != b) {
		if (!b || (a && a->depth >= b->depth))
			a = a->outer;
		else
			b = b->outer;
	}
	return a;
}

// A goto ends what lives at it and not at its label; where labels stand is
// known only at the function's end.
void gotos_resolve(struct lower *l)
{
	for (uint32_t i = 0; i < l->gotos.count; i++) {
		const struct pending_goto *g = &l->gotos.at[i];
		const struct label *label = &l->labels.at[g->label];
		const struct live *until = common_live(g->live, label->live);

		l->block = g->block;
		for (const struct live *v = g->live; v != until; v = v->outer)
			end_one(l, v, g->loc);
		end_jump(l, label->block);
	}
}

// ---- tidying

static uint32_t successor_count(const struct terminator *t)
{
	switch (t->kind) {
	case TERM_JUMP:
	case TERM_SWITCH:
		return 1;
	case TERM_BRANCH:
		return 2;
	case TERM_RETURN:
	case TERM_THROW:
	case TERM_UNREACHABLE:
		return 0;
	}
	return 0;
}

// Where a jump to `to` ends up: empty blocks that only jump are passed by.
static uint32_t thread(const struct function *f, uint32_t to)
{
	for (uint32_t turns = 0; turns < 64; turns++) {
		const struct block *b = &f->blocks.at[to];
		if (b->ops.count || b->terminator.kind != TERM_JUMP)
			break;
		to = b->terminator.target[0];
	}
	return to;
}

static void thread_block(struct function *f, struct block *b)
{
	struct terminator *t = &b->terminator;

	for (uint32_t i = 0; i < successor_count(t); i++)
		t->target[i] = thread(f, t->target[i]);
	for (uint32_t i = 0; i < t->case_count; i++)
		t->cases[i].target = thread(f, t->cases[i].target);
}

struct reach {
	uint32_t *entries; // how many ways lead into each block
	uint32_t *stack;
	uint32_t top;
};

static void reach_block(struct reach *r, uint32_t id)
{
	if (!r->entries[id]++)
		r->stack[r->top++] = id;
}

// Handlers have any number of entries: they are never merged.
static void reach_next(struct reach *r, const struct block *b)
{
	const struct terminator *t = &b->terminator;

	for (uint32_t i = 0; i < b->handler_count; i++) {
		reach_block(r, b->handlers[i]);
		r->entries[b->handlers[i]]++;
	}
	for (uint32_t i = successor_count(t); i;)
		reach_block(r, t->target[--i]);
	for (uint32_t i = t->case_count; i;)
		reach_block(r, t->cases[--i].target);
}

static void reach_all(struct function *f, struct reach *r)
{
	memset(r->entries, 0, f->blocks.count * sizeof(*r->entries));
	reach_block(r, 0);
	while (r->top)
		reach_next(r, &f->blocks.at[r->stack[--r->top]]);
}

// Appends the only successor of a block that has no other way in.
static bool merge_next(struct lower *l, struct reach *r, uint32_t id)
{
	struct block *b = &l->f->blocks.at[id];

	if (b->terminator.kind != TERM_JUMP)
		return false;
	uint32_t next = b->terminator.target[0];
	struct block *n = &l->f->blocks.at[next];
	if (next == 0 || next == id || r->entries[next] != 1 ||
	    n->handlers != b->handlers)
		return false;
	if (!b->ops.count) {
		b->ops.at = n->ops.at;
		b->ops.count = n->ops.count;
		b->ops.room = n->ops.room;
	} else {
		VEC_EACH (struct op, op, &n->ops)
			VEC_PUSH(l->u->arena, &b->ops, *op);
	}
	b->terminator = n->terminator;
	r->entries[next] = 0;
	return true;
}

// The i-th block that may follow, the last to be read first; NONE past them.
static uint32_t way(const struct block *b, uint32_t i)
{
	const struct terminator *t = &b->terminator;
	uint32_t n = successor_count(t);

	if (i < b->handler_count)
		return b->handlers[b->handler_count - 1 - i];
	i -= b->handler_count;
	if (i < n)
		return t->target[n - 1 - i];
	i -= n;
	return i < t->case_count ? t->cases[t->case_count - 1 - i].target
				 : NONE;
}

static void renumber_block(struct lower *l, struct block *b, const uint32_t *id)
{
	struct terminator *t = &b->terminator;

	for (uint32_t i = 0; i < successor_count(t); i++)
		t->target[i] = id[t->target[i]];
	for (uint32_t i = 0; i < t->case_count; i++)
		t->cases[i].target = id[t->cases[i].target];
	// Blocks of one try share the array until now.
	uint32_t *handlers =
		ARENA_ARRAY(l->u->arena, uint32_t, b->handler_count);
	for (uint32_t i = 0; i < b->handler_count; i++)
		handlers[i] = id[b->handlers[i]];
	b->handlers = handlers;
}

// Blocks get the order of a walk that finishes what follows a branch before
// what follows the whole: reverse postorder.
static void order(struct lower *l, struct reach *r)
{
	struct function *f = l->f;
	uint32_t n = f->blocks.count;
	uint32_t *id = ARENA_ARRAY(&l->u->scratch, uint32_t, n);
	uint32_t *post = ARENA_ARRAY(&l->u->scratch, uint32_t, n);
	uint32_t *path = ARENA_ARRAY(&l->u->scratch, uint32_t, n + 1);
	uint32_t done = 0, depth = 0;

	// `entries` is reused: 0 unseen, else one more than the ways taken.
	memset(r->entries, 0, n * sizeof(*r->entries));
	r->entries[0] = 1;
	path[depth++] = 0;
	while (depth) {
		uint32_t b = path[depth - 1];
		uint32_t next = way(&f->blocks.at[b], r->entries[b]++ - 1);
		if (next == NONE) {
			post[done++] = b;
			depth--;
		} else if (!r->entries[next]) {
			r->entries[next] = 1;
			path[depth++] = next;
		}
	}
	struct block *ordered = ARENA_ARRAY(l->u->arena, struct block, done);
	for (uint32_t i = 0; i < done; i++) {
		id[post[done - 1 - i]] = i;
		ordered[i] = f->blocks.at[post[done - 1 - i]];
	}
	f->blocks.at = ordered;
	f->blocks.count = f->blocks.room = done;
	VEC_EACH (struct block, b, &f->blocks)
		renumber_block(l, b, id);
}

void function_tidy(struct lower *l)
{
	struct function *f = l->f;
	uint32_t n = f->blocks.count;
	struct reach r = { ARENA_ARRAY(&l->u->scratch, uint32_t, n),
			   ARENA_ARRAY(&l->u->scratch, uint32_t, n), 0 };

	VEC_EACH (struct block, b, &f->blocks)
		thread_block(f, b);
	reach_all(f, &r);
	for (uint32_t i = 0; i < n; i++)
		while (r.entries[i] && merge_next(l, &r, i))
			;
	order(l, &r);
}
