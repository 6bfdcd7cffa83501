// SPDX-License-Identifier: Apache-2.0
// What the files of store/ share.
#ifndef ONCELINT_STORE_SQLITE_H
#define ONCELINT_STORE_SQLITE_H

#include <sqlite3.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/str.h"
#include "store/bulk.h"
#include "store/rows.h"
#include "store/store.h"

enum stmt_id {
#define STMT(name, sql) STMT_##name,
#include "store/stmt.def"
#undef STMT
	STMT_COUNT
};

struct known_file; // path -> id

struct store_db {
	sqlite3 *db;
	char *path;
	sqlite3_stmt *stmts[STMT_COUNT]; // prepared on first use
	// the run
	char *root;
	int64_t run_id;
	int64_t previous_id; // 0: none
	bool is_whole;
	struct arena arena; // of the table
	struct known_file *files;
	const struct known_file *last_file;
	struct str scratch;
	struct bulk bulk;
	// what statements read of the run, by these names
	struct rows new_findings, seen;
};

// Sets `e` from the connection's last failure, with a remedy; always false.
bool store_fail(struct store_db *s, struct err *e);
// The statement, ready to be bound; NULL and `e` set if SQLite refuses it.
sqlite3_stmt *store_prepare(struct store_db *s, enum stmt_id id, struct err *e);
// `text` must live until the statement has run; NULL is fine.
void store_bind_text(sqlite3_stmt *stmt, int at, const char *text);
// Runs a statement that gives at most one number; 0 if it gives none. `out` may
// be NULL.
bool store_run(struct store_db *s, sqlite3_stmt *stmt, int64_t *out,
	       struct err *e);
// The same with one value bound.
bool store_run_with_number(struct store_db *s, enum stmt_id id, int64_t value,
			   int64_t *out, struct err *e);
// The same for one that reads `rows`, which is given the `count` rows at `at`.
bool store_run_rows(struct store_db *s, enum stmt_id id, struct rows *rows,
		    const void *at, uint32_t count, struct err *e);
// The id of a file, which is made if there is none.
bool store_file_id(struct store_db *s, const char *path, int64_t *id,
		   struct err *e);
// The tables that findings are written from; once a connection.
bool findings_declare(struct store_db *s, struct err *e);
// Drops what is remembered of the run's rows.
void store_forget(struct store_db *s);
bool store_exec(struct store_db *s, const char *sql, struct err *e);

#endif
