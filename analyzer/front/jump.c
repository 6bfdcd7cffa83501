// SPDX-License-Identifier: Apache-2.0
// Statements that go elsewhere: switch and its cases, labels, goto, break,
// continue, return. What lives is ended on the way.
#include "front/lower.h"

static struct cursors children_of(struct lower *l, CXCursor s)
{
	return cx_parts(&l->u->cx, s);
}

static struct loc loc_of(struct lower *l, CXCursor s)
{
	return cx_loc(&l->u->cx, s);
}

static struct loc end_of(struct lower *l, CXCursor s)
{
	return cx_loc_end(&l->u->cx, s);
}

static enum CXCursorKind kind_of(CXCursor c)
{
	return clang_getCursorKind(c);
}

// ---- switch

static bool has_case(const struct switch_body *body, int64_t value)
{
	VEC_EACH (const struct switch_case, x, &body->cases)
		if (x->low <= value && value <= x->high)
			return true;
	return false;
}

// Whether every enumerator of the value's type has a case: nobody means the
// values besides them, and compilers ask for no default then.
static bool is_complete(struct lower *l, CXCursor value,
			const struct switch_body *body)
{
	CXType type =
		clang_getCanonicalType(clang_getCursorType(peel(l, value)));
	struct cursors names;
	bool any = false;

	if (type.kind != CXType_Enum)
		return false;
	names = children_of(l, clang_getTypeDeclaration(type));
	for (uint32_t i = 0; i < names.count; i++) {
		if (kind_of(names.at[i]) != CXCursor_EnumConstantDecl)
			continue;
		any = true;
		if (!has_case(body,
			      clang_getEnumConstantDeclValue(names.at[i])))
			return false;
	}
	return any;
}

// Where a value that has no case goes on.
static uint32_t switch_else(struct lower *l, CXCursor value,
			    const struct switch_body *body, uint32_t out)
{
	if (body->default_block != NONE)
		return body->default_block;
	return is_complete(l, value, body) ? block_new(l) : out;
}

void lower_switch(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);
	struct live *mark = l->live;
	struct switch_body body = { .outer = l->switch_body,
				    .default_block = NONE };

	if (c.count < 2)
		return;
	if (c.count > 2 && kind_of(c.at[0]) == CXCursor_VarDecl)
		lower_local(l, c.at[0]);
	struct operand value = lower_value(l, c.at[c.count - 2], NONE);
	uint32_t head = l->block, out = block_new(l);
	struct jump_target t = { l->jump, out, NONE, l->live };
	l->jump = &t;
	l->switch_body = &body;
	block_start(l, NONE);
	lower_scoped(l, c.at[c.count - 1]);
	l->jump = t.outer;
	l->switch_body = body.outer;
	end_jump(l, out);
	if (head != NONE) {
		uint32_t other = switch_else(l, c.at[c.count - 2], &body, out);
		struct terminator *end = &l->f->blocks.at[head].terminator;
		end->kind = TERM_SWITCH;
		end->value = value;
		end->loc = loc_of(l, s);
		end->has_default = body.default_block != NONE;
		end->target[0] = other;
		end->case_count = body.cases.count;
		end->cases =
			arena_memdup(l->u->arena, body.cases.at,
				     body.cases.count * sizeof(*body.cases.at));
	}
	block_start(l, out);
	if (l->live != mark)
		live_leave(l, mark, end_of(l, s));
}

// `case 1: case 2: s` nests; a case may stand anywhere in the body.
void lower_case(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);
	struct switch_case entry = { .target = block_new(l) };
	const char *unused;

	block_enter(l, entry.target);
	if (!l->switch_body || c.count < 1)
		return;
	if (kind_of(s) == CXCursor_DefaultStmt) {
		l->switch_body->default_block = entry.target;
	} else if (lower_constant(l, c.at[0], &entry.low, &entry.name)) {
		entry.high = entry.low;
		if (c.count > 2)
			lower_constant(l, c.at[1], &entry.high, &unused);
		VEC_PUSH(&l->u->scratch, &l->switch_body->cases, entry);
	}
	lower_stmt(l, c.at[c.count - 1]);
}

// ---- jumps

void lower_label_only(struct lower *l, CXCursor s)
{
	uint32_t i = label_of(l, s);

	// It may have been mentioned in another try.
	block_in_try(l, l->labels.at[i].block);
	block_enter(l, l->labels.at[i].block);
	l->labels.at[i].live = l->live;
}

void lower_label(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);

	lower_label_only(l, s);
	if (c.count)
		lower_stmt(l, c.at[c.count - 1]);
}

void lower_goto(struct lower *l, CXCursor s)
{
	struct cursors c = cx_children(&l->u->cx, s);

	if (!c.count || l->block == NONE)
		return;
	uint32_t from = block_new(l);
	block_enter(l, from);
	struct pending_goto g = {
		.block = from,
		.label = label_of(l, c.at[0]),
		.live = l->live,
		.loc = loc_of(l, s),
	};
	VEC_PUSH(&l->u->scratch, &l->gotos, g);
	block_start(l, NONE);
}

// asm goto's labels are not shown: it is taken to go on.
void lower_computed_goto(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);

	for (uint32_t i = 0; i < c.count; i++)
		lower_effect(l, c.at[i], true);
	if (l->block == NONE)
		return;
	VEC_PUSH(&l->u->scratch, &l->computed_gotos, l->block);
	block_start(l, NONE);
}

void lower_break(struct lower *l, CXCursor s)
{
	if (!l->jump)
		return;
	live_end(l, l->jump->live, loc_of(l, s));
	end_jump(l, l->jump->break_block);
}

void lower_continue(struct lower *l, CXCursor s)
{
	struct jump_target *t = l->jump;

	while (t && t->continue_block == NONE)
		t = t->outer;
	if (!t)
		return;
	live_end(l, t->live, loc_of(l, s));
	end_jump(l, t->continue_block);
}

static void return_value(struct lower *l, CXCursor e)
{
	struct live *mark = l->live;

	if (l->f->return_variable == NONE) {
		lower_full_effect(l, e);
		return;
	}
	uint32_t dst = place_root(l->f, l->u->arena, l->f->return_variable);
	lower_init(l, dst, e);
	live_leave(l, mark, end_of(l, e));
}

void lower_return(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);

	if (c.count)
		return_value(l, c.at[0]);
	live_end(l, NULL, loc_of(l, s));
	end_with(l, TERM_RETURN, loc_of(l, s));
}
