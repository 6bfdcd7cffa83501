// SPDX-License-Identifier: Apache-2.0
// Conditions. Short circuits become blocks; the leaves are comparisons of
// places and constants.
#include "front/lower.h"

static struct cursors parts_of(struct lower *l, CXCursor e)
{
	return cx_parts(&l->u->cx, e);
}

static struct loc loc_of(struct lower *l, CXCursor e)
{
	return cx_loc(&l->u->cx, e);
}

static void branch(struct lower *l, CXCursor e, enum binary_operator operator,
		   struct operand a, struct operand b, uint32_t yes,
		   uint32_t no)
{
	struct condition c = { operator, a, b };

	end_branch(l, &c, yes, no, loc_of(l, e));
}

// The truth of a value.
static void branch_on(struct lower *l, CXCursor e, struct operand o,
		      uint32_t yes, uint32_t no)
{
	switch (o.kind) {
	case OPERAND_INTEGER:
		end_jump(l, o.integer ? yes : no);
		return;
	case OPERAND_NULL:
		end_jump(l, no);
		return;
	case OPERAND_STRING:
	case OPERAND_FUNCTION:
	case OPERAND_ADDRESS:
		end_jump(l, yes);
		return;
	case OPERAND_NONE:
	case OPERAND_UNKNOWN:
		branch(l, e, BINARY_NOT_EQUAL, operand_unknown(),
		       operand_integer(0), yes, no);
		return;
	case OPERAND_PLACE: {
		bool is_pointer =
			place_at(l, o.place).type->kind == TYPE_POINTER;
		branch(l, e, BINARY_NOT_EQUAL, o,
		       is_pointer ? operand_null() : operand_integer(0), yes,
		       no);
		return;
	}
	}
}

static enum binary_operator mirrored(enum binary_operator operator)
{
	switch (operator) {
	case BINARY_LESS:
		return BINARY_GREATER;
	case BINARY_LESS_EQUAL:
		return BINARY_GREATER_EQUAL;
	case BINARY_GREATER:
		return BINARY_LESS;
	case BINARY_GREATER_EQUAL:
		return BINARY_LESS_EQUAL;
	default:
		return operator;
	}
}

static bool is_constant(const struct operand *o)
{
	return o->kind == OPERAND_INTEGER || o->kind == OPERAND_NULL;
}

// Whether the expression is itself a condition, so that comparing it with zero
// or one asks nothing new.
static bool is_condition(struct lower *l, CXCursor e)
{
	e = peel(l, e);
	switch (clang_getCursorKind(e)) {
	case CXCursor_UnaryOperator:
		return clang_getCursorUnaryOperatorKind(e) ==
		       CXUnaryOperator_LNot;
	case CXCursor_BinaryOperator: {
		enum CXBinaryOperatorKind kind =
			clang_getCursorBinaryOperatorKind(e);
		return operator_is_logical(kind) ||
		       operator_is_comparison(binary_operator_of(kind));
	}
	default:
		return false;
	}
}

static void comparison(struct lower *l, CXCursor e,
		       enum binary_operator operator, uint32_t yes, uint32_t no)
{
	struct cursors parts = parts_of(l, e);
	bool is_equality = operator== BINARY_EQUAL || operator==
		BINARY_NOT_EQUAL;
	enum CXCursorKind right = clang_getCursorKind(peel(l, parts.at[1]));

	if (is_equality && is_condition(l, parts.at[0]) &&
	    (right == CXCursor_IntegerLiteral ||
	     right == CXCursor_CXXBoolLiteralExpr)) {
		struct operand b = lower_value(l, parts.at[1], NONE);
		bool same = (b.integer != 0) == (operator== BINARY_EQUAL);
		lower_condition(l, parts.at[0], same ? yes : no,
				same ? no : yes);
		return;
	}
	struct operand a = lower_value(l, parts.at[0], NONE);
	struct operand b = lower_value(l, parts.at[1], NONE);
	if (a.kind == OPERAND_INTEGER && b.kind == OPERAND_INTEGER)
		end_jump(l, operator_compare(operator, a.integer, b.integer)
				    ? yes
				    : no);
	else if (is_constant(&a) && !is_constant(&b))
		branch(l, e, mirrored(operator), b, a, yes, no);
	else
		branch(l, e, operator, a, b, yes, no);
}

// `flag & (n > 0)`: both have to be something. Two conditions are that for
// sure, of a number the lowest bit has to be set as well.
static void both_condition(struct lower *l, CXCursor e,
			   const struct cursors *parts, uint32_t yes,
			   uint32_t no)
{
	struct operand a = lower_value(l, parts->at[0], NONE);
	struct operand b = lower_value(l, parts->at[1], NONE);
	bool is_sure =
		is_condition(l, parts->at[0]) && is_condition(l, parts->at[1]);
	uint32_t second = block_new(l), third = is_sure ? yes : block_new(l);

	branch_on(l, e, a, second, no);
	block_start(l, second);
	branch_on(l, e, b, third, no);
	if (is_sure)
		return;
	block_start(l, third);
	branch_on(l, e, operand_unknown(), yes, no);
}

static void binary_condition(struct lower *l, CXCursor e, uint32_t yes,
			     uint32_t no)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(e);
	struct cursors parts = parts_of(l, e);
	bool is_both = parts.count == 2;

	if (is_both && operator_is_logical(kind)) {
		uint32_t second = block_new(l);
		bool is_and = kind == CXBinaryOperator_LAnd;
		lower_condition(l, parts.at[0], is_and ? second : yes,
				is_and ? no : second);
		block_start(l, second);
		lower_condition(l, parts.at[1], yes, no);
	} else if (is_both && kind == CXBinaryOperator_And &&
		   (is_condition(l, parts.at[0]) ||
		    is_condition(l, parts.at[1]))) {
		both_condition(l, e, &parts, yes, no);
	} else if (is_both && kind == CXBinaryOperator_Comma) {
		lower_effect(l, parts.at[0], false);
		lower_condition(l, parts.at[1], yes, no);
	} else if (is_both &&
		   operator_is_comparison(binary_operator_of(kind))) {
		comparison(l, e, binary_operator_of(kind), yes, no);
	} else {
		branch_on(l, e, lower_value(l, e, NONE), yes, no);
	}
}

static void ternary_condition(struct lower *l, CXCursor e, uint32_t yes,
			      uint32_t no)
{
	struct cursors parts = parts_of(l, e);
	uint32_t a = block_new(l), b = block_new(l);

	if (parts.count != 3)
		return;
	lower_condition(l, parts.at[0], a, b);
	block_start(l, a);
	lower_condition(l, parts.at[1], yes, no);
	block_start(l, b);
	lower_condition(l, parts.at[2], yes, no);
}

// Casts to bool and to integers do not change the truth of a condition.
static CXCursor peel_condition(struct lower *l, CXCursor e)
{
	for (;;) {
		CXCursor inner;
		e = peel(l, e);
		switch (clang_getCursorKind(e)) {
		case CXCursor_CStyleCastExpr:
		case CXCursor_CXXStaticCastExpr:
		case CXCursor_CXXFunctionalCastExpr: {
			struct cursors parts = parts_of(l, e);
			if (!parts.count)
				return e;
			inner = parts.at[parts.count - 1];
			if (!is_condition(l, inner))
				return e;
			break;
		}
		case CXCursor_CallExpr:
			if (!is_expectation(l, e, &inner))
				return e;
			break;
		default:
			return e;
		}
		e = inner;
	}
}

void lower_condition(struct lower *l, CXCursor e, uint32_t yes, uint32_t no)
{
	if (is_too_deep(l))
		return;
	e = peel_condition(l, e);
	switch (clang_getCursorKind(e)) {
	case CXCursor_BinaryOperator:
		binary_condition(l, e, yes, no);
		break;
	case CXCursor_ConditionalOperator:
		ternary_condition(l, e, yes, no);
		break;
	case CXCursor_UnaryOperator:
		if (clang_getCursorUnaryOperatorKind(e) ==
		    CXUnaryOperator_LNot) {
			struct cursors parts = parts_of(l, e);
			if (parts.count)
				lower_condition(l, parts.at[0], no, yes);
			break;
		}
		branch_on(l, e, lower_value(l, e, NONE), yes, no);
		break;
	default: {
		uint32_t place;
		if (lower_truth(l, e, &place))
			branch(l, e, BINARY_NOT_EQUAL, operand_place(place),
			       operand_null(), yes, no);
		else
			branch_on(l, e, lower_value(l, e, NONE), yes, no);
	}
	}
	l->depth--;
}

// Temporaries end on both ways out. C's have no destructors: they are let go.
void lower_full_condition(struct lower *l, CXCursor e, uint32_t yes,
			  uint32_t no, bool is_loop)
{
	struct live *mark = l->live;
	bool was_loop = l->is_loop;
	struct loc loc = { 0 };

	l->is_loop = is_loop;
	if (!l->u->is_cplusplus) {
		lower_condition(l, e, yes, no);
		l->is_loop = was_loop;
		l->live = mark;
		return;
	}
	uint32_t on_yes = block_new(l), on_no = block_new(l);
	lower_condition(l, e, on_yes, on_no);
	l->is_loop = was_loop;
	if (l->live != mark)
		loc = cx_loc_end(&l->u->cx, e);
	block_start(l, on_yes);
	live_end(l, mark, loc);
	end_jump(l, yes);
	block_start(l, on_no);
	live_end(l, mark, loc);
	end_jump(l, no);
	l->live = mark;
}
