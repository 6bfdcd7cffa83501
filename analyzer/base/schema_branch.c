// SPDX-License-Identifier: Apache-2.0
// Branches are tried silently first. Of those that all fail, the one that the
// writer most likely had in mind tells its mistakes.
#include <string.h>

#include "base/schema_check.h"

// ---- trials: branches whose mistakes may be thrown away

struct trial {
	struct str mistakes;
	uint32_t count;
};

// Runs one branch; its mistakes go to `t` instead of the document. A silent
// trial only counts them.
static bool try_branch(const struct check *c, const struct json *branch,
		       bool silent, struct trial *t, seen_set *seen)
{
	struct json_doc *d = c->value->doc;
	struct str mistakes = d->mistakes;
	uint32_t count = d->mistake_count;
	uint32_t start = silent ? JSON_MISTAKES_SHOWN : 0;

	str_init(&d->mistakes);
	d->mistake_count = start;
	check_value(c->root, branch, c->value, seen);
	t->mistakes = d->mistakes;
	t->count = d->mistake_count - start;
	d->mistakes = mistakes;
	d->mistake_count = count;
	return t->count == 0;
}

static bool fits_branch(const struct check *c, const struct json *branch,
			seen_set *seen)
{
	struct trial trial;

	return try_branch(c, branch, true, &trial, seen);
}

static void keep_trial(const struct check *c, const struct trial *t)
{
	struct json_doc *d = c->value->doc;

	if (d->mistake_count < JSON_MISTAKES_SHOWN && t->mistakes.length)
		str_printf(&d->mistakes, "%s%s", d->mistakes.length ? "\n" : "",
			   t->mistakes.text);
	d->mistake_count += t->count;
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

// What the branch's type may be, one after another; false past the last.
static bool branch_type(const struct check *c, const struct json *branch,
			uint32_t i, const char **out)
{
	struct json target = *branch, defs, ref, type, one;

	if (json_get(branch, "$ref", &ref) &&
	    !find_ref(c->root, &ref, &defs, &target))
		return false;
	if (!json_get(&target, "type", &type))
		return false;
	if (json_type(&type) == JSON_STRING) {
		*out = json_string(&type);
		return i == 0;
	}
	if (!json_at(&type, i, &one) || one.index != i)
		return false;
	*out = json_string(&one);
	return true;
}

// No branch can be meant: their types say what is expected.
static void report_types(struct check *c, const struct json *branches)
{
	const char *types[16], *type;
	struct str text = STR_INIT;
	struct json branch;
	uint32_t count = 0;

	JSON_EACH(branch, branches)
	{
		for (uint32_t i = 0; count < COUNT_OF(types) &&
				     branch_type(c, &branch, i, &type);
		     i++)
			types[count++] = type;
	}
	for (uint32_t i = 0; i < count; i++) {
		add_choice(&text, i, count);
		str_add(&text, type_phrase(types[i]));
	}
	json_mistake(c->value, "expected %s",
		     count ? text.text : "something else");
	str_release(&text);
}

static void report_branches(struct check *c, const struct json *branches)
{
	struct json branch, best;
	struct trial trial;
	bool sound = c->value->doc->mistake_count == c->before;
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
	try_branch(c, &best, false, &trial, &seen);
	if (sound) // else it is likely one of those told already
		keep_trial(c, &trial);
	str_release(&trial.mistakes);
	c->seen |= seen;
}

// oneOf, anyOf
void check_branches(struct check *c, const struct json *branches)
{
	bool one = strcmp(branches->key, "oneOf") == 0;
	uint32_t valid = 0;
	struct json branch;

	JSON_EACH(branch, branches)
	{
		seen_set seen = 0;
		if (fits_branch(c, &branch, &seen)) {
			valid++;
			c->seen |= seen;
		}
	}
	if (!valid)
		report_branches(c, branches);
	else if (one && valid > 1 && is_key_choice(branches))
		report_key_choice(c, branches, valid);
	else if (one && valid > 1)
		json_mistake(c->value, "fits several alternatives at once");
}

void check_not(struct check *c, const struct json *branch)
{
	struct json required, key;
	seen_set seen = 0;

	if (!fits_branch(c, branch, &seen))
		return;
	if (json_get(branch, "required", &required) &&
	    json_first(&required, &key))
		json_mistake(c->value, "'%s' does not belong here",
			     json_string(&key));
	else
		json_mistake(c->value,
			     "keys that exclude each other are given");
}

void check_all(struct check *c, const struct json *branches)
{
	struct json branch;

	JSON_EACH(branch, branches)
	check_value(c->root, &branch, c->value, &c->seen);
}

void check_ref(struct check *c, const struct json *ref)
{
	struct json defs, target;

	if (find_ref(c->root, ref, &defs, &target))
		check_value(c->root, &target, c->value, &c->seen);
}
