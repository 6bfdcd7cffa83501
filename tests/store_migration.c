// SPDX-License-Identifier: Apache-2.0
// Databases of each version of the schema that was ever written: opened today
// they are as new ones, and nothing in them is lost. testdata/store/N.sql is
// what `sqlite3 FILE .dump` prints of one that version N kept; whoever makes
// version N + 1 adds the dump of N + 1 as well.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "store/sqlite.h"

// Tables and views with their columns, and indexes.
#define SHAPE                                                                  \
	"SELECT group_concat(x, char(10)) FROM ("                              \
	"SELECT m.type || ' ' || m.name || ' ' || coalesce(p.name, '') AS x "  \
	"FROM sqlite_schema m LEFT JOIN pragma_table_info(m.name) p "          \
	"WHERE m.name NOT LIKE 'sqlite_%' ORDER BY x)"

struct bench {
	struct arena arena;
	char *folder;
	uint32_t count;
};

static int set_up(void **state)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	char pattern[] = "/tmp/oncelint-migration-XXXXXX";

	b->folder = arena_strdup(&b->arena, mkdtemp(pattern));
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *b = *state;

	for (uint32_t i = 0; i < b->count; i++)
		unlink(arena_printf(&b->arena, "%s/%u.db", b->folder, i));
	rmdir(b->folder);
	arena_release(&b->arena);
	free(b);
	return 0;
}

static const char *new_path(struct bench *b)
{
	return arena_printf(&b->arena, "%s/%u.db", b->folder, b->count++);
}

static const char *query(struct bench *b, struct store_db *s, const char *sql)
{
	sqlite3_stmt *stmt;

	assert_int_equal(sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	const char *value = arena_strdup(
		&b->arena, (const char *)sqlite3_column_text(stmt, 0));
	sqlite3_finalize(stmt);
	return value;
}

static struct store_db *open_new(const char *path)
{
	struct err e = ERR_INIT;
	struct store_db *s = store_open(path, &e);

	if (!s)
		fail_msg("%s", e.text.text);
	return s;
}

// A file as version `version` left it; NULL if there is no dump.
static const char *old_file(struct bench *b, int version)
{
	const char *dump = arena_printf(
		&b->arena, SOURCE_ROOT "/testdata/store/%d.sql", version);
	const char *path = new_path(b);
	struct str text = STR_INIT;
	struct err e = ERR_INIT;
	sqlite3 *db;

	if (!file_read(dump, &text, &e))
		fail_msg("%s", e.text.text);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, text.text, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", dump, sqlite3_errmsg(db));
	sqlite3_close(db);
	str_release(&text);
	return path;
}

static void older_files_become_as_new_ones(void **state)
{
	struct bench *b = *state;
	struct store_db *fresh = open_new(new_path(b));
	int version = atoi(query(b, fresh, "PRAGMA user_version"));
	const char *shape = query(b, fresh, SHAPE);

	assert_true(version >= 1);
	for (int i = 1; i <= version; i++) {
		struct store_db *s = open_new(old_file(b, i));

		assert_int_equal(atoi(query(b, s, "PRAGMA user_version")),
				 version);
		assert_string_equal(query(b, s, SHAPE), shape);
		assert_string_equal(query(b, s, "PRAGMA integrity_check"),
				    "ok");
		assert_string_equal(
			query(b, s,
			      "SELECT count(*) FROM pragma_foreign_key_check"),
			"0");
		store_close(s);
	}
	store_close(fresh);
}

static void nothing_in_them_is_lost(void **state)
{
	struct bench *b = *state;

	for (int i = 1; i <= 3; i++) {
		struct store_db *s = open_new(old_file(b, i));

		assert_string_equal(query(b, s, "SELECT count(*) FROM runs"),
				    "2");
		assert_string_equal(
			query(b, s,
			      "SELECT kind || ' ' || file || ':' || line || "
			      "' ' || first_run || '-' || last_run || ' ' || "
			      "triage FROM all_findings"),
			"double-consume pool.c:6 1-2 accepted");
		assert_string_equal(
			query(b, s,
			      "SELECT group_concat(position || ' ' || kind || "
			      "' ' || file || ':' || line || ':' || source, "
			      "char(10)) FROM finding_steps"),
			"0 consume pool.c:5:\t\tpthread_join(t, NULL);\n"
			"1 consume pool.c:6:\tpthread_join(t, NULL);");
		store_close(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(older_files_become_as_new_ones,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(nothing_in_them_is_lost, set_up,
						tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
