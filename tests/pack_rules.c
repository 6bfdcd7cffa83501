// SPDX-License-Identifier: Apache-2.0
// rules/ is complete: a pack is JSON, a page and fixtures; a kind of finding is
// an engine check and a page.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "model/finding.h"
#include "pack/load.h"
#include "pack/show.h"

// Calls `each` for every entry of a folder, its name cut before `suffix`.
static void walk(const char *folder, const char *suffix,
		 void (*each)(const char *name))
{
	struct dirent **names;
	int count = scandir(folder, &names, NULL, alphasort);

	assert_true(count > 2);
	for (int i = 0; i < count; i++) {
		char *name = names[i]->d_name;
		if (name[0] != '.' && str_ends(name, suffix)) {
			name[strlen(name) - strlen(suffix)] = '\0';
			each(name);
		}
		free(names[i]);
	}
	free(names);
}

static void must_exist(const char *format, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", SOURCE_ROOT, format);
	char *mark = strchr(path, '*');
	char whole[1024];
	snprintf(whole, sizeof(whole), "%.*s%s%s", (int)(mark - path), path,
		 name, mark + 1);
	if (!path_exists(whole))
		fail_msg("'%s' is missing", whole);
}

static void pack_is_whole(const char *name)
{
	must_exist("rules/packs/*.json", name);
	must_exist("rules/packs/*.md", name);
	must_exist("testdata/packs/*", name);
}

static void a_pack_is_json_a_page_and_fixtures(void **state)
{
	(void)state;
	walk(SOURCE_ROOT "/rules/packs", ".json", pack_is_whole);
	walk(SOURCE_ROOT "/rules/packs", ".md", pack_is_whole);
	walk(SOURCE_ROOT "/testdata/packs", "", pack_is_whole);
}

static void fixture_is_of_a_kind(const char *name)
{
	static const char *const endings[] = { ".c", ".cpp" };
	char kind[256];
	enum finding_kind ignored;

	snprintf(kind, sizeof(kind), "%s", name);
	for (size_t i = 0; i < 2; i++) {
		if (!str_ends(kind, endings[i]))
			continue;
		kind[strlen(kind) - strlen(endings[i])] = '\0';
		if (!kind_from_id(kind, &ignored))
			fail_msg("fixture '%s' is not named after a kind",
				 name);
	}
}

static void fixtures_are_kinds(const char *pack)
{
	char folder[512];

	snprintf(folder, sizeof(folder), "%s/testdata/packs/%s", SOURCE_ROOT,
		 pack);
	walk(folder, "", fixture_is_of_a_kind);
}

static void fixtures_are_named_after_kinds(void **state)
{
	(void)state;
	walk(SOURCE_ROOT "/testdata/packs", "", fixtures_are_kinds);
}

static void kind_has_headings(const char *id)
{
	static const char *const headings[] = { "\n## Finds\n", "\n## Why\n",
						"\n## Wrong\n", "\n## Right\n",
						"\n## Limits\n" };
	const char *page = kind_page(id);
	char title[128];

	if (!page)
		fail_msg("kind '%s' has no page", id);
	snprintf(title, sizeof(title), "# %s\n", id);
	assert_true(str_starts(page, title));
	for (size_t i = 0; i < sizeof(headings) / sizeof(headings[0]); i++) {
		const char *next = strstr(page, headings[i]);
		if (!next)
			fail_msg("'%s': no '%s' after '%.20s'", id,
				 headings[i] + 1, page + 1);
		page = next;
	}
}

static void kind_is_known(const char *id)
{
	enum finding_kind ignored;

	if (!kind_from_id(id, &ignored))
		fail_msg("rules/kinds/%s.md is about no kind", id);
}

static void a_kind_has_a_page(void **state)
{
	(void)state;
	for (int i = 0; i < KIND_COUNT; i++)
		kind_has_headings(kind_info((enum finding_kind)i)->id);
	walk(SOURCE_ROOT "/rules/kinds", ".md", kind_is_known);
}

static void page_names_its_pack(const char *name)
{
	char title[128];
	const char *page = pack_page(name);

	snprintf(title, sizeof(title), "# %s\n", name);
	if (!page || !str_starts(page, title))
		fail_msg("rules/packs/%s.md does not begin with '# %s'", name,
			 name);
}

static void pages_begin_with_the_packs_name(void **state)
{
	(void)state;
	walk(SOURCE_ROOT "/rules/packs", ".json", page_names_its_pack);
}

// Those that are built in are not asked for it when a program starts.
static void packs_are_as_the_schema_says(void **state)
{
	struct packset *packs = packset_new();
	struct err e = ERR_INIT;

	(void)state;
	if (!packset_load_path(packs, SOURCE_ROOT "/rules/packs", &e) ||
	    !packset_finish(packs, &e))
		fail_msg("%s", e.text.text);
	packset_free(packs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pack_is_json_a_page_and_fixtures),
		cmocka_unit_test(fixtures_are_named_after_kinds),
		cmocka_unit_test(a_kind_has_a_page),
		cmocka_unit_test(pages_begin_with_the_packs_name),
		cmocka_unit_test(packs_are_as_the_schema_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
