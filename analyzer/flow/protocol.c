// SPDX-License-Identifier: Apache-2.0
// Object protocols: the functions over one field, called in any order. Needs
// every summary of the unit. What one caller's sequence shows is the solver's;
// here is what is wrong, or cannot be ensured, whoever calls.
#include "flow/protocol.h"

#include <string.h>

#include "flow/field.h"

// The field that the path ends in, if it is one of the function's object.
const struct path_step *field_step(const struct path *p)
{
	const struct path_step *last;

	if (!p->count)
		return NULL;
	last = &p->steps[p->count - 1];
	if (last->projection != PROJECT_FIELD || !last->field_usr)
		return NULL;
	if (p->root == PATH_THIS && p->count == 1)
		return last;
	if (p->root == PATH_ARGUMENT && p->count == 1)
		return last; // a reference
	if (p->root == PATH_ARGUMENT && p->count == 2 &&
	    p->steps[0].projection == PROJECT_DEREF)
		return last;
	return NULL;
}

bool field_same_path(const struct path *a, const struct path *b)
{
	if (a->root != b->root || a->index != b->index || a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (a->steps[i].projection != b->steps[i].projection ||
		    !str_equal(a->steps[i].field_usr, b->steps[i].field_usr))
			return false;
	return true;
}

static bool same_root(const struct path *p, const struct effect *e)
{
	return p->root == e->subject.root && p->index == e->subject.index;
}

// Whether the function gives the field a value on some path: what it takes from
// there on another one is its own attempt.
static bool gives_value(const struct operation *summary, const struct effect *e)
{
	const struct choice *c = &summary->choices[0];

	for (uint32_t i = 0; i < c->outcome_count; i++) {
		const struct outcome *o = &c->outcomes[i];
		for (uint32_t k = 0; k < o->store_count; k++)
			if (field_same_path(&o->stores[k].path, &e->subject))
				return true;
	}
	return false;
}

// A condition on the object's own state, a test of the handle, or a new value
// left behind: any of these can keep two functions apart.
static bool is_guarded(const struct operation *summary, const struct outcome *o,
		       const struct effect *e)
{
	bool seen = false;

	for (uint32_t i = 0; i < o->when_count; i++) {
		const struct when *w = &o->when[i];
		if ((w->kind == WHEN_PATH && same_root(&w->path, e)) ||
		    (w->kind == WHEN_PATHS &&
		     (same_root(&w->path, e) || same_root(w->other, e))))
			return true;
	}
	for (uint32_t i = 0; i < o->effect_count; i++) {
		const struct effect *x = &o->effects[i];
		if (!field_same_path(&x->subject, &e->subject))
			continue;
		if (x->kind == EFFECT_GUARD)
			return true;
		if (seen && (x->kind == EFFECT_PRODUCE ||
			     x->kind == EFFECT_PRODUCE_EMPTY))
			return true;
		seen |= x == e;
	}
	return summary->is_incomplete || e->is_maybe || gives_value(summary, e);
}

static void add_event(struct arena *a, struct field_entry **fields,
		      const char *usr, const char *name,
		      const struct field_event *event)
{
	struct field_entry *f;

	HASH_FIND_STR(*fields, usr, f);
	if (!f) {
		f = ARENA_NEW(a, struct field_entry);
		f->usr = usr;
		f->name = name;
		HASH_ADD_KEYPTR(hh, *fields, f->usr, strlen(f->usr), f);
	}
	VEC_PUSH(a, &f->events, *event);
}

static void see_effect(struct protocol *p, struct field_event *event)
{
	const struct effect *e = event->effect;
	const struct path_step *field = field_step(&e->subject);
	struct arena *a = p->engine->arena;

	if (!e->family)
		return;
	event->is_guarded = is_guarded(event->summary, event->outcome, e);
	if (field)
		add_event(a, &p->fields, field->field_usr, field->field, event);
	else if (e->subject.root == PATH_GLOBAL && !e->subject.count)
		add_event(a, &p->globals, e->subject.usr, e->subject.name,
			  event);
}

static void see_summary(struct protocol *p, const struct record *f,
			const struct operation *summary)
{
	const struct choice *c;

	if (!summary->choice_count)
		return;
	c = &summary->choices[0];
	for (uint32_t i = 0; i < c->outcome_count; i++) {
		const struct outcome *o = &c->outcomes[i];
		for (uint32_t j = 0; j < o->effect_count; j++) {
			struct field_event event = { f, summary, o,
						     &o->effects[j], false };
			see_effect(p, &event);
		}
	}
}

// ---- what the events say

static bool is_production(enum effect_kind k)
{
	return k == EFFECT_PRODUCE || k == EFFECT_PRODUCE_EMPTY ||
	       k == EFFECT_PRODUCE_DETACHED;
}

// Whether the same outcome makes the handle itself before this event.
bool field_is_own_product(const struct field_event *x)
{
	for (uint32_t i = 0; i < x->outcome->effect_count; i++) {
		const struct effect *e = &x->outcome->effects[i];
		if (e == x->effect)
			return false;
		if (is_production(e->kind) &&
		    field_same_path(&e->subject, &x->effect->subject))
			return true;
	}
	return false;
}

// A consumption of whatever the field holds when the function is called.
static bool consumes_found(const struct field_event *x)
{
	return (x->effect->kind == EFFECT_CONSUME ||
		x->effect->kind == EFFECT_COMPLETE) &&
	       !x->is_guarded && !field_is_own_product(x) &&
	       x->effect->family->mode == MODE_ONCE;
}

// The function leaves the field with a handle whose right is gone.
static bool leaves_dead(const struct field_event *x)
{
	bool gone = x->effect->kind == EFFECT_PRODUCE_DETACHED ||
		    ((x->effect->kind == EFFECT_TRANSFER ||
		      x->effect->kind == EFFECT_CONSUME_NO_RESULT ||
		      x->effect->kind == EFFECT_CONSUME) &&
		     field_is_own_product(x));

	return gone && !x->effect->is_maybe;
}

// Whether somebody outside may call it, in whatever order.
static bool is_entry(const struct summary *f)
{
	if (f->kind == FUNCTION_DESTRUCTOR)
		return true;
	if (f->kind == FUNCTION_METHOD)
		return f->is_public;
	return f->kind == FUNCTION_PLAIN && !f->is_static;
}

bool field_calls(const struct record *f, const char *key)
{
	for (uint32_t i = 0; i < f->s.call_count; i++)
		if (f->s.calls[i].kind == CALL_DIRECT &&
		    str_equal(f->s.calls[i].key, key))
			return true;
	return false;
}

static void find_called(struct protocol *p)
{
	const struct program *program = &p->engine->program;

	p->is_called =
		ARENA_ARRAY(p->engine->arena, bool, program->records.count + 1);
	VEC_EACH (struct record *const, at, &program->records) {
		const struct record *r = *at;
		for (uint32_t i = 0; i < r->s.call_count; i++) {
			const struct record *callee = program_find(
				program, r->unit, r->s.calls[i].key);
			if (callee && r->s.calls[i].kind == CALL_DIRECT)
				p->is_called[callee->index] = true;
		}
	}
}

const char *field_handle_name(struct arena *a, const struct effect *e)
{
	struct str s = STR_INIT;
	const char *text;

	path_text(&s, &e->subject);
	text = arena_strndup(a, s.text, s.length);
	str_release(&s);
	return text;
}

static const char *message(struct arena *a, enum finding_kind kind,
			   const struct field_event *first,
			   const struct field_event *second, const char *name)
{
	const char *title = second->effect->family->title;
	const char *other = first->function->s.name;

	if (kind == KIND_STORED_HANDLE)
		return arena_printf(a,
				    "%s '%s' is consumed here and in '%s', "
				    "and nothing keeps the two apart",
				    title, name, other);
	if (kind == KIND_DOUBLE_CONSUME)
		return arena_printf(a,
				    "%s '%s' is consumed again, after '%s' "
				    "consumed it",
				    title, name, other);
	if (kind == KIND_USE_AFTER_TRANSFER)
		return arena_printf(a,
				    "%s '%s' is consumed after '%s' gave it "
				    "away",
				    title, name, other);
	return arena_printf(a,
			    "the result of %s '%s' is taken here, and nothing "
			    "waits for what '%s' starts",
			    title, name, other);
}

static void tell(struct protocol *p, enum finding_kind kind,
		 const struct field_event *first,
		 const struct field_event *second)
{
	struct arena *a = p->engine->arena;
	struct finding *f = ARENA_NEW(a, struct finding);
	const struct effect *e = second->effect;
	const char *name = field_handle_name(a, e);

	f->kind = kind;
	f->certainty = kind == KIND_STORED_HANDLE ? CERTAINTY_POSSIBLE
						  : CERTAINTY_DEFINITE;
	f->severity = kind_info(kind)->severity;
	f->family = e->family->id;
	f->pack = e->family->pack;
	f->handle = name;
	f->operation = e->operation ? e->operation : "";
	f->message = message(a, kind, first, second, name);
	f->function = second->function->s.name;
	f->function_key = second->function->s.key;
	f->loc = e->loc;
	f->step_count = 2;
	f->steps = ARENA_ARRAY(a, struct step, 2);
	f->steps[0] = (struct step){
		.kind = STEP_CONSUME,
		.is_essential = true,
		.loc = first->effect->loc,
		.message = arena_printf(a, "'%s' deals with it here by '%s'",
					first->function->s.name,
					first->effect->operation
						? first->effect->operation
						: "?")
	};
	f->steps[1] = (struct step){ .kind = STEP_CONSUME,
				     .is_essential = true,
				     .loc = e->loc,
				     .message = arena_printf(
					     a, "and '%s' consumes it here",
					     second->function->s.name) };
	VEC_PUSH(a, &p->engine->out->findings.list, f);
}

static bool has_step_at(const struct finding *f, const struct loc *loc)
{
	for (uint32_t i = 0; i < f->step_count; i++)
		if (loc_equal(&f->steps[i].loc, loc))
			return true;
	return false;
}

// Whether some caller's sequence already showed that this event goes wrong.
bool field_is_told(const struct protocol *p, const struct field_event *x)
{
	const struct findings *all = &p->engine->out->findings;

	for (uint32_t i = 0; i < all->list.count; i++)
		if (all->list.at[i]->kind != KIND_STORED_HANDLE &&
		    has_step_at(all->list.at[i], &x->effect->loc))
			return true;
	return false;
}

// What callers' sequences showed of it is the same mistake, told better here.
static void drop_told(struct protocol *p, enum finding_kind kind,
		      const struct field_event *x)
{
	struct findings *all = &p->engine->out->findings;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < all->list.count; i++) {
		struct finding *f = all->list.at[i];
		if (f->kind != kind || !has_step_at(f, &x->effect->loc))
			all->list.at[kept++] = f;
	}
	all->list.count = kept;
}

static bool is_later(const struct field_event *a, const struct field_event *b)
{
	if (a->function->s.kind == FUNCTION_DESTRUCTOR)
		return true;
	if (b->function->s.kind == FUNCTION_DESTRUCTOR)
		return false;
	return loc_compare(&a->effect->loc, &b->effect->loc) > 0;
}

// Two functions that both consume what they find, and neither calls the other.
static bool are_rivals(const struct protocol *p, const struct field_event *a,
		       const struct field_event *b)
{
	bool dies = a->function->s.kind == FUNCTION_DESTRUCTOR ||
		    b->function->s.kind == FUNCTION_DESTRUCTOR;

	// Callers that are seen are judged by what they really call.
	if (!dies && (p->is_called[a->function->index] ||
		      p->is_called[b->function->index]))
		return false;
	// One completes when it went well, the other when it did not.
	if (!dies && a->effect->kind == EFFECT_COMPLETE)
		return false;
	return a->function != b->function && is_entry(&a->function->s) &&
	       is_entry(&b->function->s) && consumes_found(a) &&
	       consumes_found(b) && a->effect->facet == b->effect->facet &&
	       !field_calls(a->function, b->function->s.key) &&
	       !field_calls(b->function, a->function->s.key) &&
	       !loc_equal(&a->effect->loc, &b->effect->loc);
}

// The last of several rivals is told once, with the first of them.
static void tell_rivals(struct protocol *p, const struct field_entry *f)
{
	const struct field_event *first = NULL, *last = NULL;

	for (uint32_t i = 0; i < f->events.count; i++)
		for (uint32_t j = i + 1; j < f->events.count; j++) {
			const struct field_event *a = &f->events.at[i];
			const struct field_event *b = &f->events.at[j];
			if (!are_rivals(p, a, b))
				continue;
			if (is_later(a, b)) {
				const struct field_event *t = a;
				a = b;
				b = t;
			}
			if (!first) {
				first = a;
				last = b;
			}
		}
	if (first && !field_is_told(p, first) && !field_is_told(p, last))
		tell(p, KIND_STORED_HANDLE, first, last);
}

// Whoever made the handle gave it up at once; another function still takes it.
static bool tell_dead(struct protocol *p, const struct field_entry *f)
{
	for (uint32_t i = 0; i < f->events.count; i++) {
		const struct field_event *made = &f->events.at[i];
		if (!leaves_dead(made))
			continue;
		for (uint32_t j = 0; j < f->events.count; j++) {
			const struct field_event *x = &f->events.at[j];
			bool consumed = made->effect->kind == EFFECT_CONSUME;
			if (x->function == made->function ||
			    !consumes_found(x) ||
			    x->effect->facet != made->effect->facet)
				continue;
			if (consumed &&
			    made->function->s.kind != FUNCTION_CONSTRUCTOR)
				continue;
			enum finding_kind kind =
				consumed ? KIND_DOUBLE_CONSUME
					 : KIND_USE_AFTER_TRANSFER;
			drop_told(p, kind, x);
			tell(p, kind, made, x);
			return true;
		}
	}
	return false;
}

static bool establishes_completion(const struct field_event *x)
{
	return x->effect->kind == EFFECT_WAIT ||
	       x->effect->kind == EFFECT_GUARD ||
	       x->effect->kind == EFFECT_OBSERVE;
}

// A result that is read where no function over the field ever waits for it.
static void tell_early(struct protocol *p, const struct field_entry *f)
{
	const struct field_event *made = NULL;

	for (uint32_t i = 0; i < f->events.count; i++) {
		if (establishes_completion(&f->events.at[i]))
			return;
		if (f->events.at[i].effect->kind == EFFECT_PRODUCE)
			made = &f->events.at[i];
	}
	for (uint32_t i = 0; made && i < f->events.count; i++) {
		const struct field_event *x = &f->events.at[i];
		if (x->effect->requires_complete && consumes_found(x))
			tell(p, KIND_RESULT_BEFORE_COMPLETION, made, x);
	}
}

static void take_stale(struct engine *e)
{
	for (uint32_t u = 0; u < e->parts->count; u++) {
		const struct flow_part *x = &e->parts->at[u];
		for (uint32_t i = 0; i < x->stale_count; i++)
			VEC_PUSH(e->arena, &e->stale, x->stale[i]);
	}
}

void protocol_check(struct engine *e)
{
	struct protocol p = { .engine = e };

	find_called(&p);
	take_stale(e);
	VEC_EACH (struct record *const, r, &e->program.records)
		if ((*r)->s.operation)
			see_summary(&p, *r, (*r)->s.operation);
	for (struct field_entry *f = p.fields; f; f = f->hh.next) {
		if (!tell_dead(&p, f))
			tell_rivals(&p, f);
		tell_early(&p, f);
		tell_unread(&p, f);
		tell_stale(&p, f);
	}
	// In what order globals are used only callers show.
	for (struct field_entry *f = p.globals; f; f = f->hh.next)
		tell_stale(&p, f);
	HASH_CLEAR(hh, p.fields);
	HASH_CLEAR(hh, p.globals);
}
