// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sample.h"
#include "store/identity.h"
#include "store/query.h"
#include "store/sqlite.h"

struct bench {
	struct arena arena;
	char *folder;
	char *path;
};

static int set_up(void **state)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	char pattern[] = "/tmp/oncelint-store-XXXXXX";

	b->folder = arena_strdup(&b->arena, mkdtemp(pattern));
	b->path = arena_printf(&b->arena, "%s/x.db", b->folder);
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	static const char *const endings[] = { "", "-wal", "-shm" };
	struct bench *b = *state;

	for (size_t i = 0; i < COUNT_OF(endings); i++)
		unlink(arena_printf(&b->arena, "%s%s", b->path, endings[i]));
	rmdir(b->folder);
	arena_release(&b->arena);
	free(b);
	return 0;
}

static const char *line_of(void *data, const char *file, uint32_t line,
			   size_t *length)
{
	(void)file;
	(void)line;
	*length = strlen(data);
	return data;
}

static int64_t query(struct store_db *s, const char *sql)
{
	sqlite3_stmt *stmt;

	assert_int_equal(sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	int64_t value = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return value;
}

// One run over `file`, which fails, or is analysed with or without a finding,
// or with one that tells another story.
enum outcome_of_file { CLEAN, FOUND, FOUND_CHANGED, FAILED, NOT_ASKED };

static struct store_history run(struct bench *b, enum outcome_of_file outcome)
{
	static char line[] = "\tpthread_join(p->thread, NULL);";
	struct err e = ERR_INIT;
	struct store_db *s = store_open(b->path, &e);
	struct store_run r = { "1.0", "check", "/w", outcome != NOT_ASKED };
	struct artifact x = { .file = "/w/pool.c" };
	struct findings f = { 0 };
	struct store_counts counts = { .units = 1 };
	struct store_history history = { 0 };

	assert_non_null(s);
	x.status = outcome == FAILED ? UNIT_FAILED : UNIT_DONE;
	if (outcome == NOT_ASKED)
		x.file = "/w/other.c";
	assert_true(store_begin_run(s, &r, &e));
	assert_true(store_add_unit(s, &x, &e));
	if (outcome == FOUND || outcome == FOUND_CHANGED) {
		VEC_PUSH(&b->arena, &f.list,
			 sample_finding(&b->arena, "/w/pool.c"));
		identity_assign(&f, &b->arena);
		if (outcome == FOUND_CHANGED) {
			f.list.at[0]->message = "another message";
			f.list.at[0]->step_count = 1;
		}
		assert_true(store_add_findings(s, f.list.at, f.list.count,
					       line_of, line, &e));
	}
	assert_true(store_end_run(s, &counts, &history, &e));
	store_close(s);
	return history;
}

static void presence_is_kept_in_intervals(void **state)
{
	struct bench *b = *state;
	struct err e = ERR_INIT;

	assert_int_equal(run(b, FOUND).appeared, 1);
	assert_int_equal(run(b, FOUND).appeared, 0);
	assert_int_equal(run(b, FAILED).gone, 0);
	assert_int_equal(run(b, NOT_ASKED).gone, 0);
	assert_int_equal(run(b, CLEAN).gone, 1);
	assert_int_equal(run(b, FOUND).appeared, 1);
	struct store_db *s = store_open(b->path, &e);
	assert_int_equal(query(s, "SELECT count(*) FROM findings"), 1);
	assert_int_equal(query(s, "SELECT group_concat(first_run || '-' || "
				  "last_run) = '1-4,6-6' FROM presence"),
			 1);
	assert_int_equal(query(s, "SELECT count(*) FROM current_findings"), 1);
	assert_int_equal(
		query(s, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
	assert_int_equal(query(s, "SELECT count(*) FROM finding_steps WHERE "
				  "file = 'pool.c'"),
			 2);
	store_close(s);
}

static void what_changed_is_written_anew(void **state)
{
	struct bench *b = *state;
	struct err e = ERR_INIT;

	assert_int_equal(run(b, FOUND).appeared, 1);
	assert_int_equal(run(b, FOUND_CHANGED).appeared, 0);
	struct store_db *s = store_open(b->path, &e);
	assert_int_equal(query(s, "SELECT count(*) FROM current_findings WHERE "
				  "message = 'another message' AND first_run "
				  "= 1"),
			 1);
	assert_int_equal(query(s, "SELECT count(*) FROM findings"), 1);
	assert_int_equal(query(s, "SELECT count(*) FROM finding_steps"), 1);
	store_close(s);
}

static void execute(struct bench *b, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(b->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

// What a terminal, JSON or SQL would stumble over comes back as it was.
static void texts_are_kept_byte_by_byte(void **state)
{
	static char line[] = "\t\"\\n\x01\x1f\x7f\xff\xfe \xc3\xa9' %s";
	struct bench *b = *state;
	struct err e = ERR_INIT;
	struct store_run r = { "1.0", "check", "/w", true };
	struct store_counts counts = { .units = 1 };
	struct store_history history;
	struct findings f = { 0 };
	struct store_items items = { { NULL, 0, 0 }, { NULL, 0, 0 } };
	struct store_db *s = store_open(b->path, &e);

	VEC_PUSH(&b->arena, &f.list,
		 sample_finding(&b->arena, "/w/\"p\to'ol\xff.c"));
	struct finding *x = f.list.at[0];
	x->steps[0].message = line;
	x->steps[0].kind = STEP_STORE;
	x->steps[1].depth = 3;
	x->steps[1].loc.file = NULL;
	identity_assign(&f, &b->arena);
	assert_true(store_begin_run(s, &r, &e));
	assert_true(store_add_findings(s, f.list.at, 1, line_of, line, &e));
	assert_true(store_end_run(s, &counts, &history, &e));
	assert_true(store_read_findings(s, &b->arena, 1, 0, "/w", &items, &e));
	assert_int_equal(items.list.count, 1);
	const struct finding *y = &items.list.at[0]->finding;
	assert_true(loc_equal(&y->loc, &x->loc));
	assert_int_equal(y->step_count, 2);
	assert_string_equal(y->steps[0].message, line);
	assert_int_equal(y->steps[0].kind, STEP_STORE);
	assert_true(loc_equal(&y->steps[0].loc, &x->steps[0].loc));
	assert_int_equal(y->steps[1].depth, 3);
	assert_null(y->steps[1].loc.file);
	assert_int_equal(items.lines.count, 2);
	assert_string_equal(items.lines.at[1].text, line);
	assert_int_equal(query(s, "SELECT count(*) FROM finding_steps s JOIN "
				  "all_findings f USING (identity) WHERE "
				  "position = 1 OR (s.file = f.file AND "
				  "s.message = f.source AND "
				  "s.source = f.source)"),
			 2);
	store_close(s);
}

static void a_damaged_story_is_told(void **state)
{
	static const char *const stories[] = {
		"",
		"[",
		"[]]",
		"[[]]",
		"{}",
		"[[\"x\"]]",
		"[[\"call\",1,0,\"a",
		"[[\"call\",1,0,\"\\",
		"[[\"call\",1,0,\"\\u00g1\",1,1,1,1,1,null]]",
		"[[\"call\",1,0,\"a\",99,1,1,1,1,null]]",
		"[[\"call\",1,0,\"a\",1,1,1,1,1,null],]",
	};
	struct bench *b = *state;

	run(b, FOUND);
	for (size_t i = 0; i < COUNT_OF(stories); i++) {
		struct store_items items = { { NULL, 0, 0 }, { NULL, 0, 0 } };
		struct err e = ERR_INIT;

		execute(b, arena_printf(&b->arena,
					"UPDATE findings SET story = '%s'",
					stories[i]));
		struct store_db *s = store_open(b->path, &e);
		if (store_read_findings(s, &b->arena, 1, 0, "/w", &items, &e))
			fail_msg("%s is read", stories[i]);
		assert_int_equal(e.code, ERR_DATABASE);
		err_release(&e);
		store_close(s);
	}
}

static void an_open_run_leaves_nothing(void **state)
{
	struct bench *b = *state;
	struct err e = ERR_INIT;
	struct store_run r = { "1.0", "check", "/w", true };
	struct store_db *s = store_open(b->path, &e);

	assert_true(store_begin_run(s, &r, &e));
	store_close(s);
	s = store_open(b->path, &e);
	assert_int_equal(query(s, "SELECT count(*) FROM runs"), 0);
	store_close(s);
}

// What somebody sees who may read the folder and no more: 0 if a report can be
// made of it, and a run of it cannot be kept.
static int look(const char *path)
{
	struct err e = ERR_INIT;
	struct store_db *s;
	int64_t count = 0;
	sqlite3_stmt *stmt;

	if (geteuid() == 0 && setuid(65534) != 0)
		return 1;
	if (store_open(path, &e) || !(s = store_open_to_read(path, &e)))
		return 2;
	if (sqlite3_prepare_v2(s->db, "SELECT count(*) FROM current_findings",
			       -1, &stmt, NULL) == SQLITE_OK &&
	    sqlite3_step(stmt) == SQLITE_ROW)
		count = sqlite3_column_int64(stmt, 0);
	return count == 1 ? 0 : 3;
}

static void one_that_cannot_be_written_is_read(void **state)
{
	struct bench *b = *state;
	int status = 0;

	run(b, FOUND);
	assert_int_equal(chmod(b->path, 0444), 0);
	assert_int_equal(chmod(b->folder, 0555), 0);
	pid_t child = fork();
	if (child == 0)
		_exit(look(b->path));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(chmod(b->folder, 0755), 0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void refuse(struct bench *b, const char *what)
{
	struct err e = ERR_INIT;

	assert_null(store_open(b->path, &e));
	assert_int_equal(e.code, ERR_DATABASE);
	if (!strstr(e.text.text, what))
		fail_msg("'%s' does not say '%s'", e.text.text, what);
	err_release(&e);
}

static void a_foreign_database_is_refused(void **state)
{
	execute(*state, "CREATE TABLE t (x)");
	refuse(*state, "database of another program");
}

static void a_newer_database_is_refused(void **state)
{
	struct err e = ERR_INIT;
	struct bench *b = *state;

	store_close(store_open(b->path, &e));
	execute(b, "PRAGMA user_version = 99");
	refuse(b, "written by a newer oncelint");
}

static void a_text_file_is_refused(void **state)
{
	struct bench *b = *state;
	FILE *f = fopen(b->path, "w");

	for (int i = 0; i < 200; i++)
		fputs("this is no database\n", f);
	fclose(f);
	refuse(b, "not a database");
}

static void a_folder_that_is_not_there_is_refused(void **state)
{
	struct bench *b = *state;

	b->path = arena_printf(&b->arena, "%s/no/such/x.db", b->folder);
	refuse(b, "--no-db");
}

static void a_database_in_use_is_told(void **state)
{
	struct bench *b = *state;
	struct err e = ERR_INIT;
	struct store_run r = { "1.0", "check", "/w", true };
	struct store_db *first = store_open(b->path, &e);
	struct store_db *second = store_open(b->path, &e);

	assert_true(store_begin_run(first, &r, &e));
	sqlite3_busy_timeout(second->db, 10);
	assert_false(store_begin_run(second, &r, &e));
	assert_non_null(strstr(e.text.text, "another oncelint is writing"));
	err_release(&e);
	store_close(second);
	store_close(first);
}

static void a_damaged_database_is_refused(void **state)
{
	struct bench *b = *state;
	struct err e = ERR_INIT;

	store_close(store_open(b->path, &e));
	FILE *f = fopen(b->path, "r+");
	fseek(f, 100, SEEK_SET);
	for (int i = 0; i < 4000; i++)
		fputc(0x55, f);
	fclose(f);
	refuse(b, "it is damaged");
}

static void identity_ignores_place_and_blanks(void **state)
{
	struct bench *b = *state;
	struct findings f = { 0 };

	for (int i = 0; i < 3; i++)
		VEC_PUSH(&b->arena, &f.list,
			 sample_finding(&b->arena, i ? "/w/b.c" : "/w/a.c"));
	f.list.at[1]->handle = "p -> thread";
	f.list.at[2]->function = "start";
	f.list.at[1]->loc.line = 40;
	identity_assign(&f, &b->arena);
	const char *first = f.list.at[0]->identity;
	assert_int_equal(strlen(first), 32);
	// equal in all but the number
	assert_int_equal(f.list.at[1]->ordinal, 1);
	assert_string_not_equal(f.list.at[1]->identity, first);
	assert_string_not_equal(f.list.at[2]->identity, first);
	struct findings moved = { 0 };
	VEC_PUSH(&b->arena, &moved.list, f.list.at[1]);
	identity_assign(&moved, &b->arena);
	assert_string_equal(moved.list.at[0]->identity, first);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(presence_is_kept_in_intervals),
		TEST(what_changed_is_written_anew),
		TEST(texts_are_kept_byte_by_byte),
		TEST(a_damaged_story_is_told),
		TEST(an_open_run_leaves_nothing),
		TEST(one_that_cannot_be_written_is_read),
		TEST(a_foreign_database_is_refused),
		TEST(a_newer_database_is_refused),
		TEST(a_text_file_is_refused),
		TEST(a_folder_that_is_not_there_is_refused),
		TEST(a_database_in_use_is_told),
		TEST(a_damaged_database_is_refused),
		TEST(identity_ignores_place_and_blanks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
