// SPDX-License-Identifier: Apache-2.0
// Reads what an operation does: effects on places, outcomes, callbacks.
#include <string.h>

#include "pack/pack.h"

// ---- conditions: one JSON object may hold several, all of which must hold

struct constants {
	VEC(int64_t) values;
	VEC(const char *) names;
	bool is_subject;
};

static void add_constant(struct packset *s, struct constants *c,
			 const struct json *v)
{
	int64_t value = 0;
	const char *name = NULL;
	bool truth = false;

	switch (json_type(v)) {
	case JSON_OBJECT: // { "subject": true }
		c->is_subject = true;
		return;
	case JSON_NUMBER:
		json_integer(v, &value);
		break;
	case JSON_BOOLEAN:
		json_boolean(v, &truth);
		value = truth;
		break;
	case JSON_STRING:
		name = arena_strdup(&s->arena, json_string(v));
		break;
	case JSON_NULL:
	case JSON_ARRAY:
		break;
	}
	VEC_PUSH(&s->arena, &c->values, value);
	VEC_PUSH(&s->arena, &c->names, name);
}

static void use_constants(struct when *w, const struct constants *c)
{
	w->values = c->values.at;
	w->names = c->names.at;
	w->value_count = c->values.count;
	w->is_subject = c->is_subject;
}

// { "eq": 0 }, { "in": ["EBUSY", "ETIMEDOUT"] }
static void read_test(struct packset *s, struct when *w, const struct json *v)
{
	static const struct {
		const char *key;
		enum binary_operator operator;
	} tests[] = {
		{ "eq", BINARY_EQUAL },   { "ne", BINARY_NOT_EQUAL },
		{ "lt", BINARY_LESS },    { "le", BINARY_LESS_EQUAL },
		{ "gt", BINARY_GREATER }, { "ge", BINARY_GREATER_EQUAL },
		{ "in", BINARY_EQUAL },   { "not_in", BINARY_NOT_EQUAL },
	};
	struct constants c = { 0 };
	struct json test, item;

	for (size_t i = 0; i < COUNT_OF(tests); i++) {
		if (!json_get(v, tests[i].key, &test))
			continue;
		w->operator= tests[i].operator;
		if (json_type(&test) != JSON_ARRAY)
			add_constant(s, &c, &test);
		else
			JSON_EACH(item, &test)
		add_constant(s, &c, &item);
	}
	use_constants(w, &c);
}

static void set_truth(struct packset *s, struct when *w, bool truth)
{
	struct constants c = { 0 };

	VEC_PUSH(&s->arena, &c.values, truth);
	VEC_PUSH(&s->arena, &c.names, NULL);
	w->operator= BINARY_EQUAL;
	use_constants(w, &c);
}

static void set_names(struct packset *s, struct when *w, const struct json *v)
{
	name_list names = { 0 };
	struct constants c = { 0 };

	read_names(s, v, &names);
	for (uint32_t i = 0; i < names.count; i++) {
		VEC_PUSH(&s->arena, &c.values, 0);
		VEC_PUSH(&s->arena, &c.names, names.at[i]);
	}
	w->operator= BINARY_EQUAL;
	use_constants(w, &c);
}

static uint32_t read_when(struct packset *s, const struct json *v,
			  struct when **out)
{
	VEC(struct when) list = { 0 };
	struct json part, test;

	if (json_get(v, "return", &test)) {
		struct when w = { .kind = WHEN_RETURN };
		read_test(s, &w, &test);
		VEC_PUSH(&s->arena, &list, w);
	}
	if (json_has(v, "out_arg")) {
		struct when w = { .kind = WHEN_OUT };
		w.index = (uint32_t)json_get_integer(v, "out_arg", 0);
		set_truth(s, &w, false);
		if (json_get_boolean(v, "truthy", true))
			w.operator= BINARY_NOT_EQUAL;
		VEC_PUSH(&s->arena, &list, w);
	}
	if (json_has(v, "flag_arg")) {
		struct when w = { .kind = WHEN_FLAG };
		w.index = (uint32_t)json_get_integer(v, "flag_arg", 0);
		if (json_get(v, "has", &part)) {
			set_names(s, &w, &part);
			VEC_PUSH(&s->arena, &list, w);
		}
		if (json_get(v, "lacks", &part)) {
			w.kind = WHEN_NO_FLAG;
			set_names(s, &w, &part);
			VEC_PUSH(&s->arena, &list, w);
		}
	}
	if (json_get(v, "is", &test)) {
		struct when w = { .kind = WHEN_ARGUMENT };
		w.index = (uint32_t)json_get_integer(v, "arg", 0);
		read_test(s, &w, &test);
		VEC_PUSH(&s->arena, &list, w);
	}
	if (json_has(v, "attr_arg")) {
		struct when w = { .kind = WHEN_ATTRIBUTE };
		w.index = (uint32_t)json_get_integer(v, "attr_arg", 0);
		set_truth(s, &w, json_get_boolean(v, "detached", true));
		VEC_PUSH(&s->arena, &list, w);
	}
	if (json_get(v, "throws", &part)) {
		struct when w = { .kind = WHEN_THROWS };
		set_names(s, &w, &part);
		VEC_PUSH(&s->arena, &list, w);
	}
	*out = list.at;
	return list.count;
}

// ---- places

static uint32_t get_index(const struct json *object, const char *key,
			  uint32_t fallback)
{
	return (uint32_t)json_get_integer(object, key, fallback);
}

static void read_root(struct packset *s, struct path *p, const struct json *v)
{
	static const struct {
		const char *key;
		enum path_root root;
	} roots[] = {
		{ "arg", PATH_ARGUMENT },
		{ "this", PATH_THIS },
		{ "return", PATH_RETURN },
		{ "operand", PATH_OPERAND },
		{ "each_arg_from", PATH_EACH_ARGUMENT },
		{ "param_of_type", PATH_ARGUMENT_OF_TYPE },
		{ "all", PATH_ALL },
	};
	struct json root;

	for (size_t i = 0; i < COUNT_OF(roots); i++) {
		if (!json_get(v, roots[i].key, &root))
			continue;
		p->root = roots[i].root;
		if (json_type(&root) == JSON_NUMBER)
			p->index = get_index(v, roots[i].key, 0);
		else if (json_type(&root) == JSON_STRING)
			p->usr = arena_strdup(&s->arena, json_string(&root));
	}
}

static struct path read_subject(struct packset *s, const struct json *v)
{
	struct path p = { .count_argument = NONE, .index_out_argument = NONE };
	struct json elements;

	read_root(s, &p, v);
	if (json_get_boolean(v, "deref", false))
		p.steps[p.count++].projection = PROJECT_DEREF;
	p.is_address = json_get_boolean(v, "address_of", false);
	p.of_field = arena_strdup(&s->arena, json_get_string(v, "field"));
	p.is_range = json_get_boolean(v, "range", false);
	p.index_out_argument = get_index(v, "index_out_arg", NONE);
	p.is_elements = json_get(v, "elements", &elements);
	if (p.is_elements)
		p.count_argument = get_index(&elements, "count_arg", NONE);
	if (p.is_elements)
		p.element_count = get_index(&elements, "count", 0);
	return p;
}

enum ref_filter read_ref(const struct json *v)
{
	const char *ref = json_get_string(v, "ref");

	if (str_equal(ref, "&"))
		return LVALUE_REF;
	if (str_equal(ref, "const&"))
		return CONST_REF;
	return str_equal(ref, "&&") ? RVALUE_REF : ANY_REF;
}

// ---- effects

static enum effect_kind get_effect(const struct json *object, const char *key,
				   enum effect_kind fallback)
{
	const char *word = json_get_string(object, key);

	if (word)
		effect_from_word(word, &fallback);
	return fallback;
}

static enum meaning get_meaning(const struct json *object, const char *key)
{
	static const char *const words[] = {
		[MEANS_LIVE] = "live",
		[MEANS_EMPTY] = "empty",
		[MEANS_COMPLETE] = "complete",
		[MEANS_COMPLETE_OR_EMPTY] = "complete_or_empty",
		[MEANS_PENDING] = "pending",
	};
	const char *word = json_get_string(object, key);

	for (size_t i = 1; word && i < COUNT_OF(words); i++)
		if (strcmp(words[i], word) == 0)
			return (enum meaning)i;
	return MEANS_NOTHING;
}

static const char *where(struct packset *s, const struct json *v)
{
	struct str path = STR_INIT;

	json_path(&path, v);
	const char *text =
		arena_printf(&s->arena, "%s: %s", v->doc->file, path.text);
	str_release(&path);
	return text;
}

// What one action is about, the same in all its outcomes.
struct action {
	struct packset *set;
	struct pack *pack;
	const struct json *json;
	const char *foreign;  // handle in another pack, else NULL
	struct effect effect; // kind aside
};

// A handle of this pack, or one that is found once all packs are there.
static void read_family(struct action *a)
{
	struct json handle;

	if (!json_get(a->json, "handle", &handle))
		return;
	const char *id = json_string(&handle);
	const char *slash = strchr(id, '/');
	if (slash && str_starts(id, a->pack->name) &&
	    a->pack->name[slash - id] == '\0')
		id = slash + 1;
	a->effect.family = find_family(a->pack, id);
	if (a->effect.family)
		return;
	if (strchr(id, '/'))
		a->foreign = arena_strdup(&a->set->arena, id);
	else
		json_mistake(&handle, "no handle '%s' in this pack", id);
}

static const struct family *
get_family(const struct pack *p, const struct json *object, const char *key)
{
	struct json id;

	if (!json_get(object, key, &id))
		return NULL;
	const struct family *f = find_family(p, json_string(&id));
	if (!f)
		json_mistake(&id, "no handle '%s' in this pack",
			     json_string(&id));
	return f;
}

// Fills `e`; it must not move afterwards, as a later look-up writes to it.
static void place_effect(const struct action *a, struct effect *e,
			 enum effect_kind kind, const struct family *to)
{
	struct json facet;
	const char *name = NULL;

	*e = a->effect;
	e->kind = kind;
	if (to)
		e->to = to;
	if (!a->foreign)
		return;
	if (json_get(a->json, "facet", &facet))
		name = arena_strdup(&a->set->arena, json_string(&facet));
	struct handle_reference r = { a->foreign, name, where(a->set, a->json),
				      &e->family, &e->facet };
	VEC_PUSH(&a->set->arena, &a->set->references, r);
}

static struct effect *one_effect(const struct action *a,
				 struct outcome *outcome)
{
	outcome->effects = ARENA_NEW(&a->set->arena, struct effect);
	outcome->effect_count = 1;
	return outcome->effects;
}

// The outcomes in turn, then `effect` for when none of them holds.
static void read_outcomes(const struct action *a, struct choice *c)
{
	enum effect_kind fallback = get_effect(a->json, "effect", EFFECT_NONE);
	bool has_fallback = json_has(a->json, "effect");
	struct json list, item, when;

	if (!json_get(a->json, "outcomes", &list)) {
		c->outcomes = ARENA_NEW(&a->set->arena, struct outcome);
		c->outcome_count = 1;
		place_effect(a, one_effect(a, c->outcomes), fallback, NULL);
		return;
	}
	c->outcome_count = json_count(&list) + has_fallback;
	c->outcomes =
		ARENA_ARRAY(&a->set->arena, struct outcome, c->outcome_count);
	JSON_EACH(item, &list)
	{
		struct outcome *o = &c->outcomes[item.index];
		if (json_get(&item, "when", &when))
			o->when_count = read_when(a->set, &when, &o->when);
		place_effect(a, one_effect(a, o),
			     get_effect(&item, "effect", EFFECT_NONE),
			     get_family(a->pack, &item, "to"));
	}
	if (has_fallback)
		place_effect(a,
			     one_effect(a, &c->outcomes[c->outcome_count - 1]),
			     fallback, NULL);
	c->has_unchecked = true;
	place_effect(a, &c->unchecked,
		     get_effect(a->json, "unchecked",
				has_fallback ? fallback : EFFECT_MAYBE_CONSUME),
		     NULL);
}

static void read_action(struct packset *s, struct pack *p, const struct json *v,
			bool blocks, struct choice *c)
{
	struct action a = { s, p, v, NULL, { 0 } };
	struct effect *e = &a.effect;
	struct json part;

	read_family(&a);
	if (json_get(v, "subject", &part)) {
		e->subject = read_subject(s, &part);
		e->given_as = read_ref(&part);
		e->is_placed = json_get_boolean(&part, "deref", false);
	}
	if (json_get(v, "facet", &part) && e->family)
		e->facet = read_facet(e->family, &part);
	e->to = get_family(p, v, "to");
	e->requires_complete = json_get_boolean(v, "requires_complete", false);
	e->null_ok = json_get_boolean(v, "null_ok", false);
	e->blocks = blocks;
	e->true_means = get_meaning(v, "true_means");
	e->false_means = get_meaning(v, "false_means");
	e->has_after = read_after(v, "after", &e->after);
	if (json_get(v, "must_be_consumed", &part)) {
		struct obligation *owes =
			ARENA_NEW(&s->arena, struct obligation);
		const struct family *f = e->to ? e->to : e->family;
		static const struct family unknown;
		read_debt(f ? f : &unknown, &part, owes);
		e->owes = owes;
	}
	if (json_get(v, "only_if", &part))
		c->only_if_count = read_when(s, &part, &c->only_if);
	read_outcomes(&a, c);
}

// ---- callbacks

static void read_self(struct packset *s, struct callback *c,
		      const struct json *v)
{
	name_list names = { 0 };
	struct json part;

	if (!json_get(v, "self", &part))
		return;
	read_names(s, &part, &names);
	VEC_PUSH(&s->arena, &names, NULL);
	c->self = names.at;
}

static void read_callback(struct packset *s, struct pack *p,
			  const struct json *v, struct callback *c)
{
	const char *runs = json_get_string(v, "runs");
	struct json passes;

	c->argument = get_index(v, "arg", 0);
	c->runs = str_equal(runs, "thread") ? RUNS_THREAD
		  : str_equal(runs, "many") ? RUNS_MANY
					    : RUNS_ONCE;
	if (json_has(v, "handle"))
		c->family = get_family(p, v, "handle");
	c->parameter = get_index(v, "param", NONE);
	c->is_capture = json_get_boolean(v, "captures", false);
	c->pass_argument = c->pass_parameter = NONE;
	if (json_get(v, "passes", &passes)) {
		c->pass_argument = get_index(&passes, "arg", NONE);
		c->pass_parameter = get_index(&passes, "param", NONE);
		c->passes_rest = json_get_boolean(&passes, "rest", false);
	}
	c->gives = get_effect(v, "gives", EFFECT_NONE);
	c->must = get_effect(v, "must", EFFECT_NONE);
	c->on_return = get_effect(v, "on_return", EFFECT_NONE);
	c->return_false = get_effect(v, "return_false", EFFECT_NONE);
	c->return_true = get_effect(v, "return_true", EFFECT_NONE);
	read_self(s, c, v);
}

static void read_callbacks(struct packset *s, struct pack *p,
			   const struct json *list, struct operation *op)
{
	struct json item;

	op->callback_count = json_count(list);
	op->callbacks =
		ARENA_ARRAY(&s->arena, struct callback, op->callback_count);
	JSON_EACH(item, list)
	{
		struct callback *c = &op->callbacks[item.index];
		read_callback(s, p, &item, c);
	}
}

// Effect spawn without a handle: the callables themselves are the subjects.
static void spawn_callbacks(struct packset *s, struct operation *op)
{
	op->choice_count = op->callback_count;
	op->choices = ARENA_ARRAY(&s->arena, struct choice, op->choice_count);
	for (uint32_t i = 0; i < op->callback_count; i++) {
		struct outcome *o = ARENA_NEW(&s->arena, struct outcome);
		struct effect *e = ARENA_NEW(&s->arena, struct effect);
		e->kind = EFFECT_SPAWN;
		e->subject.root = PATH_ARGUMENT;
		e->subject.index = op->callbacks[i].argument;
		e->subject.count_argument = NONE;
		e->subject.index_out_argument = NONE;
		o->effects = e;
		o->effect_count = 1;
		op->choices[i].outcomes = o;
		op->choices[i].outcome_count = 1;
	}
}

void read_actions(struct packset *s, struct pack *p, const struct json *v,
		  struct operation *op)
{
	bool blocks = json_get_boolean(v, "blocks", false);
	struct json list, item;

	if (json_get(v, "effects", &list)) {
		op->choice_count = json_count(&list);
		op->choices =
			ARENA_ARRAY(&s->arena, struct choice, op->choice_count);
		JSON_EACH(item, &list)
		read_action(s, p, &item, blocks, &op->choices[item.index]);
	} else if (json_has(v, "handle")) {
		op->choice_count = 1;
		op->choices = ARENA_NEW(&s->arena, struct choice);
		read_action(s, p, v, blocks, op->choices);
	}
	if (json_get(v, "callbacks", &list))
		read_callbacks(s, p, &list, op);
	if (!op->choice_count && json_has(v, "effect"))
		spawn_callbacks(s, op);
}
