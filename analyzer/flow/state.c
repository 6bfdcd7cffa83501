// SPDX-License-Identifier: Apache-2.0
#include "flow/state.h"

#include <string.h>

#define COPY_VEC(a, to, from)                                                  \
	do {                                                                   \
		(to)->count = (to)->room = (from)->count;                      \
		(to)->at = (from)->count                                       \
				   ? arena_memdup((a), (from)->at,             \
						  (from)->count *              \
							  sizeof(*(from)->at)) \
				   : NULL;                                     \
	} while (0)

struct state *state_copy(struct arena *a, const struct state *s)
{
	struct state *copy = arena_memdup(a, s, sizeof(*s));

	COPY_VEC(a, &copy->bindings, &s->bindings);
	COPY_VEC(a, &copy->facts, &s->facts);
	COPY_VEC(a, &copy->handles, &s->handles);
	COPY_VEC(a, &copy->pendings, &s->pendings);
	COPY_VEC(a, &copy->escaped, &s->escaped);
	return copy;
}

static uint32_t binding_position(const struct state *s, uint32_t region)
{
	uint32_t low = 0, high = s->bindings.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (s->bindings.at[middle].region < region)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct value *state_bound(const struct state *s, uint32_t region)
{
	uint32_t i = binding_position(s, region);

	if (i < s->bindings.count && s->bindings.at[i].region == region)
		return &s->bindings.at[i].value;
	return NULL;
}

void state_bind(struct state *s, struct arena *a, uint32_t region,
		struct value v)
{
	uint32_t i = binding_position(s, region);
	struct binding b = { region, v };

	if (i < s->bindings.count && s->bindings.at[i].region == region) {
		s->bindings.at[i].value = v;
		return;
	}
	VEC_PUSH(a, &s->bindings, b);
	memmove(&s->bindings.at[i + 1], &s->bindings.at[i],
		(s->bindings.count - 1 - i) * sizeof(b));
	s->bindings.at[i] = b;
}

void state_unbind(struct state *s, uint32_t region)
{
	uint32_t i = binding_position(s, region);

	if (i == s->bindings.count || s->bindings.at[i].region != region)
		return;
	s->bindings.count--;
	memmove(&s->bindings.at[i], &s->bindings.at[i + 1],
		(s->bindings.count - i) * sizeof(*s->bindings.at));
}

void state_unbind_within(struct state *s, const struct memory *m,
			 uint32_t whole)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++)
		if (!region_within(m, s->bindings.at[i].region, whole))
			s->bindings.at[kept++] = s->bindings.at[i];
	s->bindings.count = kept;
}

static uint32_t handle_position(const struct state *s, uint32_t symbol)
{
	uint32_t i = 0;

	while (i < s->handles.count && s->handles.at[i].symbol < symbol)
		i++;
	return i;
}

struct handle *state_handle(struct state *s, uint32_t symbol)
{
	uint32_t i = handle_position(s, symbol);

	if (i < s->handles.count && s->handles.at[i].symbol == symbol)
		return &s->handles.at[i];
	return NULL;
}

struct handle *state_handle_add(struct state *s, struct arena *a,
				const struct handle *h)
{
	uint32_t i = handle_position(s, h->symbol);

	if (i == s->handles.count || s->handles.at[i].symbol != h->symbol) {
		VEC_PUSH(a, &s->handles, *h);
		memmove(&s->handles.at[i + 1], &s->handles.at[i],
			(s->handles.count - 1 - i) * sizeof(*h));
	}
	s->handles.at[i] = *h;
	return &s->handles.at[i];
}

bool state_is_escaped(const struct state *s, uint32_t symbol)
{
	for (uint32_t i = 0; i < s->escaped.count; i++)
		if (s->escaped.at[i] == symbol)
			return true;
	return false;
}

void state_escape(struct state *s, struct arena *a, uint32_t symbol)
{
	if (!state_is_escaped(s, symbol))
		VEC_PUSH(a, &s->escaped, symbol);
}

uint32_t state_holders(const struct state *s, uint32_t symbol)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++)
		if (s->bindings.at[i].value.kind == VALUE_SYMBOL &&
		    s->bindings.at[i].value.id == symbol)
			n++;
	return n;
}

// Whether the region is reached through this symbol.
static bool region_uses(const struct memory *m, uint32_t r, uint32_t symbol)
{
	const struct region *root = &m->regions.at[region_root(m, r)];

	return (root->kind == REGION_POINTEE || root->kind == REGION_VALUE) &&
	       symbol_uses(m, root->id, symbol);
}

bool symbol_uses(const struct memory *m, uint32_t user, uint32_t used)
{
	const struct symbol *x = &m->symbols.at[user];

	// A symbol is made of older ones.
	if (user <= used)
		return user == used;
	switch (x->kind) {
	case SYMBOL_ENTRY:
		return region_uses(m, x->a, used);
	case SYMBOL_BINARY:
		return symbol_uses(m, x->a, used);
	case SYMBOL_BINARY2:
		return symbol_uses(m, x->a, used) || symbol_uses(m, x->b, used);
	case SYMBOL_MADE:
	case SYMBOL_MERGED:
		break;
	}
	return false;
}

static bool pending_uses(const struct memory *m, const struct pending *p,
			 uint32_t symbol)
{
	return symbol_uses(m, p->result, symbol) ||
	       symbol_uses(m, p->symbol, symbol);
}

void state_forget_symbol(struct state *s, const struct memory *m,
			 uint32_t symbol)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct binding b = s->bindings.at[i];
		if (region_uses(m, b.region, symbol))
			continue;
		if (b.value.kind == VALUE_SYMBOL &&
		    symbol_uses(m, b.value.id, symbol))
			b.value = (struct value){ .kind = VALUE_UNKNOWN };
		s->bindings.at[kept++] = b;
	}
	s->bindings.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->facts.count; i++)
		if (!symbol_uses(m, s->facts.at[i].symbol, symbol))
			s->facts.at[kept++] = s->facts.at[i];
	s->facts.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->pendings.count; i++)
		if (!pending_uses(m, &s->pendings.at[i], symbol))
			s->pendings.at[kept++] = s->pendings.at[i];
	s->pendings.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->handles.count; i++)
		if (!symbol_uses(m, s->handles.at[i].symbol, symbol))
			s->handles.at[kept++] = s->handles.at[i];
	s->handles.count = kept;
}

void state_rename_symbol(struct state *s, struct arena *a,
			 const struct memory *m, uint32_t from, uint32_t to)
{
	struct handle *h = state_handle(s, from);

	state_forget_symbol(s, m, to);
	if (h) {
		struct handle copy = *state_handle(s, from);
		copy.symbol = to;
		state_handle_add(s, a, &copy);
	}
	for (uint32_t i = 0; i < s->bindings.count; i++)
		if (s->bindings.at[i].value.kind == VALUE_SYMBOL &&
		    s->bindings.at[i].value.id == from)
			s->bindings.at[i].value.id = to;
	state_forget_symbol(s, m, from);
}

static bool same_handle(const struct handle *a, const struct handle *b)
{
	return a->symbol == b->symbol && a->family == b->family &&
	       a->permits == b->permits && a->flags == b->flags &&
	       memcmp(a->set, b->set, sizeof(a->set)) == 0;
}

// Regions that hold a handle must hold the same one in both.
static bool same_holders(const struct state *a, const struct state *b)
{
	for (uint32_t i = 0; i < a->bindings.count; i++) {
		const struct binding *x = &a->bindings.at[i];
		if (x->value.kind != VALUE_SYMBOL)
			continue;
		uint32_t at = handle_position(a, x->value.id);
		if (at == a->handles.count ||
		    a->handles.at[at].symbol != x->value.id)
			continue;
		const struct value *y = state_bound(b, x->region);
		if (!y || !value_equal(&x->value, y))
			return false;
	}
	return true;
}

bool state_agrees(const struct state *a, const struct state *b)
{
	if (a->handles.count != b->handles.count ||
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
	return same_holders(a, b) && same_holders(b, a);
}

// What is known of a value, as a fact about nobody in particular.
static struct fact range_of(const struct state *s, struct value v)
{
	struct fact f = { .symbol = NONE, .low = INT64_MIN, .high = INT64_MAX };

	switch (v.kind) {
	case VALUE_INTEGER:
		f.low = f.high = v.integer;
		break;
	case VALUE_SYMBOL:
		for (uint32_t i = 0; i < s->facts.count; i++)
			if (s->facts.at[i].symbol == v.id)
				f = s->facts.at[i];
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

static void merge_facts(struct state *into, const struct state *from)
{
	uint32_t kept = 0, j = 0;

	for (uint32_t i = 0; i < into->facts.count; i++) {
		const struct fact *f = &into->facts.at[i];
		while (j < from->facts.count &&
		       from->facts.at[j].symbol < f->symbol)
			j++;
		if (j == from->facts.count ||
		    from->facts.at[j].symbol != f->symbol)
			continue; // only one side knows
		struct fact both = hull(f, &from->facts.at[j]);
		if (!says_nothing(&both))
			into->facts.at[kept++] = both;
	}
	into->facts.count = kept;
}

static void set_fact(struct state *s, struct arena *a, struct fact f)
{
	uint32_t i = 0;

	while (i < s->facts.count && s->facts.at[i].symbol < f.symbol)
		i++;
	if (i == s->facts.count || s->facts.at[i].symbol != f.symbol) {
		VEC_PUSH(a, &s->facts, f);
		memmove(&s->facts.at[i + 1], &s->facts.at[i],
			(s->facts.count - 1 - i) * sizeof(f));
	}
	s->facts.at[i] = f;
}

// A place that holds different values gets a common name for them, and what is
// known of both becomes what is known of that.
struct merged_facts {
	VEC(struct fact) list;
};

// What is in `region`; what nobody wrote is what came in.
static struct value value_there(const struct state *s, struct memory *m,
				uint32_t region)
{
	const struct value *v = state_bound(s, region);
	uint32_t r = region;

	if (v)
		return *v;
	while ((r = m->regions.at[r].parent) != NONE)
		if (state_bound(s, r))
			return (struct value){ .kind = VALUE_UNKNOWN };
	return (struct value){ .kind = VALUE_SYMBOL,
			       .id = symbol_entry(m, region) };
}

static bool merge_place(struct state *into, const struct state *from,
			struct memory *m, struct arena *a, uint32_t block,
			uint32_t region, struct merged_facts *known)
{
	const struct value *x = state_bound(into, region);
	struct value merged = { .kind = VALUE_SYMBOL,
				.id = symbol_merged(m, block, region) };
	struct fact f = range_of(into, value_there(into, m, region));
	struct fact g = range_of(from, value_there(from, m, region));

	f = hull(&f, &g);
	f.symbol = merged.id;
	if (!says_nothing(&f))
		VEC_PUSH(a, &known->list, f);
	if (x && value_equal(x, &merged))
		return false;
	state_bind(into, a, region, merged);
	return true;
}

static bool merge_bindings(struct state *into, const struct state *from,
			   struct memory *m, struct arena *a, uint32_t block,
			   struct merged_facts *known)
{
	bool changed = false;

	for (uint32_t i = 0; i < into->bindings.count; i++) {
		struct binding b = into->bindings.at[i];
		const struct value *v = state_bound(from, b.region);
		if (!v || !value_equal(v, &b.value))
			changed |= merge_place(into, from, m, a, block,
					       b.region, known);
	}
	for (uint32_t i = 0; i < from->bindings.count; i++) {
		uint32_t r = from->bindings.at[i].region;
		if (!state_bound(into, r))
			changed |=
				merge_place(into, from, m, a, block, r, known);
	}
	return changed;
}

static bool same_facts(const struct fact *a, uint32_t n, const struct state *s)
{
	if (n != s->facts.count)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct fact *x = &a[i], *y = &s->facts.at[i];
		if (x->symbol != y->symbol || x->low != y->low ||
		    x->high != y->high || x->differ_count != y->differ_count ||
		    memcmp(x->differs, y->differs,
			   x->differ_count * sizeof(*x->differs)) != 0)
			return false;
	}
	return true;
}

bool state_merge(struct state *into, const struct state *from, struct memory *m,
		 struct arena *a, uint32_t block)
{
	struct merged_facts known = { 0 };
	uint32_t count = into->facts.count;
	struct fact *old =
		count ? arena_memdup(a, into->facts.at, count * sizeof(*old))
		      : NULL;
	bool changed = merge_bindings(into, from, m, a, block, &known);

	merge_facts(into, from);
	for (uint32_t i = 0; i < known.list.count; i++)
		set_fact(into, a, known.list.at[i]);
	for (uint32_t i = 0; i < from->escaped.count; i++) {
		if (state_is_escaped(into, from->escaped.at[i]))
			continue;
		state_escape(into, a, from->escaped.at[i]);
		changed = true;
	}
	return changed || !same_facts(old, count, into);
}

bool state_widen(struct state *into, const struct state *from, struct memory *m,
		 struct arena *a, uint32_t block)
{
	bool changed = false;

	for (uint32_t i = 0; i < from->handles.count; i++) {
		const struct handle *f = &from->handles.at[i];
		struct handle *h = state_handle(into, f->symbol);
		if (!h) {
			struct handle copy = *f;
			copy.flags |= HANDLE_MAYBE | HANDLE_ESCAPED;
			state_handle_add(into, a, &copy);
			changed = true;
			continue;
		}
		struct handle old = *h;
		for (int k = 0; k < FACET_MAX; k++)
			h->set[k] |= f->set[k];
		if (memcmp(old.set, h->set, sizeof(h->set)) != 0)
			h->flags |= HANDLE_MAYBE;
		h->flags |= f->flags;
		changed |= !same_handle(&old, h);
	}
	if (into->pendings.count) {
		into->pendings.count = 0;
		changed = true;
	}
	return state_merge(into, from, m, a, block) || changed;
}

static bool is_kept_symbol(const struct state *s, const struct memory *m,
			   uint32_t symbol)
{
	const struct symbol *x = &m->symbols.at[symbol];

	if (x->kind == SYMBOL_ENTRY) {
		// Named by the interface, or a part of some other value.
		const struct region *root =
			&m->regions.at[region_root(m, x->a)];
		return (root->kind != REGION_POINTEE &&
			root->kind != REGION_VALUE) ||
		       is_kept_symbol(s, m, root->id);
	}
	if (x->kind == SYMBOL_BINARY && is_kept_symbol(s, m, x->a))
		return true;
	if (x->kind == SYMBOL_BINARY2 && is_kept_symbol(s, m, x->a) &&
	    is_kept_symbol(s, m, x->b))
		return true;
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		if (b->value.kind == VALUE_SYMBOL &&
		    symbol_uses(m, b->value.id, symbol))
			return true;
		if (region_uses(m, b->region, symbol))
			return true;
	}
	return false;
}

void state_collect(struct state *s, const struct memory *m, struct arena *a)
{
	uint32_t kept = 0;

	(void)a;
	for (uint32_t i = 0; i < s->escaped.count; i++)
		if (m->symbols.at[s->escaped.at[i]].kind == SYMBOL_ENTRY)
			s->escaped.at[kept++] = s->escaped.at[i];
	s->escaped.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->pendings.count; i++)
		if (is_kept_symbol(s, m, s->pendings.at[i].result))
			s->pendings.at[kept++] = s->pendings.at[i];
	s->pendings.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->handles.count; i++)
		if (is_kept_symbol(s, m, s->handles.at[i].symbol))
			s->handles.at[kept++] = s->handles.at[i];
	s->handles.count = kept;
	kept = 0;
	for (uint32_t i = 0; i < s->facts.count; i++)
		if (is_kept_symbol(s, m, s->facts.at[i].symbol))
			s->facts.at[kept++] = s->facts.at[i];
	s->facts.count = kept;
}
