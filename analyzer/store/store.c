// SPDX-License-Identifier: Apache-2.0
#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/file.h"
#include "store/sqlite.h"

// ---- statements

static const char *const texts[STMT_COUNT] = {
#define STMT(name, sql) [STMT_##name] = sql,
#include "store/stmt.def"
#undef STMT
};

sqlite3_stmt *store_prepare(struct store_db *s, enum stmt_id id, struct err *e)
{
	if (!s->stmts[id] &&
	    sqlite3_prepare_v3(s->db, texts[id], -1, SQLITE_PREPARE_PERSISTENT,
			       &s->stmts[id], NULL) != SQLITE_OK) {
		store_fail(s, e);
		return NULL;
	}
	return s->stmts[id];
}

void store_bind_text(sqlite3_stmt *stmt, int at, const char *text)
{
	if (text)
		sqlite3_bind_text(stmt, at, text, -1, SQLITE_STATIC);
	else
		sqlite3_bind_null(stmt, at);
}

bool store_run(struct store_db *s, sqlite3_stmt *stmt, int64_t *out,
	       struct err *e)
{
	int code = sqlite3_step(stmt);
	bool ok = code == SQLITE_DONE || code == SQLITE_ROW;

	if (out)
		*out = code == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : 0;
	if (!ok)
		store_fail(s, e);
	sqlite3_reset(stmt);
	sqlite3_clear_bindings(stmt);
	return ok;
}

bool store_run_with_number(struct store_db *s, enum stmt_id id, int64_t value,
			   int64_t *out, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(s, id, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, value);
	return store_run(s, stmt, out, e);
}

bool store_run_rows(struct store_db *s, enum stmt_id id, struct rows *rows,
		    const void *at, uint32_t count, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(s, id, e);

	rows->at = at;
	rows->count = count;
	return stmt && store_run(s, stmt, NULL, e);
}

static bool run_with_text(struct store_db *s, enum stmt_id id, const char *text,
			  int64_t *out, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(s, id, e);

	if (!stmt)
		return false;
	store_bind_text(stmt, 1, text);
	return store_run(s, stmt, out, e);
}

// ---- files: most are met many times, so that ids are remembered

struct known_file {
	const char *path; // as kept
	int64_t id;
	UT_hash_handle hh;
};

void store_forget(struct store_db *s)
{
	HASH_CLEAR(hh, s->files);
	s->last_file = NULL;
	arena_release(&s->arena);
	str_release(&s->scratch);
	bulk_release(&s->bulk);
}

static const char *kept_path(const struct store_db *s, const char *path)
{
	return path_relative(path, s->root);
}

static bool find_file(struct store_db *s, const char *kept, int64_t *id,
		      struct err *e)
{
	if (!run_with_text(s, STMT_FIND_FILE, kept, id, e))
		return false;
	if (*id)
		return true;
	if (!run_with_text(s, STMT_ADD_FILE, kept, NULL, e))
		return false;
	*id = sqlite3_last_insert_rowid(s->db);
	return true;
}

static struct known_file *know_file(struct store_db *s, const char *kept,
				    struct err *e)
{
	struct known_file *known;
	int64_t id = 0;

	HASH_FIND_STR(s->files, kept, known);
	if (known || !find_file(s, kept, &id, e))
		return known;
	known = ARENA_NEW(&s->arena, struct known_file);
	known->path = arena_strdup(&s->arena, kept);
	known->id = id;
	HASH_ADD_KEYPTR(hh, s->files, known->path, strlen(known->path), known);
	return known;
}

bool store_file_id(struct store_db *s, const char *path, int64_t *id,
		   struct err *e)
{
	const char *kept = kept_path(s, path);

	if (!s->last_file || strcmp(s->last_file->path, kept) != 0) {
		const struct known_file *known = know_file(s, kept, e);

		if (!known)
			return false;
		s->last_file = known;
	}
	*id = s->last_file->id;
	return true;
}

// ---- the run

bool store_begin_run(struct store_db *s, const struct store_run *r,
		     struct err *e)
{
	if (!store_exec(s,
			"BEGIN IMMEDIATE;"
			"CREATE TEMP TABLE IF NOT EXISTS covered "
			"(path TEXT PRIMARY KEY) WITHOUT ROWID;"
			"CREATE TEMP TABLE IF NOT EXISTS failed "
			"(path TEXT PRIMARY KEY) WITHOUT ROWID;"
			"DELETE FROM temp.covered; DELETE FROM temp.failed;",
			e))
		return false;
	sqlite3_stmt *stmt = store_prepare(s, STMT_ADD_RUN, e);
	if (!stmt)
		return false;
	store_bind_text(stmt, 1, r->version);
	store_bind_text(stmt, 2, r->command);
	store_bind_text(stmt, 3, r->root);
	sqlite3_bind_int(stmt, 4, r->is_whole);
	if (!store_run(s, stmt, NULL, e))
		return false;
	s->run_id = sqlite3_last_insert_rowid(s->db);
	s->is_whole = r->is_whole;
	store_forget(s);
	free(s->root);
	s->root = xstrdup(r->root);
	return store_run_with_number(s, STMT_PREVIOUS_RUN, s->run_id,
				     &s->previous_id, e) &&
	       bulk_begin(s, e);
}

// The files that the unit's analysis saw, so that absence means gone.
static bool add_coverage(struct store_db *s, const struct artifact *x,
			 struct err *e)
{
	if (x->status == UNIT_FAILED)
		return run_with_text(s, STMT_ADD_FAILED, kept_path(s, x->file),
				     NULL, e);
	if (!run_with_text(s, STMT_ADD_COVERED, kept_path(s, x->file), NULL, e))
		return false;
	VEC_EACH (const char *, path, &x->dependencies)
		if (!run_with_text(s, STMT_ADD_COVERED, kept_path(s, *path),
				   NULL, e))
			return false;
	return true;
}

bool store_add_unit(struct store_db *s, const struct artifact *x, struct err *e)
{
	int64_t file = 0;

	if (!store_file_id(s, x->file, &file, e))
		return false;
	sqlite3_stmt *stmt = store_prepare(s, STMT_ADD_UNIT, e);
	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, s->run_id);
	sqlite3_bind_int64(stmt, 2, file);
	store_bind_text(stmt, 3, unit_status_word(x->status));
	store_bind_text(stmt, 4, x->reason);
	sqlite3_bind_int64(stmt, 5, x->function_count);
	sqlite3_bind_int64(stmt, 6, x->skipped_functions);
	sqlite3_bind_int64(stmt, 7, x->error_count);
	sqlite3_bind_int64(stmt, 8, x->state_limit_hits);
	sqlite3_bind_int64(stmt, 9, x->findings.list.count);
	sqlite3_bind_int64(stmt, 10, (int64_t)x->times.parse_us);
	sqlite3_bind_int64(stmt, 11, (int64_t)x->times.lower_us);
	sqlite3_bind_int64(stmt, 12, (int64_t)x->times.solve_us);
	return store_run(s, stmt, NULL, e) && add_coverage(s, x, e);
}

// ---- suppressions

bool store_add_suppression(struct store_db *s,
			   const struct store_suppression *x, struct err *e)
{
	static const char *const states[] = {
		[SUPPRESSION_USED] = "used",
		[SUPPRESSION_UNUSED] = "unused",
		[SUPPRESSION_EXPIRED] = "expired",
		[SUPPRESSION_BROKEN] = "broken",
	};
	int64_t file = 0;

	if (!store_file_id(s, x->file, &file, e))
		return false;
	sqlite3_stmt *stmt = store_prepare(s, STMT_ADD_SUPPRESSION, e);
	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, s->run_id);
	sqlite3_bind_int64(stmt, 2, file);
	sqlite3_bind_int64(stmt, 3, x->line);
	store_bind_text(stmt, 4, x->kinds);
	store_bind_text(stmt, 5, x->reason);
	store_bind_text(stmt, 6, x->expires);
	store_bind_text(stmt, 7, states[x->state]);
	return store_run(s, stmt, NULL, e);
}

// ---- the end

static bool carry_unseen(struct store_db *s, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(s, STMT_CARRY_PRESENCE, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, s->run_id);
	sqlite3_bind_int64(stmt, 2, s->previous_id);
	sqlite3_bind_int(stmt, 3, s->is_whole);
	return store_run(s, stmt, NULL, e);
}

static bool end_row(struct store_db *s, const struct store_counts *c,
		    struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(s, STMT_END_RUN, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, s->run_id);
	sqlite3_bind_int64(stmt, 2, c->units);
	sqlite3_bind_int64(stmt, 3, c->skipped);
	sqlite3_bind_int64(stmt, 4, c->cached);
	sqlite3_bind_int64(stmt, 5, c->degraded);
	sqlite3_bind_int64(stmt, 6, c->failed);
	sqlite3_bind_int64(stmt, 7, c->findings);
	sqlite3_bind_int64(stmt, 8, c->milliseconds);
	return store_run(s, stmt, NULL, e);
}

bool store_end_run(struct store_db *s, const struct store_counts *counts,
		   struct store_history *history, struct err *e)
{
	int64_t appeared = 0, gone = 0;

	if (!bulk_end(s, e) || !carry_unseen(s, e) || !end_row(s, counts, e) ||
	    !store_run_with_number(s, STMT_COUNT_NEW, s->run_id, &appeared,
				   e) ||
	    !store_run_with_number(s, STMT_COUNT_GONE, s->previous_id, &gone,
				   e))
		return false;
	history->appeared = (uint32_t)appeared;
	history->gone = (uint32_t)gone;
	if (!store_exec(s, "COMMIT", e))
		return false;
	// The first run had none; if somebody reads by now, the next one asks.
	sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
	return true;
}
