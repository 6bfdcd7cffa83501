// SPDX-License-Identifier: Apache-2.0
// Statements. Child lists leave absent parts out, so some statements are told
// apart by the text between their parts.
#include "front/lower.h"

#include <stdlib.h>
#include <string.h>

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

// ---- the text between two cursors

struct between {
	bool is_known;
	int depth;      // of parentheses
	int semicolons; // inside the first parenthesis
};

static const char *skip_quoted(const char *p, const char *end)
{
	char quote = *p;

	for (p++; p < end && *p != quote; p++)
		if (*p == '\\')
			p++;
	return p;
}

static const char *skip_comment(const char *p, const char *end)
{
	if (p[1] == '/') {
		while (p < end && *p != '\n')
			p++;
		return p;
	}
	for (p += 2; p + 1 < end && !(*p == '*' && p[1] == '/'); p++)
		;
	return p + 1;
}

#define BETWEEN_MAX 65536

static struct between text_between(struct lower *l, CXCursor from, CXCursor to)
{
	struct between b = { 0 };
	const char *file = NULL, *other = NULL; // their ends
	const char *p = cx_spelling(&l->u->cx, from, &file);
	const char *end = cx_spelling(&l->u->cx, to, &other);

	if (!p || !end || file != other || end <= p || end - p > BETWEEN_MAX)
		return b;
	b.is_known = true;
	for (; p < end; p++) {
		if (*p == '/' && (p[1] == '/' || p[1] == '*'))
			p = skip_comment(p, end);
		else if (*p == '"' || *p == '\'')
			p = skip_quoted(p, end);
		else if (strchr("([{", *p))
			b.depth++;
		else if (strchr(")]}", *p))
			b.depth--;
		else if (*p == ';' && b.depth == 1)
			b.semicolons++;
	}
	return b;
}

// ---- blocks

static void compound(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);
	struct live *mark = l->live;

	for (uint32_t i = 0; i < c.count; i++)
		lower_stmt(l, c.at[i]);
	if (l->live != mark)
		live_leave(l, mark, end_of(l, s));
}

// A statement that is a scope without braces.
void lower_scoped(struct lower *l, CXCursor s)
{
	struct live *mark = l->live;

	lower_stmt(l, s);
	if (l->live != mark)
		live_leave(l, mark, end_of(l, s));
}

static void declaration(struct lower *l, CXCursor d)
{
	switch (kind_of(d)) {
	case CXCursor_VarDecl:
		lower_local(l, d);
		break;
	case CXCursor_UnexposedDecl: // bindings, or __label__
		if (children_of(l, d).count)
			lower_bindings(l, d);
		break;
	case CXCursor_StructDecl:
	case CXCursor_ClassDecl:
	case CXCursor_UnionDecl:
		queue_members(l->u, d);
		break;
	default:
		break;
	}
}

static void declarations(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);

	for (uint32_t i = 0; i < c.count; i++)
		declaration(l, c.at[i]);
}

// ---- if

struct if_parts {
	CXCursor variable, init, condition, then, otherwise;
	bool has_condition; // `if consteval` has none
};

static bool has_init(struct lower *l, CXCursor s, CXCursor second)
{
	if (!l->u->is_cplusplus)
		return false;
	struct between b = text_between(l, s, second);
	return b.is_known && b.depth > 0;
}

static bool is_consteval(struct lower *l, CXCursor s, CXCursor then)
{
	const char *file, *other;

	if (!l->u->is_cplusplus)
		return false;
	const char *p = cx_spelling(&l->u->cx, s, &file);
	const char *end = cx_spelling(&l->u->cx, then, &other);
	return p && end && file == other && end > p && end - p < 64 &&
	       memmem(p, (size_t)(end - p), "consteval", 9);
}

static bool take_if_apart(struct lower *l, CXCursor s, struct if_parts *p)
{
	struct cursors c = children_of(l, s);
	uint32_t i = 0;

	p->variable = p->init = p->otherwise = clang_getNullCursor();
	if (i < c.count && kind_of(c.at[i]) == CXCursor_VarDecl)
		p->variable = c.at[i++];
	if (i < c.count &&
	    (kind_of(c.at[i]) == CXCursor_DeclStmt || c.count - i == 4 ||
	     (c.count - i == 3 && has_init(l, s, c.at[i + 1]))))
		p->init = c.at[i++];
	if (i >= c.count)
		return false;
	p->has_condition = c.count - i > 2 || !is_consteval(l, s, c.at[i]);
	if (p->has_condition && i < c.count)
		p->condition = c.at[i++];
	if (i >= c.count)
		return false;
	p->then = c.at[i++];
	if (i < c.count)
		p->otherwise = c.at[i];
	return true;
}

// Of `if constexpr` in an instantiation only one branch is left.
static bool is_constexpr(struct lower *l, CXCursor s, CXCursor condition,
			 int64_t *value)
{
	const char *end;
	const char *p = cx_spelling(&l->u->cx, s, &end);

	if (!l->u->is_cplusplus || !p || l->f->is_pattern)
		return false;
	p += strspn(p + 2, " \t\n") + 2;
	return cx_word(p, end) == 9 && memcmp(p, "constexpr", 9) == 0 &&
	       cx_evaluate(condition, value);
}

static void lower_if(struct lower *l, CXCursor s)
{
	struct if_parts p;
	struct live *mark = l->live;

	if (!take_if_apart(l, s, &p))
		return;
	if (!clang_Cursor_isNull(p.init))
		lower_stmt(l, p.init);
	if (!clang_Cursor_isNull(p.variable))
		lower_local(l, p.variable);
	bool has_else = !clang_Cursor_isNull(p.otherwise);
	uint32_t then = block_new(l), join = block_new(l);
	uint32_t otherwise = has_else ? block_new(l) : join;
	int64_t value;
	if (p.has_condition && is_constexpr(l, s, p.condition, &value))
		end_jump(l, value ? then : otherwise);
	else if (p.has_condition)
		lower_full_condition(l, p.condition, then, otherwise, false);
	else
		end_jump(l, otherwise); // run time
	block_start(l, then);
	lower_scoped(l, p.then);
	end_jump(l, join);
	if (has_else) {
		block_start(l, otherwise);
		lower_scoped(l, p.otherwise);
		end_jump(l, join);
	}
	block_start(l, join);
	if (l->live != mark)
		live_leave(l, mark, end_of(l, s));
}

// ---- loops

static void loop_body(struct lower *l, CXCursor body, uint32_t out,
		      uint32_t next)
{
	struct jump_target t = { l->jump, out, next, l->live };

	l->jump = &t;
	lower_scoped(l, body);
	l->jump = t.outer;
	end_jump(l, next);
}

static void lower_while(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);
	struct live *mark = l->live;

	if (c.count < 2)
		return;
	uint32_t head = block_new(l), body = block_new(l), out = block_new(l);
	uint32_t leave = block_new(l), next = block_new(l);
	block_enter(l, head);
	if (c.count > 2)
		lower_local(l, c.at[0]); // a new one each turn
	lower_full_condition(l, c.at[c.count - 2], body, leave, true);
	block_start(l, leave);
	live_end(l, mark, end_of(l, s));
	end_jump(l, out);
	block_start(l, body);
	struct jump_target t = { l->jump, out, next, mark };
	l->jump = &t;
	lower_scoped(l, c.at[c.count - 1]);
	l->jump = t.outer;
	live_end(l, mark, end_of(l, s));
	end_jump(l, head);
	l->live = mark;
	block_start(l, next);
	end_jump(l, head);
	block_start(l, out);
}

static void lower_do(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);

	if (c.count != 2)
		return;
	uint32_t body = block_new(l), test = block_new(l), out = block_new(l);
	block_enter(l, body);
	loop_body(l, c.at[0], out, test);
	block_start(l, test);
	lower_full_condition(l, c.at[1], body, out, true);
	block_start(l, out);
}

struct for_parts {
	CXCursor slot[3]; // init, condition, increment
	CXCursor variable;
	CXCursor body;
};

// Parts that are there are told apart by the semicolons before them.
static bool take_for_apart(struct lower *l, CXCursor s, struct for_parts *p)
{
	struct cursors c = children_of(l, s);
	int slot = 0;

	for (int i = 0; i < 3; i++)
		p->slot[i] = clang_getNullCursor();
	p->variable = clang_getNullCursor();
	if (!c.count)
		return false;
	p->body = c.at[c.count - 1];
	bool is_whole = c.count == 4;
	for (uint32_t i = 0; i + 1 < c.count; i++) {
		if (kind_of(c.at[i]) == CXCursor_VarDecl) {
			p->variable = c.at[i];
			continue;
		}
		if (kind_of(c.at[i]) != CXCursor_DeclStmt && !is_whole) {
			struct between b = text_between(l, s, c.at[i]);
			if (b.is_known && b.semicolons < 3)
				slot = b.semicolons;
		}
		if (slot < 3)
			p->slot[slot++] = c.at[i];
	}
	return true;
}

static void for_test(struct lower *l, const struct for_parts *p, uint32_t body,
		     uint32_t out)
{
	if (clang_Cursor_isNull(p->slot[1]))
		end_jump(l, body);
	else
		lower_full_condition(l, p->slot[1], body, out, true);
}

static void lower_for(struct lower *l, CXCursor s)
{
	struct for_parts p;
	struct live *mark = l->live;

	if (!take_for_apart(l, s, &p))
		return;
	if (!clang_Cursor_isNull(p.slot[0]))
		lower_stmt(l, p.slot[0]);
	uint32_t head = block_new(l), body = block_new(l);
	uint32_t next = block_new(l), out = block_new(l);
	block_enter(l, head);
	if (!clang_Cursor_isNull(p.variable))
		lower_local(l, p.variable);
	for_test(l, &p, body, out);
	block_start(l, body);
	loop_body(l, p.body, out, next);
	block_start(l, next);
	if (!clang_Cursor_isNull(p.slot[2]))
		lower_full_effect(l, p.slot[2]);
	end_jump(l, head);
	block_start(l, out);
	if (l->live != mark)
		live_leave(l, mark, end_of(l, s));
}

// ---- the rest

static void lower_asm(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);

	for (uint32_t i = 0; i < c.count; i++) {
		if (!clang_isExpression(kind_of(c.at[i])))
			continue;
		struct operand o = lower_value(l, c.at[i], NONE);
		if (o.kind == OPERAND_PLACE || o.kind == OPERAND_ADDRESS)
			emit(l, OP_ESCAPE, loc_of(l, s))->src = o;
	}
}

// The last statement of a statement expression is its value, behind labels too.
static CXCursor value_statement(struct lower *l, CXCursor s)
{
	while (kind_of(s) == CXCursor_LabelStmt) {
		struct cursors c = children_of(l, s);
		lower_label_only(l, s);
		if (!c.count)
			break;
		s = c.at[c.count - 1];
	}
	return s;
}

struct operand lower_statement_expression(struct lower *l, CXCursor e,
					  uint32_t into)
{
	struct cursors outer = children_of(l, e);
	struct operand result = { 0 };

	if (!outer.count)
		return result;
	struct cursors c = children_of(l, outer.at[0]);
	struct live *mark = l->live;
	for (uint32_t i = 0; i + 1 < c.count; i++)
		lower_stmt(l, c.at[i]);
	if (!c.count)
		return result;
	CXCursor last = value_statement(l, c.at[c.count - 1]);
	if (clang_isExpression(kind_of(last)) &&
	    cx_type_kind(e) != CXType_Void) {
		uint32_t dst = into != NONE
				       ? into
				       : temporary(l, type_of_cursor(l->u, e),
						   loc_of(l, e));
		lower_assign(l, dst, last, into == NONE);
		result = operand_place(dst);
	} else {
		lower_stmt(l, last);
	}
	if (l->live != mark)
		live_leave(l, mark, end_of(l, e));
	return result;
}

// Directives of OpenMP and the like: what is below them, in order.
static void unknown_stmt(struct lower *l, CXCursor s)
{
	struct cursors c = children_of(l, s);

	for (uint32_t i = 0; i < c.count; i++)
		lower_scoped(l, c.at[i]);
}

void lower_stmt(struct lower *l, CXCursor s)
{
	if (is_too_deep(l))
		return;
	switch (kind_of(s)) {
	case CXCursor_CompoundStmt:
		compound(l, s);
		break;
	case CXCursor_DeclStmt:
		declarations(l, s);
		break;
	case CXCursor_IfStmt:
		lower_if(l, s);
		break;
	case CXCursor_WhileStmt:
		lower_while(l, s);
		break;
	case CXCursor_DoStmt:
		lower_do(l, s);
		break;
	case CXCursor_ForStmt:
		lower_for(l, s);
		break;
	case CXCursor_CXXForRangeStmt:
		lower_range_for(l, s);
		break;
	case CXCursor_SwitchStmt:
		lower_switch(l, s);
		break;
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt:
		lower_case(l, s);
		break;
	case CXCursor_LabelStmt:
		lower_label(l, s);
		break;
	case CXCursor_GotoStmt:
		lower_goto(l, s);
		break;
	case CXCursor_IndirectGotoStmt:
		lower_computed_goto(l, s);
		break;
	case CXCursor_BreakStmt:
		lower_break(l, s);
		break;
	case CXCursor_ContinueStmt:
		lower_continue(l, s);
		break;
	case CXCursor_ReturnStmt:
		lower_return(l, s);
		break;
	case CXCursor_GCCAsmStmt:
	case CXCursor_MSAsmStmt:
		lower_asm(l, s);
		break;
	case CXCursor_CXXTryStmt:
		lower_try(l, s);
		break;
	case CXCursor_UnexposedStmt:
		lower_unexposed_stmt(l, s);
		break;
	case CXCursor_NullStmt:
		break;
	default:
		if (clang_isExpression(kind_of(s)))
			lower_full_effect(l, s);
		else if (clang_isDeclaration(kind_of(s)))
			declaration(l, s);
		else if (clang_isStatement(kind_of(s)))
			unknown_stmt(l, s);
	}
	l->depth--;
}
