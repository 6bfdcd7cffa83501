// SPDX-License-Identifier: Apache-2.0
// Broken packs, and the exact words that their authors get.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/builtin.h"
#include "base/file.h"
#include "pack/load.h"
#include "pack/show.h"

#define HEAD                                                                   \
	"{ \"schema\": \"oncelint-rules/1\", \"pack\": \"x\", \"version\": 1," \
	" \"languages\": [\"c\"]"
#define JOB                                                                    \
	"{ \"id\": \"job\", \"match\": { \"typedef\": \"job_t\" },"            \
	" \"mode\": \"once\" }"
#define TWO                                                                    \
	"{ \"id\": \"two\", \"match\": { \"record\": \"two\" }, \"mode\":"     \
	" \"once\", \"facets\": [\"give\", \"take\"] }"
// A pack with these operations, and with these handles.
#define WITH(operations)                                                       \
	HEAD ", \"handles\": [ " JOB ", " TWO                                  \
	     " ], \"operations\": [ " operations " ] }"
#define HANDLES(handles)                                                       \
	HEAD ", \"handles\": [ " handles " ], \"operations\": [] }"
#define TOP(members)                                                           \
	HEAD ", \"handles\": [ " JOB " ], \"operations\": [], " members " }"
#define F "\"match\": { \"function\": \"f\" }, "
#define ARG "\"handle\": \"job\", \"subject\": { \"arg\": 0 }, "

static const struct {
	const char *text;
	const char *message;
} broken[] = {
#include "pack_load.def"
};

static char *load(const char *text, char *out, size_t size)
{
	struct packset *s = packset_new();
	struct err e = ERR_INIT;
	bool ok = packset_load_text(s, "x.json", text, strlen(text), &e) &&
		  packset_finish(s, &e);

	assert_true(ok == (e.code == ERR_NONE));
	assert_true(ok || e.code == ERR_PACK);
	snprintf(out, size, "%s", e.text.text);
	err_release(&e);
	packset_free(s);
	return out;
}

static void broken_packs_are_refused(void **state)
{
	char message[4096];

	(void)state;
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++)
		assert_string_equal(
			load(broken[i].text, message, sizeof(message)),
			broken[i].message);
}

static void sound_packs_are_taken(void **state)
{
	static const char *const sound[] = {
		WITH("{ " F ARG "\"effect\": \"consume\" }"),
		WITH("{ " F "\"effects\": [ { " ARG "\"effect\": \"observe\" },"
		     " { \"handle\": \"two\", \"subject\": { \"arg\": 1 },"
		     " \"effect\": \"complete\", \"facet\": \"take\" } ] }"),
		WITH("{ " F "\"callbacks\": [ { \"arg\": 0, \"runs\":"
		     " \"thread\" } ], \"effect\": \"spawn\" }"),
		// the second is for other calls
		WITH("{ " F ARG "\"effect\": \"consume\" },"
		     "{ \"match\": { \"function\": \"f\", \"min_args\": 2 }, " ARG
		     "\"effect\": \"observe\" }"),
		TOP("\"noreturn\": [\"die\"], \"aliases\": [ { \"function\":"
		    " [\"cast\"], \"arg\": 0 } ]"),
	};
	char message[4096];

	(void)state;
	for (size_t i = 0; i < sizeof(sound) / sizeof(sound[0]); i++)
		assert_string_equal(load(sound[i], message, sizeof(message)),
				    "");
}

static void every_shipped_pack_loads(void **state)
{
	struct packset *s = packset_new();
	struct err e = ERR_INIT;
	struct str list = STR_INIT;

	(void)state;
	if (!packset_load_builtin(s, &e) || !packset_finish(s, &e))
		fail_msg("%s", e.text.text);
	packset_list(s, &list);
	assert_non_null(strstr(list.text, "posix-threads"));
	for (size_t i = 0; i < builtin_file_count; i++) {
		char name[128];
		struct str text = STR_INIT;
		if (sscanf(builtin_files[i].path, "rules/packs/%127[^.].json",
			   name) != 1 ||
		    !str_ends(builtin_files[i].path, ".json"))
			continue;
		if (!packset_show(s, name, &text))
			fail_msg("%s does not hold a pack of its name",
				 builtin_files[i].path);
		if (!pack_page(name))
			fail_msg("%s has no page", builtin_files[i].path);
		str_release(&text);
	}
	str_release(&list);
	packset_free(s);
}

static void a_users_pack_replaces_a_built_in_one(void **state)
{
	static const char text[] =
		"{ \"schema\": \"oncelint-rules/1\", \"pack\": \"c11-threads\","
		" \"version\": 9, \"languages\": [\"c\"], \"handles\": [],"
		" \"operations\": [] }";
	struct packset *s = packset_new();
	struct err e = ERR_INIT;
	struct str shown = STR_INIT;

	(void)state;
	assert_true(packset_load_builtin(s, &e));
	assert_true(packset_load_text(s, "mine.json", text, strlen(text), &e));
	assert_false(
		packset_load_text(s, "again.json", text, strlen(text), &e));
	assert_string_equal(e.text.text,
			    "again.json: pack: 'c11-threads' is the name of "
			    "mine.json too");
	err_release(&e);
	assert_true(packset_finish(s, &e));
	assert_true(packset_show(s, "c11-threads", &shown));
	assert_non_null(strstr(shown.text, "mine.json"));
	str_clear(&shown);
	packset_validated(s, &shown);
	assert_string_equal(shown.text, "mine.json: 0 handles, 0 operations\n");
	str_release(&shown);
	packset_free(s);
}

static void a_users_entry_overrides_a_built_in_one(void **state)
{
	static const char text[] =
		"{ \"schema\": \"oncelint-rules/1\", \"pack\": \"mine\","
		" \"version\": 1, \"languages\": [\"c\"], \"handles\": [],"
		" \"operations\": [ { \"match\": { \"function\":"
		" \"pthread_join\" }, \"handle\": \"posix-threads/pthread\","
		" \"subject\": { \"arg\": 0 }, \"effect\": \"observe\" } ] }";
	struct packset *s = packset_new();
	struct err e = ERR_INIT;
	struct str shown = STR_INIT;

	(void)state;
	assert_true(packset_load_builtin(s, &e));
	assert_true(packset_load_text(s, "mine.json", text, strlen(text), &e));
	assert_true(packset_finish(s, &e));
	assert_true(packset_show(s, "posix-threads", &shown));
	assert_non_null(strstr(shown.text,
			       "pthread_join: arg0: consume (overridden)\n"));
	str_release(&shown);
	packset_free(s);
}

static void files_and_folders_load(void **state)
{
	struct packset *s = packset_new();
	struct err e = ERR_INIT;

	(void)state;
	// schema.json and config-schema.json lie beside, and are no packs
	assert_true(packset_load_path(s, SOURCE_ROOT "/rules", &e));
	assert_true(packset_load_path(s, SOURCE_ROOT "/rules/packs", &e));
	assert_false(packset_load_path(s, SOURCE_ROOT "/no-such.json", &e));
	assert_int_equal(e.code, ERR_IO);
	err_release(&e);
	assert_false(
		packset_load_path(s, SOURCE_ROOT "/rules/schema.json", &e));
	assert_int_equal(e.code, ERR_PACK);
	err_release(&e);
	assert_true(packset_finish(s, &e));
	packset_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(broken_packs_are_refused),
		cmocka_unit_test(sound_packs_are_taken),
		cmocka_unit_test(every_shipped_pack_loads),
		cmocka_unit_test(a_users_pack_replaces_a_built_in_one),
		cmocka_unit_test(a_users_entry_overrides_a_built_in_one),
		cmocka_unit_test(files_and_folders_load),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
