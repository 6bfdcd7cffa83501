// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "front/parse.h"

struct bench {
	struct arena arena;
	struct intern names;
	struct front front;
	struct unit unit;
	struct err e;
};

static int set_up(void **state)
{
	struct bench *b = xcalloc(1, sizeof(*b));

	intern_init(&b->names, &b->arena);
	str_init(&b->e.text);
	if (!front_init(&b->front, NULL, &b->e))
		fail_msg("%s", b->e.text.text);
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *b = *state;

	front_release(&b->front);
	intern_release(&b->names);
	err_release(&b->e);
	arena_release(&b->arena);
	free(b);
	return 0;
}

// Parses a text that is no file, with the compiler's arguments given.
static bool parse(struct bench *b, const char *file, const char *text,
		  const char *const *arguments)
{
	const struct front_buffer buffer = { file, text, strlen(text) };
	const struct front_command command = {
		.file = file,
		.directory = "/",
		.words = arguments,
		.buffers = &buffer,
		.buffer_count = 1,
	};

	return front_parse(&b->front, &command, &b->arena, &b->names, &b->unit,
			   &b->e);
}

static const struct function *function(struct bench *b, const char *name)
{
	for (uint32_t i = 0; i < b->unit.functions.count; i++)
		if (strcmp(b->unit.functions.at[i]->name, name) == 0)
			return b->unit.functions.at[i];
	fail_msg("no function '%s'", name);
	return NULL;
}

static void a_buffer_stands_for_a_file(void **state)
{
	struct bench *b = *state;
	const char *const args[] = { "cc", "-DANSWER=42", NULL };

	assert_true(parse(b, "/unsaved.c", "int f(void) { return ANSWER; }\n",
			  args));
	assert_int_equal(b->unit.error_count, 0);
	assert_string_equal(b->unit.file, "/unsaved.c");
	const struct function *f = function(b, "f");
	assert_string_equal(f->loc.file, "/unsaved.c");
	assert_int_equal(f->loc.line, 1);
	assert_int_equal(f->loc.column, 5);
	const struct op *op = &f->blocks.at[0].ops.at[0];
	assert_int_equal(op->src.integer, 42);
	assert_string_equal(op->src.name, "ANSWER");
}

static void broken_source_is_no_failure(void **state)
{
	struct bench *b = *state;
	const char *const args[] = { "cc", NULL };

	assert_true(parse(b, "/broken.c",
			  "#include \"nowhere.h\"\n"
			  "int f(void) { return 1 }\n"
			  "int g(void) { return 2; }\n",
			  args));
	assert_int_equal(b->unit.error_count, 2);
	assert_string_equal(b->unit.first_error,
			    "/broken.c:1:10: 'nowhere.h' file not found");
	assert_true(function(b, "f")->has_errors);
	assert_false(function(b, "g")->has_errors);
}

// One missing header would else switch off every template after it.
static void templates_survive_a_missing_header(void **state)
{
	struct bench *b = *state;
	const char *const args[] = { "c++", "-std=c++20", NULL };

	assert_true(parse(b, "/lost.cpp",
			  "#include \"nowhere.h\"\n"
			  "template <class T> T twice(T t) { return t + t; }\n"
			  "int f() { return twice(2); }\n",
			  args));
	assert_true(function(b, "twice")->is_instantiation);
}

static void foreign_flags_are_left_out(void **state)
{
	struct bench *b = *state;
	const char *const args[] = { "gcc",          "-fconserve-stack",
				     "-MMD",         "-MF",
				     "/none/x.d",    "-save-temps",
				     "-Werror",      "-o",
				     "/none/x.o",    "-c",
				     "/flags.c",     "--param",
				     "max-inline=1", NULL };

	assert_true(parse(b, "/flags.c", "int f(void);\n", args));
	assert_null(b->unit.downgrade);
	assert_int_equal(b->unit.error_count, 0);
}

static void unknown_flags_are_told(void **state)
{
	struct bench *b = *state;
	const char *const args[] = { "gcc", "-march=abacus", "-DX=1", NULL };
	const char *const future[] = { "gcc", "-std=c99999", NULL };

	assert_true(parse(b, "/arch.c", "int f(void) { return X; }\n", args));
	assert_string_equal(b->unit.downgrade,
			    "flags that clang does not know were left out");
	assert_int_equal(b->unit.error_count, 0);
	assert_true(parse(b, "/std.c", "int f(void);\n", future));
	assert_non_null(b->unit.downgrade);
}

static void a_missing_file_is_a_failure(void **state)
{
	struct bench *b = *state;
	const struct front_command command = { .file = "nowhere.c",
					       .directory = "/" };

	assert_false(front_parse(&b->front, &command, &b->arena, &b->names,
				 &b->unit, &b->e));
	assert_int_equal(b->e.code, ERR_UNIT);
	assert_non_null(strstr(b->e.text.text, "'nowhere.c' cannot be parsed"));
}

static void a_deep_nest_is_given_up(void **state)
{
	struct bench *b = *state;
	const char *const args[] = { "cc", NULL };
	struct str text = STR_INIT;

#ifdef __SANITIZE_THREAD__
	skip(); // it counts calls only so deep
#endif
	str_add(&text, "int f(int a) { return a");
	for (int i = 0; i < 100000; i++)
		str_add(&text, " + a");
	str_add(&text, "; }\nint g(void) { return 1; }\n");
	assert_true(parse(b, "/deep.c", text.text, args));
	str_release(&text);
	assert_string_equal(function(b, "f")->not_analysed, "nesting too deep");
	assert_null(function(b, "g")->not_analysed);
}

static const char *temporary(struct bench *b, const char *text)
{
	char *path = arena_strdup(&b->arena, "/tmp/oncelint-test-XXXXXX.h");
	int file = mkstemps(path, 2);

	assert_true(file >= 0);
	assert_int_equal(write(file, text, strlen(text)), strlen(text));
	close(file);
	return path;
}

// Functions of a header that is precompiled are seen as if it was read.
static void a_prefix_stands_for_its_headers(void **state)
{
	struct bench *b = *state;
	const char *header = temporary(b, "#pragma once\n"
					  "#define TWICE(x) ((x) * 2)\n"
					  "static inline int four(void)\n"
					  "{ return TWICE(2); }\n"
					  "static inline void end(int *p)\n"
					  "{ *p = 0; }\n");
	const char *text = arena_printf(
		&b->arena,
		"#include \"%s\"\n"
		"int f(void)\n"
		"{ __attribute__((cleanup(end))) int i = four(); return i; }\n",
		header);
	const char *source = "/tmp/oncelint-test.c";
	const struct front_buffer buffer = { source, text, strlen(text) };
	const char *const args[] = { "cc", "-c", NULL };
	const char *const headers[] = { header, NULL };
	const char *const macros[] = { NULL };
	struct front_command command = { .file = source,
					 .directory = "/",
					 .words = args,
					 .buffers = &buffer,
					 .buffer_count = 1 };
	const struct front_precompile how = {
		.like = &command,
		.macros = macros,
		.headers = headers,
		.scratch = temporary(b, ""),
		.base = temporary(b, ""),
		.names = temporary(b, ""),
		.path = temporary(b, ""),
	};
	struct front_prefix prefix;

	assert_true(
		front_precompile(&b->front, &how, &b->arena, &prefix, &b->e));
	assert_int_equal(prefix.own_count, 2);
	command.prefix = &prefix;
	assert_true(front_parse(&b->front, &command, &b->arena, &b->names,
				&b->unit, &b->e));
	assert_true(b->unit.has_prefix);
	assert_null(b->unit.first_error);
	assert_int_equal(b->unit.functions.count, 3);
	assert_string_equal(b->unit.functions.at[0]->name, "four");
	assert_string_equal(b->unit.functions.at[0]->loc.file, header);
	function(b, "f");
	assert_int_equal(b->unit.dependencies.count, 2);
	unlink(header);
	unlink(how.base);
	unlink(how.names);
	unlink(how.path);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_buffer_stands_for_a_file),
		TEST(broken_source_is_no_failure),
		TEST(templates_survive_a_missing_header),
		TEST(foreign_flags_are_left_out),
		TEST(unknown_flags_are_told),
		TEST(a_missing_file_is_a_failure),
		TEST(a_deep_nest_is_given_up),
		TEST(a_prefix_stands_for_its_headers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
