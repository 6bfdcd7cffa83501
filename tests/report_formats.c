// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "report/expect.h"
#include "sample.h"

struct bench {
	struct arena arena;
	struct source_cache sources;
	struct finding *findings[4];
	struct report report;
};

static int set_up(void **state)
{
	struct bench *b = xcalloc(1, sizeof(*b));

	source_put(&b->sources, "/w/pool.c", SAMPLE_SOURCE,
		   strlen(SAMPLE_SOURCE));
	b->findings[0] = sample_finding(&b->arena, "/w/pool.c");
	b->findings[0]->identity = "0123";
	b->report = (struct report){ .findings = b->findings,
				     .finding_count = 1,
				     .version = "1.0",
				     .current = "/w",
				     .root = "/w",
				     .sources = &b->sources };
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *b = *state;

	source_release(&b->sources);
	arena_release(&b->arena);
	free(b);
	return 0;
}

static void expect_text(const struct report *r,
			void (*write)(const struct report *, struct str *),
			const char *expected)
{
	struct str out = STR_INIT;

	write(r, &out);
	assert_string_equal(out.text, expected);
	str_release(&out);
}

static void plain_is_what_compilers_print(void **state)
{
	struct bench *b = *state;

	expect_text(&b->report, text_write,
		    "pool.c:4:2: error: 'p->thread' is joined twice "
		    "[double-consume]\n"
		    "pool.c:3:2: note: joined here first\n"
		    "pool.c:4:2: note: joined again\n");
}

static void people_get_frames(void **state)
{
	struct bench *b = *state;

	b->report.is_terminal = true;
	expect_text(&b->report, text_write,
		    "pool.c:4:2: error: 'p->thread' is joined twice "
		    "[double-consume]\n"
		    "     4 |         pthread_join(p->thread, NULL);\n"
		    "       |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
		    "    1. pool.c:3:2: joined here first\n"
		    "     3 |         pthread_join(p->thread, NULL);\n"
		    "       |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
		    "    2. pool.c:4:2: joined again\n"
		    "\n");
}

static void nothing_in_code_is_a_line_or_a_command(void **state)
{
	struct bench *b = *state;

	b->findings[0]->message = "'a\n::error::b\x1b[31m\xff\xc2\x9b' is joined";
	b->findings[0]->step_count = 0;
	expect_text(&b->report, text_write,
		    "pool.c:4:2: error: 'a?::error::b?[31m\xff\xc2\x9b' is "
		    "joined [double-consume]\n");
	b->report.is_terminal = true;
	expect_text(&b->report, text_write,
		    "pool.c:4:2: error: 'a?::error::b?[31m\xef\xbf\xbd?' is "
		    "joined [double-consume]\n"
		    "     4 |         pthread_join(p->thread, NULL);\n"
		    "       |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
		    "\n");
}

static void suppressed_findings_are_not_printed(void **state)
{
	struct bench *b = *state;

	b->findings[0]->is_suppressed = true;
	expect_text(&b->report, text_write, "");
	assert_int_equal(report_count(&b->report, SEVERITY_HINT), 0);
}

static void formats_are_json(void **state)
{
	struct bench *b = *state;
	static const char *const formats[] = { "sarif", "json" };

	b->findings[0]->message = "a \"quote\", a \\, a \x01 and a \xff";
	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		struct str out = STR_INIT;
		struct json_doc doc;

		reporter_find(formats[i])->write(&b->report, &out);
		assert_true(json_open(&doc, "out", out.text, out.length, 0));
		json_close(&doc);
		str_release(&out);
	}
}

static void sarif_tells_the_story(void **state)
{
	struct bench *b = *state;
	struct str out = STR_INIT;

	sarif_write(&b->report, &out);
	assert_non_null(strstr(out.text, "\"ruleId\": \"double-consume\""));
	assert_non_null(strstr(out.text, "\"uri\": \"pool.c\""));
	assert_non_null(strstr(out.text, "\"oncelintIdentity/v1\": \"0123\""));
	assert_non_null(strstr(out.text, "\"startLine\": 3"));
	assert_non_null(strstr(out.text, "\"text\": \"joined here first\""));
	str_release(&out);
}

// ---- fixtures

static struct verify_counts verify(struct bench *b, const char *source,
				   const char *expected)
{
	static const char *const files[] = { "/w/pool.c" };
	struct verify_counts counts = { 0 };
	struct str out = STR_INIT;

	source_put(&b->sources, files[0], source, strlen(source));
	b->report.fixtures = files;
	b->report.fixture_count = 1;
	verify_fixtures(&b->report, &out, &counts);
	assert_string_equal(out.text, expected);
	str_release(&out);
	return counts;
}

static void met_expectations_pass(void **state)
{
	struct verify_counts n = verify(
		*state, "\n\n\nx; // expect: double-consume \"'p->thread'\"\n",
		"");

	assert_int_equal(n.passed, 1);
	assert_int_equal(n.expectations, 1);
	verify(*state, "\n\n// expect+1: double-consume\nx;\n", "");
}

static void differences_are_named(void **state)
{
	struct bench *b = *state;

	verify(b, "\n// expect: never-consumed \"t\"\n// expect: no-such\n",
	       "pool.c:4: unexpected: double-consume: 'p->thread' is joined "
	       "twice\n"
	       "pool.c:2: missing: never-consumed \"t\"\n"
	       "pool.c:3: no kind of finding is called 'no-such'\n");
	b->report.finding_count = 0;
	verify(b, "// expect-todo: never-consumed\n", "");
	verify(b, "// expect-none\nint x; // expected: nothing\n", "");
}

static void a_found_todo_is_told(void **state)
{
	verify(*state, "\n\n\nx; // expect-todo: double-consume\n",
	       "pool.c:4: found: write 'expect' for 'expect-todo'\n");
}

static void names_keep_their_word(void **state)
{
	struct bench *b = *state;

	b->report.finding_count = 0;
	verify(b,
	       "void bad_one(void);\n"
	       "void bad_two(void)\n"
	       "{\n"
	       "}\n"
	       "static int ok_three(int x,\n"
	       "\t\t    int y)\n"
	       "{\n"
	       "\tx; // expect-todo: double-consume\n"
	       "}\n",
	       "pool.c:2: 'bad_two' has no expectation\n"
	       "pool.c:5: 'ok_three' has an expectation\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(plain_is_what_compilers_print),
		TEST(people_get_frames),
		TEST(nothing_in_code_is_a_line_or_a_command),
		TEST(suppressed_findings_are_not_printed),
		TEST(formats_are_json),
		TEST(sarif_tells_the_story),
		TEST(met_expectations_pass),
		TEST(differences_are_named),
		TEST(a_found_todo_is_told),
		TEST(names_keep_their_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
