// SPDX-License-Identifier: Apache-2.0
// Whether a unit means the same if some headers were read before it.
#include <string.h>

#include "driver/prefix_unit.h"

// So far up it is looked for whether a file is included late.
#define INCLUDE_DEPTH 4

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

// Whether the first `count` #include lines of the file bring all the headers.
static bool has_before(struct prefixes *x, const struct prefix_headers *h,
		       const struct prefix_unit *c, struct reach_file *f,
		       uint32_t count)
{
	struct prefix_unit from = { .from = c->from, .flavour = c->flavour };

	x->skip->reach.stamp++;
	for (uint32_t i = 0; i < count; i++)
		prefix_meet(x, &from, f, i);
	for (uint32_t i = 0; i < from.reached.count; i++)
		prefix_meet_all(x, &from, from.reached.at[i]);
	return prefix_includes_all(x, h, &from);
}

static bool is_late(struct prefixes *x, const struct prefix_headers *h,
		    const struct prefix_unit *c, struct reach_file *f,
		    uint32_t count, uint32_t depth);

// Whether they have been read wherever the file is included.
static bool is_included_late(struct prefixes *x, const struct prefix_headers *h,
			     const struct prefix_unit *c, struct reach_file *f,
			     uint32_t depth)
{
	bool any = false;

	if (f == c->from->file || depth == INCLUDE_DEPTH)
		return false;
	VEC_EACH (struct reach_file *const, own, &c->own) {
		const struct reach_edges *e =
			reach_includes(&x->skip->reach, c->from->search, *own);
		for (uint32_t i = 0; i < e->to.count; i++) {
			if (e->to.at[i] != f || *own == f)
				continue;
			if (!is_late(x, h, c, *own, i, depth + 1))
				return false;
			any = true;
		}
	}
	return any;
}

// Whether all the headers have been read after so many #include lines.
static bool is_late(struct prefixes *x, const struct prefix_headers *h,
		    const struct prefix_unit *c, struct reach_file *f,
		    uint32_t count, uint32_t depth)
{
	return has_before(x, h, c, f, count) ||
	       is_included_late(x, h, c, f, depth);
}

static uint32_t includes_before(const struct reach_file *f, uint32_t definition)
{
	uint32_t count = 0;

	while (count < f->scan.includes.count &&
	       f->scan.includes.at[count].before <= definition)
		count++;
	return count;
}

// The names that the file defines are the same to all headers, or it does so
// after them. What is late at one place is late at all that follow.
static bool defines_nothing(struct prefixes *x, const struct prefix_headers *h,
			    const struct prefix_unit *c, struct reach_file *f)
{
	for (uint32_t i = 0; i < f->scan.defined.count; i++)
		if (prefix_asks_about(h, &f->scan.defined.at[i]))
			return is_late(x, h, c, f, includes_before(f, i), 0);
	return true;
}

static bool defines_none(struct prefixes *x, const struct prefix_headers *h,
			 const struct prefix_unit *c)
{
	VEC_EACH (struct reach_file *const, own, &c->own)
		if (*own != h->first && !defines_nothing(x, h, c, *own))
			return false;
	return true;
}

bool prefix_can_use(struct prefixes *x, const struct prefix_headers *h,
		    const struct prefix_unit *c)
{
	return str_equal(h->key, c->flavour->key) && h->first == c->first &&
	       prefix_includes_all(x, h, c) && defines_none(x, h, c);
}

bool prefix_fits(struct prefixes *x, const struct prefix *p,
		 const struct prefix_unit *c)
{
	return p->flavour == c->flavour ||
	       (same_texts(p->macros,
			   prefix_macros(x, p->headers, c->flavour)) &&
		finds_alike(x, p->headers, p->flavour, c->flavour));
}
