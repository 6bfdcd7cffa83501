// SPDX-License-Identifier: Apache-2.0
// Needs: a schema whose $refs point into its own $defs. Recursion descends the
// value, whose depth the parser bounds.
#include "base/schema.h"

#include <inttypes.h>
#include <regex.h>
#include <string.h>
#include <uthash.h>

#include "base/arena.h"
#include "base/schema_check.h"

static seen_set bit(const struct json *member)
{
	return member->index < 64 ? (seen_set)1 << member->index : 0;
}

// ---- words

const char *type_phrase(const char *type)
{
	static const char *const phrases[][2] = {
		{ "string", "a string" }, { "integer", "an integer" },
		{ "number", "a number" }, { "object", "an object" },
		{ "array", "an array" },  { "boolean", "true or false" },
		{ "null", "null" },
	};

	for (size_t i = 0; i < COUNT_OF(phrases); i++)
		if (strcmp(phrases[i][0], type) == 0)
			return phrases[i][1];
	return type;
}

static void value_text(struct str *out, const struct json *v)
{
	bool truth = false;

	switch (json_type(v)) {
	case JSON_STRING:
		str_printf(out, "'%.64s'", json_string(v));
		break;
	case JSON_NUMBER:
		str_printf(out, "%g", json_number(v));
		break;
	case JSON_BOOLEAN:
		json_boolean(v, &truth);
		str_add(out, truth ? "true" : "false");
		break;
	case JSON_NULL:
		str_add(out, "null");
		break;
	case JSON_ARRAY:
		str_add(out, "an array");
		break;
	case JSON_OBJECT:
		str_add(out, "an object");
		break;
	}
}

void add_choice(struct str *out, uint32_t i, uint32_t count)
{
	if (i)
		str_add(out, i + 1 == count ? " or " : ", ");
}

// ---- keywords about any value

bool has_type(const struct json *v, const char *type)
{
	switch (json_type(v)) {
	case JSON_STRING:
		return strcmp(type, "string") == 0;
	case JSON_NUMBER:
		return strcmp(type, "number") == 0 ||
		       (strcmp(type, "integer") == 0 && json_is_integer(v));
	case JSON_OBJECT:
		return strcmp(type, "object") == 0;
	case JSON_ARRAY:
		return strcmp(type, "array") == 0;
	case JSON_BOOLEAN:
		return strcmp(type, "boolean") == 0;
	case JSON_NULL:
		return strcmp(type, "null") == 0;
	}
	return false;
}

static void check_type(struct check *c, const struct json *types)
{
	struct str text = STR_INIT;
	struct json type;
	uint32_t count = json_count(types);

	if (json_type(types) == JSON_STRING) {
		if (!has_type(c->value, json_string(types)))
			json_mistake(c->value, "expected %s",
				     type_phrase(json_string(types)));
		return;
	}
	JSON_EACH(type, types)
	{
		if (has_type(c->value, json_string(&type)))
			goto out;
		add_choice(&text, type.index, count);
		str_add(&text, type_phrase(json_string(&type)));
	}
	json_mistake(c->value, "expected %s", text.text);
out:
	str_release(&text);
}

static void check_enum(struct check *c, const struct json *values)
{
	struct str text = STR_INIT;
	struct json value;
	uint32_t count = json_count(values);

	JSON_EACH(value, values)
	{
		if (json_equal(&value, c->value))
			goto out;
		add_choice(&text, value.index, count);
		value_text(&text, &value);
	}
	str_add(&text, ", not ");
	value_text(&text, c->value);
	json_mistake(c->value, "expected %s", text.text);
out:
	str_release(&text);
}

static void check_const(struct check *c, const struct json *value)
{
	struct str text = STR_INIT;

	if (!json_equal(value, c->value)) {
		value_text(&text, value);
		json_mistake(c->value, "expected %s", text.text);
	}
	str_release(&text);
}

static bool pattern_matches(const struct json *pattern, const char *text)
{
	regex_t regex;

	if (regcomp(&regex, json_string(pattern), REG_EXTENDED | REG_NOSUB)) {
		json_mistake(pattern, "not a regular expression");
		return true;
	}
	bool matches = regexec(&regex, text, 0, NULL, 0) == 0;
	regfree(&regex);
	return matches;
}

static void check_text(struct check *c, const struct json *keyword)
{
	if (json_type(c->value) != JSON_STRING)
		return;
	const char *text = json_string(c->value);
	if (json_type(keyword) == JSON_NUMBER) {
		if (strlen(text) < json_number(keyword))
			json_mistake(c->value, "expected a text");
	} else if (!pattern_matches(keyword, text)) {
		json_mistake(c->value, "'%.64s' does not have the form %s",
			     text, json_string(keyword));
	}
}

static void check_bound(struct check *c, const struct json *keyword)
{
	double bound = json_number(keyword), number = json_number(c->value);

	if (json_type(c->value) != JSON_NUMBER)
		return;
	if (strcmp(keyword->key, "minimum") == 0 && number < bound)
		json_mistake(c->value, "expected %g or more", bound);
	if (strcmp(keyword->key, "maximum") == 0 && number > bound)
		json_mistake(c->value, "expected %g or less", bound);
}

// ---- keywords about objects and arrays

static void check_required(struct check *c, const struct json *keys)
{
	struct json key;

	if (json_type(c->value) != JSON_OBJECT)
		return;
	JSON_EACH(key, keys)
	{
		if (!json_has(c->value, json_string(&key)))
			json_mistake(c->value, "missing key '%s'",
				     json_string(&key));
	}
}

static void check_dependent(struct check *c, const struct json *rules)
{
	struct json rule, key;

	JSON_EACH(rule, rules)
	{
		if (!json_has(c->value, rule.key))
			continue;
		JSON_EACH(key, &rule)
		{
			if (!json_has(c->value, json_string(&key)))
				json_mistake(c->value, "'%s' needs '%s' too",
					     rule.key, json_string(&key));
		}
	}
}

static void check_properties(struct check *c, const struct json *properties)
{
	struct json member, schema;

	if (json_type(c->value) != JSON_OBJECT)
		return;
	JSON_EACH(member, c->value)
	{
		if (!json_get(properties, member.key, &schema))
			continue;
		c->seen |= bit(&member);
		check_value(c->root, &schema, &member, NULL);
	}
}

// additionalProperties looks at its neighbour `properties` only,
// unevaluatedProperties at all that was seen.
static void check_other_members(struct check *c, const struct json *keyword)
{
	struct json properties, member;
	bool additional = strcmp(keyword->key, "additionalProperties") == 0;
	bool known = json_get(c->schema, "properties", &properties);

	if (json_type(c->value) != JSON_OBJECT)
		return;
	JSON_EACH(member, c->value)
	{
		if (known && json_has(&properties, member.key))
			continue;
		if (!additional && (c->seen & bit(&member)))
			continue;
		c->seen |= bit(&member);
		if (json_type(keyword) == JSON_OBJECT)
			check_value(c->root, keyword, &member, NULL);
		else
			json_mistake(&member, "unknown key");
	}
}

static void check_names(struct check *c, const struct json *keyword)
{
	struct json member, pattern;

	if (json_type(c->value) != JSON_OBJECT ||
	    !json_get(keyword, "pattern", &pattern))
		return;
	JSON_EACH(member, c->value)
	{
		if (!pattern_matches(&pattern, member.key))
			json_mistake(&member,
				     "the key does not have the form %s",
				     json_string(&pattern));
	}
}

// Texts seen before, for hostile numbers of them.
struct text_seen {
	const char *text;
	UT_hash_handle hh;
};

static bool is_again(struct arena *a, struct text_seen **all, const char *text)
{
	struct text_seen *t;

	HASH_FIND_STR(*all, text, t);
	if (t)
		return true;
	t = ARENA_NEW(a, struct text_seen);
	t->text = text;
	HASH_ADD_KEYPTR(hh, *all, text, strlen(text), t);
	return false;
}

// Keys of an object, and the texts of an array: other values are not compared.
static void check_twice(const struct json *value)
{
	bool keys = json_type(value) == JSON_OBJECT;
	struct text_seen *all = NULL;
	struct arena a = { 0 };
	struct json child;

	JSON_EACH(child, value)
	{
		if (!keys && json_type(&child) != JSON_STRING)
			continue;
		if (is_again(&a, &all, keys ? child.key : json_string(&child)))
			json_mistake(&child, "given twice");
	}
	HASH_CLEAR(hh, all);
	arena_release(&a);
}

static void check_count(struct check *c, const struct json *keyword)
{
	bool properties = strstr(keyword->key, "Properties") != NULL;
	bool least = keyword->key[1] == 'i'; // minItems, maxItems
	uint32_t count = json_count(c->value);
	uint32_t bound = (uint32_t)json_number(keyword);

	if (json_type(c->value) != (properties ? JSON_OBJECT : JSON_ARRAY))
		return;
	if (least ? count >= bound : count <= bound)
		return;
	json_mistake(c->value, "expected %s %" PRIu32 " %s%s",
		     least ? "at least" : "at most", bound,
		     properties ? "key" : "element", bound == 1 ? "" : "s");
}

static void check_unique(struct check *c, const struct json *keyword)
{
	(void)keyword;
	if (json_type(c->value) == JSON_ARRAY)
		check_twice(c->value);
}

static void check_items(struct check *c, const struct json *schema)
{
	struct json item;

	if (json_type(c->value) != JSON_ARRAY)
		return;
	JSON_EACH(item, c->value)
	check_value(c->root, schema, &item, NULL);
}

// ---- the table

static void skip_note(struct check *c, const struct json *keyword)
{
	(void)c, (void)keyword;
}

// In the order in which they are looked at: unevaluatedProperties is last.
static const struct keyword {
	const char *key;
	void (*check)(struct check *c, const struct json *keyword);
} keywords[] = {
	{ "$schema", skip_note },
	{ "$id", skip_note },
	{ "$comment", skip_note },
	{ "$defs", skip_note },
	{ "title", skip_note },
	{ "description", skip_note },
	{ "default", skip_note },
	{ "examples", skip_note },
	{ "type", check_type },
	{ "enum", check_enum },
	{ "const", check_const },
	{ "pattern", check_text },
	{ "minLength", check_text },
	{ "minimum", check_bound },
	{ "maximum", check_bound },
	{ "required", check_required },
	{ "minProperties", check_count },
	{ "maxProperties", check_count },
	{ "minItems", check_count },
	{ "maxItems", check_count },
	{ "uniqueItems", check_unique },
	{ "dependentRequired", check_dependent },
	{ "properties", check_properties },
	{ "propertyNames", check_names },
	{ "items", check_items },
	{ "$ref", check_ref },
	{ "allOf", check_all },
	{ "oneOf", check_branches },
	{ "anyOf", check_branches },
	{ "not", check_not },
	{ "additionalProperties", check_other_members },
	{ "unevaluatedProperties", check_other_members },
};

static size_t keyword_index(const char *key)
{
	size_t i = 0;

	while (i < COUNT_OF(keywords) && strcmp(keywords[i].key, key) != 0)
		i++;
	return i;
}

// A wrong type makes the other keywords' messages noise.
bool check_value(const struct json *root, const struct json *schema,
		 const struct json *value, seen_set *seen)
{
	uint32_t before = value->doc->mistake_count;
	struct check c = { schema, value, seen ? *seen : 0, root, before };
	struct json found[COUNT_OF(keywords)] = { 0 };
	struct json keyword;

	JSON_EACH(keyword, schema)
	{
		size_t i = keyword_index(keyword.key);
		if (i < COUNT_OF(keywords))
			found[i] = keyword;
		else
			json_mistake(&keyword, "not a keyword that we know");
	}
	if (!seen && json_type(value) == JSON_OBJECT)
		check_twice(value);
	for (size_t i = 0; i < COUNT_OF(keywords); i++) {
		if (!found[i].node)
			continue;
		keywords[i].check(&c, &found[i]);
		if (keywords[i].check == check_type &&
		    value->doc->mistake_count != before)
			break;
	}
	if (seen)
		*seen = c.seen;
	return value->doc->mistake_count == before;
}

void schema_check(const struct json *schema, const struct json *value)
{
	check_value(schema, schema, value, NULL);
}
