// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"

static void paths_are_made_absolute(void **state)
{
	struct arena a = { 0 };

	(void)state;
	assert_string_equal(path_absolute(&a, "/w", "x.c"), "/w/x.c");
	assert_string_equal(path_absolute(&a, "/w", "/x//y/./z"), "/x/y/z");
	assert_string_equal(path_absolute(&a, "/w/b", "../../x.c"), "/x.c");
	assert_string_equal(path_absolute(&a, "/w", "../../.."), "/");
	assert_string_equal(path_absolute(&a, "/w", "."), "/w");
	arena_release(&a);
}

static void paths_are_cut(void **state)
{
	struct arena a = { 0 };

	(void)state;
	assert_string_equal(path_directory(&a, "/x"), "/");
	assert_string_equal(path_directory(&a, "/w/x"), "/w");
	assert_string_equal(path_directory(&a, "x"), ".");
	assert_string_equal(path_base("/w/x"), "x");
	assert_string_equal(path_relative("/w/x/y", "/w"), "x/y");
	assert_string_equal(path_relative("/wide/x", "/w"), "/wide/x");
	assert_true(path_is_below("/w/x", "/"));
	arena_release(&a);
}

static void a_missing_file_is_named(void **state)
{
	struct str s = STR_INIT;
	struct err e = ERR_INIT;

	(void)state;
	assert_false(file_read("/nowhere/x", &s, &e));
	assert_string_equal(e.text.text, "cannot read '/nowhere/x': No such "
					 "file or directory");
	err_release(&e);
	str_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_are_made_absolute),
		cmocka_unit_test(paths_are_cut),
		cmocka_unit_test(a_missing_file_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
