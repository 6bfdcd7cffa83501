// SPDX-License-Identifier: Apache-2.0
// Rows that come in the order of their key go to the end of a table; others
// each to a page of their own, which costs a read and a write when there are
// many. So source lines, whose ids are hashes, are written sorted, many at a
// time, and the indexes of the first run are made when all its rows are there.
#include "store/bulk.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "store/sqlite.h"

#define SNIPPETS_MAX (1u << 20) // about 100 MiB

// ---- indexes

static bool has_findings(struct store_db *s, bool *out, struct err *e)
{
	sqlite3_stmt *stmt;

	if (sqlite3_prepare_v2(s->db, "SELECT 1 FROM findings LIMIT 1", -1,
			       &stmt, NULL) != SQLITE_OK)
		return store_fail(s, e);
	int code = sqlite3_step(stmt);
	*out = code == SQLITE_ROW;
	sqlite3_finalize(stmt);
	return code == SQLITE_ROW || code == SQLITE_DONE || store_fail(s, e);
}

// Those of constraints have no SQL, and stay.
static bool drop_indexes(struct store_db *s, struct err *e)
{
	struct bulk *b = &s->bulk;
	sqlite3_stmt *stmt;
	struct str drops = STR_INIT;
	int code;

	if (sqlite3_prepare_v2(s->db,
			       "SELECT sql, name FROM sqlite_schema WHERE type "
			       "= 'index' AND sql IS NOT NULL AND tbl_name IN "
			       "('findings', 'presence')",
			       -1, &stmt, NULL) != SQLITE_OK)
		return store_fail(s, e);
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		const char *sql = (const char *)sqlite3_column_text(stmt, 0);

		VEC_PUSH(&b->arena, &b->indexes, arena_strdup(&b->arena, sql));
		str_printf(&drops, "DROP INDEX \"%s\";",
			   (const char *)sqlite3_column_text(stmt, 1));
	}
	bool ok = code == SQLITE_DONE || store_fail(s, e);
	sqlite3_finalize(stmt);
	ok = ok && store_exec(s, drops.text, e);
	str_release(&drops);
	return ok;
}

bool bulk_begin(struct store_db *s, struct err *e)
{
	bool has_any = true;

	bulk_release(&s->bulk);
	if (!has_findings(s, &has_any, e))
		return false;
	s->bulk.was_empty = !has_any;
	return has_any || drop_indexes(s, e);
}

// ---- source lines

static int snippet_compare(const void *a, const void *b)
{
	const struct snippet *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static bool write_some(struct store_db *s, const struct snippet *x,
		       uint32_t count, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(
		s, count == MANY_ROWS ? STMT_ADD_SNIPPETS : STMT_ADD_SNIPPET,
		e);

	if (!stmt)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		sqlite3_bind_int64(stmt, (int)i * 2 + 1, x[i].id);
		sqlite3_bind_text(stmt, (int)i * 2 + 2, x[i].text,
				  (int)x[i].length, SQLITE_STATIC);
	}
	return store_run(s, stmt, NULL, e);
}

static void drop_equal(struct bulk *b)
{
	uint32_t kept = 0;

	qsort(b->snippets.at, b->snippets.count, sizeof(*b->snippets.at),
	      snippet_compare);
	for (uint32_t i = 0; i < b->snippets.count; i++)
		if (!i || b->snippets.at[i].id != b->snippets.at[kept - 1].id)
			b->snippets.at[kept++] = b->snippets.at[i];
	b->snippets.count = kept;
}

static bool write_snippets(struct store_db *s, struct err *e)
{
	struct bulk *b = &s->bulk;
	bool ok = true;

	if (b->snippets.count)
		drop_equal(b);
	for (uint32_t i = 0, n; ok && i < b->snippets.count; i += n) {
		n = b->snippets.count - i < MANY_ROWS ? 1 : MANY_ROWS;
		ok = write_some(s, &b->snippets.at[i], n, e);
	}
	b->snippets.count = 0;
	arena_reset(&b->texts);
	return ok;
}

bool bulk_add_snippet(struct store_db *s, const char *text, size_t length,
		      int64_t *id, struct err *e)
{
	struct bulk *b = &s->bulk;

	*id = (int64_t)(XXH3_64bits(text, length) & INT64_MAX);
	int64_t *recent = &b->recent[*id % RECENT_SNIPPETS];
	if (*recent == *id)
		return true;
	if (b->snippets.count == SNIPPETS_MAX && !write_snippets(s, e))
		return false;
	*recent = *id;
	VEC_PUSH(&b->arena, &b->snippets,
		 (struct snippet){ *id, arena_strndup(&b->texts, text, length),
				   length });
	return true;
}

// ---- the end

bool bulk_end(struct store_db *s, struct err *e)
{
	struct bulk *b = &s->bulk;
	bool ok = write_snippets(s, e);

	VEC_EACH (const char *, sql, &b->indexes)
		ok = ok && store_exec(s, *sql, e);
	bulk_release(b);
	return ok;
}

void bulk_release(struct bulk *b)
{
	arena_release(&b->arena);
	arena_release(&b->texts);
	*b = (struct bulk){ 0 };
}
