// SPDX-License-Identifier: Apache-2.0
#include "pack/trigger.h"

#include <ctype.h>
#include <string.h>

#include "model/matter.h"
#include "pack/pack.h"

struct collector {
	struct arena *arena;
	struct pack_triggers *out;
	uint32_t pack;
	bool hints;
};

// The identifier that ends before `end`, or NULL.
static const char *word_before(struct arena *a, const char *start,
			       const char *end)
{
	const char *from = end;

	while (from > start &&
	       (isalnum((unsigned char)from[-1]) || from[-1] == '_'))
		from--;
	return from == end ? NULL
			   : arena_strndup(a, from, (size_t)(end - from));
}

static void add(struct collector *c, struct pack_trigger t)
{
	t.pack = c->pack;
	VEC_PUSH(c->arena, &c->out->list, t);
}

// "boost::cobalt::run" is `run` where `cobalt` is near.
static void add_name(struct collector *c, enum trigger_shape shape,
		     const char *name, bool matters)
{
	const char *last = name_last(name);
	const char *scope =
		last - name > 2 ? word_before(c->arena, name, last - 2) : NULL;

	add(c, (struct pack_trigger){ .shape = shape,
				      .name = last,
				      .scope = scope,
				      .matters = matters });
}

// The type that a parameter must have, without what is around it.
static const char *parameter_scope(struct collector *c, const struct entry *e)
{
	if (!e->parameters.count)
		return NULL;
	const char *type = e->parameters.at[0].type;
	const char *end = type + strlen(type);

	while (end > type && !isalnum((unsigned char)end[-1]))
		end--;
	return word_before(c->arena, type, end);
}

// Patterns are about qualified names: "^a::b::sync_" asks for `a::b::` before
// the identifier.
static const char *pattern_prefix(struct collector *c, const char *text)
{
	const char *start = text + (*text == '^'), *end = start;

	for (const char *p = start;
	     isalnum((unsigned char)*p) || *p == '_' || *p == ':'; p++)
		if (p > start && p[0] == ':' && p[-1] == ':')
			end = p + 1;
	return arena_strndup(c->arena, start, (size_t)(end - start));
}

static void add_pattern(struct collector *c, const struct entry *e,
			bool matters)
{
	const char *prefix = pattern_prefix(c, e->operation.name);
	size_t n = strlen(prefix);

	add(c, (struct pack_trigger){ .shape = TRIGGER_FUNCTION,
				      .pattern = e->pattern,
				      .prefix = prefix,
				      .scope = n ? word_before(c->arena, prefix,
							       prefix + n - 2)
						 : parameter_scope(c, e),
				      .matters = matters });
}

static void add_entry(struct collector *c, const struct entry *e)
{
	const struct operation *op = &e->operation;
	bool matters = operation_matters(op, c->hints);

	switch (op->match) {
	case MATCH_FUNCTION:
		if (op->is_regex)
			add_pattern(c, e, matters);
		else
			add_name(c, TRIGGER_FUNCTION, op->name, matters);
		break;
	case MATCH_ANNOTATION: // a text, which is looked for as such
	case MATCH_MACRO:
		break;
	case MATCH_METHOD: // common words: the class tells
	case MATCH_OPERATOR:
	case MATCH_CONSTRUCTOR:
	case MATCH_DESTRUCTOR:
		VEC_EACH (const char *const, name, &e->classes)
			add_name(c, TRIGGER_NAME, *name, true);
		break;
	}
}

static void add_handle(struct collector *c, const struct handle *h)
{
	VEC_EACH (const char *const, name, &h->names)
		add_name(c, TRIGGER_NAME, *name, family_matters(&h->family));
	if (h->pattern)
		add(c, (struct pack_trigger){
			       .shape = TRIGGER_NAME,
			       .pattern = h->pattern,
			       .prefix = "",
			       .matters = family_matters(&h->family) });
}

// As activate.c decides.
static void add_activation(struct collector *c, const struct pack *p)
{
	struct pack_activation x = { 0 };

	x.languages = (p->languages & LANGUAGE_C ? FOR_C : 0) |
		      (p->languages & LANGUAGE_CXX ? FOR_CXX : 0);
	VEC_EACH (const char *const, h, &p->headers)
		VEC_PUSH(c->arena, &x.headers, *h);
	VEC_EACH (const char *const, n, &p->symbols)
		VEC_PUSH(c->arena, &x.symbols, name_last(*n));
	for (uint32_t i = 0; p->symbols.count && i < p->handles.count; i++)
		VEC_EACH (const char *const, n, &p->handles.at[i]->names)
			VEC_PUSH(c->arena, &x.symbols, name_last(*n));
	VEC_PUSH(c->arena, &c->out->packs, x);
}

void packset_triggers(const struct packset *s, bool hints, struct arena *a,
		      struct pack_triggers *out)
{
	struct collector c = { .arena = a, .out = out, .hints = hints };

	for (c.pack = 0; c.pack < s->packs.count; c.pack++) {
		const struct pack *p = s->packs.at[c.pack];

		add_activation(&c, p);
		VEC_EACH (struct handle *const, h, &p->handles)
			add_handle(&c, *h);
		VEC_EACH (struct entry *const, e, &p->entries)
			if (!(*e)->is_hidden)
				add_entry(&c, *e);
	}
}

// ---- types in headers

static bool is_handle(const struct packset *s, const char *name)
{
	const struct bucket *b = index_find(s, name_last(name));

	for (uint32_t i = 0; b && i < b->handles.count; i++) {
		const struct handle *h = b->handles.at[i];
		if (!family_matters(&h->family))
			continue;
		VEC_EACH (const char *const, n, &h->names)
			if (name_is(s, name, *n))
				return true;
	}
	return false;
}

bool packset_spells_handle(const struct packset *s, const char *spelling)
{
	char name[256];
	const char *p = spelling;

	while (*p) {
		size_t n = 0;

		while (n + 1 < sizeof(name) && (isalnum((unsigned char)p[n]) ||
						p[n] == '_' || p[n] == ':'))
			n++;
		memcpy(name, p, n);
		name[n] = '\0';
		if (n && is_handle(s, name))
			return true;
		p += n ? n : 1;
	}
	return false;
}
