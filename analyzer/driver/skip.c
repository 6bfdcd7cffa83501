// SPDX-License-Identifier: Apache-2.0
#include "driver/skip.h"

#include <stdio.h>
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
	VEC(uint32_t) weak;
	uint32_t asked;  // how many triggers were looked for
	bool is_covered; // a parsed unit has read it
	bool is_pending; // a unit that reaches it was just chosen
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
		if (s->triggers.list.at[n].is_weak) {
			VEC_PUSH(s->arena, &f->weak, n);
			continue;
		}
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

	if (r == v->unit->file || !*r->path || r->is_system || f->is_covered ||
	    f->is_pending || f->tries == TRIES)
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

// ---- what is called

struct demand {
	uint32_t hash;
	bool is_met; // a chosen unit defines it
	UT_hash_handle hh;
};

static struct demand *demand_of(struct skip *s, uint32_t hash)
{
	struct demand *d;

	HASH_FIND(hh, s->demands, &hash, sizeof(hash), d);
	return d;
}

static struct demand *demand_in(struct skip *s, const struct reach_file *f)
{
	VEC_EACH (const struct scan_name, x, &f->scan.names) {
		struct demand *d =
			x->how & NAME_DEFINED ? demand_of(s, x->hash) : NULL;
		if (d && !d->is_met)
			return d;
	}
	return NULL;
}

static void meet_demands(struct skip *s)
{
	for (uint32_t i = 0; i < s->unit_count; i++) {
		struct demand *d;
		while (s->units[i].is_chosen &&
		       (d = demand_in(s, s->units[i].file)))
			d->is_met = true;
	}
}

// What a function that touches handles calls may tell more about them, though
// nothing in its unit matters by itself.
static void choose_called(struct skip *s, struct skip_choice *out)
{
	meet_demands(s);
	for (uint32_t i = 0; i < s->unit_count; i++) {
		const struct skip_unit *u = &s->units[i];
		const struct demand *d =
			u->is_chosen ? NULL : demand_in(s, u->file);
		struct view v;

		if (!d)
			continue;
		look_around(s, u, &v);
		const struct skip_file *own = of(u->file);
		uint32_t t = first_of(s, &v, own->weak.at, own->weak.count);
		if (t != NO_TRIGGER)
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
	if (!out->units.count)
		choose_called(s, out);
}

// ---- learning

static void learn_name(struct skip *s, const char *name, enum name_shape shape,
		       const char *home, bool is_weak)
{
	struct trigger t = { .hash = scan_hash(name, strlen(name)),
			     .name = arena_strdup(s->arena, name),
			     .shape = shape,
			     .is_weak = is_weak,
			     .languages = FOR_C | FOR_CXX };

	if (home)
		HASH_FIND_STR(s->reach.files, home, t.home);
	if (t.home || !home)
		triggers_add(&s->triggers, &t);
}

static const char *last_part(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? colon + 1 : name;
}

// Whoever calls it must name it. A method's name may be a common word: it
// counts for those that can see the class. What is called without being named
// goes by the class.
static void learn_function(struct skip *s, const struct summary *m)
{
	const char *name = last_part(m->name);
	bool weak = !operation_matters(m->operation, s->hints);

	if (m->kind == FUNCTION_PLAIN && strcmp(name, "main") == 0)
		return; // nobody calls it, and every program has one
	if (m->kind == FUNCTION_PLAIN)
		learn_name(s, name, SHAPE_FUNCTION,
			   m->is_static ? m->declared_in : NULL, weak);
	else if (m->kind == FUNCTION_METHOD && !str_starts(name, "operator"))
		learn_name(s, name, SHAPE_ANY, m->declared_in, weak);
	else if (m->class_name)
		learn_name(s, last_part(m->class_name), SHAPE_NAME,
			   m->declared_in, weak);
}

// "c:@S@Worker@F@stop#" is `stop`; false if the key has no name.
static bool name_of_key(const char *key, char *out, size_t room)
{
	const char *name = NULL;

	for (const char *p = key; (p = strstr(p, "@F@")); p += 3)
		name = p + 3;
	if (!name)
		return false;
	int n = snprintf(out, room, "%.*s", (int)strcspn(name, "#@"), name);
	return n > 0 && n < (int)room;
}

#define NAME_ROOM 256

static void demand(struct skip *s, const struct call *c)
{
	char name[NAME_ROOM];
	struct demand *d;

	if (c->is_described || c->is_system ||
	    !name_of_key(c->key, name, sizeof(name)))
		return;
	uint32_t hash = scan_hash(name, strlen(name));
	if (demand_of(s, hash))
		return;
	d = ARENA_NEW(s->arena, struct demand);
	d->hash = hash;
	HASH_ADD(hh, s->demands, hash, sizeof(d->hash), d);
}

static bool calls_trigger(const struct skip *s, const struct call *c)
{
	char name[NAME_ROOM];

	if (!name_of_key(c->key, name, sizeof(name)))
		return false;
	if (c->is_described && strstr(c->key, "@S@"))
		return true; // a method of a handle
	uint32_t t = triggers_find(&s->triggers, scan_hash(name, strlen(name)));
	while (t != NO_TRIGGER && s->triggers.list.at[t].is_weak)
		t = s->triggers.list.at[t].next;
	return t != NO_TRIGGER;
}

// Whether a function does to handles what can be wrong: only then it is of
// interest what else it calls.
static bool is_active(const struct skip *s, const struct summary *m)
{
	if (operation_matters(m->operation, s->hints))
		return true;
	for (uint32_t i = 0; i < m->call_count; i++)
		if (calls_trigger(s, &m->calls[i]))
			return true;
	return false;
}

void skip_learn_functions(struct skip *s, const struct summary *at,
			  uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (!at[i].operation)
			continue;
		if (operation_acts(at[i].operation))
			learn_function(s, &at[i]);
		if (!is_active(s, &at[i]))
			continue;
		for (uint32_t k = 0; k < at[i].call_count; k++)
			demand(s, &at[i].calls[k]);
	}
}

// A function that others are given to be called must be known where it is
// defined.
static void learn_callback(struct skip *s, const char *key)
{
	char name[NAME_ROOM];

	if (name_of_key(key, name, sizeof(name)))
		learn_name(s, name, SHAPE_FUNCTION, NULL, false);
}

void skip_learn(struct skip *s, const struct artifact *x)
{
	VEC_EACH (const char *const, path, &x->dependencies) {
		struct reach_file *f;
		HASH_FIND_STR(s->reach.files, *path, f);
		if (f)
			of(f)->is_covered = true;
	}
	VEC_EACH (const struct declaration, d, &x->declarations)
		if (!str_starts(d->name, "operator"))
			learn_name(s, d->name, SHAPE_ANY, d->file, false);
	VEC_EACH (const struct contract, c, &x->contracts)
		learn_callback(s, c->key);
	skip_learn_functions(s, x->summaries.at, x->summaries.count);
}

void skip_end(struct skip *s)
{
	HASH_CLEAR(hh, s->demands);
	triggers_release(&s->triggers);
	reach_release(&s->reach);
	arena_release(&s->scratch);
}
