// SPDX-License-Identifier: Apache-2.0
// Reads `operations` and the lists beside it: which calls an entry is about.
#include <inttypes.h>
#include <string.h>

#include "pack/pack.h"

// ---- what a match says besides names

static uint32_t get_count(const struct json *v, const char *key,
			  uint32_t fallback)
{
	return (uint32_t)json_get_integer(v, key, fallback);
}

static void read_parameters(struct packset *s, struct entry *e,
			    const struct json *match)
{
	struct json rules, rule;

	if (!json_get(match, "param_types", &rules))
		return;
	JSON_EACH(rule, &rules)
	{
		struct parameter_rule r = {
			strcmp(rule.key, "any") == 0
				? NONE
				: (uint32_t)strtoul(rule.key, NULL, 10),
			arena_strdup(&s->arena, json_string(&rule))
		};
		VEC_PUSH(&s->arena, &e->parameters, r);
		if (r.index == NONE)
			e->operation.param_type = r.type;
	}
}

static void read_class(struct packset *s, struct entry *e, const struct json *v)
{
	struct json classes;

	if (!json_get(v, "class", &classes))
		return;
	read_names(s, &classes, &e->classes);
	if (e->classes.count)
		e->operation.class_name = e->classes.at[0];
}

static void read_from(struct entry *e, const struct json *v)
{
	struct json from;

	if (!json_get(v, "from", &from))
		return;
	e->from = find_family(e->pack, json_string(&from));
	if (!e->from)
		json_mistake(&from, "no handle '%s' in this pack",
			     json_string(&from));
}

// The keys of "method", "operator", "constructor", "destructor", or of the
// match itself for functions.
static void read_limits(struct packset *s, struct entry *e,
			const struct json *v)
{
	struct operation *op = &e->operation;

	read_class(s, e, v);
	read_from(e, v);
	read_parameters(s, e, v);
	op->ref = read_ref(v);
	op->is_const =
		json_has(v, "const") ? json_get_boolean(v, "const", false) : -1;
	op->min_arguments = get_count(v, "min_args", 0);
	op->max_arguments = get_count(v, "max_args", NONE);
	op->derived_too = json_get_boolean(v, "derived", false);
}

static const char *match_key(struct packset *s, const struct entry *e)
{
	const struct operation *op = &e->operation;
	struct str key = STR_INIT;

	str_printf(&key, "%d %d %s %d %d %" PRIu32 " %" PRIu32, op->match,
		   op->is_regex, op->name, op->ref, op->is_const,
		   op->min_arguments, op->max_arguments);
	for (uint32_t i = 0; i < e->classes.count; i++)
		str_printf(&key, " %s", e->classes.at[i]);
	for (uint32_t i = 0; i < e->parameters.count; i++)
		str_printf(&key, " %" PRIu32 "=%s", e->parameters.at[i].index,
			   e->parameters.at[i].type);
	if (e->from)
		str_printf(&key, " from %s", e->from->id);
	const char *text = arena_strndup(&s->arena, key.text, key.length);
	str_release(&key);
	return text;
}

// ---- entries

// A copy of `like` for one name.
static void add_entry(struct packset *s, const struct entry *like,
		      const char *name)
{
	struct entry *e = arena_memdup(&s->arena, like, sizeof(*like));

	e->operation.name = name;
	e->match_key = match_key(s, e);
	VEC_PUSH(&s->arena, &e->pack->entries, e);
}

static void add_named(struct packset *s, const struct entry *like,
		      const struct json *names)
{
	name_list list = { 0 };

	read_names(s, names, &list);
	for (uint32_t i = 0; i < list.count; i++)
		add_entry(s, like, list.at[i]);
}

static void add_regex(struct packset *s, struct entry *like,
		      const struct json *text)
{
	like->operation.is_regex = true;
	like->pattern = read_pattern(s, text);
	if (like->pattern)
		add_entry(s, like, arena_strdup(&s->arena, json_string(text)));
}

// "co_await" is spelt "operator co_await" in a callee's name, "=" "operator=".
static const char *operator_name(struct packset *s, const char *name)
{
	bool is_word = strspn(name, "abcdefghijklmnopqrstuvwxyz_") > 0;

	return arena_printf(&s->arena, "operator%s%s", is_word ? " " : "",
			    name);
}

static void read_operator(struct packset *s, struct entry *e,
			  const struct json *v)
{
	struct json via;

	e->operation.match = MATCH_OPERATOR;
	read_limits(s, e, v);
	if (json_get(v, "via", &via) && !str_equal(json_string(&via), "any"))
		json_mistake(&via, "the way to the awaiter is not seen in the "
				   "code: only 'any' can be matched");
	add_entry(s, e, operator_name(s, json_get_string(v, "name")));
}

static void read_special(struct packset *s, struct entry *e,
			 const struct json *v, enum operation_match match)
{
	e->operation.match = match;
	read_limits(s, e, v);
	for (uint32_t i = 0; i < e->classes.count; i++) {
		struct entry one = *e;
		one.classes = (name_list){ 0 };
		VEC_PUSH(&s->arena, &one.classes, e->classes.at[i]);
		one.operation.class_name = e->classes.at[i];
		add_entry(s, &one, e->classes.at[i]);
	}
}

static void read_match(struct packset *s, struct entry *e,
		       const struct json *match)
{
	struct json v, name;

	e->operation.match = MATCH_FUNCTION;
	if (json_get(match, "function", &v)) {
		read_limits(s, e, match);
		add_named(s, e, &v);
	} else if (json_get(match, "function_regex", &v)) {
		read_limits(s, e, match);
		add_regex(s, e, &v);
	} else if (json_get(match, "method", &v)) {
		e->operation.match = MATCH_METHOD;
		read_limits(s, e, &v);
		if (json_get(&v, "name", &name))
			add_named(s, e, &name);
		else if (json_get(&v, "name_regex", &name))
			add_regex(s, e, &name);
	} else if (json_get(match, "operator", &v)) {
		read_operator(s, e, &v);
	} else if (json_get(match, "constructor", &v)) {
		read_special(s, e, &v, MATCH_CONSTRUCTOR);
	} else if (json_get(match, "destructor", &v)) {
		read_special(s, e, &v, MATCH_DESTRUCTOR);
	} else if (json_get(match, "annotation", &v)) {
		e->operation.match = MATCH_ANNOTATION;
		e->operation.is_const = -1;
		e->operation.max_arguments = NONE;
		add_entry(s, e, arena_strdup(&s->arena, json_string(&v)));
	} else if (json_get(match, "macro", &v)) {
		json_mistake(&v, "macros are expanded before calls are seen: "
				 "name the function that the macro calls");
	}
}

static struct entry entry_of(struct pack *p, const struct json *v,
			     const char *list)
{
	struct entry e = { .pack = p, .index = v->index, .list = list };

	e.operation.pack = p->name;
	return e;
}

void read_operation(struct packset *s, struct pack *p, const struct json *v)
{
	struct entry e = entry_of(p, v, "operations");
	struct json match;

	e.operation.note = arena_strdup(&s->arena, json_get_string(v, "note"));
	read_actions(s, p, v, &e.operation);
	if (json_get(v, "match", &match))
		read_match(s, &e, &match);
}

// ---- takes, observes, aliases, noreturn: one thought for any handle

static void add_effect(struct packset *s, struct operation *op,
		       enum effect_kind kind, uint32_t argument)
{
	struct effect *e = ARENA_NEW(&s->arena, struct effect);
	struct outcome *o = ARENA_NEW(&s->arena, struct outcome);

	e->kind = kind;
	e->subject.root = PATH_ARGUMENT;
	e->subject.index = argument;
	e->subject.count_argument = NONE;
	e->subject.index_out_argument = NONE;
	o->effects = e;
	o->effect_count = 1;
	op->choices = ARENA_NEW(&s->arena, struct choice);
	op->choices->outcomes = o;
	op->choices->outcome_count = 1;
	op->choice_count = 1;
}

static void read_function(struct packset *s, struct pack *p,
			  const struct json *v, const char *list)
{
	struct entry e = entry_of(p, v, list);
	struct operation *op = &e.operation;
	uint32_t argument = get_count(v, "arg", 0);
	struct json names = *v;

	op->match = MATCH_FUNCTION;
	op->is_const = -1;
	op->max_arguments = NONE;
	op->never_returns = strcmp(list, "noreturn") == 0;
	op->is_alias = strcmp(list, "aliases") == 0;
	if (op->is_alias) {
		op->alias_argument = argument;
		op->alias_deref = json_get_boolean(v, "deref", false);
		op->alias_nulls = json_get_boolean(v, "nulls", false);
	} else if (strcmp(list, "attributes") == 0) {
		op->attribute_argument = argument;
		op->attribute_value = get_count(v, "value", 0);
		op->attribute_detached =
			arena_strdup(&s->arena, json_get_string(v, "detached"));
	} else if (!op->never_returns) {
		add_effect(s, op,
			   strcmp(list, "takes") == 0 ? EFFECT_TRANSFER
						      : EFFECT_OBSERVE,
			   argument);
	}
	if (op->never_returns || json_get(v, "function", &names))
		add_named(s, &e, &names);
}

void read_functions(struct packset *s, struct pack *p, const struct json *root)
{
	static const char *const lists[] = { "noreturn", "takes", "observes",
					     "aliases", "attributes" };
	struct json list, item;

	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		if (!json_get(root, lists[i], &list))
			continue;
		JSON_EACH(item, &list)
		read_function(s, p, &item, lists[i]);
	}
}
