// SPDX-License-Identifier: Apache-2.0
// A pack may come from anywhere: nothing here is quadratic in its names.
#include "pack/check.h"

#include <inttypes.h>
#include <string.h>

// The pack's element that an entry was read from. `list` must outlive `out`.
static bool element_of(const struct json *root, const struct entry *e,
		       struct json *list, struct json *out)
{
	if (!json_get(root, e->list, list))
		return false;
	return json_at(list, e->index, out);
}

// ---- ids

static void check_ids(const struct pack *p, const struct json *root)
{
	struct json list, item, id;

	if (!json_get(root, "handles", &list))
		return;
	JSON_EACH(item, &list)
	{
		if (!json_get(&item, "id", &id))
			continue;
		for (uint32_t i = 0; i < item.index && i < p->handles.count;
		     i++) {
			if (strcmp(p->handles.at[i]->family.id,
				   json_string(&id)) == 0) {
				json_mistake(&id,
					     "handles[%" PRIu32
					     "] has the same id",
					     i);
				break;
			}
		}
	}
}

// ---- contradictions

bool path_equal(const struct path *a, const struct path *b)
{
	bool same = a->root == b->root && a->index == b->index &&
		    str_equal(a->usr, b->usr) && a->count == b->count &&
		    a->is_address == b->is_address &&
		    str_equal(a->of_field, b->of_field) &&
		    a->is_elements == b->is_elements &&
		    a->is_range == b->is_range &&
		    a->element_count == b->element_count &&
		    a->count_argument == b->count_argument &&
		    a->index_out_argument == b->index_out_argument;

	for (uint32_t i = 0; same && i < a->count; i++)
		same = a->steps[i].projection == b->steps[i].projection &&
		       a->steps[i].index == b->steps[i].index &&
		       str_equal(a->steps[i].field, b->steps[i].field);
	return same;
}

static const struct effect *first_effect(const struct choice *c)
{
	return c->outcome_count && c->outcomes[0].effect_count
		       ? c->outcomes[0].effects
		       : NULL;
}

// About one facet of one place, always: no condition keeps them apart.
static bool meet(const struct choice *a, const struct choice *b)
{
	const struct effect *e = first_effect(a), *f = first_effect(b);

	return e && f && e->family && e->family == f->family &&
	       e->facet == f->facet && !a->only_if_count && !b->only_if_count &&
	       e->given_as == f->given_as &&
	       path_equal(&e->subject, &f->subject);
}

static void choice_text(struct str *out, const struct choice *c)
{
	struct operation op = { 0 };
	struct choice copy = *c;

	op.choices = &copy;
	op.choice_count = 1;
	operation_dump(out, &op);
	const struct effect *e = first_effect(c);
	if (e && e->to)
		str_printf(out, " to %s", e->to->id);
}

static void check_choices(const struct json *root, const struct entry *first,
			  const struct choice *a, const struct entry *second,
			  const struct choice *b)
{
	struct str was = STR_INIT, is = STR_INIT;
	struct json list, v;

	choice_text(&was, a);
	choice_text(&is, b);
	if (strcmp(was.text, is.text) != 0 &&
	    element_of(root, second, &list, &v))
		json_mistake(&v,
			     "'%s' is '%s' here and '%s' in %s[%" PRIu32 "]",
			     second->operation.name, is.text, was.text,
			     first->list, first->index);
	str_release(&was);
	str_release(&is);
}

static void check_pair(const struct json *root, const struct entry *a,
		       const struct entry *b)
{
	for (uint32_t i = 0; i < a->operation.choice_count; i++)
		for (uint32_t j = 0; j < b->operation.choice_count; j++)
			if (meet(&a->operation.choices[i],
				 &b->operation.choices[j]))
				check_choices(root, a, &a->operation.choices[i],
					      b, &b->operation.choices[j]);
}

// Entries for the same match, the later ones first.
struct rivals {
	const struct entry *entry;
	struct rivals *before;
	UT_hash_handle hh; // of the latest
};

static struct rivals *find_rivals(struct rivals *all, const char *key)
{
	struct rivals *r;

	HASH_FIND_STR(all, key, r);
	return r;
}

static void check_entries(const struct pack *p, const struct json *root)
{
	struct arena a = { 0 };
	struct rivals *all = NULL;

	VEC_EACH (struct entry *const, e, &p->entries) {
		struct rivals *r = ARENA_NEW(&a, struct rivals);
		r->entry = *e;
		r->before = find_rivals(all, r->entry->match_key);
		for (struct rivals *b = r->before; b; b = b->before)
			if (root->doc->mistake_count < JSON_MISTAKES_SHOWN)
				check_pair(root, b->entry, *e);
		if (r->before)
			HASH_DEL(all, r->before);
		HASH_ADD_KEYPTR(hh, all, r->entry->match_key,
				strlen(r->entry->match_key), r);
	}
	HASH_CLEAR(hh, all);
	arena_release(&a);
}

// ---- completion

static bool completes(const struct choice *c, const struct family *f,
		      unsigned *facets)
{
	for (uint32_t i = 0; i < c->outcome_count; i++) {
		const struct effect *e = c->outcomes[i].effects;
		if (e->family == f && e->kind == EFFECT_COMPLETE)
			*facets |= 1u << e->facet;
	}
	return (*facets & (*facets - 1)) != 0;
}

static void check_completion(const struct pack *p, const struct family *f,
			     const struct json *root)
{
	unsigned facets = 0;

	for (uint32_t i = 0; i < p->entries.count; i++) {
		const struct entry *e = p->entries.at[i];
		for (uint32_t k = 0; k < e->operation.choice_count; k++) {
			struct json list, v;
			if (!completes(&e->operation.choices[k], f, &facets))
				continue;
			if (element_of(root, e, &list, &v))
				json_mistake(&v,
					     "a second facet of '%s' is "
					     "completed: one at most",
					     f->id);
			return;
		}
	}
}

void check_pack(const struct pack *p, const struct json *root)
{
	check_ids(p, root);
	check_entries(p, root);
	for (uint32_t i = 0; i < p->handles.count; i++)
		check_completion(p, &p->handles.at[i]->family, root);
}
