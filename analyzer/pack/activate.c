// SPDX-License-Identifier: Apache-2.0
// Which packs are about a unit: by its language, the files it reads and the
// names it uses.
#include <string.h>
#include <xxhash.h>

#include "pack/match.h"
#include "pack/pack.h"

// ---- the names of a unit: last components, each once

struct seen {
	const void *address; // of the type, callee or name looked at
	UT_hash_handle hh;
};

struct used_name {
	const char *text;
	UT_hash_handle hh;
};

struct survey {
	struct packset *set;
	struct seen *seen;
	struct used_name *names;
	bool has_scopes; // some name is qualified: C++
	VEC(const struct callee *) annotated;
};

static bool is_new(struct survey *v, const void *address)
{
	struct seen *s;

	HASH_FIND_PTR(v->seen, &address, s);
	if (s)
		return false;
	s = ARENA_NEW(&v->set->unit, struct seen);
	s->address = address;
	HASH_ADD_PTR(v->seen, address, s);
	return true;
}

static bool uses(const struct survey *v, const char *last)
{
	struct used_name *n;

	HASH_FIND_STR(v->names, last, n);
	return n != NULL;
}

static void add_name(struct survey *v, const char *name)
{
	if (!name || !is_new(v, name))
		return;
	const char *last = name_last(name);
	v->has_scopes |= last != name;
	if (uses(v, last))
		return;
	struct used_name *n = ARENA_NEW(&v->set->unit, struct used_name);
	n->text = last;
	HASH_ADD_KEYPTR(hh, v->names, n->text, strlen(n->text), n);
}

static void add_names(struct survey *v, const char *const *names)
{
	for (; names && *names; names++)
		add_name(v, *names);
}

static void add_type(struct survey *v, const struct type *t)
{
	for (; t && is_new(v, t); t = t->pointee) {
		add_name(v, t->name);
		add_names(v, t->aliases);
		add_names(v, t->bases);
	}
}

static void add_callee(struct survey *v, const struct callee *c)
{
	if (!c || !is_new(v, c))
		return;
	add_name(v, c->name);
	add_name(v, c->class_name);
	add_names(v, c->class_bases);
	add_type(v, c->result);
	for (uint32_t i = 0; i < c->parameter_count; i++)
		add_type(v, c->parameters[i]);
	if (c->annotations)
		VEC_PUSH(&v->set->unit, &v->annotated, c);
}

static void add_op(struct survey *v, const struct op *op)
{
	add_callee(v, op->callee);
	add_callee(v, op->src.function);
	add_type(v, op->receiver_type);
	for (uint32_t i = 0; i < op->argument_count; i++)
		add_callee(v, op->arguments[i].function);
}

static void add_function(struct survey *v, const struct function *f)
{
	add_name(v, f->name);
	VEC_EACH (struct variable, x, &f->variables)
		add_type(v, x->type);
	for (uint32_t i = 0; i < f->places.count; i++)
		add_type(v, f->places.at[i].type);
	VEC_EACH (struct block, b, &f->blocks) {
		VEC_EACH (struct op, op, &b->ops)
			add_op(v, op);
	}
}

// ---- packs

static unsigned language_of(const struct unit *u, const struct survey *v)
{
	return str_ends(u->file, ".c") && !v->has_scopes ? LANGUAGE_C
							 : LANGUAGE_CXX;
}

static bool reads_header(const struct unit *u, const char *header)
{
	for (uint32_t i = 0; i < u->dependencies.count; i++) {
		const char *path = u->dependencies.at[i];
		size_t n = strlen(path), m = strlen(header);
		if (str_ends(path, header) &&
		    (n == m || path[n - m - 1] == '/'))
			return true;
	}
	return false;
}

// A header that names the symbol names the handle's type too, and only the
// latter may be used in a unit.
static bool is_used(const struct survey *v, const struct pack *p)
{
	VEC_EACH (const char *, n, &p->symbols) {
		if (uses(v, name_last(*n)))
			return true;
	}
	for (uint32_t i = 0; p->symbols.count && i < p->handles.count; i++) {
		VEC_EACH (const char *, n, &p->handles.at[i]->names) {
			if (uses(v, name_last(*n)))
				return true;
		}
	}
	return false;
}

static bool is_about(const struct pack *p, const struct unit *u,
		     const struct survey *v)
{
	if (!(p->languages & language_of(u, v)))
		return false;
	if (!p->has_activation)
		return true;
	VEC_EACH (const char *, h, &p->headers) {
		if (reads_header(u, *h))
			return true;
	}
	return is_used(v, p);
}

static void survey_release(struct survey *v)
{
	HASH_CLEAR(hh, v->seen);
	HASH_CLEAR(hh, v->names);
}

static void add_unit(struct survey *v, const struct unit *u)
{
	for (uint32_t i = 0; i < u->functions.count; i++)
		add_function(v, u->functions.at[i]);
}

static void annotate(struct survey *v)
{
	VEC_EACH (const struct callee *, c, &v->annotated)
		annotate_callee(v->set, *c);
}

void packset_activate(struct packset *s, const struct unit *u)
{
	struct survey v = { .set = s };

	unit_release(s);
	add_unit(&v, u);
	for (uint32_t i = 0; i < s->packs.count; i++) {
		struct pack *p = s->packs.at[i];
		p->is_active = is_about(p, u, &v);
	}
	annotate(&v);
	survey_release(&v);
}

// ---- several units in turn

#define ANNOTATIONS "annotations"

void packset_in_use(const struct packset *s, struct arena *a,
		    struct pack_names *out)
{
	if (s->annotated || s->annotated_handles.count)
		VEC_PUSH(a, &out->list, ANNOTATIONS);
	VEC_EACH (struct pack *const, p, &s->packs)
		if ((*p)->is_active)
			VEC_PUSH(a, &out->list, (*p)->name);
}

bool packset_has_annotations(const char *const *names, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (strcmp(names[i], ANNOTATIONS) == 0)
			return true;
	return false;
}

void packset_begin(struct packset *s)
{
	unit_forget(s);
}

void packset_annotate(struct packset *s, const struct unit *u)
{
	struct survey v = { .set = s };

	add_unit(&v, u);
	annotate(&v);
	survey_release(&v);
}

void packset_use(struct packset *s, const char *const *names, uint32_t count)
{
	VEC_EACH (struct pack *const, p, &s->packs)
		(*p)->is_active = false;
	s->in_use = 0;
	for (uint32_t i = 0; i < count; i++)
		packset_use_too(s, names[i]);
}

void packset_use_too(struct packset *s, const char *name)
{
	VEC_EACH (struct pack *const, at, &s->packs) {
		struct pack *p = *at;
		if (p->is_active || strcmp(p->name, name) != 0)
			continue;
		p->is_active = true;
		s->in_use += XXH3_64bits(name, strlen(name));
	}
}
