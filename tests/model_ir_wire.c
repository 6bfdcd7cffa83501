// SPDX-License-Identifier: Apache-2.0
// The functions of every IR fixture, flat and back.
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "front/parse.h"
#include "model/dump.h"
#include "model/ir_wire.h"

#define FIXTURES SOURCE_ROOT "/testdata/ir/"

static void parse(struct front *front, const char *file, struct arena *a,
		  struct intern *names, struct unit *out)
{
	const char *const arguments[] = {
		"clang", "-isystem", SOURCE_ROOT "/testdata/include",
		str_ends(file, ".cpp") ? "-std=c++20" : "-std=c17", NULL
	};
	const struct front_command command = { .file = file,
					       .directory = "/",
					       .words = arguments };
	struct err e = ERR_INIT;

	if (!front_parse(front, &command, a, names, out, &e))
		fail_msg("%s: %s", file, e.text.text);
	assert_true(out->functions.count > 0);
}

static void write_unit(const struct unit *u, struct str *out)
{
	ir_write((const struct function *const *)u->functions.at,
		 u->functions.count, SOURCE_ROOT, out);
}

static void dump_functions(struct str *out, const struct unit *u)
{
	VEC_EACH (struct function *const, f, &u->functions)
		dump_function(out, *f);
}

static void check_fixture(struct front *front, const char *file)
{
	struct arena a = { 0 };
	struct intern names;
	struct unit before = { 0 }, after = { 0 };
	struct str flat = STR_INIT, again = STR_INIT;
	struct str text_before = STR_INIT, text_after = STR_INIT;
	struct err e = ERR_INIT;

	intern_init(&names, &a);
	parse(front, file, &a, &names, &before);
	write_unit(&before, &flat);
	// No place of this checkout is in it.
	assert_null(memmem(flat.text, flat.length, SOURCE_ROOT,
			   strlen(SOURCE_ROOT)));
	assert_true(
		ir_read(flat.text, flat.length, SOURCE_ROOT, &a, &after, &e));
	dump_functions(&text_before, &before);
	dump_functions(&text_after, &after);
	assert_string_equal(text_before.text, text_after.text);
	write_unit(&after, &again);
	assert_int_equal(flat.length, again.length);
	assert_memory_equal(flat.text, again.text, flat.length);
	str_release(&flat);
	str_release(&again);
	str_release(&text_before);
	str_release(&text_after);
	intern_release(&names);
	arena_release(&a);
}

static void what_is_written_is_read(void **state)
{
	struct front front;
	struct err e = ERR_INIT;
	glob_t found = { 0 };

	(void)state;
	assert_true(front_init(&front, NULL, &e));
	assert_int_equal(glob(FIXTURES "*.c", 0, NULL, &found), 0);
	assert_int_equal(glob(FIXTURES "*.cpp", GLOB_APPEND, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		check_fixture(&front, found.gl_pathv[i]);
	globfree(&found);
	front_release(&front);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
