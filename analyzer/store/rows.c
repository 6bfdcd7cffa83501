// SPDX-License-Identifier: Apache-2.0
// A virtual table without a CREATE: it is there by its name, can only be read,
// and only from its first row to its last.
#include "store/rows.h"

#include "base/str.h"
#include "store/sqlite.h"

struct table {
	sqlite3_vtab base; // first: SQLite knows no more of it
	const struct rows *rows;
};

struct cursor {
	sqlite3_vtab_cursor base; // first, as well
	uint32_t row;
};

static const struct rows *rows_of(const sqlite3_vtab_cursor *c)
{
	return ((const struct table *)c->pVtab)->rows;
}

static int rows_connect(sqlite3 *db, void *rows, int argc,
			const char *const *argv, sqlite3_vtab **out,
			char **error)
{
	const struct rows *r = rows;
	struct str sql = STR_INIT;

	(void)argc;
	(void)argv;
	(void)error;
	str_printf(&sql, "CREATE TABLE x (%s)", r->columns);
	int code = sqlite3_declare_vtab(db, sql.text);
	str_release(&sql);
	if (code != SQLITE_OK)
		return code;
	struct table *t = xcalloc(1, sizeof(*t));
	t->rows = r;
	*out = &t->base;
	return SQLITE_OK;
}

static int rows_disconnect(sqlite3_vtab *table)
{
	free(table);
	return SQLITE_OK;
}

// There is one way to read them.
static int rows_plan(sqlite3_vtab *table, sqlite3_index_info *plan)
{
	(void)table;
	plan->estimatedRows = 1000;
	plan->estimatedCost = 1000;
	return SQLITE_OK;
}

static int rows_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
	struct cursor *c = xcalloc(1, sizeof(*c));

	(void)table;
	*out = &c->base;
	return SQLITE_OK;
}

static int rows_close(sqlite3_vtab_cursor *cursor)
{
	free(cursor);
	return SQLITE_OK;
}

static int rows_rewind(sqlite3_vtab_cursor *cursor, int plan, const char *text,
		       int argc, sqlite3_value **argv)
{
	(void)plan;
	(void)text;
	(void)argc;
	(void)argv;
	((struct cursor *)cursor)->row = 0;
	return SQLITE_OK;
}

static int rows_next(sqlite3_vtab_cursor *cursor)
{
	((struct cursor *)cursor)->row++;
	return SQLITE_OK;
}

static int rows_at_end(sqlite3_vtab_cursor *cursor)
{
	return ((struct cursor *)cursor)->row >= rows_of(cursor)->count;
}

static int rows_column(sqlite3_vtab_cursor *cursor, sqlite3_context *out,
		       int column)
{
	const struct rows *r = rows_of(cursor);

	r->value(out, r->at, ((struct cursor *)cursor)->row, column);
	return SQLITE_OK;
}

static int rows_id(sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
	*id = ((struct cursor *)cursor)->row;
	return SQLITE_OK;
}

bool rows_declare(struct store_db *s, struct rows *r, struct err *e)
{
	static const sqlite3_module module = {
		.xConnect = rows_connect,
		.xDisconnect = rows_disconnect,
		.xBestIndex = rows_plan,
		.xOpen = rows_open,
		.xClose = rows_close,
		.xFilter = rows_rewind,
		.xNext = rows_next,
		.xEof = rows_at_end,
		.xColumn = rows_column,
		.xRowid = rows_id,
	};

	return sqlite3_create_module_v2(s->db, r->name, &module, r, NULL) ==
		       SQLITE_OK ||
	       store_fail(s, e);
}
