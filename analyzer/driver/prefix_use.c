// SPDX-License-Identifier: Apache-2.0
// Whether a unit means the same if some headers were read before it.
#include <string.h>

#include "driver/prefix_unit.h"

// The flags that define what the headers ask about.
const char *const *prefix_macros(struct prefixes *x,
				 const struct prefix_headers *h,
				 const struct prefix_flavour *f)
{
	VEC(const char *) list = { 0 };

	VEC_EACH (const struct prefix_macro, m, &f->macros)
		if (prefix_asks_about(h, &m->meaning))
			VEC_PUSH(x->arena, &list, m->text);
	VEC_PUSH(x->arena, &list, (const char *)NULL);
	return list.at;
}

static bool same_texts(const char *const *a, const char *const *b)
{
	while (*a && *b && str_equal(*a, *b))
		a++, b++;
	return !*a && !*b;
}

// Whether with both flavours the same files are found.
static bool finds_alike(struct prefixes *x, const struct prefix_headers *h,
			const struct prefix_flavour *a,
			const struct prefix_flavour *b)
{
	if (a == b)
		return true;
	VEC_EACH (struct reach_file *const, f, &h->files) {
		const struct reach_edges *one =
			reach_includes(&x->skip->reach, a->search, *f);
		const struct reach_edges *two =
			reach_includes(&x->skip->reach, b->search, *f);
		if (one->to.count &&
		    memcmp(one->to.at, two->to.at,
			   one->to.count * sizeof(*one->to.at)) != 0)
			return false;
	}
	return true;
}

bool prefix_includes_all(struct prefixes *x, const struct prefix_headers *h,
			 const struct prefix_unit *c)
{
	uint32_t stamp = ++x->skip->reach.stamp;

	VEC_EACH (struct reach_file *const, f, &c->reached)
		(*f)->stamp = stamp;
	VEC_EACH (const struct prefix_root, root, &h->roots)
		if (root->file->stamp != stamp)
			return false;
	return true;
}

// The files that the unit reads and that are not among the headers.
static void find_others(struct prefixes *x, const struct prefix_headers *h,
			const struct prefix_unit *c, struct reach_list *out)
{
	uint32_t stamp = ++x->skip->reach.stamp;

	VEC_EACH (struct reach_file *const, f, &h->files)
		(*f)->stamp = stamp;
	VEC_EACH (struct reach_file *const, own, &c->own)
		if ((*own)->stamp != stamp)
			VEC_PUSH(&x->scratch, &out->list, *own);
	VEC_EACH (struct reach_file *const, f, &c->reached)
		if ((*f)->stamp != stamp && (*f)->is_installed)
			VEC_PUSH(&x->scratch, &out->list, *f);
}

bool prefix_can_use(struct prefixes *x, const struct prefix_headers *h,
		    const struct prefix_unit *c)
{
	struct reach_list others = { 0 };

	if (!str_equal(h->key, c->flavour->key) || h->first != c->first ||
	    !prefix_includes_all(x, h, c))
		return false;
	find_others(x, h, c, &others);
	return prefix_keeps_order(x, h, c, &others);
}

bool prefix_fits(struct prefixes *x, const struct prefix *p,
		 const struct prefix_unit *c)
{
	return p->flavour == c->flavour ||
	       (same_texts(p->macros,
			   prefix_macros(x, p->headers, c->flavour)) &&
		finds_alike(x, p->headers, p->flavour, c->flavour));
}
