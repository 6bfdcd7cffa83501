// SPDX-License-Identifier: Apache-2.0
// Rows that come in the order of an index go to its end; others each to a page
// of their own, which costs a read and a write when there are many. Findings
// come by place, so the index of their identities is made, sorted, when all of
// the first run are there.
#include "store/bulk.h"

#include "store/sqlite.h"

#define INDEX "findings_by_identity"

// The text that a query gives, NULL if it gives none.
static bool get_text(struct store_db *s, const char *sql, char **out,
		     struct err *e)
{
	sqlite3_stmt *stmt;

	if (sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL) != SQLITE_OK)
		return store_fail(s, e);
	int code = sqlite3_step(stmt);
	if (code == SQLITE_ROW)
		*out = arena_strdup(&s->bulk.arena,
				    (const char *)sqlite3_column_text(stmt, 0));
	sqlite3_finalize(stmt);
	return code == SQLITE_ROW || code == SQLITE_DONE || store_fail(s, e);
}

bool bulk_begin(struct store_db *s, struct err *e)
{
	struct bulk *b = &s->bulk;
	char *any = NULL;

	bulk_release(b);
	if (!get_text(s, "SELECT id FROM findings LIMIT 1", &any, e))
		return false;
	b->was_empty = !any;
	return any ||
	       (get_text(s,
			 "SELECT sql FROM sqlite_schema WHERE name = '" INDEX
			 "'",
			 &b->index, e) &&
		store_exec(s, "DROP INDEX IF EXISTS " INDEX, e));
}

bool bulk_end(struct store_db *s, struct err *e)
{
	bool ok = !s->bulk.index || store_exec(s, s->bulk.index, e);

	bulk_release(&s->bulk);
	return ok;
}

void bulk_release(struct bulk *b)
{
	arena_release(&b->arena);
	*b = (struct bulk){ 0 };
}
