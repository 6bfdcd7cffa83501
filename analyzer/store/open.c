// SPDX-License-Identifier: Apache-2.0
// Opening: whose file it is, which version, and what to tell when it cannot be
// used.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/builtin.h"
#include "base/file.h"
#include "store/sqlite.h"

#define APPLICATION_ID 0x6f6e6365 // "once"
#define BUSY_MS 5000

// The n-th brings a file from version n to n + 1; version 0 is an empty file.
static const char *const migrations[] = {
	"analyzer/store/schema.sql",
	"analyzer/store/schema2.sql",
	"analyzer/store/schema3.sql",
};
#define VERSION ((int)COUNT_OF(migrations))

bool store_fail(struct store_db *s, struct err *e)
{
	int code = sqlite3_errcode(s->db) & 0xff;
	const char *remedy = "choose another file with --db, or --no-db";

	switch (code) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		remedy = "another oncelint is writing to it: wait for it, or "
			 "choose another file with --db";
		break;
	case SQLITE_CORRUPT:
		remedy = "it is damaged: move it away, the next run makes a "
			 "new one";
		break;
	case SQLITE_NOTADB:
		remedy = "it is not a database: choose another file with --db";
		break;
	case SQLITE_FULL:
		remedy = "the disk is full: make room, or use --no-db";
		break;
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
		remedy = "it cannot be written: check its permissions, or "
			 "choose another file with --db, or --no-db";
		break;
	}
	return err_set(e, ERR_DATABASE, "database '%s': %s (%s)", s->path,
		       sqlite3_errmsg(s->db), remedy);
}

bool store_exec(struct store_db *s, const char *sql, struct err *e)
{
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       store_fail(s, e);
}

static bool get_integer(struct store_db *s, const char *sql, int64_t *out,
			struct err *e)
{
	sqlite3_stmt *stmt = NULL;
	bool ok =
		sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL) == SQLITE_OK &&
		sqlite3_step(stmt) == SQLITE_ROW;

	if (ok)
		*out = sqlite3_column_int64(stmt, 0);
	else
		store_fail(s, e);
	sqlite3_finalize(stmt);
	return ok;
}

static bool check_owner(struct store_db *s, int64_t *version, struct err *e)
{
	int64_t id = 0, tables = 0;

	if (!get_integer(s, "PRAGMA application_id", &id, e) ||
	    !get_integer(s, "PRAGMA user_version", version, e) ||
	    !get_integer(s, "SELECT count(*) FROM sqlite_schema", &tables, e))
		return false;
	if (id != APPLICATION_ID && (id || *version || tables))
		return err_set(e, ERR_DATABASE,
			       "'%s' is a database of another program: choose "
			       "another file with --db",
			       s->path);
	if (*version > VERSION)
		return err_set(e, ERR_DATABASE,
			       "'%s' was written by a newer oncelint (version "
			       "%d of the database, this one knows %d): update "
			       "oncelint, or choose another file with --db",
			       s->path, (int)*version, VERSION);
	return true;
}

static bool apply(struct store_db *s, int version, struct err *e)
{
	const struct builtin_file *f = builtin_find(migrations[version]);
	char done[96];

	if (!f)
		bug("migration %s is not built in", migrations[version]);
	snprintf(done, sizeof(done),
		 "PRAGMA application_id = %d; PRAGMA user_version = %d;",
		 APPLICATION_ID, version + 1);
	return store_exec(s, f->text, e) && store_exec(s, done, e);
}

// All steps in one transaction: a file is of one version or another.
static bool migrate(struct store_db *s, struct err *e)
{
	int64_t version = 0;

	// What is read must be of one moment: another process may be making
	// the database right now.
	if (!store_exec(s, "BEGIN", e))
		return false;
	bool ok = check_owner(s, &version, e);
	sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	if (!ok || version == VERSION)
		return ok;
	if (!store_exec(s, "BEGIN IMMEDIATE", e))
		return false;
	// Another process may have been faster.
	ok = check_owner(s, &version, e);
	while (ok && version < VERSION)
		ok = apply(s, (int)version++, e);
	if (ok)
		return store_exec(s, "COMMIT", e);
	sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return false;
}

// A folder of our own keeps itself out of version control.
static void make_folder(const char *path)
{
	struct arena a = { 0 };
	char *folder = path_directory(&a, path);

	if (mkdir(folder, 0777) == 0 &&
	    strcmp(path_base(folder), ".oncelint") == 0) {
		FILE *f = fopen(path_join(&a, folder, ".gitignore"), "we");

		if (f) {
			fputs("*\n", f);
			fclose(f);
		}
	}
	arena_release(&a);
}

// A write-ahead log lets others read meanwhile. The first run has nobody to
// read it and much to write, which would go to the log first: it has an
// ordinary journal, in which the little that was there is kept.
static bool set_journal(struct store_db *s, struct err *e)
{
	int64_t runs = 0;

	if (!get_integer(s, "SELECT count(*) FROM runs", &runs, e))
		return false;
	if (!runs)
		return true;
	// Nobody else may be at work for that; if somebody is, the next run
	// asks.
	int code = sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL,
				NULL);
	if (code == SQLITE_OK || code == SQLITE_BUSY)
		return true;
	return store_fail(s, e);
}

static struct store_db *open_file(const char *path, const char *name, int flags,
				  struct err *e)
{
	struct store_db *s = xcalloc(1, sizeof(*s));

	s->path = xstrdup(path);
	if (sqlite3_open_v2(name, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL) ==
	    SQLITE_OK)
		return s;
	store_fail(s, e);
	store_close(s);
	return NULL;
}

struct store_db *store_open(const char *path, struct err *e)
{
	make_folder(path);
	struct store_db *s = open_file(
		path, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, e);

	if (!s)
		return NULL;
	sqlite3_busy_timeout(s->db, BUSY_MS);
	// Large pages take fewer calls to write; a file that is there keeps its
	// own. Foreign keys are true by construction; checking each costs a
	// third of the time. Source lines are no secret, so what is deleted
	// need not be overwritten, which some builds of SQLite do.
	if (!store_exec(s, "PRAGMA page_size = 16384;", e) || !migrate(s, e) ||
	    !store_exec(s,
			"PRAGMA synchronous = NORMAL;"
			"PRAGMA secure_delete = OFF;"
			"PRAGMA temp_store = MEMORY;"
			"PRAGMA cache_size = -65536;"
			"PRAGMA mmap_size = 268435456;",
			e) ||
	    !set_journal(s, e) || !findings_declare(s, e)) {
		store_close(s);
		return NULL;
	}
	return s;
}

// ---- where nothing can be written

static bool may_write(const char *path)
{
	return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

// To read a file with a write-ahead log SQLite writes beside it, unless it is
// told that nobody does.
static bool is_fixed(const char *path)
{
	struct arena a = { 0 };
	struct stat log;
	bool is_logged = stat(arena_printf(&a, "%s-wal", path), &log) == 0 &&
			 log.st_size;
	bool is_writable =
		may_write(path) && may_write(path_directory(&a, path));

	arena_release(&a);
	return !is_writable && !is_logged;
}

static bool is_of_now(struct store_db *s, struct err *e)
{
	int64_t version = 0;

	return check_owner(s, &version, e) &&
	       (version == VERSION ||
		err_set(e, ERR_DATABASE,
			"'%s' was written by an older oncelint, and cannot be "
			"written to bring it up to date: copy it",
			s->path));
}

static struct store_db *open_fixed(const char *path, struct err *e)
{
	struct str uri = STR_INIT;

	str_add(&uri, "file:");
	for (const char *p = path; *p; p++)
		if (strchr("%?#", *p))
			str_printf(&uri, "%%%02X", (unsigned char)*p);
		else
			str_add_char(&uri, *p);
	str_add(&uri, "?immutable=1");
	struct store_db *s = open_file(
		path, uri.text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, e);
	str_release(&uri);
	if (s && !is_of_now(s, e)) {
		store_close(s);
		return NULL;
	}
	return s;
}

struct store_db *store_open_to_read(const char *path, struct err *e)
{
	return is_fixed(path) ? open_fixed(path, e) : store_open(path, e);
}

void store_close(struct store_db *s)
{
	if (!s)
		return;
	for (int i = 0; i < STMT_COUNT; i++)
		sqlite3_finalize(s->stmts[i]);
	store_forget(s);
	sqlite3_close(s->db);
	free(s->path);
	free(s->root);
	free(s);
}
