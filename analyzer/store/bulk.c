// SPDX-License-Identifier: Apache-2.0
// Rows that come in the order of their key go to the end of a table; others
// each to a page of their own, which costs a read and a write when there are
// many. So source lines, whose ids are hashes, are written sorted, and the
// indexes of the first run are made when all its rows are there.
#include "store/bulk.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "store/sqlite.h"

#define SNIPPETS_MAX (1u << 22) // about 100 MiB

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

static void give_snippet(sqlite3_context *out, const void *rows, uint32_t row,
			 int column)
{
	const struct snippet *x = (const struct snippet *)rows + row;

	if (column == 0)
		sqlite3_result_int64(out, x->id);
	else
		sqlite3_result_text(out, x->text, (int)x->length,
				    SQLITE_STATIC);
}

bool bulk_declare(struct store_db *s, struct err *e)
{
	s->new_snippets = (struct rows){
		.name = "new_snippets",
		.columns = "id, text",
		.value = give_snippet,
	};
	return rows_declare(s, &s->new_snippets, e);
}

static int snippet_compare(const void *a, const void *b)
{
	const struct snippet *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
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

	if (!b->snippets.count)
		return true;
	drop_equal(b);
	bool ok = store_run_rows(s, STMT_ADD_SNIPPETS, &s->new_snippets,
				 b->snippets.at, b->snippets.count, e);
	b->snippets.count = 0;
	return ok;
}

struct snippet snippet_of(const char *text, size_t length)
{
	return (struct snippet){
		.id = (int64_t)(XXH3_64bits(text, length) & INT64_MAX),
		.text = text,
		.length = length,
	};
}

bool bulk_add_snippet(struct store_db *s, const struct snippet *x,
		      struct err *e)
{
	struct bulk *b = &s->bulk;
	int64_t *recent = &b->recent[x->id % RECENT_SNIPPETS];

	if (*recent == x->id)
		return true;
	if (b->snippets.count == SNIPPETS_MAX && !write_snippets(s, e))
		return false;
	*recent = x->id;
	VEC_PUSH(&b->arena, &b->snippets, *x);
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
	*b = (struct bulk){ 0 };
}
