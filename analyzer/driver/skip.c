// SPDX-License-Identifier: Apache-2.0
#include "driver/skip.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "model/matter.h"

#define TRIES 2 // for a header that conditionals may leave out

// What is kept beside a file.
struct skip_file {
	struct reach_file *file;
	struct nearby brings;
	VEC(uint32_t) hits; // triggers in its text
	VEC(uint32_t) code; // those of them not only in macros
	uint32_t asked;     // how many triggers were looked for
	bool is_covered;    // a parsed unit has read it
	bool is_pending;    // a unit that reaches it was just chosen
	uint8_t tries;
};

static struct skip_file *of(const struct reach_file *f)
{
	return f->user;
}

static void opened(void *data, struct reach_file *f)
{
	struct skip *s = data;
	struct skip_file *x = ARENA_NEW(s->arena, struct skip_file);

	x->file = f;
	f->user = x;
	triggers_nearby(&s->triggers, f, &x->brings);
	VEC_PUSH(s->arena, &s->files, x);
}

static void see(void *data, const char *name, size_t length, uint32_t hash)
{
	struct skip *s = data;

	triggers_see(&s->triggers, name, length, hash);
}

static bool says_c(const struct reach_search *s, const char *file)
{
	return str_ends(file, ".c") && !s->is_cplusplus;
}

void skip_begin(struct skip *s, const struct plan *p,
		const struct packset *packs, bool hints, struct arena *a)
{
	*s = (struct skip){ .arena = a,
			    .unit_count = p->units.count,
			    .hints = hints };
	triggers_init(&s->triggers, packs, hints, a);
	s->reach.opened = opened;
	s->reach.data = s;
	s->reach.scanner.see = see;
	s->reach.scanner.data = s;
	s->units = ARENA_ARRAY(a, struct skip_unit, p->units.count);
	for (uint32_t i = 0; i < p->units.count; i++) {
		const struct front_command *c = &p->units.at[i];
		struct skip_unit *u = &s->units[i];

		u->search = reach_search_of(&s->reach, c);
		if (!u->search) {
			// Whoever parses it will say why.
			u->search = ARENA_NEW(a, struct reach_search);
			u->file = reach_open(&s->reach, "");
			continue;
		}
		u->file = reach_open(
			&s->reach,
			path_absolute(&s->scratch, c->directory, c->file));
		u->is_c = says_c(u->search, c->file);
		arena_reset(&s->scratch);
		struct reach_list all;
		reach_walk(&s->reach, u->search, u->file, &s->scratch, &all);
	}
}

void skip_end(struct skip *s)
{
	triggers_release(&s->triggers);
	reach_release(&s->reach);
	arena_release(&s->scratch);
}

// ---- hits

// A macro that names a trigger is one itself, for those that reach it.
static bool learn_macro(struct skip *s, const struct skip_file *f,
			const struct scan_macro *m)
{
	bool any = false;

	for (uint32_t i = 0; i < m->count; i++) {
		uint32_t hash = f->file->scan.bodies.at[m->first + i];
		uint32_t n = triggers_find(&s->triggers, hash);

		while (n != NO_TRIGGER) {
			struct trigger t = s->triggers.list.at[n];
			n = t.next;
			if (hash == m->hash)
				continue;
			t.hash = m->hash;
			t.shape = SHAPE_ANY;
			t.home = f->file->path[0] ? f->file : NULL;
			any |= triggers_add(&s->triggers, &t);
		}
	}
	return any;
}

static bool learn_macros(struct skip *s, const struct skip_file *f)
{
	bool any = false;

	VEC_EACH (const struct scan_macro, m, &f->file->scan.macros)
		any |= learn_macro(s, f, m);
	return any;
}

static void look_for(struct skip *s, struct skip_file *f,
		     const struct scan_name *x, uint32_t from)
{
	uint32_t n = triggers_find(&s->triggers, x->hash);

	for (; n != NO_TRIGGER && n >= from; n = s->triggers.list.at[n].next) {
		if (!trigger_fits(&s->triggers.list.at[n], x->how))
			continue;
		VEC_PUSH(s->arena, &f->hits, n);
		if (x->how & NAME_CODE)
			VEC_PUSH(s->arena, &f->code, n);
	}
}

// Looks for the triggers that are new to each file.
static void look_everywhere(struct skip *s)
{
	bool any = true;

	while (any) {
		any = false;
		VEC_EACH (struct skip_file *const, f, &s->files)
			if ((*f)->asked < s->triggers.list.count)
				any |= learn_macros(s, *f);
	}
	VEC_EACH (struct skip_file *const, f, &s->files) {
		uint32_t from = (*f)->asked;

		if (from == s->triggers.list.count)
			continue;
		VEC_EACH (const struct scan_name, x, &(*f)->file->scan.names)
			look_for(s, *f, x, from);
		(*f)->asked = s->triggers.list.count;
	}
}

// ---- choosing

// What a unit reaches, and what that brings near.
struct view {
	const struct skip_unit *unit;
	struct reach_list reached;
	struct nearby near;
};

static void look_around(struct skip *s, const struct skip_unit *u,
			struct view *out)
{
	arena_reset(&s->scratch);
	*out = (struct view){ .unit = u };
	reach_walk(&s->reach, u->search, u->file, &s->scratch, &out->reached);
	VEC_EACH (struct reach_file *const, f, &out->reached.list) {
		out->near.bits[0] |= of(*f)->brings.bits[0];
		out->near.bits[1] |= of(*f)->brings.bits[1];
	}
}

static bool reaches(const struct skip *s, const struct reach_file *home)
{
	return !home || home->stamp == s->reach.stamp;
}

// `v` is the last view taken.
static bool counts(const struct skip *s, const struct view *v, uint32_t trigger)
{
	const struct trigger *t = &s->triggers.list.at[trigger];

	return (t->languages & (v->unit->is_c ? FOR_C : FOR_CXX)) &&
	       nearby_has(&v->near, &t->needs) && reaches(s, t->home);
}

// The first of these triggers that counts, or NO_TRIGGER.
static uint32_t first_of(const struct skip *s, const struct view *v,
			 const uint32_t *at, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (counts(s, v, at[i]))
			return at[i];
	return NO_TRIGGER;
}

static uint32_t trigger_of(const struct skip *s, const struct view *v)
{
	const struct skip_file *own = of(v->unit->file);
	const struct skip_file *defines = of(v->unit->search->defines);
	uint32_t t = first_of(s, v, own->hits.at, own->hits.count);

	return t != NO_TRIGGER
		       ? t
		       : first_of(s, v, defines->hits.at, defines->hits.count);
}

static void choose(struct skip *s, uint32_t unit, const struct reach_file *file,
		   uint32_t trigger, struct skip_choice *out)
{
	struct skip_unit *u = &s->units[unit];

	u->is_chosen = true;
	u->reason_file = file;
	u->reason = trigger == NO_TRIGGER ? NULL
					  : s->triggers.list.at[trigger].name;
	VEC_PUSH(s->arena, &out->units, unit);
}

// A header that holds triggers, in code, and that no parsed unit has read.
static uint32_t uncovered(const struct skip *s, const struct view *v,
			  const struct reach_file *r)
{
	const struct skip_file *f = of(r);

	if (r == v->unit->file || !*r->path || f->is_covered || f->is_pending ||
	    f->tries == TRIES)
		return NO_TRIGGER;
	return first_of(s, v, f->code.at, f->code.count);
}

static uint32_t count_uncovered(const struct skip *s, const struct view *v)
{
	uint32_t n = 0;

	VEC_EACH (struct reach_file *const, r, &v->reached.list)
		n += uncovered(s, v, *r) != NO_TRIGGER;
	return n;
}

struct includer {
	uint32_t unit;
	uint32_t headers;
};

static int includer_compare(const void *a, const void *b)
{
	const struct includer *x = a, *y = b;

	if (x->headers != y->headers)
		return x->headers < y->headers ? 1 : -1;
	return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static void cover(struct skip *s, uint32_t unit, struct skip_choice *out)
{
	struct view v;

	look_around(s, &s->units[unit], &v);
	VEC_EACH (struct reach_file *const, r, &v.reached.list) {
		uint32_t t = uncovered(s, &v, *r);
		if (t == NO_TRIGGER)
			continue;
		of(*r)->is_pending = true;
		of(*r)->tries++;
		if (!s->units[unit].is_chosen)
			choose(s, unit, *r, t, out);
	}
}

// One unit for each header, the fewer the better.
static void choose_includers(struct skip *s, struct skip_choice *out)
{
	struct arena a = { 0 };
	VEC(struct includer) list = { 0 };
	struct view v;

	VEC_EACH (struct skip_file *const, f, &s->files)
		(*f)->is_pending = false;
	for (uint32_t i = 0; i < s->unit_count; i++) {
		if (s->units[i].is_chosen)
			continue;
		look_around(s, &s->units[i], &v);
		uint32_t n = count_uncovered(s, &v);
		if (n)
			VEC_PUSH(&a, &list, (struct includer){ i, n });
	}
	if (list.count)
		qsort(list.at, list.count, sizeof(*list.at), includer_compare);
	VEC_EACH (const struct includer, x, &list)
		cover(s, x->unit, out);
	arena_release(&a);
}

static void choose_triggered(struct skip *s, struct skip_choice *out)
{
	for (uint32_t i = 0; i < s->unit_count; i++) {
		const struct skip_unit *u = &s->units[i];
		struct view v;

		if (u->is_chosen)
			continue;
		look_around(s, u, &v);
		uint32_t t = u->file->is_there ? trigger_of(s, &v) : NO_TRIGGER;
		if (t != NO_TRIGGER || !u->file->is_there || v.reached.is_open)
			choose(s, i, u->file, t, out);
	}
}

void skip_choose(struct skip *s, struct skip_choice *out)
{
	*out = (struct skip_choice){ 0 };
	look_everywhere(s);
	choose_triggered(s, out);
	if (!out->units.count)
		choose_includers(s, out);
}

// ---- learning

static void learn_name(struct skip *s, const char *name, enum name_shape shape,
		       const struct reach_file *home)
{
	struct trigger t = { .hash = scan_hash(name, strlen(name)),
			     .name = arena_strdup(s->arena, name),
			     .shape = shape,
			     .languages = FOR_C | FOR_CXX,
			     .home = home };

	triggers_add(&s->triggers, &t);
}

static struct reach_file *known_file(struct skip *s, const char *path)
{
	struct reach_file *f;

	HASH_FIND_STR(s->reach.files, path, f);
	return f;
}

void skip_learn(struct skip *s, const struct artifact *x)
{
	VEC_EACH (const char *const, path, &x->dependencies) {
		struct reach_file *f = known_file(s, *path);
		if (f)
			of(f)->is_covered = true;
	}
	VEC_EACH (const struct summary, m, &x->summaries) {
		const char *last = strrchr(m->name, ':');
		struct reach_file *home = NULL;
		if (!m->operation || !operation_matters(m->operation, s->hints))
			continue;
		if (last)
			home = known_file(s, m->loc.file);
		learn_name(s, last ? last + 1 : m->name,
			   last ? SHAPE_ANY : SHAPE_FUNCTION, home);
	}
}
