// SPDX-License-Identifier: Apache-2.0
// Types: which family they are of, and whether they are spelt so.
#include <ctype.h>
#include <string.h>

#include "pack/pack.h"

static const struct type *without_reference(const struct type *t)
{
	while (t &&
	       (t->kind == TYPE_REFERENCE || t->kind == TYPE_RVALUE_REFERENCE))
		t = t->pointee;
	return t;
}

// ---- families

static bool arguments_match(const struct family *f, const struct type *t)
{
	for (uint32_t i = 0; i < f->argument_count; i++) {
		const char *const *p = t->arguments;
		for (uint32_t n = f->arguments[i].index; p && *p && n; n--)
			p++;
		if (!p || !*p || strcmp(*p, f->arguments[i].text) != 0)
			return false;
	}
	return true;
}

struct search {
	const struct packset *set;
	const struct type *type; // whose template arguments count
	bool is_pointee;
	bool is_base;
	const struct handle *best;
};

static bool kind_fits(const struct search *q, const struct family *f,
		      bool is_alias)
{
	if (q->is_base && !f->is_derived_too)
		return false;
	switch (f->match) {
	case MATCH_TYPEDEF:
		return !q->is_pointee && is_alias;
	case MATCH_RECORD:
	case MATCH_TEMPLATE:
		return !q->is_pointee;
	case MATCH_POINTER_TO:
		return q->is_pointee;
	case MATCH_ENUM_LIKE:
	case MATCH_PRODUCED:
		return false;
	}
	return false;
}

static void consider(struct search *q, const struct handle *h, bool is_alias)
{
	if (!h->pack->is_active || (q->best && q->best->order <= h->order) ||
	    !kind_fits(q, &h->family, is_alias) ||
	    !arguments_match(&h->family, q->type))
		return;
	q->best = h;
}

static bool handle_has_name(const struct packset *s, const struct handle *h,
			    const char *name)
{
	VEC_EACH (const char *, n, &h->names) {
		if (name_is(s, name, *n))
			return true;
	}
	return false;
}

static void search_name(struct search *q, const char *name, bool is_alias)
{
	const struct packset *s = q->set;
	const struct bucket *b = index_find(s, name_last(name));

	for (uint32_t i = 0; b && i < b->handles.count; i++)
		if (handle_has_name(s, b->handles.at[i], name))
			consider(q, b->handles.at[i], is_alias);
	for (uint32_t i = 0; is_alias && i < s->regex_handles.count; i++)
		if (pattern_matches(s->regex_handles.at[i]->pattern, name))
			consider(q, s->regex_handles.at[i], true);
	for (uint32_t i = 0; i < s->annotated_handles.count; i++)
		if (handle_has_name(s, s->annotated_handles.at[i], name))
			consider(q, s->annotated_handles.at[i], is_alias);
}

static void search_type(struct search *q, const struct type *t)
{
	q->type = t;
	for (const char *const *a = t->aliases; a && *a; a++)
		search_name(q, *a, true);
	if (t->name)
		search_name(q, t->name, false);
	q->is_base = true;
	for (const char *const *b = t->bases; b && *b; b++)
		search_name(q, *b, false);
	q->is_base = false;
}

const struct family *type_family(struct packset *s, const struct type *t)
{
	struct search q = { .set = s };

	t = without_reference(t);
	if (!t)
		return NULL;
	search_type(&q, t);
	if (t->kind == TYPE_POINTER && t->pointee) {
		q.is_pointee = true;
		search_type(&q, t->pointee);
	}
	return q.best ? &q.best->family : NULL;
}

// ---- spelling

static size_t trim(const char *text, size_t length)
{
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	return length;
}

static const char *skip_words(const char *text)
{
	static const char *const words[] = { "const ", "volatile ", "struct ",
					     "class ", "enum " };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (str_starts(text, words[i])) {
			text += strlen(words[i]);
			i = (size_t)-1; // again from the first
		}
	}
	return text;
}

// Qualified, or the end of it as people write it.
static bool name_fits(const struct packset *s, const char *name,
		      const char *text)
{
	if (!name)
		return false;
	name = skip_words(name);
	if (name_is(s, name, text))
		return true;
	size_t n = strlen(name), m = strlen(text);
	return n > m + 2 && memcmp(name + n - m - 2, "::", 2) == 0 &&
	       strcmp(name + n - m, text) == 0;
}

static bool base_is_spelt(const struct packset *s, const struct type *t,
			  const char *text)
{
	for (const char *const *a = t->aliases; a && *a; a++)
		if (name_fits(s, *a, text))
			return true;
	return name_fits(s, t->name, text) || name_fits(s, t->spelling, text);
}

// A reference that the text does not mention is looked through, const always.
bool type_is_spelt(const struct packset *s, const struct type *t,
		   const char *text)
{
	char base[256];
	size_t length = trim(text, strlen(text));

	if (!t)
		return false;
	if (length && text[length - 1] == '&') {
		bool rvalue = length > 1 && text[length - 2] == '&';
		if (t->kind !=
		    (rvalue ? TYPE_RVALUE_REFERENCE : TYPE_REFERENCE))
			return false;
		length = trim(text, length - (rvalue ? 2 : 1));
	}
	t = without_reference(t);
	while (t && length && text[length - 1] == '*' &&
	       t->kind == TYPE_POINTER) {
		t = t->pointee;
		length = trim(text, length - 1);
	}
	if (!t || length >= sizeof(base))
		return false;
	memcpy(base, text, length);
	base[length] = '\0';
	return base_is_spelt(s, t, skip_words(base));
}
