// SPDX-License-Identifier: Apache-2.0
// Whether headers that are read before everything else mean the same, and what
// follows them too: each question (#ifdef X) is asked before or after X is
// defined, and it has to be so in the unit and with its prefix. Installed
// headers are taken to mean the same in any order among each other.
#include <stdlib.h>
#include <string.h>

#include "driver/prefix_unit.h"

static int compare_definitions(const void *a, const void *b)
{
	const struct prefix_definition *x = a, *y = b;

	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static uint32_t includes_before(const struct reach_file *f, uint32_t definition)
{
	uint32_t count = 0;

	while (count < f->scan.includes.count &&
	       f->scan.includes.at[count].before <= definition)
		count++;
	return count;
}

static void add_definitions(struct prefixes *x, struct prefix_headers *h,
			    struct reach_file *f)
{
	const struct prefix_names *n = prefix_names_of(x, f);

	for (uint32_t i = 0; i < n->defined.count; i++) {
		uint32_t hash = n->defined.at[i].hash;
		struct prefix_definition d = { hash,
					       { f, includes_before(f, i) },
					       false };
		VEC_PUSH(x->arena, &h->definitions, d);
		if (!f->is_installed)
			h->own[hash % PREFIX_BITS / 32] |= 1u << (hash % 32);
	}
}

static bool may_be_own(const struct prefix_headers *h, uint32_t hash)
{
	return h->own[hash % PREFIX_BITS / 32] >> (hash % 32) & 1;
}

// The first of those of this name.
static const struct prefix_definition *find(const struct prefix_headers *h,
					    uint32_t hash)
{
	uint32_t low = 0, high = h->definitions.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (h->definitions.at[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return low < h->definitions.count && h->definitions.at[low].hash == hash
		       ? &h->definitions.at[low]
		       : NULL;
}

#define EACH_OF_NAME(h, d, name)                                               \
	for (const struct prefix_definition *d = find((h), (name));            \
	     d && d < (h)->definitions.at + (h)->definitions.count &&          \
	     d->hash == (name);                                                \
	     d++)

struct orders {
	struct arena *arena;
	VEC(struct prefix_order) list;
};

static int compare_orders(const void *a, const void *b)
{
	const struct prefix_order *x = a, *y = b;
	const uintptr_t one[] = { (uintptr_t)x->definition.file,
				  x->definition.line,
				  (uintptr_t)x->question.file, x->question.line,
				  x->before };
	const uintptr_t two[] = { (uintptr_t)y->definition.file,
				  y->definition.line,
				  (uintptr_t)y->question.file, y->question.line,
				  y->before };

	for (size_t i = 0; i < COUNT_OF(one); i++)
		if (one[i] != two[i])
			return one[i] < two[i] ? -1 : 1;
	return 0;
}

static bool matters(const struct prefix_place *definition,
		    const struct prefix_place *question, bool is_own)
{
	const struct reach_file *f = definition->file;

	return f != question->file &&
	       !(f->is_installed && (is_own || question->file->is_installed));
}

// Whether a definition that hangs on no condition is read before the question
// likewise, or one that does perhaps.
static bool is_answer(const struct prefixes *x,
		      const struct prefix_definition *d,
		      const struct prefix_place *question)
{
	unsigned before = prefix_before(x, &d->at, question);

	return before & BEFORE_PERHAPS &&
	       (before & BEFORE_SURELY || !d->is_certain);
}

// The definition that is read first, if one is before the question.
static const struct prefix_definition *answer(const struct prefixes *x,
					      const struct prefix_headers *h,
					      const struct prefix_place *q,
					      uint32_t hash)
{
	const struct prefix_definition *first = NULL;

	EACH_OF_NAME(h, d, hash)
	if (d->at.file != q->file && is_answer(x, d, q) &&
	    (!first || prefix_before(x, &d->at, &first->at) & BEFORE_PERHAPS))
		first = d;
	return first;
}

static void add_order(const struct prefixes *x,
		      const struct prefix_place *definition,
		      const struct prefix_place *question, struct orders *out)
{
	struct prefix_order o = { *definition, *question,
				  prefix_before(x, definition, question) };

	VEC_PUSH(out->arena, &out->list, o);
}

static void ask(const struct prefixes *x, const struct prefix_headers *h,
		const struct prefix_place *q, uint32_t hash, bool is_own,
		struct orders *out)
{
	const struct prefix_definition *first;
	bool any = false;

	EACH_OF_NAME(h, d, hash)
	any |= matters(&d->at, q, is_own);
	if (!any)
		return;
	first = answer(x, h, q, hash);
	if (first) {
		if (first->at.file != h->first &&
		    matters(&first->at, q, is_own))
			add_order(x, &first->at, q, out);
		return;
	}
	EACH_OF_NAME(h, d, hash)
	if (matters(&d->at, q, is_own))
		add_order(x, &d->at, q, out);
}

// Each once.
static void add_orders(struct prefixes *x, struct prefix_headers *h,
		       struct reach_file *f)
{
	const struct prefix_names *n = prefix_names_of(x, f);
	struct orders all = { .arena = &x->timing };

	VEC_EACH (const struct scan_question, q, &n->asked) {
		struct prefix_place at = { f, q->line };
		ask(x, h, &at, q->hash, false, &all);
	}
	VEC_EACH (const struct scan_question, q, &n->named) {
		struct prefix_place at = { f, q->line };
		if (may_be_own(h, q->hash))
			ask(x, h, &at, q->hash, true, &all);
	}
	if (all.list.count)
		qsort(all.list.at, all.list.count, sizeof(*all.list.at),
		      compare_orders);
	for (uint32_t i = 0; i < all.list.count; i++)
		if (!i || compare_orders(&all.list.at[i - 1], &all.list.at[i]))
			VEC_PUSH(x->arena, &h->orders, all.list.at[i]);
}

void prefix_find_order(struct prefixes *x, struct prefix_headers *h,
		       const struct prefix_unit *like)
{
	VEC_EACH (struct reach_file *const, f, &h->files)
		add_definitions(x, h, *f);
	if (h->definitions.count)
		qsort(h->definitions.at, h->definitions.count,
		      sizeof(*h->definitions.at), compare_definitions);
	prefix_clock_headers(x, h, like);
	VEC_EACH (struct prefix_definition, d, &h->definitions)
		d->is_certain = prefix_is_surely_read(x, &d->at);
	VEC_EACH (struct reach_file *const, f, &h->files)
		add_orders(x, h, *f);
}

// ---- a unit

static bool is_late(const struct prefixes *x, const struct prefix_headers *h,
		    const struct prefix_place *at)
{
	VEC_EACH (const struct prefix_root, root, &h->roots) {
		struct prefix_place header = { root->file, 0 };
		if (!prefix_is_surely_before(x, &header, at))
			return false;
	}
	return true;
}

// What the file defines is the same to all headers, or it does so after them.
static bool defines_nothing(const struct prefixes *x,
			    const struct prefix_headers *h,
			    struct reach_file *f)
{
	for (uint32_t i = 0; i < f->scan.defined.count; i++) {
		struct prefix_place at = { f, includes_before(f, i) };
		if (prefix_asks_about(h, &f->scan.defined.at[i]))
			// What follows is late, too.
			return is_late(x, h, &at);
	}
	return true;
}

// Whether headers define the name, but not before that place.
static bool is_undefined(const struct prefixes *x,
			 const struct prefix_headers *h,
			 const struct prefix_place *at, uint32_t hash,
			 bool is_own)
{
	bool any = false;

	EACH_OF_NAME(h, d, hash)
	any |= matters(&d->at, at, is_own);
	return any && !answer(x, h, at, hash);
}

// What the file asks about, or names in its code, is defined at that time if
// headers define it.
static bool asks_nothing(const struct prefixes *x,
			 const struct prefix_headers *h, struct reach_file *f,
			 const struct prefix_names *n)
{
	VEC_EACH (const struct scan_question, q, &n->asked) {
		struct prefix_place at = { f, q->line };
		if (is_undefined(x, h, &at, q->hash, false))
			return false;
	}
	VEC_EACH (const struct scan_question, q, &n->named) {
		struct prefix_place at = { f, q->line };
		if (may_be_own(h, q->hash) &&
		    is_undefined(x, h, &at, q->hash, true))
			return false;
	}
	return true;
}

bool prefix_keeps_order(struct prefixes *x, const struct prefix_headers *h,
			const struct prefix_unit *c,
			const struct reach_list *others)
{
	prefix_clock_unit(x, c);
	VEC_EACH (const struct prefix_order, o, &h->orders)
		if (prefix_before(x, &o->definition, &o->question) != o->before)
			return false;
	VEC_EACH (struct reach_file *const, f, &others->list)
		if (!defines_nothing(x, h, *f) ||
		    !asks_nothing(x, h, *f, prefix_names_of(x, *f)))
			return false;
	return true;
}
