// SPDX-License-Identifier: Apache-2.0
// Unified diffs as tools write them, and as they get broken.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "driver/diff.h"

static bool read_text(struct diff *d, struct arena *a, const char *text,
		      struct err *e)
{
	return diff_read(d, a, "x", text, strlen(text), e) &&
	       diff_resolve(d, a, "x", "/nowhere", "/nowhere", e);
}

static void maps_lines(void **state)
{
	static const char text[] = "commit 1\n"
				   "\n"
				   "diff --git a/s/p.c b/s/p.c\n"
				   "index 1..2 100644\n"
				   "--- a/s/p.c\n"
				   "+++ b/s/p.c\n"
				   "@@ -3,5 +3,6 @@ int f(void)\n"
				   " three\n"
				   "-four\n"
				   "+new four\n"
				   "+and more\n"
				   "\n"
				   " six\n"
				   " seven\n"
				   "@@ -20,2 +20,0 @@\n"
				   "-twenty\n"
				   "-twenty-one\n"
				   "\\ No newline at end of file\n"
				   "-- \n"
				   "2.39\n";
	struct arena a = { 0 };
	struct err e = ERR_INIT;
	struct diff d;

	(void)state;
	assert_true(read_text(&d, &a, text, &e));
	assert_int_equal(d.files.count, 1);
	const struct diff_file *f = diff_find(&d, "/nowhere/s/p.c");
	assert_ptr_equal(f, diff_find_old(&d, "/nowhere/s/p.c"));
	assert_non_null(f);
	assert_int_equal(f->changes.count, 2);
	assert_false(diff_has_line(f, 3));
	assert_true(diff_has_line(f, 4));
	assert_true(diff_has_line(f, 5));
	assert_false(diff_has_line(f, 6));
	assert_false(diff_has_line(f, 21));
	assert_int_equal(diff_new_line(f, 1), 1);
	assert_int_equal(diff_new_line(f, 4), 0);
	assert_int_equal(diff_new_line(f, 5), 6);
	assert_int_equal(diff_new_line(f, 21), 0);
	assert_int_equal(diff_new_line(f, 22), 21);
	assert_null(diff_find(&d, "/nowhere/s/q.c"));
	arena_release(&a);
}

static void reads_names(void **state)
{
	static const char text[] =
		"diff --git a/old.c b/new.c\n"
		"similarity index 100%\n"
		"rename from old.c\n"
		"rename to new.c\n"
		"diff --git a/gone.c b/gone.c\n"
		"deleted file mode 100644\n"
		"--- a/gone.c\n"
		"+++ /dev/null\n"
		"@@ -1 +0,0 @@\n"
		"-x\n"
		"--- \"a/t\\303\\244 \\\"q\\\".c\"\t2020-01-01\n"
		"+++ \"b/t\\303\\244 \\\"q\\\".c\"\t2020-01-01\n"
		"@@ -0,0 +1 @@\r\n"
		"+--- a\r\n"
		"Binary files a/i.png and b/i.png differ\n";
	struct arena a = { 0 };
	struct err e = ERR_INIT;
	struct diff d;

	(void)state;
	assert_true(read_text(&d, &a, text, &e));
	assert_int_equal(d.files.count, 3);
	const struct diff_file *f = diff_find(&d, "/nowhere/new.c");
	assert_non_null(f);
	assert_string_equal(f->old_path, "/nowhere/old.c");
	f = diff_find_old(&d, "/nowhere/gone.c");
	assert_non_null(f);
	assert_null(f->new_path);
	f = diff_find(&d, "/nowhere/t\303\244 \"q\".c");
	assert_non_null(f);
	assert_true(diff_has_line(f, 1));
	arena_release(&a);
}

static void nothing_is_no_change(void **state)
{
	struct arena a = { 0 };
	struct err e = ERR_INIT;
	struct diff d;

	(void)state;
	assert_true(read_text(&d, &a, "", &e));
	assert_true(read_text(&d, &a, "\n \r\n", &e));
	assert_int_equal(d.files.count, 0);
	arena_release(&a);
}

static void refuses_what_is_broken(void **state)
{
#define NAMES "--- a/x\n+++ b/x\n"
	static const struct {
		const char *text, *says;
	} rows[] = {
		{ "hello\n", "x: no unified diff" },
		{ "@@ -1 +1 @@\n", "x:1: a hunk without '---'" },
		{ "+++ b/x\n", "x:1: '+++' without" },
		{ "--- /dev/null\n+++ /dev/null\n", "x:2: both sides" },
		{ NAMES "@@ -1 +1\n", "x:3: expected a hunk" },
		{ NAMES "@@ -x +1 @@\n", "x:3: expected a hunk" },
		{ NAMES "@@ -1 +99999999999999999999 @@\n", "x:3: expected a" },
		{ NAMES "@@ -0 +1 @@\n", "x:3: expected a hunk" },
		{ NAMES "@@@ -1 -1 +1 @@@\n", "x:3: a merge's" },
		{ NAMES "@@ -1 +1 @@\n-a\n", "x:4: the diff ends" },
		{ NAMES "@@ -1 +1 @@\n-a\n-b\n", "x:5: the hunk has more" },
		{ NAMES "@@ -1 +1 @@\n-a\n+b\n+c\n", "x:6: the hunk has more" },
		{ NAMES "@@ -1 +1 @@\n-a\nb\n", "x:5: expected a line" },
		{ NAMES "@@ -9 +9 @@\n-a\n+b\n@@ -1 +1 @@\n-a\n+b\n",
		  "x:6: hunks are not in order" },
		{ NAMES "@@ -1 +1 @@\n-a\n+b\n" NAMES "@@ -1 +1 @@\n-b\n+c\n",
		  "'b/x' is there twice" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct arena a = { 0 };
		struct err e = ERR_INIT;
		struct diff d;

		assert_false(read_text(&d, &a, rows[i].text, &e));
		if (!strstr(e.text.text, rows[i].says))
			fail_msg("'%s' is not in '%s'", rows[i].says,
				 e.text.text);
		err_release(&e);
		arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(maps_lines),
		cmocka_unit_test(reads_names),
		cmocka_unit_test(nothing_is_no_change),
		cmocka_unit_test(refuses_what_is_broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
