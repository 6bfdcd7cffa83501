// SPDX-License-Identifier: Apache-2.0
// Fixes that meet each other, and files that are not what they were.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "driver/mend.h"
#include "fix/edit.h"

#define SOURCE "one\ntwo\nthree\n"

struct bench {
	struct arena arena;
	struct source_cache sources;
	struct report report;
	VEC(struct finding *) findings;
	char path[64];
};

static void put_source(const char *path, const char *text)
{
	struct str s = STR_INIT;
	struct err e = ERR_INIT;

	str_add(&s, text);
	assert_true(file_write(path, &s, &e));
	str_release(&s);
}

static const char *source(struct bench *b)
{
	struct str s = STR_INIT;
	struct err e = ERR_INIT;

	assert_true(file_read(b->path, &s, &e));
	const char *text = arena_strdup(&b->arena, s.text);
	str_release(&s);
	return text;
}

static int setup(void **state)
{
	struct bench *b = xcalloc(1, sizeof(*b));

	snprintf(b->path, sizeof(b->path), "mend-%d.c", (int)getpid());
	put_source(b->path, SOURCE);
	*state = b;
	return 0;
}

static int teardown(void **state)
{
	struct bench *b = *state;

	unlink(b->path);
	source_release(&b->sources);
	arena_release(&b->arena);
	free(b);
	return 0;
}

static struct finding *add(struct bench *b, uint32_t line, uint32_t from,
			   uint32_t to, const char *text)
{
	struct finding *f = ARENA_NEW(&b->arena, struct finding);
	struct edit *x = ARENA_NEW(&b->arena, struct edit);

	x->range = (struct loc){ b->path, line, from, line, to, NULL, 0 };
	x->text = text;
	x->hash = edit_hash(SOURCE, strlen(SOURCE));
	f->loc = x->range;
	f->message = text;
	f->fixes = ARENA_NEW(&b->arena, struct fix);
	*f->fixes = (struct fix){ "mend it", x, 1 };
	f->fix_count = 1;
	VEC_PUSH(&b->arena, &b->findings, f);
	return f;
}

static struct mended apply(struct bench *b, bool is_shown, struct str *diff)
{
	struct mended n;
	struct err e = ERR_INIT;

	b->report = (struct report){ .findings = b->findings.at,
				     .finding_count = b->findings.count,
				     .sources = &b->sources };
	assert_true(fixes_apply(&b->report, is_shown, &b->arena, diff, &n, &e));
	return n;
}

static void all_of_one_file(void **state)
{
	struct bench *b = *state;

	add(b, 3, 1, 6, "3");
	add(b, 1, 4, 4, "\nhalf");
	struct mended n = apply(b, false, NULL);
	assert_int_equal(n.findings, 2);
	assert_int_equal(n.files, 1);
	assert_int_equal(b->report.finding_count, 0);
	assert_string_equal(source(b), "one\nhalf\ntwo\n3\n");
}

static void equal_ones_once(void **state)
{
	struct bench *b = *state;

	add(b, 2, 4, 4, "!");
	add(b, 2, 4, 4, "!");
	assert_int_equal(apply(b, false, NULL).findings, 2);
	assert_string_equal(source(b), "one\ntwo!\nthree\n");
}

static void first_of_two(void **state)
{
	struct bench *b = *state;

	add(b, 2, 1, 4, "2");
	struct finding *second = add(b, 2, 2, 3, "W");
	assert_int_equal(apply(b, false, NULL).findings, 1);
	assert_string_equal(source(b), "one\n2\nthree\n");
	assert_int_equal(b->report.finding_count, 1);
	assert_ptr_equal(b->report.findings[0], second);
}

static void none_or_all_of_a_fix(void **state)
{
	struct bench *b = *state;

	add(b, 2, 1, 4, "2");
	struct finding *f = add(b, 1, 1, 4, "1");
	struct edit *two = ARENA_ARRAY(&b->arena, struct edit, 2);
	two[0] = f->fixes->edits[0];
	two[1] = two[0];
	two[1].range.line = two[1].range.end_line = 2;
	f->fixes->edits = two;
	f->fixes->edit_count = 2;
	assert_int_equal(apply(b, false, NULL).findings, 1);
	assert_string_equal(source(b), "one\n2\nthree\n");
}

static void changed_file(void **state)
{
	struct bench *b = *state;

	add(b, 2, 1, 4, "2");
	put_source(b->path, "none\ntwo\nthree\n");
	struct mended n = apply(b, false, NULL);
	assert_int_equal(n.findings, 0);
	assert_int_equal(n.files, 0);
	assert_int_equal(b->report.finding_count, 1);
	assert_string_equal(source(b), "none\ntwo\nthree\n");
}

static void lost_file(void **state)
{
	struct bench *b = *state;

	add(b, 2, 1, 4, "2");
	unlink(b->path);
	assert_int_equal(apply(b, false, NULL).findings, 0);
	put_source(b->path, SOURCE);
}

static void outside_of_the_text(void **state)
{
	struct bench *b = *state;

	add(b, 9, 1, 4, "9");
	add(b, 2, 3, 40, "2");
	assert_int_equal(apply(b, false, NULL).findings, 0);
	assert_string_equal(source(b), SOURCE);
}

static void suppressed(void **state)
{
	struct bench *b = *state;

	add(b, 2, 1, 4, "2")->is_suppressed = true;
	assert_int_equal(apply(b, false, NULL).findings, 0);
	assert_string_equal(source(b), SOURCE);
}

static void shown(void **state)
{
	struct bench *b = *state;
	struct str diff = STR_INIT, expected = STR_INIT;

	add(b, 2, 1, 4, "2");
	assert_int_equal(apply(b, true, &diff).findings, 1);
	str_printf(&expected,
		   "--- a/%s\n+++ b/%s\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n"
		   " three\n",
		   b->path, b->path);
	assert_string_equal(diff.text, expected.text);
	assert_string_equal(source(b), SOURCE);
	assert_int_equal(b->report.finding_count, 1);
	str_release(&expected);
	str_release(&diff);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(all_of_one_file),
		TEST(equal_ones_once),
		TEST(first_of_two),
		TEST(none_or_all_of_a_fix),
		TEST(changed_file),
		TEST(lost_file),
		TEST(outside_of_the_text),
		TEST(suppressed),
		TEST(shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
