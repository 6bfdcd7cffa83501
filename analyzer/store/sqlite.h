// SPDX-License-Identifier: Apache-2.0
// What the files of store/ share.
#ifndef ONCELINT_STORE_SQLITE_H
#define ONCELINT_STORE_SQLITE_H

#include <sqlite3.h>
#include <stdlib.h>

#include "base/arena.h"
#include "store/store.h"

enum stmt_id {
#define STMT(name, sql) STMT_##name,
#include "store/stmt.def"
#undef STMT
	STMT_COUNT
};

struct known_file;    // path -> id
struct known_snippet; // ids that are there

struct store_db {
	sqlite3 *db;
	char *path;
	sqlite3_stmt *stmts[STMT_COUNT]; // prepared on first use
	// the run
	char *root;
	int64_t run_id;
	int64_t previous_id; // 0: none
	bool is_whole;
	struct arena arena; // of the two tables
	struct known_file *files;
	struct known_snippet *snippets;
};

// Sets `e` from the connection's last failure, with a remedy; always false.
bool store_fail(struct store_db *s, struct err *e);
// Drops what is remembered of the run's rows.
void store_forget(struct store_db *s);
bool store_exec(struct store_db *s, const char *sql, struct err *e);

#endif
