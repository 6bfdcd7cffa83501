// SPDX-License-Identifier: Apache-2.0
// What an exit state knows of values, as the conditions of an outcome.
#include "flow/engine.h"

#define WHENS_MAX 16

static void add(struct arena *a, struct whens *to, struct when w)
{
	if (to->list.count < WHENS_MAX)
		VEC_PUSH(a, &to->list, w);
}

void premise_add(struct arena *a, struct whens *to, struct when like,
		 enum binary_operator operator, int64_t k)
{
	like.operator= operator;
	like.value_count = 1;
	like.values = arena_memdup(a, &k, sizeof(k));
	add(a, to, like);
}

void premise_facts(struct arena *a, struct whens *to, const struct state *s,
		   struct when like, uint32_t symbol)
{
	const struct fact *f = state_fact(s, symbol);

	if (!f)
		return;
	if (f->low == f->high) {
		premise_add(a, to, like, BINARY_EQUAL, f->low);
		return;
	}
	if (f->low != INT64_MIN)
		premise_add(a, to, like, BINARY_GREATER_EQUAL, f->low);
	if (f->high != INT64_MAX)
		premise_add(a, to, like, BINARY_LESS_EQUAL, f->high);
	for (uint32_t j = 0; j < f->differ_count; j++)
		if (f->differs[j] > f->low && f->differs[j] < f->high)
			premise_add(a, to, like, BINARY_NOT_EQUAL,
				    f->differs[j]);
}

// Where the value was at entry; false if callers cannot name that.
static bool entry_path(struct solver *sv, uint32_t symbol, struct path *p)
{
	const struct symbol *x = &sv->m.symbols.at[symbol];

	*p = (struct path){ .count_argument = NONE,
			    .index_out_argument = NONE };
	return x->kind == SYMBOL_ENTRY && interface_path(sv, x->a, p);
}

// Two values from outside were compared.
static void add_comparison(struct solver *sv, struct arena *a, struct whens *to,
			   const struct fact *f)
{
	const struct symbol x = sv->m.symbols.at[f->symbol];
	struct when w = { .kind = WHEN_PATHS, .operator= x.operator};
	struct path other;

	if (f->low != f->high || !entry_path(sv, x.a, &w.path) ||
	    !entry_path(sv, x.b, &other))
		return;
	if (f->low == 0)
		w.operator= binary_negated(w.operator);
	w.other = arena_memdup(a, &other, sizeof(other));
	add(a, to, w);
}

void premise_entry(struct solver *sv, struct arena *a, struct whens *to,
		   const struct state *s)
{
	for (uint32_t i = 0; i < s->facts.count; i++) {
		const struct fact *f = &s->facts.at[i];
		struct when w = { .kind = WHEN_PATH };

		if (sv->m.symbols.at[f->symbol].kind == SYMBOL_BINARY2)
			add_comparison(sv, a, to, f);
		else if (entry_path(sv, f->symbol, &w.path) &&
			 (w.path.root != PATH_THIS || w.path.count))
			premise_facts(a, to, s, w, f->symbol);
	}
}
