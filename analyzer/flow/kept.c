// SPDX-License-Identifier: Apache-2.0
// What is kept in a field and comes to no good end there: nobody takes it out,
// or a callback has ended it meanwhile.
#include <string.h>

#include "flow/field.h"

// ---- fields that nobody reads

// How much of a field's key names the record.
static size_t record_length(const char *usr)
{
	const char *at = strstr(usr, "@FI@");

	return at ? (size_t)(at - usr) : 0;
}

static bool same_record(const struct field_entry *a,
			const struct field_entry *b)
{
	size_t n = record_length(a->usr);

	return n && n == record_length(b->usr) &&
	       memcmp(a->usr, b->usr, n) == 0;
}

// A handle that the function leaves in the field, and that is owed.
static bool leaves_debt(const struct protocol *p, const struct field_event *x)
{
	const struct obligation *owed = &x->effect->family->must_be_consumed;
	const struct effect *end =
		x->outcome->effects + x->outcome->effect_count;

	if (x->effect->kind != EFFECT_PRODUCE || x->effect->is_maybe ||
	    x->summary->is_incomplete || !owed->is_set ||
	    !(owed->at & AT_SCOPE_EXIT) ||
	    (owed->level == SEVERITY_HINT && !p->engine->options->hints))
		return false;
	for (const struct effect *e = x->effect + 1; e < end; e++)
		if (field_same_path(&e->subject, &x->effect->subject))
			return false;
	return true;
}

static bool is_field(const struct path *p, const struct field_entry *f)
{
	const struct path_step *step = field_step(p);

	return step && str_equal(step->field_usr, f->usr);
}

// Whether what made the handle gave the other field its value, too.
static bool sets_too(const struct field_event *made,
		     const struct field_entry *other)
{
	const struct outcome *o = made->outcome;

	for (uint32_t i = 0; i < o->effect_count; i++)
		if (o->effects[i].kind == EFFECT_PRODUCE &&
		    is_field(&o->effects[i].subject, other))
			return true;
	for (uint32_t i = 0; i < o->store_count; i++)
		if (o->stores[i].what != STORED_INTEGER &&
		    is_field(&o->stores[i].path, other))
			return true;
	return false;
}

// A function that ends what was set together with the handle.
static const struct field_event *end_of(const struct protocol *p,
					const struct field_entry *f,
					const struct field_event *made)
{
	const struct field_entry *other;

	for (other = p->fields; other; other = other->hh.next) {
		if (other == f || !same_record(f, other) ||
		    !sets_too(made, other))
			continue;
		for (uint32_t i = 0; i < other->events.count; i++) {
			const struct field_event *x = &other->events.at[i];
			if (x->effect->kind == EFFECT_CONSUME &&
			    !x->effect->is_maybe && !field_is_own_product(x) &&
			    x->function != made->function)
				return x;
		}
	}
	return NULL;
}

static void tell_left(struct protocol *p, const struct field_event *made,
		      const struct field_event *end)
{
	struct arena *a = p->engine->arena;
	const char *title = made->effect->family->title;
	const char *name = field_handle_name(a, made->effect);
	const char *by = made->effect->operation ? made->effect->operation : "";
	struct step steps[] = {
		{ .kind = STEP_PRODUCE,
		  .is_essential = true,
		  .loc = made->effect->loc,
		  .message = arena_printf(a, "made here by '%s'", by) },
		{ .kind = STEP_LEAVE,
		  .is_essential = true,
		  .loc = end->effect->loc,
		  .message = arena_printf(
			  a, "'%s' ends '%s' here, which was set with it",
			  end->function->s.name,
			  field_handle_name(a, end->effect)) },
	};
	struct finding *f = ARENA_NEW(a, struct finding);

	f->kind = KIND_NEVER_CONSUMED;
	f->certainty = CERTAINTY_DEFINITE;
	f->severity = made->effect->family->must_be_consumed.level;
	f->family = made->effect->family->id;
	f->pack = made->effect->family->pack;
	f->handle = name;
	f->operation = by;
	f->message = arena_printf(a,
				  "%s '%s' is never consumed: nothing reads "
				  "the field",
				  title, name);
	f->function = made->function->s.name;
	f->function_key = made->function->s.key;
	f->loc = made->effect->loc;
	f->step_count = COUNT_OF(steps);
	f->steps = arena_memdup(a, steps, sizeof(steps));
	VEC_PUSH(a, &p->engine->out->findings.list, f);
}

// A field that nobody reads, in an object whose other handles have an end.
void tell_unread(struct protocol *p, const struct field_entry *f)
{
	for (uint32_t i = 0; i < f->events.count; i++) {
		const struct field_event *made = &f->events.at[i];
		const struct field_event *end;
		if (!is_unread(p->engine, made->function->unit, f->usr) ||
		    !leaves_debt(p, made) || field_is_told(p, made))
			continue;
		end = end_of(p, f, made);
		if (end)
			tell_left(p, made, end);
	}
}

// ---- fields that a callback leaves behind

// A consumption whenever the field is not empty, whatever else is so: but for
// what the callback has not changed either.
static bool consumes_what_is_there(const struct field_event *x,
				   const struct stale *s)
{
	if (x->effect->kind != EFFECT_CONSUME || x->effect->is_maybe ||
	    x->summary->is_incomplete || field_is_own_product(x))
		return false;
	for (uint32_t i = 0; i < x->outcome->when_count; i++) {
		const struct when *w = &x->outcome->when[i];
		if (w->kind != WHEN_RETURN && !s->is_untouched &&
		    (w->kind != WHEN_PATH ||
		     !field_same_path(&w->path, &x->effect->subject)))
			return false;
	}
	return true;
}

static void tell_left_behind(struct protocol *p, const struct stale *s,
			     const struct field_event *x)
{
	struct arena *a = p->engine->arena;
	const struct effect *e = x->effect;
	const char *name = field_handle_name(a, e);
	struct finding *f = ARENA_NEW(a, struct finding);
	struct step steps[] = {
		{ .kind = STEP_PRODUCE,
		  .is_essential = true,
		  .loc = s->made,
		  .message = arena_printf(a, "made here by '%s'", s->by) },
		{ .kind = STEP_CONSUME,
		  .is_essential = true,
		  .loc = s->callback_loc,
		  .message = arena_printf(
			  a, "'%s' ends it by returning, and leaves it there",
			  s->callback) },
		{ .kind = STEP_CONSUME,
		  .is_essential = true,
		  .loc = e->loc,
		  .message = arena_printf(a, "'%s' consumes it here",
					  x->function->s.name) },
	};

	f->kind = KIND_STORED_HANDLE;
	f->certainty = CERTAINTY_POSSIBLE;
	f->severity = kind_info(f->kind)->severity;
	f->family = e->family->id;
	f->pack = e->family->pack;
	f->handle = name;
	f->operation = e->operation ? e->operation : "";
	f->message = arena_printf(a,
				  "%s '%s' is consumed here though '%s' may "
				  "have ended it, which leaves it in the field",
				  e->family->title, name, s->callback);
	f->function = x->function->s.name;
	f->function_key = x->function->s.key;
	f->loc = e->loc;
	f->step_count = COUNT_OF(steps);
	f->steps = arena_memdup(a, steps, sizeof(steps));
	VEC_PUSH(a, &p->engine->out->findings.list, f);
}

// Whether the function calls another one that consumes it.
static bool is_by_other(const struct field_entry *f,
			const struct field_event *x)
{
	for (uint32_t i = 0; i < f->events.count; i++)
		if (f->events.at[i].effect->kind == EFFECT_CONSUME &&
		    field_calls(x->function, f->events.at[i].function->s.key))
			return true;
	return false;
}

static bool tell_first(struct protocol *p, const struct field_entry *f,
		       const struct stale *s)
{
	const struct record *told = NULL;

	if (!str_equal(s->field, f->usr))
		return false;
	for (uint32_t i = 0; i < f->events.count; i++) {
		const struct field_event *x = &f->events.at[i];
		if (x->function == told || !consumes_what_is_there(x, s) ||
		    is_by_other(f, x) || field_is_told(p, x))
			continue;
		tell_left_behind(p, s, x);
		told = x->function;
	}
	return true;
}

void tell_stale(struct protocol *p, const struct field_entry *f)
{
	VEC_EACH (const struct stale, s, &p->engine->stale)
		if (tell_first(p, f, s))
			return;
}
