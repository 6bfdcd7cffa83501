// SPDX-License-Identifier: Apache-2.0
#include "driver/infer.h"

#include <string.h>

#include "base/vec.h"
#include "report/emit.h"

// One place of a function's interface, and what each outcome does there.
struct action {
	const struct effect *like; // the first effect: family, subject, facet
	enum effect_kind *kinds;   // by outcome; EFFECT_NONE: nothing
};

struct function_entry {
	const struct summary *summary;
	const struct choice *choice;
	VEC(struct action) actions;
};

// ---- what can be said

static bool is_sayable_kind(enum effect_kind k)
{
	return k == EFFECT_PRODUCE || k == EFFECT_CONSUME ||
	       k == EFFECT_CONSUME_NO_RESULT || k == EFFECT_OBSERVE ||
	       k == EFFECT_WAIT || k == EFFECT_COMPLETE ||
	       k == EFFECT_TRANSFER || k == EFFECT_REARM || k == EFFECT_READ ||
	       k == EFFECT_CANCEL || k == EFFECT_REF || k == EFFECT_UNREF;
}

// "arg0", "*arg0", "return", "this".
static bool is_sayable_path(const struct path *p)
{
	if (p->is_address || p->of_field || p->is_elements || p->is_range)
		return false;
	if (p->root == PATH_RETURN || p->root == PATH_THIS)
		return p->count == 0;
	return p->root == PATH_ARGUMENT &&
	       (p->count == 0 ||
		(p->count == 1 && p->steps[0].projection == PROJECT_DEREF));
}

static bool is_sayable_effect(const struct effect *x)
{
	return x->family && is_sayable_kind(x->kind) && !x->is_maybe &&
	       x->given_as == ANY_REF &&
	       !str_equal(x->family->pack, "annotations") &&
	       is_sayable_path(&x->subject);
}

static bool is_same_subject(const struct effect *a, const struct effect *b)
{
	return a->family == b->family && a->facet == b->facet &&
	       a->subject.root == b->subject.root &&
	       a->subject.index == b->subject.index &&
	       a->subject.count == b->subject.count;
}

// ---- conditions about the returned value

static bool says_value(const struct when *w, int64_t value)
{
	for (uint32_t i = 0; i < w->value_count; i++)
		if (w->values[i] == value)
			return true;
	return false;
}

static bool holds(const struct when *w, int64_t value)
{
	if (w->operator== BINARY_EQUAL)
		return says_value(w, value);
	if (w->operator== BINARY_NOT_EQUAL)
		return !says_value(w, value);
	if (w->operator== BINARY_LESS)
		return value < w->values[0];
	if (w->operator== BINARY_LESS_EQUAL)
		return value <= w->values[0];
	if (w->operator== BINARY_GREATER)
		return value > w->values[0];
	return w->operator!= BINARY_GREATER_EQUAL || value >= w->values[0];
}

static bool all_hold(const struct outcome *o, int64_t value)
{
	for (uint32_t i = 0; i < o->when_count; i++)
		if (o->when[i].kind == WHEN_RETURN && o->when[i].value_count &&
		    !holds(&o->when[i], value))
			return false;
	return true;
}

// What it says of the returned value, if that is one sayable comparison.
static const struct when *return_of(const struct outcome *o)
{
	const struct when *found = NULL;

	for (uint32_t i = 0; i < o->when_count; i++) {
		const struct when *w = &o->when[i];

		if (w->kind != WHEN_RETURN)
			continue;
		if (found || w->is_subject || !w->value_count ||
		    w->operator>
		    BINARY_GREATER_EQUAL ||(w->value_count > 1 &&
					    w->operator> BINARY_NOT_EQUAL))
			return NULL;
		found = w;
	}
	return found;
}

// Whether the condition of `a` cannot hold where that of `b` does.
static bool excludes(const struct outcome *a, const struct outcome *b)
{
	const struct when *w = return_of(a);

	if (!w || w->operator!= BINARY_EQUAL)
		return false;
	for (uint32_t i = 0; i < w->value_count; i++)
		if (all_hold(b, w->values[i]))
			return false;
	return true;
}

static bool is_alike(const struct function_entry *f, const struct action *x)
{
	for (uint32_t i = 1; i < f->choice->outcome_count; i++)
		if (x->kinds[i] != x->kinds[0])
			return false;
	return true;
}

// Each outcome with an effect is told by the returned value from those with
// another.
static bool is_told_by_return(const struct function_entry *f,
			      const struct action *x)
{
	const struct outcome *all = f->choice->outcomes;

	for (uint32_t i = 0; i < f->choice->outcome_count; i++) {
		if (x->kinds[i] == EFFECT_NONE)
			continue;
		if (!return_of(&all[i]))
			return false;
		for (uint32_t k = 0; k < f->choice->outcome_count; k++)
			if (x->kinds[k] != x->kinds[i] &&
			    !excludes(&all[i], &all[k]) &&
			    !excludes(&all[k], &all[i]))
				return false;
	}
	return true;
}

// ---- collecting

static const char *add_effect(struct function_entry *f, struct arena *a,
			      uint32_t outcome, const struct effect *x)
{
	if (!is_sayable_effect(x))
		return "does something that a pack has no words for";
	VEC_EACH (struct action, known, &f->actions) {
		if (!is_same_subject(known->like, x))
			continue;
		if (known->kinds[outcome] != EFFECT_NONE &&
		    known->kinds[outcome] != x->kind)
			return "does several things to one handle";
		known->kinds[outcome] = x->kind;
		return NULL;
	}
	struct action new = { x, ARENA_ARRAY(a, enum effect_kind,
					     f->choice->outcome_count) };
	new.kinds[outcome] = x->kind;
	VEC_PUSH(a, &f->actions, new);
	return NULL;
}

static const char *add_outcome(struct function_entry *f, struct arena *a,
			       uint32_t n)
{
	const struct outcome *o = &f->choice->outcomes[n];
	const char *problem = NULL;

	for (uint32_t i = 0; i < o->store_count; i++)
		if (o->stores[i].path.root != PATH_RETURN)
			return "writes through its arguments";
	for (uint32_t i = 0; !problem && i < o->effect_count; i++)
		problem = add_effect(f, a, n, &o->effects[i]);
	return problem;
}

// NULL, or why it cannot be said.
static const char *collect(struct function_entry *f, struct arena *a,
			   const struct operation *op)
{
	const char *problem = NULL;

	if (op->is_incomplete || op->open_callee_count)
		return "is not known as a whole";
	if (op->callback_count || op->is_alias || op->never_returns ||
	    op->choice_count != 1)
		return "does something that a pack has no words for";
	f->choice = &op->choices[0];
	for (uint32_t i = 0; !problem && i < f->choice->outcome_count; i++)
		problem = add_outcome(f, a, i);
	VEC_EACH (const struct action, x, &f->actions)
		if (!problem && !is_alike(f, x) && !is_told_by_return(f, x))
			problem = "depends on more than what it returns";
	return problem;
}

// ---- writing

static void emit_subject(struct emit *e, const struct path *p)
{
	emit_object(e, "subject");
	if (p->root == PATH_RETURN)
		emit_bool(e, "return", true);
	else if (p->root == PATH_THIS)
		emit_bool(e, "this", true);
	else
		emit_number(e, "arg", p->index);
	if (p->count)
		emit_bool(e, "deref", true);
	emit_object_end(e);
}

static void emit_when(struct emit *e, const struct when *w)
{
	static const char *const words[] = {
		[BINARY_EQUAL] = "eq",   [BINARY_NOT_EQUAL] = "ne",
		[BINARY_LESS] = "lt",    [BINARY_LESS_EQUAL] = "le",
		[BINARY_GREATER] = "gt", [BINARY_GREATER_EQUAL] = "ge",
	};
	bool is_list = w->value_count > 1;

	emit_object(e, "when");
	emit_object(e, "return");
	if (is_list)
		emit_array(e, w->operator== BINARY_EQUAL ? "in" : "not_in");
	for (uint32_t i = 0; i < w->value_count; i++)
		emit_number(e, is_list ? NULL : words[w->operator],
			    w->values[i]);
	if (is_list)
		emit_array_end(e);
	emit_object_end(e);
	emit_object_end(e);
}

static void emit_action(struct emit *e, const struct function_entry *f,
			const struct action *x)
{
	const struct family *family = x->like->family;
	struct str id = STR_INIT;

	str_printf(&id, "%s/%s", family->pack, family->id);
	emit_text(e, "handle", id.text);
	str_release(&id);
	emit_subject(e, &x->like->subject);
	if (x->like->facet)
		emit_text(e, "facet", family->facets[x->like->facet]);
	if (is_alike(f, x)) {
		emit_text(e, "effect", effect_word(x->kinds[0]));
		return;
	}
	emit_array(e, "outcomes");
	for (uint32_t i = 0; i < f->choice->outcome_count; i++) {
		if (x->kinds[i] == EFFECT_NONE)
			continue;
		emit_object(e, NULL);
		emit_when(e, return_of(&f->choice->outcomes[i]));
		emit_text(e, "effect", effect_word(x->kinds[i]));
		emit_object_end(e);
	}
	emit_array_end(e);
	emit_text(e, "unchecked", "maybe");
}

static const char *own_name(const struct summary *s)
{
	const char *name = s->name;

	for (const char *at = name; (at = strstr(at, "::")); name = at)
		at += 2;
	return name;
}

static void emit_match(struct emit *e, const struct summary *s)
{
	emit_object(e, "match");
	if (s->kind == FUNCTION_METHOD) {
		emit_object(e, "method");
		emit_text(e, "class", s->class_name);
		emit_text(e, "name", own_name(s));
		emit_object_end(e);
	} else {
		emit_text(e, "function", s->name);
	}
	emit_object_end(e);
}

static void emit_entry(struct emit *e, const struct function_entry *f)
{
	bool is_list = f->actions.count > 1;

	emit_object(e, NULL);
	emit_match(e, f->summary);
	if (is_list)
		emit_array(e, "effects");
	VEC_EACH (const struct action, x, &f->actions) {
		if (is_list)
			emit_object(e, NULL);
		emit_action(e, f, x);
		if (is_list)
			emit_object_end(e);
	}
	if (is_list)
		emit_array_end(e);
	emit_object_end(e);
}

static bool is_for_others(const struct summary *s)
{
	// A key of its own file's: nobody else can call it.
	if (!s->operation || !str_starts(s->key, "c:@") ||
	    strcmp(s->name, "main") == 0 || strpbrk(s->name, "<(~"))
		return false;
	return s->kind == FUNCTION_PLAIN ||
	       (s->kind == FUNCTION_METHOD && s->class_name);
}

static bool is_overloaded(const struct summary *all, uint32_t count,
			  const struct summary *s)
{
	uint32_t same = 0;

	for (uint32_t i = 0; i < count; i++)
		same += str_equal(all[i].name, s->name);
	return same > 1;
}

void infer_pack(const struct summary *summaries, uint32_t count,
		const char *name, struct str *out, struct str *left_out)
{
	struct emit emit = { .out = out }, *e = &emit;
	struct arena a = { 0 };

	emit_object(e, NULL);
	emit_text(e, "schema", "oncelint-rules/1");
	emit_text(e, "pack", name);
	emit_number(e, "version", 1);
	emit_array(e, "languages");
	emit_text(e, NULL, "c");
	emit_text(e, NULL, "c++");
	emit_array_end(e);
	emit_array(e, "handles");
	emit_array_end(e);
	emit_array(e, "operations");
	for (uint32_t i = 0; i < count; i++) {
		struct function_entry f = { .summary = &summaries[i] };

		if (!is_for_others(f.summary))
			continue;
		const char *problem =
			is_overloaded(summaries, count, f.summary)
				? "is overloaded"
				: collect(&f, &a, f.summary->operation);
		if (problem)
			str_printf(left_out, "'%s' %s\n", f.summary->name,
				   problem);
		else if (f.actions.count)
			emit_entry(e, &f);
		arena_reset(&a);
	}
	emit_array_end(e);
	emit_object_end(e);
	str_add_char(out, '\n');
	arena_release(&a);
}
