// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "pack/pack.h"

// ---- qualified names without template arguments: "std::future::get"

// Length of the component that `p` begins with.
static size_t component(const char *p)
{
	const char *end = strstr(p, "::");

	return end ? (size_t)(end - p) : strlen(p);
}

static const char *next_component(const char *p)
{
	p += component(p);
	return *p ? p + 2 : p;
}

const char *name_last(const char *name)
{
	const char *p = name;

	while (strstr(p, "::") && !str_starts(p, "operator"))
		p = next_component(p);
	return *p ? p : name;
}

// "v1_*" stands for any rest.
static bool is_inline(const struct packset *s, const char *p, size_t length)
{
	VEC_EACH (const char *, n, &s->inline_namespaces) {
		size_t known = strlen(*n);
		if (known && (*n)[known - 1] == '*') {
			if (length >= known - 1 &&
			    memcmp(p, *n, known - 1) == 0)
				return true;
		} else if (length == known && memcmp(p, *n, known) == 0) {
			return true;
		}
	}
	return false;
}

bool name_is(const struct packset *s, const char *name, const char *wanted)
{
	if (strcmp(name, wanted) == 0)
		return true;
	while (*name) {
		size_t length = component(name);
		if (length == component(wanted) &&
		    memcmp(name, wanted, length) == 0)
			wanted = next_component(wanted);
		else if (!name[length] || !is_inline(s, name, length))
			return false;
		name = next_component(name);
	}
	return !*wanted;
}

const char *name_plain(const struct packset *s, struct arena *a,
		       const char *name)
{
	struct str plain = STR_INIT;
	bool dropped = false;

	for (const char *p = name; *p; p = next_component(p)) {
		size_t length = component(p);
		if (p[length] && is_inline(s, p, length)) {
			dropped = true;
			continue;
		}
		str_add_bytes(&plain, p, (size_t)(next_component(p) - p));
	}
	if (dropped)
		name = arena_strndup(a, plain.text, plain.length);
	str_release(&plain);
	return name;
}

// ---- buckets

struct bucket *index_find(const struct packset *s, const char *last)
{
	struct bucket *b;

	HASH_FIND_STR(s->buckets, last, b);
	return b;
}

static struct bucket *bucket_of(struct packset *s, const char *last)
{
	struct bucket *b = index_find(s, last);

	if (b)
		return b;
	b = ARENA_NEW(&s->arena, struct bucket);
	b->name = last;
	HASH_ADD_KEYPTR(hh, s->buckets, b->name, strlen(b->name), b);
	return b;
}

// ---- entries

// Constructors and destructors go by their class, annotations by their text.
static const char *entry_key(struct packset *s, const struct operation *op)
{
	switch (op->match) {
	case MATCH_DESTRUCTOR:
		return arena_printf(&s->arena, "~%s", name_last(op->name));
	case MATCH_ANNOTATION:
		return arena_printf(&s->arena, "@%s", op->name);
	default:
		return name_last(op->name);
	}
}

static void index_entry(struct packset *s, struct entry *e)
{
	const struct operation *op = &e->operation;

	if (op->match == MATCH_OPERATOR &&
	    strcmp(op->name, "operator co_await") == 0) {
		VEC_PUSH(&s->arena, &s->await_entries, e);
	} else if (op->is_regex) {
		VEC_PUSH(&s->arena, &s->regex_entries, e);
	} else {
		struct bucket *b = bucket_of(s, entry_key(s, op));
		VEC_PUSH(&s->arena, &b->entries, e);
	}
}

// A user's entry and a built-in one for the same match: the user knows better.
static void hide_overridden(struct packset *s, const struct pack *user)
{
	for (uint32_t i = 0; i < s->packs.count; i++) {
		const struct pack *p = s->packs.at[i];
		for (uint32_t k = 0; p->is_builtin && k < p->entries.count;
		     k++) {
			struct entry *e = p->entries.at[k];
			for (uint32_t n = 0; n < user->entries.count; n++)
				e->is_hidden |=
					strcmp(user->entries.at[n]->match_key,
					       e->match_key) == 0;
		}
	}
}

// ---- handles

static void index_handle(struct packset *s, struct handle *h)
{
	if (h->pattern)
		VEC_PUSH(&s->arena, &s->regex_handles, h);
	for (uint32_t i = 0; i < h->names.count; i++) {
		struct bucket *b = bucket_of(s, name_last(h->names.at[i]));
		VEC_PUSH(&s->arena, &b->handles, h);
	}
}

void index_packs(struct packset *s)
{
	uint32_t entries = 0, handles = 0;

	for (uint32_t i = 0; i < s->packs.count; i++)
		if (!s->packs.at[i]->is_builtin)
			hide_overridden(s, s->packs.at[i]);
	for (uint32_t i = 0; i < s->packs.count; i++) {
		struct pack *p = s->packs.at[i];
		VEC_EACH (struct handle *, h, &p->handles) {
			(*h)->order = handles++;
			index_handle(s, *h);
		}
		VEC_EACH (struct entry *, e, &p->entries) {
			(*e)->order = entries++;
			if (!(*e)->is_hidden)
				index_entry(s, *e);
		}
		VEC_EACH (const char *, n, &p->inline_namespaces)
			VEC_PUSH(&s->arena, &s->inline_namespaces, *n);
	}
}

void index_release(struct packset *s)
{
	HASH_CLEAR(hh, s->buckets);
}
