// SPDX-License-Identifier: Apache-2.0
// What a condition that holds says about values, and through them about effects
// whose outcome nobody had tested before.
#include <string.h>

#include "flow/engine.h"

static bool when_value(struct engine *e, const struct when *w, uint32_t i,
		       int64_t *out)
{
	if (!w->names || !w->names[i]) {
		*out = w->values[i];
		return true;
	}
	const char *name = w->names[i];
	bool negative = name[0] == '-';
	if (!constant_value(e, name + negative, out))
		return false;
	if (negative)
		*out = -*out;
	return true;
}

static enum truth value_test(struct solver *sv, const struct state *s,
			     struct value v, enum binary_operator operator,
			     int64_t k)
{
	switch (v.kind) {
	case VALUE_INTEGER:
		return binary_holds(v.integer, operator, k) ? TRUTH_YES
							    : TRUTH_NO;
	case VALUE_SYMBOL:
		return state_test(s, &sv->m, v.id, operator, k);
	case VALUE_ADDRESS:
	case VALUE_FUNCTION:
	case VALUE_CLOSURE:
	case VALUE_TEXT:
		if (k == 0 && operator== BINARY_EQUAL)
			return TRUTH_NO;
		if (k == 0 && operator== BINARY_NOT_EQUAL)
			return TRUTH_YES;
		return TRUTH_UNKNOWN;
	case VALUE_UNKNOWN:
	case VALUE_UNINITIALIZED:
		break;
	}
	return TRUTH_UNKNOWN;
}

// Whether two unknown values were compared, and how that came out.
static enum truth same_value(struct solver *sv, const struct state *s,
			     struct value v, uint32_t subject)
{
	bool is_negated;
	uint32_t symbol;

	if (v.kind != VALUE_SYMBOL || subject == NONE)
		return TRUTH_UNKNOWN;
	symbol = symbol_comparison(&sv->m, v.id, BINARY_EQUAL, subject,
				   &is_negated);
	return state_test(s, &sv->m, symbol, BINARY_NOT_EQUAL, 0);
}

enum truth when_test(struct solver *sv, const struct state *s,
		     const struct when *w, struct value v, uint32_t subject)
{
	bool none = w->operator== BINARY_NOT_EQUAL;
	bool unknown = false;

	if (w->is_subject) {
		enum truth same = same_value(sv, s, v, subject);
		if (same != TRUTH_UNKNOWN)
			return (same == TRUTH_YES) != none ? TRUTH_YES
							   : TRUTH_NO;
		if (v.kind == VALUE_SYMBOL && v.id == subject)
			return none ? TRUTH_NO : TRUTH_YES;
		// A positive answer to a wait is the child waited for.
		if (value_test(sv, s, v, BINARY_LESS_EQUAL, 0) == TRUTH_YES)
			return none ? TRUTH_YES : TRUTH_NO;
		if (value_test(sv, s, v, BINARY_GREATER, 0) == TRUTH_YES)
			return none ? TRUTH_NO : TRUTH_YES;
		return TRUTH_UNKNOWN;
	}
	// Alternatives: one of them holds, or with != none of them.
	for (uint32_t i = 0; i < w->value_count; i++) {
		int64_t k;
		// A constant that this unit never names is never compared.
		if (!when_value(sv->engine, w, i, &k)) {
			if (v.kind != VALUE_INTEGER)
				unknown = true;
			continue;
		}
		enum truth t = value_test(sv, s, v, w->operator, k);
		if (t == TRUTH_UNKNOWN)
			unknown = true;
		else if ((t == TRUTH_YES) != none)
			return none ? TRUTH_NO : TRUTH_YES;
	}
	if (unknown)
		return TRUTH_UNKNOWN;
	return none ? TRUTH_YES : TRUTH_NO;
}

// A handle that is tested to be null has no operation behind it.
static void refine_null(struct solver *sv, struct state *s, uint32_t symbol)
{
	struct handle *h = state_handle(s, symbol);

	if (!h || (h->set[0] & TS_DEAD))
		return;
	for (uint32_t i = 0; i < h->family->null_count; i++) {
		const struct null_value *n = &h->family->nulls[i];
		int64_t k = n->is_integer ? n->integer : 0;
		if (n->macro && !constant_value(sv->engine, n->macro, &k))
			continue;
		if (state_test(s, &sv->m, symbol, BINARY_EQUAL, k) != TRUTH_YES)
			continue;
		memset(h->set, TS_EMPTY, sizeof(h->set));
		return;
	}
	const struct type *type = sv->m.symbols.at[symbol].type;
	if ((h->family->match == MATCH_POINTER_TO ||
	     (type && type->kind == TYPE_POINTER)) &&
	    state_test(s, &sv->m, symbol, BINARY_EQUAL, 0) == TRUTH_YES)
		memset(h->set, TS_EMPTY, sizeof(h->set));
}

bool refine_symbol(struct solver *sv, struct state *s, uint32_t symbol,
		   enum binary_operator operator, int64_t integer)
{
	if (!state_assume(s, sv->scratch, &sv->m, symbol, operator, integer))
		return false;
	refine_null(sv, s, symbol);
	const struct symbol *x = &sv->m.symbols.at[symbol];
	if (x->kind == SYMBOL_BINARY)
		refine_null(sv, s, x->a);
	return refine_pendings(sv, s, symbol);
}

bool refine_value(struct solver *sv, struct state *s, struct value v,
		  enum binary_operator operator, int64_t integer)
{
	if (v.kind == VALUE_SYMBOL)
		return refine_symbol(sv, s, v.id, operator, integer);
	return value_test(sv, s, v, operator, integer) != TRUTH_NO;
}

// A number that is the same as one that was just given out names what that one
// names, whatever it named before.
static void meet(struct solver *sv, struct state *s, struct value older,
		 uint32_t fresh)
{
	struct handle *y = state_handle(s, fresh);

	if (!y || y->made == NONE || (y->set[0] & ~TS_LIVE) ||
	    y->family->identity != IDENTITY_VALUE)
		return;
	y->flags |= HANDLE_ESCAPED;
	struct handle *x =
		handle_of_value(sv, s, older, NONE, y->family).handle;
	if (x->set[0] & (TS_DEAD | TS_UNKNOWN))
		x->flags |= HANDLE_MAYBE;
}

enum truth values_compare(struct value l, enum binary_operator operator,
			  struct value r)
{
	bool same = value_equal(&l, &r);

	if (same && (l.kind == VALUE_SYMBOL || l.kind == VALUE_ADDRESS))
		return binary_holds(0, operator, 0) ? TRUTH_YES : TRUTH_NO;
	if (l.kind != VALUE_ADDRESS || r.kind != VALUE_ADDRESS)
		return TRUTH_UNKNOWN;
	if (operator== BINARY_EQUAL)
		return TRUTH_NO;
	return operator== BINARY_NOT_EQUAL ? TRUTH_YES : TRUTH_UNKNOWN;
}

static bool refine_two(struct solver *sv, struct state *s, struct value l,
		       enum binary_operator operator, struct value r)
{
	enum truth known = values_compare(l, operator, r);
	bool is_negated;
	uint32_t symbol;

	if (known != TRUTH_UNKNOWN)
		return known == TRUTH_YES;
	if (l.kind != VALUE_SYMBOL || r.kind != VALUE_SYMBOL)
		return true;
	if (operator== BINARY_EQUAL) {
		meet(sv, s, l, r.id);
		meet(sv, s, r, l.id);
	}
	symbol = symbol_comparison(&sv->m, l.id, operator, r.id, &is_negated);
	return refine_symbol(sv, s, symbol, BINARY_EQUAL, !is_negated);
}

// A value that can be only one number is that number.
static struct value as_known(struct solver *sv, const struct state *s,
			     struct value v)
{
	for (int64_t k = 0; v.kind == VALUE_SYMBOL && k <= 1; k++)
		if (state_test(s, &sv->m, v.id, BINARY_EQUAL, k) == TRUTH_YES)
			return (struct value){ .kind = VALUE_INTEGER,
					       .integer = k };
	return v;
}

// The program asks what came of a call: what it made, or did not, is no longer
// in doubt.
static void believe(struct solver *sv, struct state *s, struct value asked)
{
	uint32_t id = asked.id;

	if (asked.kind != VALUE_SYMBOL)
		return;
	while (sv->m.symbols.at[id].kind == SYMBOL_BINARY)
		id = sv->m.symbols.at[id].a;
	const struct symbol *x = &sv->m.symbols.at[id];
	for (uint32_t i = 0; i < s->handles.count; i++) {
		struct handle *h = &s->handles.at[i];
		bool of_call = x->kind == SYMBOL_MADE && h->made != NONE &&
			       sv->traces.at[h->made].op == x->a;
		if (of_call || h->symbol == id)
			h->flags &= ~(uint32_t)HANDLE_DOUBTED;
	}
}

// A record that is copied like a number has no operation behind it if the
// pointer in it is null.
static void refine_record(struct solver *sv, struct state *s,
			  const struct operand *o)
{
	const struct place *p, *whole;
	const struct family *family;

	if (o->kind != OPERAND_PLACE)
		return;
	p = &sv->f->places.at[o->place];
	if (p->projection != PROJECT_FIELD || !p->type ||
	    p->type->kind != TYPE_POINTER)
		return;
	whole = &sv->f->places.at[p->base];
	family = eval_family(sv, whole->type);
	if (!family || whole->type->kind != TYPE_RECORD ||
	    family->identity != IDENTITY_VALUE)
		return;
	struct handle *h =
		handle_at(sv, s, eval_place(sv, s, p->base), family).handle;
	if (!(h->set[0] & TS_DEAD))
		memset(h->set, TS_EMPTY, sizeof(h->set));
}

bool refine_values(struct solver *sv, struct state *s, struct value l,
		   enum binary_operator operator, struct value r)
{
	if (operator> BINARY_GREATER_EQUAL)
		return true;
	believe(sv, s, l);
	believe(sv, s, r);
	if (l.kind == VALUE_SYMBOL && r.kind == VALUE_SYMBOL) {
		l = as_known(sv, s, l);
		r = as_known(sv, s, r);
	}
	if (l.kind == VALUE_INTEGER && r.kind == VALUE_INTEGER)
		return binary_holds(l.integer, operator, r.integer);
	if (l.kind == VALUE_INTEGER)
		return refine_value(sv, s, r, binary_swapped(operator),
				    l.integer);
	if (r.kind == VALUE_INTEGER)
		return refine_value(sv, s, l, operator, r.integer);
	return refine_two(sv, s, l, operator, r);
}

bool refine_condition(struct solver *sv, struct state *s,
		      const struct condition *c, bool holds)
{
	enum binary_operator operator= holds
		? c->operator: binary_negated(c->operator);
	struct value l = eval_operand(sv, s, &c->lhs);
	struct value r = eval_operand(sv, s, &c->rhs);

	if (!refine_values(sv, s, l, operator, r))
		return false;
	if (operator== BINARY_EQUAL && r.kind == VALUE_INTEGER && !r.integer)
		refine_record(sv, s, &c->lhs);
	return true;
}

static bool is_as_assumed(const struct handle *h, const struct handle *assumed)
{
	return memcmp(h->set, assumed->set, sizeof(h->set)) == 0 &&
	       memcmp(h->last, assumed->last, sizeof(h->last)) == 0;
}

static enum truth outcome_test(struct solver *sv, const struct state *s,
			       const struct pending *p, const struct outcome *o)
{
	struct value v = { .kind = VALUE_SYMBOL, .id = p->result };
	enum truth all = TRUTH_YES;

	for (uint32_t j = 0; j < o->when_count; j++) {
		const struct when *w = &o->when[j];
		enum truth t = TRUTH_YES;
		if (w->kind == WHEN_RETURN || w->kind == WHEN_OUT)
			t = when_test(sv, s, w, v, p->symbol);
		else if (w->kind == WHEN_THROWS)
			t = TRUTH_NO;
		if (t == TRUTH_NO)
			all = TRUTH_NO;
		else if (t == TRUTH_UNKNOWN && all == TRUTH_YES)
			all = TRUTH_UNKNOWN;
	}
	return all;
}

static bool does_the_same(const struct outcome *a, const struct outcome *b)
{
	const struct effect *x = a->effects, *y = b->effects;

	if (!a->effect_count || !b->effect_count)
		return a->effect_count == b->effect_count;
	return x->kind == y->kind && x->facet == y->facet &&
	       x->owes == y->owes &&
	       x->requires_complete == y->requires_complete;
}

// The outcome that the result's known facts leave, NULL while several do that
// are not the same to the handle.
static const struct outcome *decided(struct solver *sv, const struct state *s,
				     const struct pending *p, bool *none)
{
	const struct outcome *maybe = NULL;

	*none = false;
	for (uint32_t i = 0; i < p->choice->outcome_count; i++) {
		const struct outcome *o = &p->choice->outcomes[i];
		enum truth t = outcome_test(sv, s, p, o);
		if (t == TRUTH_NO)
			continue;
		if (maybe && !does_the_same(maybe, o))
			return NULL;
		if (t == TRUTH_YES)
			return o;
		maybe = o;
	}
	*none = !maybe;
	return NULL;
}

void follow_pendings(struct state *s, const struct pending *p,
		     const struct handle *before)
{
	for (uint32_t i = 0; i < s->pendings.count; i++) {
		struct pending *q = &s->pendings.at[i];
		if (q->symbol != p->symbol || q->result != p->result ||
		    q->op != p->op || q->guard)
			continue;
		q->assumed = p->assumed;
		if (before)
			q->before = *before;
	}
}

static void settle(struct solver *sv, struct state *s, const struct pending *p,
		   const struct outcome *o)
{
	static const struct effect nothing = { .kind = EFFECT_NONE };
	const struct effect *e =
		o && o->effect_count ? &o->effects[0] : &nothing;
	const struct op *op = sv->ops[p->op];

	effect_settle(sv, s, &p->before, e, p->op,
		      op->callee ? op->callee->short_name : "");
	const struct handle *h = state_handle(s, p->symbol);
	if (h) {
		struct pending settled = *p;
		settled.assumed = *h;
		follow_pendings(s, &settled, h);
	}
}

bool refine_pendings(struct solver *sv, struct state *s, uint32_t symbol)
{
	(void)symbol;
	for (uint32_t i = 0; i < s->pendings.count;) {
		struct pending p = s->pendings.at[i];
		const struct handle *h = state_handle(s, p.symbol);
		bool stale = !h || !is_as_assumed(h, &p.assumed);
		bool none = false;
		const struct outcome *o = NULL;
		enum truth yes = TRUTH_UNKNOWN;

		if (p.guard)
			yes = state_test(s, &sv->m, p.result, BINARY_NOT_EQUAL,
					 0);
		else
			o = decided(sv, s, &p, &none);
		if (!stale && !o && !none && yes == TRUTH_UNKNOWN) {
			i++;
			continue;
		}
		s->pendings.count--;
		memmove(&s->pendings.at[i], &s->pendings.at[i + 1],
			(s->pendings.count - i) * sizeof(p));
		if (stale)
			continue;
		if (!p.guard)
			settle(sv, s, &p, o);
		else if (!effect_means(sv, s, p.symbol,
				       yes == TRUTH_YES ? p.guard->true_means
							: p.guard->false_means))
			return false;
	}
	return true;
}
