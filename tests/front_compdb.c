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

#include "front/compdb.h"

struct bench {
	struct arena arena;
	struct compdb db;
	struct err e;
	char *folder;
	VEC(const char *) files;
};

static int set_up(void **state)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	char pattern[] = "/tmp/oncelint-compdb-XXXXXX";

	b->folder = arena_strdup(&b->arena, mkdtemp(pattern));
	str_init(&b->e.text);
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *b = *state;

	VEC_EACH (const char *, path, &b->files)
		unlink(*path);
	rmdir(b->folder);
	compdb_release(&b->db);
	err_release(&b->e);
	arena_release(&b->arena);
	free(b);
	return 0;
}

static const char *put(struct bench *b, const char *name, const char *text)
{
	const char *path = arena_printf(&b->arena, "%s/%s", b->folder, name);
	FILE *f = fopen(path, "w");

	fputs(text, f);
	fclose(f);
	VEC_PUSH(&b->arena, &b->files, path);
	return path;
}

static bool load(struct bench *b, const char *text)
{
	return compdb_load(&b->db, &b->arena, put(b, "db.json", text), &b->e);
}

static const char *const *arguments_of(struct bench *b,
				       const struct compdb_entry *x)
{
	return compdb_arguments(x->text, x->offset, x->hash, &b->arena, &b->e);
}

static void expect_arguments(struct bench *b, const struct compdb_entry *x,
			     const char *expected)
{
	struct str s = STR_INIT;
	const char *const *words = arguments_of(b, x);

	assert_non_null(words);
	for (const char *const *p = words; *p; p++)
		str_printf(&s, "%s[%s]", p == words ? "" : " ", *p);
	assert_string_equal(s.text, expected);
	str_release(&s);
}

static void commands_are_split_as_by_a_shell(void **state)
{
	struct bench *b = *state;

	assert_true(load(b, "[{\"directory\": \"/w\", \"file\": \"a.c\", "
			    "\"command\": \"cc '-DX=a b' -DY=\\\\\\\"c\\\\\\\" "
			    "\\\"-DZ=d e\\\" -I .. -c a.c -o out/a.o\"}]"));
	assert_string_equal(b->db.entries.at[0].file, "/w/a.c");
	expect_arguments(b, &b->db.entries.at[0],
			 "[cc] [-DX=a b] [-DY=\"c\"] [-DZ=d e] [-I] [..]");
}

static void wrappers_and_response_files_go(void **state)
{
	struct bench *b = *state;
	struct str text = STR_INIT;

	put(b, "flags.rsp", "-DA '-DB=1 2'\n-Wall\n");
	str_printf(&text,
		   "[{\"directory\": \"%s\", \"file\": \"a.cpp\", "
		   "\"arguments\": [\"env\", \"LANG=C\", \"ccache\", "
		   "\"/usr/bin/g++\", \"@flags.rsp\", \"@missing\", "
		   "\"-c\", \"./a.cpp\", \"-oa.o\"]}]",
		   b->folder);
	assert_true(load(b, text.text));
	expect_arguments(b, &b->db.entries.at[0],
			 "[/usr/bin/g++] [--driver-mode=g++] [-DA] [-DB=1 2] "
			 "[-Wall] [@missing]");
	str_release(&text);
}

static void equal_entries_are_one(void **state)
{
	struct bench *b = *state;

	assert_true(load(
		b, "[{\"directory\": \"/w/x\", \"file\": \"../a.c\", "
		   "\"command\": \"cc -c ../a.c -o 1.o\"},\n"
		   " {\"directory\": \"/w/x\", \"file\": \"/w/a.c\", "
		   "\"arguments\": [\"cc\", \"/w/a.c\", \"-o\", \"2.o\"]},\n"
		   " {\"directory\": \"/w/x\", \"file\": \"/w/a.c\", "
		   "\"command\": \"cc -DB /w/a.c\"},\n"
		   " {\"directory\": \"/w/x\", \"file\": \"start.S\", "
		   "\"command\": \"cc start.S\"}]"));
	assert_int_equal(b->db.entries.count, 2);
	assert_ptr_equal(compdb_find(&b->db, "/w/a.c"), b->db.entries.at);
	assert_null(compdb_find(&b->db, "/w/b.c"));
}

static void headers_find_who_includes_them(void **state)
{
	struct bench *b = *state;
	struct str text = STR_INIT;

	put(b, "a.c", "#include \"other.h\"\n");
	put(b, "b.c", "#include \"pool.h\"\n");
	str_printf(&text,
		   "[{\"directory\": \"%s\", \"file\": \"a.c\", \"command\": "
		   "\"cc a.c\"}, {\"directory\": \"%s\", \"file\": \"b.c\", "
		   "\"command\": \"cc b.c\"}]",
		   b->folder, b->folder);
	assert_true(load(b, text.text));
	const char *header = arena_printf(&b->arena, "%s/pool.h", b->folder);
	assert_int_equal(compdb_find_includer(&b->db, header)->number, 2);
	assert_null(compdb_find_includer(&b->db, "/w/unknown.h"));
	assert_int_equal(compdb_find_similar(&b->db, "/w/b.h")->number, 2);
	assert_int_equal(compdb_find_similar(&b->db, "/w/q.h")->number, 1);
	str_release(&text);
}

static void refuse(struct bench *b, const char *text, const char *expected)
{
	assert_false(load(b, text));
	assert_int_equal(b->e.code, ERR_COMPDB);
	if (!strstr(b->e.text.text, expected))
		fail_msg("'%s' does not say '%s'", b->e.text.text, expected);
	err_release(&b->e);
	compdb_release(&b->db);
}

static void mistakes_have_a_place(void **state)
{
	struct bench *b = *state;

	refuse(b, "", "db.json:1: expected an array of entries");
	refuse(b, "{}", "db.json:1: expected an array of entries");
	refuse(b, "[\n1]", "db.json:2: expected an entry in braces");
	refuse(b, "[\n{}\n", "entry 1: expected 'directory' and 'file'");
	refuse(b, "[\n{\"directory\": ",
	       "db.json:2: expected the end of this "
	       "entry");
	refuse(b, "[{\"directory\": \"/\", \"file\": \"a.c\"}]",
	       "entry 1: expected 'arguments' or 'command'");
	refuse(b, "[{\"directory\": 1, \"file\": \"a.c\"}]",
	       "entry 1: directory: expected a string");
	refuse(b,
	       "[{\"directory\": \"/\", \"file\": \"a.c\", \"command\": "
	       "\"cc a.c\"} x]",
	       "db.json:1: expected ',' or ']'");
}

// The file is read in parts: entries lie across their ends, and one is longer.
static void entries_are_longer_than_a_part(void **state)
{
	struct bench *b = *state;
	struct str text = STR_INIT;
	struct str flags = STR_INIT;

	for (int i = 0; i < 100000; i++)
		str_printf(&flags, " -DM%d=\\\"}\\\"", i);
	str_add(&text, "[\n");
	for (int i = 0; i < 5000; i++)
		str_printf(&text,
			   "%s{\"directory\": \"/w\", \"file\": \"f%d.c\",\n"
			   "\"command\": \"cc -DN=%d%s -c f%d.c\"}",
			   i ? ",\n" : "", i, i, i == 2500 ? flags.text : "",
			   i);
	str_add(&text, "]");
	assert_true(load(b, text.text));
	assert_int_equal(b->db.entries.count, 5000);
	expect_arguments(b, compdb_find(&b->db, "/w/f4999.c"),
			 "[cc] [-DN=4999]");
	const char *const *words =
		arguments_of(b, compdb_find(&b->db, "/w/f2500.c"));
	assert_non_null(words);
	assert_string_equal(words[100001], "-DM99999=}");
	str_release(&flags);
	str_release(&text);
}

static void what_was_read_is_not_mixed_with_what_comes(void **state)
{
	static const char old[] = "[{\"directory\": \"/w\", \"file\": \"a.c\", "
				  "\"command\": \"cc -DOLD a.c\"}]";
	static const char new[] = "[{\"directory\": \"/w\", \"file\": \"a.c\", "
				  "\"command\": \"cc -DNEW a.c\"}]";
	struct bench *b = *state;

	assert_true(load(b, old));
	// Another file of this name does not matter.
	const char *path = put(b, "next.json", new);
	assert_int_equal(rename(path, b->db.path), 0);
	expect_arguments(b, b->db.entries.at, "[cc] [-DOLD]");
	compdb_release(&b->db);
	assert_true(load(b, old));
	put(b, "db.json", new);
	assert_null(arguments_of(b, b->db.entries.at));
	assert_non_null(strstr(b->e.text.text, "db.json' was changed"));
	put(b, "db.json", "");
	assert_null(arguments_of(b, b->db.entries.at));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(commands_are_split_as_by_a_shell),
		TEST(wrappers_and_response_files_go),
		TEST(equal_entries_are_one),
		TEST(headers_find_who_includes_them),
		TEST(mistakes_have_a_place),
		TEST(entries_are_longer_than_a_part),
		TEST(what_was_read_is_not_mixed_with_what_comes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
