// SPDX-License-Identifier: Apache-2.0
#include "driver/trigger.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"

struct trigger_slot {
	uint32_t hash;
	uint32_t first;
	UT_hash_handle hh;
};

struct mark {
	uint32_t hash;
	struct nearby brings;
	uint32_t scope; // bit, NO_TRIGGER: it is no scope
	UT_hash_handle hh;
};

// ---- what is near

static void set_bit(struct nearby *n, uint32_t bit)
{
	if (bit < 128)
		n->bits[bit / 64] |= (uint64_t)1 << bit % 64;
}

static void add_nearby(struct nearby *n, const struct nearby *more)
{
	n->bits[0] |= more->bits[0];
	n->bits[1] |= more->bits[1];
}

bool nearby_has(const struct nearby *n, const struct nearby *needs)
{
	return !(needs->bits[0] & ~n->bits[0]) &&
	       !(needs->bits[1] & ~n->bits[1]);
}

static struct mark *mark_of(struct triggers *t, const char *name)
{
	uint32_t hash = scan_hash(name, strlen(name));
	struct mark *m;

	HASH_FIND(hh, t->marks, &hash, sizeof(hash), m);
	if (m)
		return m;
	m = ARENA_NEW(t->arena, struct mark);
	m->hash = hash;
	m->scope = NO_TRIGGER;
	HASH_ADD(hh, t->marks, hash, sizeof(m->hash), m);
	return m;
}

static bool is_path_of(const char *path, const char *header)
{
	size_t n = strlen(path), m = strlen(header);

	return str_ends(path, header) && (n == m || path[n - m - 1] == '/');
}

void triggers_nearby(const struct triggers *t, const struct reach_file *f,
		     struct nearby *out)
{
	*out = (struct nearby){ { 0, 0 } };
	VEC_EACH (const struct scan_name, x, &f->scan.names) {
		struct mark *m;
		HASH_FIND(hh, t->marks, &x->hash, sizeof(x->hash), m);
		if (m)
			add_nearby(out, &m->brings);
	}
	for (uint32_t i = 0; i < t->packs.packs.count; i++)
		VEC_EACH (const char *const, h, &t->packs.packs.at[i].headers)
			if (is_path_of(f->path, *h))
				set_bit(out, i);
}

// ---- triggers

uint32_t triggers_find(const struct triggers *t, uint32_t hash)
{
	struct trigger_slot *s;

	HASH_FIND(hh, t->slots, &hash, sizeof(hash), s);
	return s ? s->first : NO_TRIGGER;
}

bool trigger_fits(const struct trigger *x, unsigned how)
{
	switch (x->shape) {
	case SHAPE_FUNCTION:
		return (how & NAME_CALLED) ||
		       ((how & NAME_VALUE) && !(how & NAME_DECLARED));
	case SHAPE_NAME:
		return (how & NAME_FREE) != 0;
	case SHAPE_ANY:
		return (how & (NAME_FREE | NAME_MEMBER)) != 0;
	}
	return true;
}

static bool is_alike(const struct trigger *a, const struct trigger *b)
{
	return a->shape == b->shape && a->is_weak == b->is_weak &&
	       a->languages == b->languages && a->home == b->home &&
	       nearby_has(&a->needs, &b->needs) &&
	       nearby_has(&b->needs, &a->needs);
}

bool triggers_add(struct triggers *t, const struct trigger *like)
{
	struct trigger_slot *s;
	struct trigger x = *like;

	HASH_FIND(hh, t->slots, &x.hash, sizeof(x.hash), s);
	if (!s) {
		s = ARENA_NEW(t->arena, struct trigger_slot);
		s->hash = x.hash;
		s->first = NO_TRIGGER;
		HASH_ADD(hh, t->slots, hash, sizeof(s->hash), s);
	}
	for (uint32_t i = s->first; i != NO_TRIGGER; i = t->list.at[i].next)
		if (is_alike(&t->list.at[i], &x))
			return false;
	x.next = s->first;
	s->first = t->list.count;
	VEC_PUSH(t->arena, &t->list, x);
	return true;
}

// ---- of packs

static uint32_t scope_bit(struct triggers *t, const char *scope)
{
	struct mark *m = mark_of(t, scope);

	if (m->scope == NO_TRIGGER) {
		m->scope = t->bit_count++;
		set_bit(&m->brings, m->scope);
	}
	return m->scope;
}

static bool is_bare(const struct pack_activation *p)
{
	return !p->headers.count && !p->symbols.count;
}

static struct trigger of_pack(struct triggers *t, const struct pack_trigger *x)
{
	const struct pack_activation *p = &t->packs.packs.at[x->pack];
	struct trigger out = { .shape = x->shape == TRIGGER_FUNCTION
						? SHAPE_FUNCTION
						: SHAPE_NAME,
			       .languages = p->languages,
			       .is_weak = !x->matters };

	if (!is_bare(p))
		set_bit(&out.needs, x->pack);
	if (x->scope)
		set_bit(&out.needs, scope_bit(t, x->scope));
	return out;
}

static void add_word(struct triggers *t, const char *word, unsigned languages)
{
	struct trigger x = { .hash = scan_hash(word, strlen(word)),
			     .name = word,
			     .shape = SHAPE_NAME,
			     .languages = languages };

	triggers_add(t, &x);
}

// What code says about its own handles, whatever the packs know.
static void add_attributes(struct triggers *t)
{
	static const char *const words[] = {
		SCAN_ANNOTATION,   "acquire_handle",  "release_handle",
		"use_handle",      "ownership_takes", "ownership_returns",
		"ownership_holds", "consumable",      "callable_when",
		"set_typestate",   "param_typestate", "return_typestate",
		"test_typestate",
	};

	for (size_t i = 0; i < COUNT_OF(words); i++)
		add_word(t, words[i], FOR_C | FOR_CXX);
	add_word(t, "co_await", FOR_CXX);
}

// What ends the program: a function that always gets there tells those who call
// it that they do not go on.
static void add_endings(struct triggers *t)
{
	static const char *const words[] = { "exit", "_exit", "_Exit", "abort",
					     "quick_exit" };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct trigger x = { .hash = scan_hash(words[i],
						       strlen(words[i])),
				     .name = words[i],
				     .shape = SHAPE_FUNCTION,
				     .languages = FOR_C | FOR_CXX,
				     .is_weak = true };
		triggers_add(t, &x);
	}
}

static void add_symbols(struct triggers *t, uint32_t pack)
{
	VEC_EACH (const char *const, n, &t->packs.packs.at[pack].symbols)
		set_bit(&mark_of(t, *n)->brings, pack);
}

void triggers_init(struct triggers *t, const struct packset *packs, bool hints,
		   struct arena *a)
{
	*t = (struct triggers){ .arena = a };
	packset_triggers(packs, hints, a, &t->packs);
	t->bit_count = t->packs.packs.count;
	for (uint32_t i = 0; i < t->packs.packs.count; i++)
		add_symbols(t, i);
	VEC_EACH (const struct pack_trigger, x, &t->packs.list) {
		struct trigger own = of_pack(t, x);

		if (!x->name) {
			VEC_PUSH(a, &t->patterns, x);
			continue;
		}
		own.name = x->name;
		own.hash = scan_hash(x->name, strlen(x->name));
		triggers_add(t, &own);
	}
	add_attributes(t);
	add_endings(t);
}

#define NAME_ROOM 256 // no function of a library has a longer name

static bool matches(const struct pack_trigger *x, const char *name)
{
	char text[2 * NAME_ROOM];
	int n;

	if (!*x->prefix)
		return pattern_matches(x->pattern, name);
	n = snprintf(text, sizeof(text), "%s%s", x->prefix, name);
	return n < (int)sizeof(text) && pattern_matches(x->pattern, text);
}

static bool is_new(struct triggers *t, uint32_t hash)
{
	struct mark *m;

	HASH_FIND(hh, t->seen, &hash, sizeof(hash), m);
	if (m)
		return false;
	m = ARENA_NEW(t->arena, struct mark);
	m->hash = hash;
	HASH_ADD(hh, t->seen, hash, sizeof(m->hash), m);
	return true;
}

void triggers_see(struct triggers *t, const char *name, size_t length,
		  uint32_t hash)
{
	char text[NAME_ROOM];

	if (!t->patterns.count || length >= sizeof(text) || !is_new(t, hash))
		return;
	memcpy(text, name, length);
	text[length] = '\0';
	VEC_EACH (const struct pack_trigger *const, x, &t->patterns) {
		struct trigger own;

		if (!matches(*x, text))
			continue;
		own = of_pack(t, *x);
		own.name = arena_strdup(t->arena, text);
		own.hash = hash;
		triggers_add(t, &own);
	}
}

void triggers_release(struct triggers *t)
{
	HASH_CLEAR(hh, t->slots);
	HASH_CLEAR(hh, t->marks);
	HASH_CLEAR(hh, t->seen);
}
