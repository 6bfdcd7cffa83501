// SPDX-License-Identifier: Apache-2.0
// Needs: a schema whose $refs point into its own $defs. Recursion descends the
// value, whose depth the parser bounds.
#include "base/schema.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Members of the value that some keyword has taken note of, for
// unevaluatedProperties. An object with more members than bits has unknown
// ones anyway.
typedef uint64_t seen_set;

struct check {
	const struct json *schema; // what the value is checked against
	const struct json *value;
	seen_set seen;
	const struct json *root; // of the schema
};

static bool check_value(const struct json *root, const struct json *schema,
			const struct json *value, seen_set *seen);

static seen_set bit(const struct json *member)
{
	return member->index < 64 ? (seen_set)1 << member->index : 0;
}

// ---- trials: branches whose mistakes may be thrown away

struct trial {
	struct str mistakes;
	uint32_t count;
};

// Runs one branch; its mistakes go to `t` instead of the document.
static bool try_branch(const struct check *c, const struct json *branch,
		       struct trial *t, seen_set *seen)
{
	struct json_doc *d = c->value->doc;
	struct str mistakes = d->mistakes;
	uint32_t count = d->mistake_count;

	str_init(&d->mistakes);
	d->mistake_count = 0;
	check_value(c->root, branch, c->value, seen);
	t->mistakes = d->mistakes;
	t->count = d->mistake_count;
	d->mistakes = mistakes;
	d->mistake_count = count;
	return t->count == 0;
}

static void keep_trial(const struct check *c, const struct trial *t)
{
	struct json_doc *d = c->value->doc;

	if (d->mistake_count < JSON_MISTAKES_SHOWN && t->mistakes.length)
		str_printf(&d->mistakes, "%s%s", d->mistakes.length ? "\n" : "",
			   t->mistakes.text);
	d->mistake_count += t->count;
}

// ---- words

static const char *type_phrase(const char *type)
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

// "a", "a or b", "a, b or c"
static void add_choice(struct str *out, uint32_t i, uint32_t count)
{
	if (i)
		str_add(out, i + 1 == count ? " or " : ", ");
}

// ---- keywords about any value

static bool has_type(const struct json *v, const char *type)
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

static void check_twice(struct check *c)
{
	struct json member, first;

	if (json_type(c->value) != JSON_OBJECT)
		return;
	JSON_EACH(member, c->value)
	{
		if (json_get(c->value, member.key, &first) &&
		    first.index != member.index)
			json_mistake(&member, "given twice");
	}
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

static void check_unique(struct check *c)
{
	struct json a, b;

	if (json_type(c->value) != JSON_ARRAY)
		return;
	JSON_EACH(a, c->value)
	{
		JSON_EACH(b, c->value)
		{
			if (b.index >= a.index)
				break;
			if (json_equal(&a, &b)) {
				json_mistake(&a, "given twice");
				break;
			}
		}
	}
}

static void check_items(struct check *c, const struct json *schema)
{
	struct json item;

	if (json_type(c->value) != JSON_ARRAY)
		return;
	JSON_EACH(item, c->value)
	check_value(c->root, schema, &item, NULL);
}

// ---- branches

static bool find_ref(const struct json *root, const struct json *keyword,
		     struct json *defs, struct json *out)
{
	const char *path = json_string(keyword);

	if (path && str_starts(path, "#/$defs/") &&
	    json_get(root, "$defs", defs) &&
	    json_get(defs, path + strlen("#/$defs/"), out))
		return true;
	json_mistake(keyword, "points to nothing");
	return false;
}

static bool branch_type_fits(const struct check *c, const struct json *branch)
{
	struct json ref, defs, target, type, one;

	if (json_get(branch, "$ref", &ref)) {
		if (!find_ref(c->root, &ref, &defs, &target))
			return false;
		return branch_type_fits(c, &target);
	}
	if (!json_get(branch, "type", &type))
		return true;
	if (json_type(&type) == JSON_STRING)
		return has_type(c->value, json_string(&type));
	JSON_EACH(one, &type)
	{
		if (has_type(c->value, json_string(&one)))
			return true;
	}
	return false;
}

// How many required keys are there, less those missing: which branch a person
// had in mind.
static int32_t branch_nearness(const struct check *c, const struct json *branch)
{
	struct json ref, defs, target, required, key;
	int32_t nearness = 0;

	if (json_get(branch, "$ref", &ref) &&
	    find_ref(c->root, &ref, &defs, &target))
		nearness += branch_nearness(c, &target);
	if (json_get(branch, "required", &required))
		JSON_EACH(key, &required)
	nearness += json_has(c->value, json_string(&key)) ? 2 : -1;
	return nearness + (branch_type_fits(c, branch) ? 100 : 0);
}

// "exactly one of" written as [{required: [a]}, {required: [b]}, ...].
static bool is_key_choice(const struct json *branches)
{
	struct json branch, required;

	JSON_EACH(branch, branches)
	{
		if (json_count(&branch) != 1 ||
		    !json_get(&branch, "required", &required) ||
		    json_count(&required) != 1)
			return false;
	}
	return true;
}

static void report_key_choice(struct check *c, const struct json *branches,
			      uint32_t valid)
{
	struct str text = STR_INIT;
	struct json branch, required, key;
	uint32_t shown = 0, count = valid ? valid : json_count(branches);

	JSON_EACH(branch, branches)
	{
		if (!json_get(&branch, "required", &required) ||
		    !json_first(&required, &key) ||
		    (valid && !json_has(c->value, json_string(&key))))
			continue;
		if (valid)
			str_add(&text, shown ? " and " : "");
		else
			add_choice(&text, shown, count);
		str_printf(&text, "'%s'", json_string(&key));
		shown++;
	}
	if (valid)
		json_mistake(c->value, "%s exclude each other", text.text);
	else
		json_mistake(c->value, "missing key: %s", text.text);
	str_release(&text);
}

// No branch can be meant: their types say what is expected.
static void report_types(struct check *c, const struct json *branches)
{
	struct str text = STR_INIT;
	struct json branch, ref, defs, target, type;
	uint32_t shown = 0;

	JSON_EACH(branch, branches)
	{
		target = branch;
		if (json_get(&branch, "$ref", &ref) &&
		    !find_ref(c->root, &ref, &defs, &target))
			continue;
		if (!json_get(&target, "type", &type) ||
		    json_type(&type) != JSON_STRING)
			continue;
		str_printf(&text, "%s%s", shown++ ? " or " : "",
			   type_phrase(json_string(&type)));
	}
	json_mistake(c->value, "expected %s",
		     shown ? text.text : "something else");
	str_release(&text);
}

static void report_branches(struct check *c, const struct json *branches)
{
	struct json branch, best;
	struct trial trial;
	int32_t nearest = INT32_MIN;
	seen_set seen = 0;

	if (is_key_choice(branches)) {
		report_key_choice(c, branches, 0);
		return;
	}
	JSON_EACH(branch, branches)
	{
		int32_t n = branch_nearness(c, &branch);
		if (n > nearest) {
			nearest = n;
			best = branch;
		}
	}
	if (nearest == INT32_MIN || !branch_type_fits(c, &best)) {
		report_types(c, branches);
		return;
	}
	try_branch(c, &best, &trial, &seen);
	keep_trial(c, &trial);
	str_release(&trial.mistakes);
	c->seen = ~(seen_set)0; // one mistake is enough
}

// oneOf, anyOf
static void check_branches(struct check *c, const struct json *branches)
{
	bool one = strcmp(branches->key, "oneOf") == 0;
	uint32_t valid = 0;
	struct json branch;

	JSON_EACH(branch, branches)
	{
		struct trial trial;
		seen_set seen = 0;
		if (try_branch(c, &branch, &trial, &seen)) {
			valid++;
			c->seen |= seen;
		}
		str_release(&trial.mistakes);
	}
	if (!valid)
		report_branches(c, branches);
	else if (one && valid > 1 && is_key_choice(branches))
		report_key_choice(c, branches, valid);
	else if (one && valid > 1)
		json_mistake(c->value, "fits several alternatives at once");
}

static void check_not(struct check *c, const struct json *branch)
{
	struct trial trial;
	struct json required, key;
	seen_set seen = 0;
	bool valid = try_branch(c, branch, &trial, &seen);

	str_release(&trial.mistakes);
	if (!valid)
		return;
	if (json_get(branch, "required", &required) &&
	    json_first(&required, &key))
		json_mistake(c->value, "'%s' does not belong here",
			     json_string(&key));
	else
		json_mistake(c->value,
			     "keys that exclude each other are given");
}

static void check_all(struct check *c, const struct json *branches)
{
	struct json branch;

	JSON_EACH(branch, branches)
	check_value(c->root, &branch, c->value, &c->seen);
}

static void check_ref(struct check *c, const struct json *ref)
{
	struct json defs, target;

	if (find_ref(c->root, ref, &defs, &target))
		check_value(c->root, &target, c->value, &c->seen);
}

// ---- the table

static void skip_note(struct check *c, const struct json *keyword)
{
	(void)c, (void)keyword;
}

static void check_unique_if(struct check *c, const struct json *keyword)
{
	(void)keyword;
	check_unique(c);
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
	{ "uniqueItems", check_unique_if },
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

static void check_keywords_known(const struct json *schema)
{
	struct json member;

	JSON_EACH(member, schema)
	{
		size_t i = 0;
		while (i < COUNT_OF(keywords) &&
		       strcmp(keywords[i].key, member.key) != 0)
			i++;
		if (i == COUNT_OF(keywords))
			json_mistake(&member, "not a keyword that we know");
	}
}

// A wrong type makes the other keywords' messages noise.
static bool check_value(const struct json *root, const struct json *schema,
			const struct json *value, seen_set *seen)
{
	struct check c = { schema, value, seen ? *seen : 0, root };
	uint32_t before = value->doc->mistake_count;
	struct json keyword;

	check_keywords_known(schema);
	if (!seen)
		check_twice(&c);
	for (size_t i = 0; i < COUNT_OF(keywords); i++) {
		if (!json_get(schema, keywords[i].key, &keyword))
			continue;
		keywords[i].check(&c, &keyword);
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
