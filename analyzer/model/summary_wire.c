// SPDX-License-Identifier: Apache-2.0
// Each function describes one struct for both directions, see model/wire.h.
#include "model/summary_wire.h"

#include <string.h>

// ---- findings

static void wire_step(struct wire *w, struct step *s)
{
	WIRE_ENUM(w, s->kind, STEP_STORE + 1);
	wire_bool(w, &s->is_essential);
	wire_u32(w, &s->depth);
	wire_loc(w, &s->loc);
	wire_text(w, &s->message);
}

static void wire_edit(struct wire *w, struct edit *x)
{
	wire_loc(w, &x->range);
	wire_text(w, &x->text);
	wire_u64(w, &x->hash);
}

static void wire_fix(struct wire *w, struct fix *f)
{
	wire_text(w, &f->description);
	WIRE_ARRAY(w, f->edits, f->edit_count, wire_edit);
}

void wire_finding(struct wire *w, struct finding **pointer)
{
	if (!w->is_writing)
		*pointer = ARENA_NEW(w->arena, struct finding);
	struct finding *f = *pointer;

	WIRE_ENUM(w, f->kind, KIND_COUNT);
	WIRE_ENUM(w, f->severity, SEVERITY_ERROR + 1);
	WIRE_ENUM(w, f->certainty, CERTAINTY_DEFINITE + 1);
	wire_text(w, &f->family);
	wire_text(w, &f->pack);
	wire_text(w, &f->handle);
	wire_text(w, &f->operation);
	wire_text(w, &f->message);
	wire_text(w, &f->function);
	wire_text(w, &f->function_key);
	wire_loc(w, &f->loc);
	WIRE_ARRAY(w, f->steps, f->step_count, wire_step);
	WIRE_ARRAY(w, f->fixes, f->fix_count, wire_fix);
	wire_u32(w, &f->ordinal);
	wire_text(w, &f->identity);
	wire_bool(w, &f->is_suppressed);
	wire_text(w, &f->suppression_reason);
}

void wire_note(struct wire *w, struct note *n)
{
	wire_text(w, &n->function);
	wire_loc(w, &n->loc);
	wire_text(w, &n->reason);
}

// ---- summaries

static void wire_u8(struct wire *w, uint8_t *v)
{
	*v = (uint8_t)wire_enum_value(w, *v, 256);
}

// Annotations make families of their own in the unit that has them. What tells
// them apart goes with them; the rest is alike in all.
static bool is_own(const struct family *f)
{
	return f && str_equal(f->pack, "annotations");
}

static const struct family *own_family(const struct rules *rules,
				       struct arena *a,
				       const struct family *like)
{
	if (rules->own_family && is_own(like))
		return rules->own_family(rules->data, like);
	struct family *f = arena_memdup(a, like, sizeof(*like));

	f->name = f->id;
	if (!f->title)
		f->title = f->id;
	f->facets[0] = "result";
	f->facet_count = 1;
	f->start = START_OTHER;
	return f;
}

static const struct family *look_up(struct summary_wire *c,
				    const struct family *like)
{
	const struct rules *rules = c->rules;
	const struct family *f;

	for (uint32_t n = 0; (f = rules->family_at(rules->data, n)); n++)
		if (str_equal(f->id, like->id) &&
		    str_equal(f->pack, like->pack))
			return f;
	return own_family(rules, c->wire.arena, like);
}

static const struct family *find_family(struct summary_wire *c,
					const struct family *like)
{
	VEC_EACH (const struct family *, f, &c->known)
		if (str_equal((*f)->id, like->id) &&
		    str_equal((*f)->pack, like->pack) &&
		    (!is_own(like) || (*f)->match == like->match))
			return *f;
	const struct family *f = look_up(c, like);
	VEC_PUSH(c->wire.arena, &c->known, f);
	return f;
}

static void wire_family(struct wire *w, const struct family **f)
{
	struct summary_wire *c = (struct summary_wire *)w;
	struct family x = { 0 };

	if (w->is_writing && *f)
		x = **f;
	wire_text(w, &x.id);
	if (x.id) {
		wire_text(w, &x.pack);
		if (is_own(&x)) {
			wire_text(w, &x.title);
			WIRE_ENUM(w, x.match, MATCH_PRODUCED + 1);
			WIRE_ENUM(w, x.identity, IDENTITY_CURSOR + 1);
		}
	}
	if (w->is_writing)
		return;
	*f = x.id ? find_family(c, &x) : NULL;
}

static void wire_path_step(struct wire *w, struct path_step *s)
{
	WIRE_ENUM(w, s->projection, PROJECT_ELEMENT + 1);
	wire_text(w, &s->field);
	wire_text(w, &s->field_usr);
	wire_i64(w, &s->index);
}

static void wire_path(struct wire *w, struct path *p)
{
	WIRE_ENUM(w, p->root, PATH_ALL + 1);
	wire_u32(w, &p->index);
	wire_text(w, &p->usr);
	wire_text(w, &p->name);
	p->count = wire_enum_value(w, p->count, PATH_STEPS + 1);
	for (uint32_t i = 0; i < p->count; i++)
		wire_path_step(w, &p->steps[i]);
	wire_bool(w, &p->is_address);
	wire_text(w, &p->of_field);
	wire_bool(w, &p->is_elements);
	wire_bool(w, &p->is_range);
	wire_u32(w, &p->element_count);
	wire_u32(w, &p->count_argument);
	wire_u32(w, &p->index_out_argument);
}

static void wire_other(struct wire *w, const struct path **other)
{
	struct path *p = ARENA_NEW(w->arena, struct path);

	if (w->is_writing)
		*p = **other;
	wire_path(w, p);
	if (!w->is_writing)
		*other = p;
}

static void wire_when(struct wire *w, struct when *x)
{
	WIRE_ENUM(w, x->kind, WHEN_THROWS + 1);
	wire_u32(w, &x->index);
	wire_path(w, &x->path);
	if (x->kind == WHEN_PATHS)
		wire_other(w, &x->other);
	WIRE_ENUM(w, x->operator, BINARY_OTHER + 1);
	wire_count(w, &x->value_count);
	int64_t *values = ARENA_ARRAY(w->arena, int64_t, x->value_count);
	const char **names =
		ARENA_ARRAY(w->arena, const char *, x->value_count);
	for (uint32_t i = 0; i < x->value_count; i++) {
		if (w->is_writing && x->values)
			values[i] = x->values[i];
		if (w->is_writing && x->names)
			names[i] = x->names[i];
		wire_i64(w, &values[i]);
		wire_text(w, &names[i]);
	}
	if (!w->is_writing) {
		x->values = values;
		x->names = names;
	}
	wire_bool(w, &x->is_subject);
}

static void wire_obligation(struct wire *w, struct obligation *o)
{
	wire_bool(w, &o->is_set);
	WIRE_ENUM(w, o->level, SEVERITY_ERROR + 1);
	wire_u32(w, &o->at);
	wire_u32(w, &o->unless);
	wire_u8(w, &o->facet);
}

static void wire_owes(struct wire *w, const struct obligation **pointer)
{
	bool is_there = *pointer != NULL;
	struct obligation o = { 0 };

	wire_bool(w, &is_there);
	if (!is_there)
		return;
	if (w->is_writing)
		o = **pointer;
	wire_obligation(w, &o);
	if (!w->is_writing)
		*pointer = arena_memdup(w->arena, &o, sizeof(o));
}

static void wire_effect(struct wire *w, struct effect *x)
{
	WIRE_ENUM(w, x->kind, EFFECT_COUNT);
	wire_family(w, &x->family);
	wire_path(w, &x->subject);
	wire_u8(w, &x->facet);
	wire_family(w, &x->to);
	WIRE_ENUM(w, x->given_as, RVALUE_REF + 1);
	wire_bool(w, &x->requires_complete);
	wire_bool(w, &x->null_ok);
	wire_bool(w, &x->blocks);
	wire_bool(w, &x->has_after);
	WIRE_ENUM(w, x->after, AFTER_MOVED_FROM + 1);
	wire_owes(w, &x->owes);
	WIRE_ENUM(w, x->true_means, MEANS_PENDING + 1);
	WIRE_ENUM(w, x->false_means, MEANS_PENDING + 1);
	wire_loc(w, &x->loc);
	wire_text(w, &x->operation);
	wire_bool(w, &x->is_moved);
	wire_bool(w, &x->is_maybe);
	wire_bool(w, &x->is_placed);
	WIRE_ARRAY(w, x->known, x->known_count, wire_when);
}

static void wire_store(struct wire *w, struct store *s)
{
	wire_path(w, &s->path);
	WIRE_ENUM(w, s->what, STORED_ADDRESS + 1);
	wire_i64(w, &s->integer);
	wire_path(w, &s->from);
	WIRE_ARRAY(w, s->known, s->known_count, wire_when);
}

static void wire_outcome(struct wire *w, struct outcome *o)
{
	WIRE_ARRAY(w, o->when, o->when_count, wire_when);
	WIRE_ARRAY(w, o->effects, o->effect_count, wire_effect);
	WIRE_ARRAY(w, o->stores, o->store_count, wire_store);
	wire_bool(w, &o->is_unlikely);
}

static void wire_choice(struct wire *w, struct choice *c)
{
	WIRE_ARRAY(w, c->only_if, c->only_if_count, wire_when);
	WIRE_ARRAY(w, c->outcomes, c->outcome_count, wire_outcome);
	wire_bool(w, &c->has_unchecked);
	wire_effect(w, &c->unchecked);
}

static void wire_callback(struct wire *w, struct callback *c)
{
	wire_u32(w, &c->argument);
	WIRE_ENUM(w, c->runs, RUNS_THREAD + 1);
	wire_family(w, &c->family);
	wire_u32(w, &c->parameter);
	wire_bool(w, &c->is_capture);
	wire_u32(w, &c->pass_argument);
	wire_u32(w, &c->pass_parameter);
	wire_bool(w, &c->passes_rest);
	WIRE_ENUM(w, c->gives, EFFECT_COUNT);
	WIRE_ENUM(w, c->must, EFFECT_COUNT);
	wire_names(w, &c->self);
	WIRE_ENUM(w, c->on_return, EFFECT_COUNT);
	WIRE_ENUM(w, c->return_false, EFFECT_COUNT);
	WIRE_ENUM(w, c->return_true, EFFECT_COUNT);
}

static void wire_operation(struct wire *w, struct operation *op)
{
	uint32_t constness = (uint32_t)(op->is_const + 1);

	WIRE_ENUM(w, op->match, MATCH_ANNOTATION + 1);
	wire_text(w, &op->name);
	wire_bool(w, &op->is_regex);
	wire_text(w, &op->class_name);
	wire_bool(w, &op->derived_too);
	WIRE_ENUM(w, op->ref, RVALUE_REF + 1);
	op->is_const = (int)wire_enum_value(w, constness, 3) - 1;
	wire_u32(w, &op->min_arguments);
	wire_u32(w, &op->max_arguments);
	wire_text(w, &op->param_type);
	wire_text(w, &op->pack);
	wire_text(w, &op->text);
	wire_text(w, &op->note);
	WIRE_ARRAY(w, op->choices, op->choice_count, wire_choice);
	WIRE_ARRAY(w, op->callbacks, op->callback_count, wire_callback);
	wire_bool(w, &op->is_summary);
	wire_bool(w, &op->is_incomplete);
	wire_bool(w, &op->never_returns);
	wire_bool(w, &op->is_alias);
	wire_u32(w, &op->alias_argument);
	wire_bool(w, &op->alias_deref);
	wire_bool(w, &op->alias_nulls);
	WIRE_ARRAY(w, op->open_callees, op->open_callee_count, wire_text);
}

void wire_operation_at(struct wire *w, const struct operation **pointer)
{
	bool is_there = *pointer != NULL;
	struct operation op = { 0 };

	wire_bool(w, &is_there);
	if (!is_there)
		return;
	if (w->is_writing)
		op = **pointer;
	wire_operation(w, &op);
	if (!w->is_writing)
		*pointer = arena_memdup(w->arena, &op, sizeof(op));
}

static void wire_call(struct wire *w, struct call *c)
{
	wire_text(w, &c->key);
	WIRE_ENUM(w, c->kind, CALL_KIND_COUNT);
	wire_bool(w, &c->is_described);
	wire_bool(w, &c->is_system);
}

void wire_summary(struct wire *w, struct summary *s)
{
	wire_text(w, &s->key);
	wire_text(w, &s->name);
	wire_loc(w, &s->loc);
	wire_operation_at(w, &s->operation);
	WIRE_ENUM(w, s->kind, FUNCTION_INITIALIZER + 1);
	wire_bool(w, &s->is_static);
	wire_bool(w, &s->is_virtual);
	wire_bool(w, &s->is_public);
	wire_bool(w, &s->is_solved);
	wire_text(w, &s->class_name);
	wire_text(w, &s->declared_in);
	wire_names(w, &s->overrides);
	WIRE_ARRAY(w, s->calls, s->call_count, wire_call);
	wire_u32(w, &s->ir);
}

void wire_declaration(struct wire *w, struct declaration *d)
{
	wire_text(w, &d->name);
	wire_text(w, &d->file);
	wire_text(w, &d->type);
	wire_bool(w, &d->is_annotated);
}

void wire_contract(struct wire *w, struct contract *c)
{
	struct callback callback = { 0 };

	wire_text(w, &c->key);
	if (w->is_writing)
		callback = *c->callback;
	wire_callback(w, &callback);
	if (!w->is_writing)
		c->callback =
			arena_memdup(w->arena, &callback, sizeof(callback));
	wire_family(w, &c->family);
	wire_text(w, &c->by);
}
