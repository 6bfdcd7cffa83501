// SPDX-License-Identifier: Apache-2.0
#include "store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"
#include "store/sqlite.h"

// ---- statements

static const char *const texts[STMT_COUNT] = {
#define STMT(name, sql) [STMT_##name] = sql,
#include "store/stmt.def"
#undef STMT
};

// The statement, ready to be bound; NULL and `e` set if SQLite refuses it.
static sqlite3_stmt *prepare(struct store_db *s, enum stmt_id id, struct err *e)
{
	if (!s->stmts[id] &&
	    sqlite3_prepare_v3(s->db, texts[id], -1, SQLITE_PREPARE_PERSISTENT,
			       &s->stmts[id], NULL) != SQLITE_OK) {
		store_fail(s, e);
		return NULL;
	}
	return s->stmts[id];
}

static void bind_text(sqlite3_stmt *stmt, int at, const char *text)
{
	if (text)
		sqlite3_bind_text(stmt, at, text, -1, SQLITE_TRANSIENT);
	else
		sqlite3_bind_null(stmt, at);
}

// Runs a statement that gives at most one number; 0 if it gives none.
static bool run(struct store_db *s, sqlite3_stmt *stmt, int64_t *out,
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

static bool run_with_number(struct store_db *s, enum stmt_id id, int64_t value,
			    int64_t *out, struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, id, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, value);
	return run(s, stmt, out, e);
}

static bool run_with_text(struct store_db *s, enum stmt_id id, const char *text,
			  int64_t *out, struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, id, e);

	if (!stmt)
		return false;
	bind_text(stmt, 1, text);
	return run(s, stmt, out, e);
}

// ---- files and snippets

static const char *kept_path(const struct store_db *s, const char *path)
{
	return path_relative(path, s->root);
}

static bool file_id(struct store_db *s, const char *path, int64_t *id,
		    struct err *e)
{
	const char *kept = kept_path(s, path);

	if (!run_with_text(s, STMT_FIND_FILE, kept, id, e))
		return false;
	if (*id)
		return true;
	if (!run_with_text(s, STMT_ADD_FILE, kept, NULL, e))
		return false;
	*id = sqlite3_last_insert_rowid(s->db);
	return true;
}

#define HASH_TEXT 33

// Keeps the line and gives its hash; an empty hash when there is no line.
static bool add_snippet(struct store_db *s, const char *text, size_t length,
			char hash[HASH_TEXT], struct err *e)
{
	*hash = '\0';
	if (!text)
		return true;
	XXH128_hash_t h = XXH3_128bits(text, length);
	snprintf(hash, HASH_TEXT, "%016" PRIx64 "%016" PRIx64,
		 (uint64_t)h.high64, (uint64_t)h.low64);
	sqlite3_stmt *stmt = prepare(s, STMT_ADD_SNIPPET, e);
	if (!stmt)
		return false;
	bind_text(stmt, 1, hash);
	sqlite3_bind_text(stmt, 2, text, (int)length, SQLITE_TRANSIENT);
	return run(s, stmt, NULL, e);
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
	sqlite3_stmt *stmt = prepare(s, STMT_ADD_RUN, e);
	if (!stmt)
		return false;
	bind_text(stmt, 1, r->version);
	bind_text(stmt, 2, r->command);
	bind_text(stmt, 3, r->root);
	sqlite3_bind_int(stmt, 4, r->is_whole);
	if (!run(s, stmt, NULL, e))
		return false;
	s->run_id = sqlite3_last_insert_rowid(s->db);
	s->is_whole = r->is_whole;
	free(s->root);
	s->root = xstrdup(r->root);
	return run_with_number(s, STMT_PREVIOUS_RUN, s->run_id, &s->previous_id,
			       e);
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

	if (!file_id(s, x->file, &file, e))
		return false;
	sqlite3_stmt *stmt = prepare(s, STMT_ADD_UNIT, e);
	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, s->run_id);
	sqlite3_bind_int64(stmt, 2, file);
	bind_text(stmt, 3, unit_status_word(x->status));
	bind_text(stmt, 4, x->reason);
	sqlite3_bind_int64(stmt, 5, x->function_count);
	sqlite3_bind_int64(stmt, 6, x->skipped_functions);
	sqlite3_bind_int64(stmt, 7, x->error_count);
	sqlite3_bind_int64(stmt, 8, x->state_limit_hits);
	sqlite3_bind_int64(stmt, 9, x->findings.list.count);
	sqlite3_bind_int64(stmt, 10, (int64_t)x->parse_us);
	sqlite3_bind_int64(stmt, 11, (int64_t)x->solve_us);
	return run(s, stmt, NULL, e) && add_coverage(s, x, e);
}

// ---- findings

struct lines {
	store_line_fn get;
	void *data;
};

// Binds place and snippet: file, line, column, end line, end column, hash.
static bool bind_place(struct store_db *s, sqlite3_stmt *stmt, int at,
		       const struct loc *l, const struct lines *lines,
		       struct err *e)
{
	char hash[HASH_TEXT] = "";
	int64_t file = 0;

	if (l->file) {
		size_t length = 0;
		const char *text =
			lines->get(lines->data, l->file, l->line, &length);

		if (!file_id(s, l->file, &file, e) ||
		    !add_snippet(s, text, length, hash, e))
			return false;
		sqlite3_bind_int64(stmt, at, file);
	}
	sqlite3_bind_int64(stmt, at + 1, l->line);
	sqlite3_bind_int64(stmt, at + 2, l->column);
	sqlite3_bind_int64(stmt, at + 3, l->end_line);
	sqlite3_bind_int64(stmt, at + 4, l->end_column);
	bind_text(stmt, at + 5, *hash ? hash : NULL);
	return true;
}

static bool add_row(struct store_db *s, const struct finding *f,
		    const struct lines *lines, struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, STMT_ADD_FINDING, e);

	if (!stmt)
		return false;
	bind_text(stmt, 1, f->identity);
	bind_text(stmt, 2, kind_info(f->kind)->id);
	bind_text(stmt, 3, severity_word(f->severity));
	bind_text(stmt, 4, certainty_word(f->certainty));
	bind_text(stmt, 5, f->pack);
	bind_text(stmt, 6, f->family);
	bind_text(stmt, 7, f->handle);
	bind_text(stmt, 8, f->operation);
	bind_text(stmt, 9, f->message);
	bind_text(stmt, 10, f->function);
	if (!bind_place(s, stmt, 11, &f->loc, lines, e))
		return false;
	if (f->is_suppressed)
		bind_text(stmt, 17,
			  f->suppression_reason ? f->suppression_reason : "");
	return run(s, stmt, NULL, e);
}

static bool add_step(struct store_db *s, int64_t finding, uint32_t position,
		     const struct step *p, const struct lines *lines,
		     struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, STMT_ADD_STEP, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, finding);
	sqlite3_bind_int64(stmt, 2, position);
	bind_text(stmt, 3, step_word(p->kind));
	sqlite3_bind_int(stmt, 4, p->is_essential);
	sqlite3_bind_int64(stmt, 5, p->depth);
	bind_text(stmt, 6, p->message);
	return bind_place(s, stmt, 7, &p->loc, lines, e) &&
	       run(s, stmt, NULL, e);
}

static bool add_steps(struct store_db *s, int64_t id, const struct finding *f,
		      const struct lines *lines, struct err *e)
{
	if (!run_with_number(s, STMT_DROP_STEPS, id, NULL, e))
		return false;
	for (uint32_t i = 0; i < f->step_count; i++)
		if (!add_step(s, id, i, &f->steps[i], lines, e))
			return false;
	return true;
}

// Continues the interval that ended with the run before, or begins one.
static bool add_presence(struct store_db *s, int64_t finding, struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, STMT_EXTEND_PRESENCE, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, finding);
	sqlite3_bind_int64(stmt, 2, s->run_id);
	sqlite3_bind_int64(stmt, 3, s->previous_id);
	if (!run(s, stmt, NULL, e))
		return false;
	if (sqlite3_changes(s->db))
		return true;
	stmt = prepare(s, STMT_ADD_PRESENCE, e);
	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, finding);
	sqlite3_bind_int64(stmt, 2, s->run_id);
	return run(s, stmt, NULL, e);
}

bool store_add_finding(struct store_db *s, const struct finding *f,
		       store_line_fn line, void *line_data, struct err *e)
{
	struct lines lines = { line, line_data };
	int64_t id = 0;

	return add_row(s, f, &lines, e) &&
	       run_with_text(s, STMT_FIND_FINDING, f->identity, &id, e) &&
	       add_steps(s, id, f, &lines, e) && add_presence(s, id, e);
}

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

	if (!file_id(s, x->file, &file, e))
		return false;
	sqlite3_stmt *stmt = prepare(s, STMT_ADD_SUPPRESSION, e);
	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, s->run_id);
	sqlite3_bind_int64(stmt, 2, file);
	sqlite3_bind_int64(stmt, 3, x->line);
	bind_text(stmt, 4, x->kinds);
	bind_text(stmt, 5, x->reason);
	bind_text(stmt, 6, x->expires);
	bind_text(stmt, 7, states[x->state]);
	return run(s, stmt, NULL, e);
}

// ---- the end

static bool carry_unseen(struct store_db *s, struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, STMT_CARRY_PRESENCE, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, s->run_id);
	sqlite3_bind_int64(stmt, 2, s->previous_id);
	sqlite3_bind_int(stmt, 3, s->is_whole);
	return run(s, stmt, NULL, e);
}

static bool end_row(struct store_db *s, const struct store_counts *c,
		    struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, STMT_END_RUN, e);

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
	return run(s, stmt, NULL, e);
}

bool store_end_run(struct store_db *s, const struct store_counts *counts,
		   struct store_history *history, struct err *e)
{
	int64_t appeared = 0, gone = 0;

	if (!carry_unseen(s, e) || !end_row(s, counts, e) ||
	    !run_with_number(s, STMT_COUNT_NEW, s->run_id, &appeared, e) ||
	    !run_with_number(s, STMT_COUNT_GONE, s->previous_id, &gone, e))
		return false;
	history->appeared = (uint32_t)appeared;
	history->gone = (uint32_t)gone;
	return store_exec(s, "COMMIT", e);
}
