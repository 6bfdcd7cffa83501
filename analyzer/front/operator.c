// SPDX-License-Identifier: Apache-2.0
// Operators, arithmetic and assignment.
#include "front/lower.h"

static struct cursors parts_of(struct lower *l, CXCursor e)
{
	return cx_parts(&l->u->cx, e);
}

static struct loc loc_of(struct lower *l, CXCursor e)
{
	return cx_loc(&l->u->cx, e);
}

static uint32_t result_place(struct lower *l, CXCursor e, uint32_t into)
{
	return into != NONE
		       ? into
		       : temporary(l, type_of_cursor(l->u, e), loc_of(l, e));
}

// ---- arithmetic

enum binary_operator binary_operator_of(enum CXBinaryOperatorKind kind)
{
	switch (kind) {
	case CXBinaryOperator_EQ:
		return BINARY_EQUAL;
	case CXBinaryOperator_NE:
		return BINARY_NOT_EQUAL;
	case CXBinaryOperator_LT:
		return BINARY_LESS;
	case CXBinaryOperator_LE:
		return BINARY_LESS_EQUAL;
	case CXBinaryOperator_GT:
		return BINARY_GREATER;
	case CXBinaryOperator_GE:
		return BINARY_GREATER_EQUAL;
	case CXBinaryOperator_Add:
	case CXBinaryOperator_AddAssign:
		return BINARY_ADD;
	case CXBinaryOperator_Sub:
	case CXBinaryOperator_SubAssign:
		return BINARY_SUBTRACT;
	case CXBinaryOperator_And:
	case CXBinaryOperator_AndAssign:
		return BINARY_AND;
	case CXBinaryOperator_Or:
	case CXBinaryOperator_OrAssign:
		return BINARY_OR;
	case CXBinaryOperator_Xor:
	case CXBinaryOperator_XorAssign:
		return BINARY_XOR;
	case CXBinaryOperator_Mul:
	case CXBinaryOperator_MulAssign:
		return BINARY_MULTIPLY;
	case CXBinaryOperator_Div:
	case CXBinaryOperator_DivAssign:
		return BINARY_DIVIDE;
	case CXBinaryOperator_Rem:
	case CXBinaryOperator_RemAssign:
		return BINARY_REMAINDER;
	case CXBinaryOperator_Shl:
	case CXBinaryOperator_ShlAssign:
		return BINARY_SHIFT_LEFT;
	case CXBinaryOperator_Shr:
	case CXBinaryOperator_ShrAssign:
		return BINARY_SHIFT_RIGHT;
	default:
		return BINARY_OTHER;
	}
}

bool operator_is_comparison(enum binary_operator operator)
{
	return operator<= BINARY_GREATER_EQUAL;
}

bool operator_compare(enum binary_operator operator, int64_t a, int64_t b)
{
	switch (operator) {
	case BINARY_EQUAL:
		return a == b;
	case BINARY_NOT_EQUAL:
		return a != b;
	case BINARY_LESS:
		return a < b;
	case BINARY_LESS_EQUAL:
		return a <= b;
	case BINARY_GREATER:
		return a > b;
	case BINARY_GREATER_EQUAL:
		return a >= b;
	default:
		return false;
	}
}

static bool fold(enum CXBinaryOperatorKind kind, int64_t a, int64_t b,
		 int64_t *out)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b;

	switch (kind) {
	case CXBinaryOperator_Add:
		*out = (int64_t)(x + y);
		return true;
	case CXBinaryOperator_Sub:
		*out = (int64_t)(x - y);
		return true;
	case CXBinaryOperator_Mul:
		*out = (int64_t)(x * y);
		return true;
	case CXBinaryOperator_And:
		*out = a & b;
		return true;
	case CXBinaryOperator_Or:
		*out = a | b;
		return true;
	case CXBinaryOperator_Xor:
		*out = a ^ b;
		return true;
	case CXBinaryOperator_Shl:
		*out = b >= 0 && b < 64 ? (int64_t)(x << b) : 0;
		return b >= 0 && b < 64;
	case CXBinaryOperator_Shr:
		*out = b >= 0 && b < 64 ? a >> b : 0;
		return b >= 0 && b < 64;
	default:
		if (!operator_is_comparison(binary_operator_of(kind)))
			return false;
		*out = operator_compare(binary_operator_of(kind), a, b);
		return true;
	}
}

static struct operand emit_binary(struct lower *l, CXCursor e,
				  enum binary_operator operator,
				  struct operand a, struct operand b,
				  uint32_t into)
{
	uint32_t dst = result_place(l, e, into);
	struct op *op = emit(l, OP_BINARY, loc_of(l, e));

	op->binary = operator;
	op->dst = dst;
	op->src = a;
	op->src2 = b;
	op->is_init = into == NONE;
	return operand_place(dst);
}

static struct operand arithmetic(struct lower *l, CXCursor e, CXCursor left,
				 CXCursor right, uint32_t into)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(e);
	struct operand a, b;
	int64_t value;

	// How many elements an array has. No other size bounds a loop.
	if (kind == CXBinaryOperator_Div &&
	    clang_getCursorKind(left) == CXCursor_UnaryExpr &&
	    cx_evaluate(e, &value))
		return operand_integer(value);
	a = lower_value(l, left, NONE);
	b = lower_value(l, right, NONE);
	if (a.kind == OPERAND_INTEGER && b.kind == OPERAND_INTEGER &&
	    fold(kind, a.integer, b.integer, &value))
		return operand_integer(value);
	if (kind == CXBinaryOperator_Add && a.kind == OPERAND_ADDRESS &&
	    b.kind == OPERAND_INTEGER &&
	    place_at(l, a.place).type->kind == TYPE_ARRAY)
		return operand_address(
			l, place_index(l, a.place, b.integer,
				       place_at(l, a.place).type->pointee));
	return emit_binary(l, e, binary_operator_of(kind), a, b, into);
}

// ---- assignment

void lower_assign(struct lower *l, uint32_t dst, CXCursor e, bool is_init)
{
	struct operand o = lower_value(l, e, dst);

	if (o.kind == OPERAND_NONE)
		return;
	if (o.kind != OPERAND_PLACE || o.place != dst)
		emit_copy(l, dst, o, is_init, loc_of(l, e));
}

// The right side comes first, unless its value can be made in place.
static struct operand assignment(struct lower *l, CXCursor e, CXCursor left,
				 CXCursor right)
{
	struct loc loc = loc_of(l, e);

	if (is_plain_place(l, left)) {
		uint32_t dst = lower_place(l, left);
		bool in_place = place_at(l, dst).type->kind != TYPE_RECORD ||
				clang_getCursorKind(peel(l, right)) ==
					CXCursor_CallExpr;
		struct operand o = lower_value(l, right, in_place ? dst : NONE);
		if (o.kind != OPERAND_PLACE || o.place != dst)
			emit_copy(l, dst, o, false, loc);
		return operand_place(dst);
	}
	struct operand o = lower_value(l, right, NONE);
	uint32_t dst = lower_place(l, left);
	emit_copy(l, dst, o, false, loc);
	return operand_place(dst);
}

struct operand lower_compound_assignment(struct lower *l, CXCursor e)
{
	struct cursors parts = parts_of(l, e);

	if (parts.count != 2)
		return operand_unknown();
	struct operand b = lower_value(l, parts.at[1], NONE);
	uint32_t dst = lower_place(l, parts.at[0]);
	return emit_binary(
		l, e, binary_operator_of(clang_getCursorBinaryOperatorKind(e)),
		operand_place(dst), b, dst);
}

struct operand lower_step(struct lower *l, CXCursor e,
			  enum CXUnaryOperatorKind kind, bool is_value_used)
{
	bool is_post = kind == CXUnaryOperator_PostInc ||
		       kind == CXUnaryOperator_PostDec;
	bool is_up = kind == CXUnaryOperator_PostInc ||
		     kind == CXUnaryOperator_PreInc;
	struct cursors parts = parts_of(l, e);
	uint32_t place = lower_place(l, parts.at[0]);
	struct operand result = operand_place(place);

	if (is_post && is_value_used) {
		uint32_t old = result_place(l, e, NONE);
		emit_copy(l, old, result, true, loc_of(l, e));
		result = operand_place(old);
	}
	emit_binary(l, e, is_up ? BINARY_ADD : BINARY_SUBTRACT,
		    operand_place(place), operand_integer(1), place);
	return result;
}

// ---- operators

bool operator_is_logical(enum CXBinaryOperatorKind kind)
{
	return kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr;
}

// A condition whose value is kept.
static struct operand truth_value(struct lower *l, CXCursor e, uint32_t into)
{
	uint32_t dst = result_place(l, e, into);
	uint32_t yes = block_new(l), no = block_new(l), join = block_new(l);
	struct loc loc = loc_of(l, e);

	lower_condition(l, e, yes, no);
	block_start(l, yes);
	emit_copy(l, dst, operand_integer(1), into == NONE, loc);
	end_jump(l, join);
	block_start(l, no);
	emit_copy(l, dst, operand_integer(0), into == NONE, loc);
	block_enter(l, join);
	return operand_place(dst);
}

struct operand lower_binary(struct lower *l, CXCursor e, uint32_t into)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(e);
	struct cursors parts = parts_of(l, e);

	if (parts.count != 2) {
		for (uint32_t i = 0; i < parts.count; i++)
			lower_effect(l, parts.at[i], true);
		return operand_unknown();
	}
	CXCursor a = parts.at[0], b = parts.at[1];
	if (operator_is_logical(kind))
		return truth_value(l, e, into);
	switch (kind) {
	case CXBinaryOperator_Assign:
		return assignment(l, e, a, b);
	case CXBinaryOperator_Comma:
		lower_effect(l, a, false);
		return lower_value(l, b, into);
	case CXBinaryOperator_PtrMemD:
	case CXBinaryOperator_PtrMemI:
		lower_effect(l, a, true);
		lower_effect(l, b, true);
		return operand_unknown();
	default:
		return arithmetic(l, e, a, b, into);
	}
}

static struct operand negation(struct lower *l, CXCursor e, uint32_t into)
{
	CXCursor inner = peel(l, parts_of(l, e).at[0]);
	enum CXCursorKind kind = clang_getCursorKind(inner);

	if ((kind == CXCursor_BinaryOperator &&
	     operator_is_logical(clang_getCursorBinaryOperatorKind(inner))) ||
	    kind == CXCursor_ConditionalOperator)
		return truth_value(l, e, into);
	struct operand o = lower_value(l, inner, NONE);
	if (o.kind == OPERAND_INTEGER)
		return operand_integer(!o.integer);
	bool is_pointer = o.kind == OPERAND_PLACE &&
			  place_at(l, o.place).type->kind == TYPE_POINTER;
	return emit_binary(l, e, BINARY_EQUAL, o,
			   is_pointer ? operand_null() : operand_integer(0),
			   into);
}

static struct operand minus(struct lower *l, CXCursor e, CXCursor part,
			    uint32_t into)
{
	struct operand o = lower_value(l, part, NONE);

	if (o.kind == OPERAND_INTEGER)
		return operand_integer((int64_t)(0 - (uint64_t)o.integer));
	return emit_binary(l, e, BINARY_SUBTRACT, operand_integer(0), o, into);
}

static struct operand complement(struct lower *l, CXCursor e, CXCursor part,
				 uint32_t into)
{
	struct operand o = lower_value(l, part, NONE);

	if (o.kind == OPERAND_INTEGER)
		return operand_integer(~o.integer);
	return emit_binary(l, e, BINARY_OTHER, o, operand_unknown(), into);
}

static struct operand address_of(struct lower *l, CXCursor part)
{
	CXCursor inner = peel(l, part);

	if (clang_getCursorKind(inner) == CXCursor_DeclRefExpr) {
		switch (clang_getCursorKind(clang_getCursorReferenced(inner))) {
		case CXCursor_VarDecl:
		case CXCursor_ParmDecl:
		case CXCursor_UnexposedDecl:
			break;
		default: // a function, a member pointer
			return lower_value(l, inner, NONE);
		}
	}
	return operand_address(l, lower_place(l, part));
}

struct operand lower_unary(struct lower *l, CXCursor e, uint32_t into)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(e);
	struct cursors parts = parts_of(l, e);

	if (parts.count == 0)
		return operand_unknown();
	CXCursor part = parts.at[0];
	switch (kind) {
	case CXUnaryOperator_PostInc:
	case CXUnaryOperator_PostDec:
	case CXUnaryOperator_PreInc:
	case CXUnaryOperator_PreDec:
		return lower_step(l, e, kind, true);
	case CXUnaryOperator_AddrOf:
		return address_of(l, part);
	case CXUnaryOperator_Deref:
		return place_value(l, lower_place(l, e));
	case CXUnaryOperator_LNot:
		return negation(l, e, into);
	case CXUnaryOperator_Minus:
		return minus(l, e, part, into);
	case CXUnaryOperator_Not:
		return complement(l, e, part, into);
	case CXUnaryOperator_Coawait:
		return lower_await(l, e, &parts, into);
	default: // plus, __extension__, __real
		return lower_value(l, part, into);
	}
}
