// SPDX-License-Identifier: Apache-2.0
// Reads conditions: one JSON object may hold several, all of which must hold.
#include <string.h>

#include "pack/pack.h"

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

uint32_t read_when(struct packset *s, const struct json *v, struct when **out)
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
