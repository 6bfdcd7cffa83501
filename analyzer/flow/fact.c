// SPDX-License-Identifier: Apache-2.0
// Facts about symbols: an interval and a few excluded values.
#include "flow/state.h"

enum binary_operator binary_negated(enum binary_operator operator)
{
	switch (operator) {
	case BINARY_EQUAL:
		return BINARY_NOT_EQUAL;
	case BINARY_NOT_EQUAL:
		return BINARY_EQUAL;
	case BINARY_LESS:
		return BINARY_GREATER_EQUAL;
	case BINARY_LESS_EQUAL:
		return BINARY_GREATER;
	case BINARY_GREATER:
		return BINARY_LESS_EQUAL;
	case BINARY_GREATER_EQUAL:
		return BINARY_LESS;
	case BINARY_ADD:
	case BINARY_SUBTRACT:
	case BINARY_AND:
	case BINARY_OR:
	case BINARY_XOR:
	case BINARY_MULTIPLY:
	case BINARY_DIVIDE:
	case BINARY_REMAINDER:
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
	case BINARY_OTHER:
		break;
	}
	return BINARY_OTHER;
}

enum binary_operator binary_swapped(enum binary_operator operator)
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
	case BINARY_EQUAL:
	case BINARY_NOT_EQUAL:
	case BINARY_ADD:
	case BINARY_SUBTRACT:
	case BINARY_AND:
	case BINARY_OR:
	case BINARY_XOR:
	case BINARY_MULTIPLY:
	case BINARY_DIVIDE:
	case BINARY_REMAINDER:
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
	case BINARY_OTHER:
		break;
	}
	return operator;
}

uint32_t symbol_comparison(struct memory *m, uint32_t a,
			   enum binary_operator operator, uint32_t b,
			   bool *is_negated)
{
	bool is_turned = a > b;

	if (is_turned)
		operator= binary_swapped(operator);
	*is_negated = operator!= BINARY_EQUAL && operator!=
		BINARY_LESS && operator!= BINARY_LESS_EQUAL;
	if (*is_negated)
		operator= binary_negated(operator);
	return symbol_binary2(m, is_turned ? b : a, operator,
			      is_turned ? a : b);
}

bool binary_holds(int64_t a, enum binary_operator operator, int64_t b)
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
	case BINARY_ADD:
	case BINARY_SUBTRACT:
	case BINARY_AND:
	case BINARY_OR:
	case BINARY_XOR:
	case BINARY_MULTIPLY:
	case BINARY_DIVIDE:
	case BINARY_REMAINDER:
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
	case BINARY_OTHER:
		break;
	}
	return true;
}

static uint32_t fact_position(const struct state *s, uint32_t symbol)
{
	uint32_t low = 0, high = s->facts.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (s->facts.at[middle].symbol < symbol)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct fact *state_fact(const struct state *s, uint32_t symbol)
{
	uint32_t i = fact_position(s, symbol);

	if (i < s->facts.count && s->facts.at[i].symbol == symbol)
		return &s->facts.at[i];
	return NULL;
}

static struct fact *fact_add(struct state *s, struct arena *a, uint32_t symbol)
{
	uint32_t i = fact_position(s, symbol);

	if (i < s->facts.count && s->facts.at[i].symbol == symbol)
		return &s->facts.at[i];
	struct fact f = { .symbol = symbol,
			  .low = INT64_MIN,
			  .high = INT64_MAX };
	VEC_PUSH(a, &s->facts, f);
	for (uint32_t j = s->facts.count - 1; j > i; j--)
		s->facts.at[j] = s->facts.at[j - 1];
	s->facts.at[i] = f;
	return &s->facts.at[i];
}

static bool differs_from(const struct fact *f, int64_t v)
{
	for (uint32_t i = 0; i < f->differ_count; i++)
		if (f->differs[i] == v)
			return true;
	return false;
}

static enum truth test_fact(const struct fact *f, enum binary_operator operator,
			    int64_t v)
{
	switch (operator) {
	case BINARY_EQUAL:
		if (v < f->low || v > f->high || differs_from(f, v))
			return TRUTH_NO;
		return f->low == f->high ? TRUTH_YES : TRUTH_UNKNOWN;
	case BINARY_NOT_EQUAL:
		if (v < f->low || v > f->high || differs_from(f, v))
			return TRUTH_YES;
		return f->low == f->high ? TRUTH_NO : TRUTH_UNKNOWN;
	case BINARY_LESS:
		return f->high < v   ? TRUTH_YES
		       : f->low >= v ? TRUTH_NO
				     : TRUTH_UNKNOWN;
	case BINARY_LESS_EQUAL:
		return f->high <= v ? TRUTH_YES
		       : f->low > v ? TRUTH_NO
				    : TRUTH_UNKNOWN;
	case BINARY_GREATER:
		return f->low > v     ? TRUTH_YES
		       : f->high <= v ? TRUTH_NO
				      : TRUTH_UNKNOWN;
	case BINARY_GREATER_EQUAL:
		return f->low >= v   ? TRUTH_YES
		       : f->high < v ? TRUTH_NO
				     : TRUTH_UNKNOWN;
	case BINARY_ADD:
	case BINARY_SUBTRACT:
	case BINARY_AND:
	case BINARY_OR:
	case BINARY_XOR:
	case BINARY_MULTIPLY:
	case BINARY_DIVIDE:
	case BINARY_REMAINDER:
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
	case BINARY_OTHER:
		break;
	}
	return TRUTH_UNKNOWN;
}

static bool is_comparison(enum binary_operator operator)
{
	return operator<= BINARY_GREATER_EQUAL;
}

enum truth state_test(const struct state *s, const struct memory *m,
		      uint32_t symbol, enum binary_operator operator,
		      int64_t integer)
{
	const struct fact *f = state_fact(s, symbol);
	const struct symbol *x = &m->symbols.at[symbol];

	if (f) {
		enum truth t = test_fact(f, operator, integer);
		if (t != TRUTH_UNKNOWN)
			return t;
	}
	// A comparison kept in a variable is 0 or 1, as its operand says.
	if (x->kind == SYMBOL_BINARY && is_comparison(x->operator)) {
		enum truth t = state_test(s, m, x->a, x->operator, x->integer);
		if (t == TRUTH_UNKNOWN)
			return TRUTH_UNKNOWN;
		return binary_holds(t == TRUTH_YES, operator, integer)
			       ? TRUTH_YES
			       : TRUTH_NO;
	}
	return TRUTH_UNKNOWN;
}

// Excluded values at an end of the interval move that end.
static void tighten(struct fact *f)
{
	bool moved = true;

	while (moved && f->low < f->high) {
		moved = false;
		if (differs_from(f, f->low)) {
			f->low++;
			moved = true;
		}
		if (f->low < f->high && differs_from(f, f->high)) {
			f->high--;
			moved = true;
		}
	}
}

static bool narrow(struct fact *f, enum binary_operator operator, int64_t v)
{
	if (test_fact(f, operator, v) == TRUTH_NO)
		return false;
	switch (operator) {
	case BINARY_EQUAL:
		f->low = f->high = v;
		f->differ_count = 0;
		return true;
	case BINARY_NOT_EQUAL:
		if (!differs_from(f, v) && v >= f->low && v <= f->high &&
		    f->differ_count < COUNT_OF(f->differs))
			f->differs[f->differ_count++] = v;
		break;
	case BINARY_LESS:
		if (v - 1 < f->high)
			f->high = v - 1;
		break;
	case BINARY_LESS_EQUAL:
		if (v < f->high)
			f->high = v;
		break;
	case BINARY_GREATER:
		if (v + 1 > f->low)
			f->low = v + 1;
		break;
	case BINARY_GREATER_EQUAL:
		if (v > f->low)
			f->low = v;
		break;
	case BINARY_ADD:
	case BINARY_SUBTRACT:
	case BINARY_AND:
	case BINARY_OR:
	case BINARY_XOR:
	case BINARY_MULTIPLY:
	case BINARY_DIVIDE:
	case BINARY_REMAINDER:
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
	case BINARY_OTHER:
		return true;
	}
	tighten(f);
	return f->low < f->high || !differs_from(f, f->low);
}

bool state_assume(struct state *s, struct arena *a, const struct memory *m,
		  uint32_t symbol, enum binary_operator operator,
		  int64_t integer)
{
	const struct symbol *x = &m->symbols.at[symbol];

	if (!is_comparison(operator))
		return true;
	if (x->kind == SYMBOL_BINARY && is_comparison(x->operator)) {
		struct fact *f = fact_add(s, a, symbol);
		f->low = f->low < 0 ? 0 : f->low;
		f->high = f->high > 1 ? 1 : f->high;
	}
	if (state_test(s, m, symbol, operator, integer) == TRUTH_NO)
		return false;
	if (!narrow(fact_add(s, a, symbol), operator, integer))
		return false;
	if (x->kind != SYMBOL_BINARY || !is_comparison(x->operator))
		return true;
	// What the comparison's outcome says about its operand.
	bool can_be_0 = binary_holds(0, operator, integer);
	bool can_be_1 = binary_holds(1, operator, integer);
	if (can_be_0 && can_be_1)
		return true;
	if (!can_be_0 && !can_be_1)
		return false;
	return state_assume(s, a, m, x->a,
			    can_be_1 ? x->operator : binary_negated(x->operator),
			    x->integer);
}
