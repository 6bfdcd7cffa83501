// SPDX-License-Identifier: Apache-2.0
// Where paths meet: which states are one from here on, and what is still known
// of that one.
#include <stdlib.h>
#include <string.h>

#include "flow/state.h"

static bool same_handle(const struct handle *a, const struct handle *b)
{
	return a->symbol == b->symbol && a->family == b->family &&
	       a->permits == b->permits && a->flags == b->flags &&
	       memcmp(a->set, b->set, sizeof(a->set)) == 0;
}

static bool is_handle(const struct state *s, struct value v)
{
	return v.kind == VALUE_SYMBOL && state_has_handle(s, v.id);
}

// Regions that hold a handle must hold the same one in both, which know the
// same handles.
static bool same_holders(const struct state *a, const struct state *b)
{
	uint32_t i = 0, j = 0;

	if (!a->handles.count)
		return true;
	while (i < a->bindings.count || j < b->bindings.count) {
		const struct binding *x =
			i < a->bindings.count ? &a->bindings.at[i] : NULL;
		const struct binding *y =
			j < b->bindings.count ? &b->bindings.at[j] : NULL;
		if (!y || (x && x->region < y->region)) {
			if (is_handle(a, x->value))
				return false;
			i++;
		} else if (!x || y->region < x->region) {
			if (is_handle(b, y->value))
				return false;
			j++;
		} else {
			if (!value_equal(&x->value, &y->value) &&
			    (is_handle(a, x->value) || is_handle(b, y->value)))
				return false;
			i++;
			j++;
		}
	}
	return true;
}

static void mix(uint64_t *hash, uint64_t word)
{
	*hash = (*hash ^ word) * 0x9e3779b97f4a7c15u;
	*hash ^= *hash >> 32;
}

uint64_t state_signature(const struct state *s)
{
	uint64_t hash = s->pendings.count;

	for (uint32_t i = 0; i < s->pendings.count; i++) {
		const struct pending *p = &s->pendings.at[i];
		mix(&hash, (uint64_t)p->result << 32 | p->symbol);
		mix(&hash, p->op);
	}
	for (uint32_t i = 0; i < s->handles.count; i++) {
		const struct handle *h = &s->handles.at[i];
		uint32_t sets;
		_Static_assert(sizeof(h->set) == sizeof(sets), "four facets");
		memcpy(&sets, h->set, sizeof(sets));
		mix(&hash, (uint64_t)h->symbol << 32 | h->flags);
		mix(&hash, (uint64_t)sets << 8 | (uint8_t)h->permits);
	}
	for (uint32_t i = 0; s->handles.count && i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		if (is_handle(s, b->value))
			mix(&hash, (uint64_t)b->region << 32 | b->value.id);
	}
	return hash;
}

bool state_agrees(const struct state *a, const struct state *b)
{
	if (a->signature != b->signature ||
	    a->handles.count != b->handles.count ||
	    a->pendings.count != b->pendings.count)
		return false;
	for (uint32_t i = 0; i < a->handles.count; i++)
		if (!same_handle(&a->handles.at[i], &b->handles.at[i]))
			return false;
	for (uint32_t i = 0; i < a->pendings.count; i++) {
		const struct pending *x = &a->pendings.at[i];
		const struct pending *y = &b->pendings.at[i];
		if (x->result != y->result || x->symbol != y->symbol ||
		    x->op != y->op)
			return false;
	}
	return same_holders(a, b);
}

// What is known of a value, as a fact about nobody in particular.
static struct fact range_of(const struct state *s, struct value v)
{
	struct fact f = { .symbol = NONE, .low = INT64_MIN, .high = INT64_MAX };
	const struct fact *known;

	switch (v.kind) {
	case VALUE_INTEGER:
		f.low = f.high = v.integer;
		break;
	case VALUE_SYMBOL:
		known = state_fact(s, v.id);
		if (known)
			f = *known;
		break;
	case VALUE_ADDRESS:
	case VALUE_FUNCTION:
	case VALUE_CLOSURE:
	case VALUE_TEXT:
		f.differs[f.differ_count++] = 0;
		break;
	case VALUE_UNKNOWN:
	case VALUE_UNINITIALIZED:
		break;
	}
	return f;
}

static bool excludes(const struct fact *f, int64_t v)
{
	if (v < f->low || v > f->high)
		return true;
	for (uint32_t i = 0; i < f->differ_count; i++)
		if (f->differs[i] == v)
			return true;
	return false;
}

static void exclude(struct fact *f, int64_t v)
{
	if (v >= f->low && v <= f->high &&
	    f->differ_count < COUNT_OF(f->differs))
		f->differs[f->differ_count++] = v;
}

// What holds of both: the hull of the intervals without what both exclude. An
// interval that grows once more jumps to its end, so that loops terminate; one
// of a few values, as a state machine's, may grow value by value.
static struct fact hull(const struct fact *a, const struct fact *b)
{
	struct fact f = { .symbol = a->symbol,
			  .low = a->low < b->low ? a->low : b->low,
			  .high = a->high > b->high ? a->high : b->high };
	uint64_t width = (uint64_t)f.high - (uint64_t)f.low;
	bool grown = a->low != a->high;

	if (width <= FEW_VALUES) {
		for (int64_t i = 1; i < (int64_t)width; i++)
			if (excludes(a, f.low + i) && excludes(b, f.low + i))
				exclude(&f, f.low + i);
		return f;
	}
	if (grown && f.low < a->low)
		f.low = INT64_MIN;
	if (grown && f.high > a->high)
		f.high = INT64_MAX;
	for (uint32_t i = 0; i < a->differ_count; i++)
		if (excludes(b, a->differs[i]))
			exclude(&f, a->differs[i]);
	for (uint32_t i = 0; i < b->differ_count; i++)
		if (excludes(a, b->differs[i]) && !excludes(&f, b->differs[i]))
			exclude(&f, b->differs[i]);
	// Two halves with one value between them.
	if (a->high != INT64_MAX && b->low == a->high + 2)
		exclude(&f, a->high + 1);
	else if (b->high != INT64_MAX && a->low == b->high + 2)
		exclude(&f, b->high + 1);
	return f;
}

static bool says_nothing(const struct fact *f)
{
	return f->low == INT64_MIN && f->high == INT64_MAX && !f->differ_count;
}

// One merging of a state into another.
struct merger {
	struct state *into;
	const struct state *from;
	struct memory *m;
	struct arena *keep;    // of `into`
	struct arena *scratch; // of the merging
	uint32_t point;
	VEC(struct fact) facts; // of the common names, then of all
};

static void add_fact(struct merger *x, const struct fact *f)
{
	if (!says_nothing(f))
		VEC_PUSH(x->scratch, &x->facts, *f);
}

// What is in `region`; what nobody wrote is what came in.
static struct value value_there(const struct state *s, struct memory *m,
				uint32_t region)
{
	uint32_t r = region;

	while ((r = m->regions.at[r].parent) != NONE)
		if (state_bound(s, r))
			return (struct value){ .kind = VALUE_UNKNOWN };
	return (struct value){ .kind = VALUE_SYMBOL,
			       .id = symbol_entry(m, region) };
}

// What came in and is kept outside on one of the paths may be had from there,
// though the place has another name now.
static bool keep(struct merger *x, uint32_t region, struct value v)
{
	const struct symbol *s;

	if (v.kind != VALUE_SYMBOL)
		return false;
	s = &x->m->symbols.at[v.id];
	if (s->kind != SYMBOL_ENTRY || s->a == region ||
	    region_is_local(x->m, region) || state_is_escaped(x->into, v.id))
		return false;
	state_escape(x->into, x->keep, v.id);
	return true;
}

static void insert_binding(struct merger *x, uint32_t i, struct binding b)
{
	VEC_PUSH(x->keep, &x->into->bindings, b);
	memmove(&x->into->bindings.at[i + 1], &x->into->bindings.at[i],
		(x->into->bindings.count - 1 - i) * sizeof(b));
	x->into->bindings.at[i] = b;
}

// A place that holds different values gets a common name for them, and what is
// known of both becomes what is known of that. `i` is where the place is, or
// should be, among `into`'s bindings; `a` or `b` may be NULL: there it holds
// what came in.
static bool merge_place(struct merger *x, uint32_t i, uint32_t region,
			const struct value *a, const struct value *b)
{
	struct value v = a ? *a : value_there(x->into, x->m, region);
	struct value w = b ? *b : value_there(x->from, x->m, region);
	struct fact f, g;
	struct binding merged = { region, { .kind = VALUE_SYMBOL } };

	if (value_equal(&v, &w) && ((a && b) || v.kind != VALUE_UNKNOWN))
		return false;
	merged.value.id = symbol_merged(x->m, x->point, region);
	f = range_of(x->into, v);
	g = range_of(x->from, w);
	bool changed = !a || !value_equal(a, &merged.value);
	changed |= keep(x, region, v);
	changed |= keep(x, region, w);
	f = hull(&f, &g);
	f.symbol = merged.value.id;
	add_fact(x, &f);
	if (a)
		x->into->bindings.at[i] = merged;
	else
		insert_binding(x, i, merged);
	return changed;
}

static bool merge_bindings(struct merger *x)
{
	const struct state *from = x->from;
	bool changed = false;
	uint32_t i = 0, j = 0;

	while (i < x->into->bindings.count || j < from->bindings.count) {
		const struct binding *a = i < x->into->bindings.count
						  ? &x->into->bindings.at[i]
						  : NULL;
		const struct binding *b =
			j < from->bindings.count ? &from->bindings.at[j] : NULL;
		uint32_t count = x->into->bindings.count;
		if (a && b && a->region != b->region) {
			if (a->region < b->region)
				b = NULL;
			else
				a = NULL;
		}
		changed |=
			merge_place(x, i, a ? a->region : b->region,
				    a ? &a->value : NULL, b ? &b->value : NULL);
		i += a || x->into->bindings.count > count;
		j += b != NULL;
	}
	return changed;
}

static int fact_order(const void *a, const void *b)
{
	const struct fact *x = a, *y = b;

	return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

// Adds what both know of other symbols than the common names, which are the
// first `names` of the list; in order.
static void merge_facts(struct merger *x, uint32_t names)
{
	const struct state *into = x->into, *from = x->from;
	uint32_t j = 0, k = 0;

	if (names > 1)
		qsort(x->facts.at, names, sizeof(*x->facts.at), fact_order);
	for (uint32_t i = 0; i < into->facts.count; i++) {
		const struct fact *f = &into->facts.at[i];
		while (j < from->facts.count &&
		       from->facts.at[j].symbol < f->symbol)
			j++;
		if (j == from->facts.count)
			break;
		while (k < names && x->facts.at[k].symbol < f->symbol)
			k++;
		if (from->facts.at[j].symbol != f->symbol ||
		    (k < names && x->facts.at[k].symbol == f->symbol))
			continue; // only one side knows, or it is told anew
		struct fact both = hull(f, &from->facts.at[j]);
		add_fact(x, &both);
	}
	if (names && x->facts.count > names)
		qsort(x->facts.at, x->facts.count, sizeof(*x->facts.at),
		      fact_order);
}

static bool same_fact(const struct fact *a, const struct fact *b)
{
	return a->symbol == b->symbol && a->low == b->low &&
	       a->high == b->high && a->differ_count == b->differ_count &&
	       memcmp(a->differs, b->differs,
		      a->differ_count * sizeof(*a->differs)) == 0;
}

// True if they are others than before.
static bool take_facts(struct merger *x)
{
	struct state *s = x->into;
	uint32_t n = x->facts.count, i = 0;

	while (n == s->facts.count && i < n &&
	       same_fact(&s->facts.at[i], &x->facts.at[i]))
		i++;
	if (n == s->facts.count && i == n)
		return false;
	if (n > s->facts.room) {
		s->facts.at = ARENA_ARRAY(x->keep, struct fact, n);
		s->facts.room = n;
	}
	if (n)
		memcpy(s->facts.at, x->facts.at, n * sizeof(*x->facts.at));
	s->facts.count = n;
	return true;
}

bool state_merge(struct state *into, const struct state *from, struct memory *m,
		 struct arena *keep, struct arena *scratch, uint32_t point)
{
	struct merger x = { .into = into,
			    .from = from,
			    .m = m,
			    .keep = keep,
			    .scratch = scratch,
			    .point = point };
	bool changed = merge_bindings(&x);

	merge_facts(&x, x.facts.count);
	changed |= take_facts(&x);
	for (uint32_t i = 0; i < from->passed.count; i++)
		into->passed.at[i] |= from->passed.at[i];
	for (uint32_t i = 0; i < from->escaped.count; i++) {
		if (state_is_escaped(into, from->escaped.at[i]))
			continue;
		state_escape(into, keep, from->escaped.at[i]);
		changed = true;
	}
	return changed;
}

// What is lost by taking the two for one: most where one was consumed and the
// other was not.
static uint32_t handle_distance(const struct handle *a, const struct handle *b)
{
	uint8_t mixed = 0;

	for (int k = 0; k < FACET_MAX; k++)
		mixed |= a->set[k] ^ b->set[k];
	if (mixed & TS_DEAD)
		return 16;
	return mixed ? 4 : !same_handle(a, b);
}

static uint32_t lonely_distance(const struct handle *h)
{
	return h->set[0] & TS_DEAD ? 16 : 4;
}

uint32_t state_distance(const struct state *a, const struct state *b)
{
	uint32_t i = 0, j = 0, n = 0;

	while (i < a->handles.count || j < b->handles.count) {
		const struct handle *x =
			i < a->handles.count ? &a->handles.at[i] : NULL;
		const struct handle *y =
			j < b->handles.count ? &b->handles.at[j] : NULL;
		if (!y || (x && x->symbol < y->symbol)) {
			n += lonely_distance(x);
			i++;
		} else if (!x || y->symbol < x->symbol) {
			n += lonely_distance(y);
			j++;
		} else {
			n += handle_distance(x, y);
			i++;
			j++;
		}
	}
	return n;
}

// Whether the handle may be in a state that `into` does not know, it is so now.
static bool widen_handle(struct state *into, const struct handle *f,
			 struct arena *keep)
{
	struct handle *h = state_handle(into, f->symbol);

	if (!h) {
		struct handle copy = *f;
		copy.flags |= HANDLE_MAYBE | HANDLE_ESCAPED;
		state_handle_add(into, keep, &copy);
		return true;
	}
	struct handle old = *h;
	for (int k = 0; k < FACET_MAX; k++) {
		if ((f->set[k] & TS_DEAD) && !(h->set[k] & TS_DEAD))
			h->last[k] = f->last[k];
		h->set[k] |= f->set[k];
	}
	if (memcmp(old.set, h->set, sizeof(h->set)) != 0)
		h->flags |= HANDLE_MAYBE;
	h->flags |= f->flags;
	return !same_handle(&old, h);
}

bool state_widen(struct state *into, const struct state *from, struct memory *m,
		 struct arena *keep, struct arena *scratch, uint32_t point)
{
	const uint32_t unsure = HANDLE_MAYBE | HANDLE_ESCAPED;
	bool changed = false;

	for (uint32_t i = 0; i < into->handles.count; i++) {
		struct handle *h = &into->handles.at[i];
		if (state_has_handle(from, h->symbol))
			continue;
		changed |= (h->flags & unsure) != unsure;
		h->flags |= unsure;
	}
	for (uint32_t i = 0; i < from->handles.count; i++)
		changed |= widen_handle(into, &from->handles.at[i], keep);
	if (into->pendings.count) {
		into->pendings.count = 0;
		changed = true;
	}
	changed |= state_merge(into, from, m, keep, scratch, point);
	into->signature = state_signature(into);
	return changed;
}
