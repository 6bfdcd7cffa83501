// SPDX-License-Identifier: Apache-2.0
// A set of headers, and the names on which depends what it means.
#include <stdlib.h>

#include "base/file.h"
#include "driver/prefix_unit.h"

static int compare_hashes(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void sort_once(uint32_t *at, uint32_t *count)
{
	uint32_t kept = 0;

	if (*count)
		qsort(at, *count, sizeof(*at), compare_hashes);
	for (uint32_t i = 0; i < *count; i++)
		if (!kept || at[kept - 1] != at[i])
			at[kept++] = at[i];
	*count = kept;
}

static bool has_hash(const uint32_t *at, uint32_t count, uint32_t hash)
{
	return count &&
	       bsearch(&hash, at, count, sizeof(*at), compare_hashes) != NULL;
}

// What `root` reaches and is not stamped yet.
void prefix_follow(struct prefixes *x, struct reach_search *s,
		   struct reach_file *root, struct arena *a,
		   struct reach_list *out)
{
	uint32_t stamp = x->skip->reach.stamp;
	uint32_t i = out->list.count;

	if (root->stamp == stamp)
		return;
	root->stamp = stamp;
	VEC_PUSH(a, &out->list, root);
	for (; i < out->list.count; i++) {
		const struct reach_edges *e =
			reach_includes(&x->skip->reach, s, out->list.at[i]);
		VEC_EACH (struct reach_file *const, to, &e->to)
			if (*to && (*to)->stamp != stamp) {
				(*to)->stamp = stamp;
				VEC_PUSH(a, &out->list, *to);
			}
	}
}

static void read_names(struct prefixes *x, struct prefix_names *out)
{
	struct err e = ERR_INIT;
	struct str text = STR_INIT;
	struct scan s;

	if (file_read(out->file->path, &text, &e)) {
		scan_text(&x->scanner, text.text, text.length, &x->reading, &s);
		VEC_EACH (const struct scan_name, n, &s.names)
			if (n->how & NAME_CODE)
				VEC_PUSH(x->arena, &out->named,
					 (struct scan_question){ n->hash,
								 n->line });
		VEC_EACH (const struct scan_question, q, &s.asked)
			VEC_PUSH(x->arena, &out->asked, *q);
		VEC_EACH (const struct scan_macro, macro, &s.macros)
			VEC_PUSH(x->arena, &out->macros, *macro);
		VEC_EACH (const uint32_t, hash, &s.bodies)
			VEC_PUSH(x->arena, &out->bodies, *hash);
		VEC_EACH (const struct scan_definition, d, &s.defined)
			VEC_PUSH(x->arena, &out->defined, *d);
	}
	arena_reset(&x->reading);
	str_release(&text);
	err_release(&e);
}

const struct prefix_names *prefix_names_of(struct prefixes *x,
					   const struct reach_file *f)
{
	struct prefix_names *n;

	HASH_FIND_PTR(x->names, &f, n);
	if (n)
		return n;
	n = ARENA_NEW(x->arena, struct prefix_names);
	n->file = f;
	read_names(x, n);
	HASH_ADD_PTR(x->names, file, n);
	return n;
}

struct matter {
	struct prefixes *x;
	VEC(uint32_t) asked, named;
	VEC(struct scan_macro) macros;
	VEC(uint32_t) bodies;
};

static void add_names(struct matter *m, const struct prefix_names *n)
{
	struct arena *a = &m->x->scratch;

	VEC_EACH (const struct scan_question, q, &n->named)
		VEC_PUSH(a, &m->named, q->hash);
	VEC_EACH (const struct scan_question, q, &n->asked)
		VEC_PUSH(a, &m->asked, q->hash);
	VEC_EACH (const struct scan_macro, macro, &n->macros) {
		struct scan_macro copy = *macro;
		copy.first += m->bodies.count;
		VEC_PUSH(a, &m->macros, copy);
	}
	VEC_EACH (const uint32_t, hash, &n->bodies)
		VEC_PUSH(a, &m->bodies, *hash);
}

static int compare_macros(const void *a, const void *b)
{
	const struct scan_macro *x = a, *y = b;

	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

// The macros that are named expand to what their bodies name.
static void expand(struct matter *m)
{
	bool *seen = ARENA_ARRAY(&m->x->scratch, bool, m->macros.count);
	bool any = m->macros.count > 0;

	if (any)
		qsort(m->macros.at, m->macros.count, sizeof(*m->macros.at),
		      compare_macros);
	while (any) {
		any = false;
		sort_once(m->named.at, &m->named.count);
		uint32_t known = m->named.count;
		for (uint32_t i = 0; i < m->macros.count; i++) {
			const struct scan_macro *at = &m->macros.at[i];
			if (seen[i] || !has_hash(m->named.at, known, at->hash))
				continue;
			seen[i] = any = true;
			for (uint32_t b = 0; b < at->count; b++)
				VEC_PUSH(&m->x->scratch, &m->named,
					 m->bodies.at[at->first + b]);
		}
	}
}

static void find_matter(struct prefixes *x, struct prefix_headers *h)
{
	struct matter m = { .x = x };

	VEC_EACH (struct reach_file *const, f, &h->files)
		add_names(&m, prefix_names_of(x, *f));
	sort_once(m.asked.at, &m.asked.count);
	VEC_EACH (const uint32_t, hash, &m.asked) {
		VEC_PUSH(x->arena, &h->asked, *hash);
		VEC_PUSH(&x->scratch, &m.named, *hash);
	}
	sort_once(m.named.at, &m.named.count);
	expand(&m);
	VEC_EACH (const uint32_t, hash, &m.named)
		VEC_PUSH(x->arena, &h->matter, *hash);
}

// A text can be no part of a type, and no condition's value.
bool prefix_asks_about(const struct prefix_headers *h,
		       const struct scan_definition *d)
{
	if (d->is_text)
		return has_hash(h->asked.at, h->asked.count, d->hash);
	return has_hash(h->matter.at, h->matter.count, d->hash);
}

static bool has_root(const struct prefix_root *roots, uint32_t count,
		     const struct reach_file *f)
{
	for (uint32_t i = 0; i < count; i++)
		if (roots[i].file == f)
			return true;
	return false;
}

// As the unit meets them, and before these what other headers lead it to.
static void add_in_order(struct prefixes *x, struct prefix_headers *h,
			 const struct prefix_unit *like,
			 const struct prefix_root *roots, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!has_root(like->roots.at, like->roots.count, roots[i].file))
			VEC_PUSH(x->arena, &h->roots, roots[i]);
	VEC_EACH (const struct prefix_root, root, &like->roots)
		if (has_root(roots, count, root->file) &&
		    !has_root(h->roots.at, h->roots.count, root->file))
			VEC_PUSH(x->arena, &h->roots, *root);
}

struct prefix_headers *prefix_headers_of(struct prefixes *x,
					 const struct prefix_unit *like,
					 const struct prefix_root *roots,
					 uint32_t count)
{
	struct prefix_headers *h = ARENA_NEW(x->arena, struct prefix_headers);
	struct reach_list files = { 0 };

	h->key = like->flavour->key;
	h->first = like->first;
	add_in_order(x, h, like, roots, count);
	x->skip->reach.stamp++;
	if (h->first)
		prefix_follow(x, like->from->search, h->first, x->arena,
			      &files);
	VEC_EACH (const struct prefix_root, root, &h->roots)
		prefix_follow(x, like->from->search, root->file, x->arena,
			      &files);
	VEC_EACH (struct reach_file *const, f, &files.list) {
		VEC_PUSH(x->arena, &h->files, *f);
		h->bytes += (*f)->size;
	}
	find_matter(x, h);
	prefix_find_order(x, h, like);
	return h;
}

bool prefix_reaches(struct prefixes *x, const struct prefix_headers *h,
		    const char *path)
{
	const struct reach_file *wanted = reach_open(&x->skip->reach, path);

	VEC_EACH (struct reach_file *const, f, &h->files)
		if (*f == wanted)
			return true;
	return false;
}

void prefix_forget_names(struct prefixes *x)
{
	HASH_CLEAR(hh, x->names);
	scanner_release(&x->scanner);
	arena_release(&x->reading);
	arena_release(&x->timing);
}
