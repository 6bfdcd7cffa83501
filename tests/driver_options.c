// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/options.h"

static bool parse(struct options *o, struct arena *a, struct err *e,
		  const char *line)
{
	static char text[256];
	static char *argv[32];
	int argc = 0;

	strcpy(text, line);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	return options_parse(o, a, ON_CHECK, "check", argc, argv, e);
}

static void options_and_operands_mix(void **state)
{
	struct arena a = { 0 };
	struct options o;
	struct err e = ERR_INIT;

	(void)state;
	assert_true(parse(&o, &a, &e,
			  "check x.c --jobs=3 -p build y.c --no-db -- -DX -c"));
	assert_int_equal(o.operands.count, 2);
	assert_string_equal(o.operands.at[1], "y.c");
	assert_int_equal(o.jobs, 3);
	assert_string_equal(o.build, "build");
	assert_true(o.no_database);
	assert_int_equal(o.flag_count, 2);
	assert_string_equal(o.flags[0], "-DX");
	assert_string_equal(o.command_line,
			    "oncelint check x.c --jobs=3 -p build y.c --no-db "
			    "-- -DX -c");
	arena_release(&a);
}

static void refuse(const char *line, const char *text)
{
	struct arena a = { 0 };
	struct options o;
	struct err e = ERR_INIT;

	assert_false(parse(&o, &a, &e, line));
	assert_int_equal(e.code, ERR_USAGE);
	assert_string_equal(e.text.text, text);
	err_release(&e);
	arena_release(&a);
}

static void mistakes_are_named(void **state)
{
	(void)state;
	refuse("check --nope",
	       "no option '--nope' (see 'oncelint check --help')");
	refuse("check --db", "'--db' needs a value");
	refuse("check --jobs many",
	       "--jobs takes a number up to 1024, not 'many'");
	refuse("check --color red",
	       "--color takes 'auto', 'always' or 'never', not 'red'");
	refuse("check -f sarif -f html",
	       "only one format can be printed: give the others a file with "
	       "-o");
	refuse("check --fail-on x",
	       "--fail-on takes 'error', 'warning', 'note', 'hint', 'new', "
	       "'all' or 'none', not 'x'");
}

static void outputs_are_pairs(void **state)
{
	struct arena a = { 0 };
	struct options o;
	struct err e = ERR_INIT;

	(void)state;
	assert_true(parse(&o, &a, &e, "check"));
	assert_int_equal(o.outputs.count, 1);
	assert_string_equal(o.outputs.at[0].format, "text");
	assert_null(o.outputs.at[0].path);
	assert_true(parse(&o, &a, &e,
			  "check -f sarif -o a -o b -f html -f plain x.c"));
	assert_int_equal(o.outputs.count, 3);
	assert_string_equal(o.outputs.at[0].format, "sarif");
	assert_string_equal(o.outputs.at[0].path, "a");
	assert_string_equal(o.outputs.at[1].format, "html");
	assert_string_equal(o.outputs.at[1].path, "b");
	assert_string_equal(o.outputs.at[2].format, "plain");
	assert_null(o.outputs.at[2].path);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_and_operands_mix),
		cmocka_unit_test(outputs_are_pairs),
		cmocka_unit_test(mistakes_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
