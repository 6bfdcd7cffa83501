// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/schema.h"

static const char *first_mistake(struct json_doc *d, const char *text,
				 unsigned flags)
{
	bool ok = json_open(d, "x.json", text, strlen(text), flags);

	assert_int_equal(ok, d->mistake_count == 0);
	return d->mistakes.text;
}

static void syntax_has_line_and_column(void **state)
{
	static const struct {
		const char *text;
		const char *mistake;
	} cases[] = {
		{ "", "x.json:1:1: not JSON: the text ends too early" },
		{ "{\n  \"a\": ,\n}", "x.json:2:8: not JSON: unexpected ','" },
		{ "{ \"a\": 1 } x", "x.json:1:12: not JSON: unexpected 'x'" },
		{ "{ \"a\": 1",
		  "x.json:1:9: not JSON: the text ends too early" },
		{ "[1, 2", "x.json:1:6: not JSON: the text ends too early" },
		{ "// no\n{}", "x.json:1:1: not JSON: unexpected '/'" },
	};
	struct json_doc d;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_string_equal(first_mistake(&d, cases[i].text, 0),
				    cases[i].mistake);
		json_close(&d);
	}
}

static void zero_bytes_are_refused(void **state)
{
	struct json_doc d;

	(void)state;
	assert_false(json_open(&d, "x.json", "[1,\0 2]", 7, 0));
	assert_string_equal(d.mistakes.text,
			    "x.json:1:4: not JSON: a zero byte");
	json_close(&d);
}

static void comments_are_blanks_when_asked_for(void **state)
{
	struct json_doc d;
	int64_t n = 0;

	(void)state;
	assert_string_equal(
		first_mistake(&d, "{ // one\n \"a//\": /* two\n */ 3 } // end",
			      JSON_COMMENTS),
		"");
	struct json root = json_root(&d), v;
	assert_true(json_get(&root, "a//", &v));
	assert_true(json_integer(&v, &n));
	assert_int_equal(n, 3);
	json_close(&d);
}

static void getters_say_where_and_what(void **state)
{
	struct json_doc d;
	struct err e = ERR_INIT;

	(void)state;
	first_mistake(&d, "{\"a\": [{\"b c\": 1.5}], \"t\": \"x\"}", 0);
	struct json root = json_root(&d), a, item, b;
	assert_true(json_get(&root, "a", &a));
	assert_true(json_at(&a, 0, &item));
	assert_true(json_get(&item, "b c", &b));
	int64_t n;
	assert_false(json_integer(&b, &n));
	assert_null(json_string(&b));
	assert_int_equal(json_get_integer(&root, "absent", 7), 7);
	assert_true(json_get_boolean(&root, "t", true));
	json_only_keys(&root, (const char *const[]){ "a", NULL });
	assert_false(json_is_sound(&d, ERR_CONFIG, &e));
	assert_string_equal(e.text.text,
			    "x.json: a[0][\"b c\"]: expected an integer\n"
			    "x.json: a[0][\"b c\"]: expected a string\n"
			    "x.json: t: expected true or false\n"
			    "x.json: t: unknown key");
	err_release(&e);
	json_close(&d);
}

static void many_mistakes_are_counted(void **state)
{
	struct json_doc d;
	struct err e = ERR_INIT;

	(void)state;
	first_mistake(&d, "[]", 0);
	struct json root = json_root(&d);
	for (int i = 0; i < JSON_MISTAKES_SHOWN + 3; i++)
		json_mistake(&root, "wrong");
	assert_false(json_is_sound(&d, ERR_CONFIG, &e));
	assert_true(str_ends(e.text.text, "x.json: and 3 more mistakes"));
	err_release(&e);
	json_close(&d);
}

static void check(const char *schema, const char *value, const char *expected)
{
	struct json_doc s, v;

	assert_string_equal(first_mistake(&s, schema, 0), "");
	assert_string_equal(first_mistake(&v, value, 0), "");
	struct json schema_root = json_root(&s), root = json_root(&v);
	schema_check(&schema_root, &root);
	assert_string_equal(s.mistakes.text, "");
	assert_string_equal(v.mistakes.text, expected);
	json_close(&s);
	json_close(&v);
}

static void schemas_check_every_keyword(void **state)
{
	(void)state;
	check("{\"type\": \"integer\"}", "1.5", "x.json: expected an integer");
	check("{\"type\": [\"integer\", \"null\"]}", "\"a\"",
	      "x.json: expected an integer or null");
	check("{\"enum\": [\"a\", 2, null]}", "\"b\"",
	      "x.json: expected 'a', 2 or null, not 'b'");
	check("{\"const\": true}", "false", "x.json: expected true");
	check("{\"pattern\": \"^a+$\"}", "\"ab\"",
	      "x.json: 'ab' does not have the form ^a+$");
	check("{\"minLength\": 1}", "\"\"", "x.json: expected a text");
	check("{\"minimum\": 0, \"maximum\": 63}", "64",
	      "x.json: expected 63 or less");
	check("{\"minimum\": 0}", "-1", "x.json: expected 0 or more");
	check("{\"required\": [\"a\"]}", "{}", "x.json: missing key 'a'");
	check("{\"minProperties\": 1}", "{}",
	      "x.json: expected at least 1 key");
	check("{\"maxItems\": 2}", "[1, 2, 3]",
	      "x.json: expected at most 2 elements");
	check("{\"uniqueItems\": true}", "[\"a\", \"b\", \"a\"]",
	      "x.json: [2]: given twice");
	check("{\"dependentRequired\": {\"a\": [\"b\"]}}", "{\"a\": 1}",
	      "x.json: 'a' needs 'b' too");
	check("{\"properties\": {\"a\": {}}, \"additionalProperties\": false}",
	      "{\"a\": 1, \"b\": 2}", "x.json: b: unknown key");
	check("{\"propertyNames\": {\"pattern\": \"^[0-9]+$\"}}", "{\"x\": 1}",
	      "x.json: x: the key does not have the form ^[0-9]+$");
	check("{\"items\": {\"type\": \"string\"}}", "[\"a\", 1]",
	      "x.json: [1]: expected a string");
	check("{\"additionalProperties\": {\"type\": \"string\"}}",
	      "{\"k\": 1}", "x.json: k: expected a string");
	check("{}", "{\"a\": 1, \"a\": 2}", "x.json: a: given twice");
}

static void branches_tell_the_likeliest_mistake(void **state)
{
	static const char keys[] =
		"{\"oneOf\": [{\"required\": [\"a\"]}, {\"required\": [\"b\"]}]}";
	static const char names[] =
		"{\"oneOf\": [{\"type\": \"string\", \"minLength\": 1},"
		" {\"$ref\": \"#/$defs/list\"}], \"$defs\": {\"list\":"
		" {\"type\": \"array\", \"minItems\": 1}}}";
	static const char inherited[] =
		"{\"anyOf\": [{\"$ref\": \"#/$defs/x\"}],"
		" \"properties\": {\"b\": {}}, \"unevaluatedProperties\": false,"
		" \"$defs\": {\"x\": {\"properties\": {\"a\": {}}}}}";

	(void)state;
	check(keys, "{\"a\": 1}", "");
	check(keys, "{}", "x.json: missing key: 'a' or 'b'");
	check(keys, "{\"a\": 1, \"b\": 1}",
	      "x.json: 'a' and 'b' exclude each other");
	check(names, "\"\"", "x.json: expected a text");
	check(names, "[]", "x.json: expected at least 1 element");
	check(names, "1", "x.json: expected a string or an array");
	check(inherited, "{\"a\": 1, \"b\": 1}", "");
	check(inherited, "{\"c\": 1}", "x.json: c: unknown key");
	check("{\"not\": {\"required\": [\"a\"]}}", "{\"a\": 1}",
	      "x.json: 'a' does not belong here");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(syntax_has_line_and_column),
		cmocka_unit_test(zero_bytes_are_refused),
		cmocka_unit_test(comments_are_blanks_when_asked_for),
		cmocka_unit_test(getters_say_where_and_what),
		cmocka_unit_test(many_mistakes_are_counted),
		cmocka_unit_test(schemas_check_every_keyword),
		cmocka_unit_test(branches_tell_the_likeliest_mistake),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
