// SPDX-License-Identifier: Apache-2.0
#include "store/store.h"

#include <string.h>
#include <uthash.h>
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

// `text` must live until the statement has run.
static void bind_text(sqlite3_stmt *stmt, int at, const char *text)
{
	if (text)
		sqlite3_bind_text(stmt, at, text, -1, SQLITE_STATIC);
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

// ---- files and snippets: most are met many times, so that ids are remembered

struct known_file {
	const char *path; // as kept
	int64_t id;
	UT_hash_handle hh;
};

struct known_snippet {
	int64_t id;
	UT_hash_handle hh;
};

void store_forget(struct store_db *s)
{
	HASH_CLEAR(hh, s->files);
	HASH_CLEAR(hh, s->snippets);
	arena_release(&s->arena);
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

static bool file_id(struct store_db *s, const char *path, int64_t *id,
		    struct err *e)
{
	const char *kept = kept_path(s, path);
	struct known_file *known;

	HASH_FIND_STR(s->files, kept, known);
	if (!known) {
		if (!find_file(s, kept, id, e))
			return false;
		known = ARENA_NEW(&s->arena, struct known_file);
		known->path = arena_strdup(&s->arena, kept);
		known->id = *id;
		HASH_ADD_KEYPTR(hh, s->files, known->path, strlen(known->path),
				known);
	}
	*id = known->id;
	return true;
}

// Keeps the line and gives its hash, which is its id.
static bool add_snippet(struct store_db *s, const char *text, size_t length,
			int64_t *id, struct err *e)
{
	struct known_snippet *known;

	*id = (int64_t)(XXH3_64bits(text, length) & INT64_MAX);
	HASH_FIND(hh, s->snippets, id, sizeof(*id), known);
	if (known)
		return true;
	known = ARENA_NEW(&s->arena, struct known_snippet);
	known->id = *id;
	HASH_ADD(hh, s->snippets, id, sizeof(known->id), known);
	sqlite3_stmt *stmt = prepare(s, STMT_ADD_SNIPPET, e);
	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, *id);
	sqlite3_bind_text(stmt, 2, text, (int)length, SQLITE_STATIC);
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
	store_forget(s);
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
	sqlite3_bind_int64(stmt, 10, (int64_t)x->times.parse_us);
	sqlite3_bind_int64(stmt, 11, (int64_t)x->times.lower_us);
	sqlite3_bind_int64(stmt, 12, (int64_t)x->times.solve_us);
	return run(s, stmt, NULL, e) && add_coverage(s, x, e);
}

// ---- findings

struct lines {
	store_line_fn get;
	void *data;
};

// Binds place and snippet: file, line, column, end line, end column, snippet.
static bool bind_place(struct store_db *s, sqlite3_stmt *stmt, int at,
		       const struct loc *l, const struct lines *lines,
		       struct err *e)
{
	int64_t file = 0, snippet = 0;

	sqlite3_bind_int64(stmt, at + 1, l->line);
	sqlite3_bind_int64(stmt, at + 2, l->column);
	sqlite3_bind_int64(stmt, at + 3, l->end_line);
	sqlite3_bind_int64(stmt, at + 4, l->end_column);
	if (!l->file)
		return true;
	if (!file_id(s, l->file, &file, e))
		return false;
	sqlite3_bind_int64(stmt, at, file);
	size_t length = 0;
	const char *text = lines->get(lines->data, l->file, l->line, &length);
	if (!text)
		return true;
	if (!add_snippet(s, text, length, &snippet, e))
		return false;
	sqlite3_bind_int64(stmt, at + 5, snippet);
	return true;
}

static bool add_row(struct store_db *s, const struct finding *f, int64_t digest,
		    const struct lines *lines, struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, STMT_ADD_FINDING, e);

	if (!stmt)
		return false;
	bind_text(stmt, 1, f->identity);
	sqlite3_bind_int64(stmt, 2, digest);
	bind_text(stmt, 3, kind_info(f->kind)->id);
	bind_text(stmt, 4, severity_word(f->severity));
	bind_text(stmt, 5, certainty_word(f->certainty));
	bind_text(stmt, 6, f->pack);
	bind_text(stmt, 7, f->family);
	bind_text(stmt, 8, f->handle);
	bind_text(stmt, 9, f->operation);
	bind_text(stmt, 10, f->message);
	bind_text(stmt, 11, f->function);
	if (f->is_suppressed)
		bind_text(stmt, 12,
			  f->suppression_reason ? f->suppression_reason : "");
	return bind_place(s, stmt, 13, &f->loc, lines, e) &&
	       run(s, stmt, NULL, e);
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
	for (uint32_t i = 0; i < f->step_count; i++)
		if (!add_step(s, id, i, &f->steps[i], lines, e))
			return false;
	return true;
}

// Continues the interval that ended with the run before, or begins one.
static bool add_presence(struct store_db *s, int64_t finding, bool is_new,
			 struct err *e)
{
	sqlite3_stmt *stmt;

	if (!is_new) {
		stmt = prepare(s, STMT_EXTEND_PRESENCE, e);
		if (!stmt)
			return false;
		sqlite3_bind_int64(stmt, 1, finding);
		sqlite3_bind_int64(stmt, 2, s->run_id);
		sqlite3_bind_int64(stmt, 3, s->previous_id);
		if (!run(s, stmt, NULL, e))
			return false;
		if (sqlite3_changes(s->db))
			return true;
	}
	stmt = prepare(s, STMT_ADD_PRESENCE, e);
	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, finding);
	sqlite3_bind_int64(stmt, 2, s->run_id);
	return run(s, stmt, NULL, e);
}

static void hash_text(XXH3_state_t *h, const char *text)
{
	XXH3_64bits_update(h, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void hash_place(XXH3_state_t *h, const struct loc *l,
		       const struct lines *lines)
{
	uint32_t numbers[] = { l->line, l->column, l->end_line, l->end_column };
	size_t length = 0;
	const char *text =
		l->file ? lines->get(lines->data, l->file, l->line, &length)
			: NULL;

	hash_text(h, l->file);
	XXH3_64bits_update(h, numbers, sizeof(numbers));
	if (text)
		XXH3_64bits_update(h, text, length);
}

// Of all that is kept besides the identity.
static int64_t digest_of(const struct finding *f, const struct lines *lines)
{
	XXH3_state_t *h = XXH3_createState();
	uint32_t levels[] = { f->severity, f->certainty, f->is_suppressed };

	XXH3_64bits_reset(h);
	XXH3_64bits_update(h, levels, sizeof(levels));
	hash_text(h, f->message);
	hash_text(h, f->suppression_reason);
	hash_place(h, &f->loc, lines);
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *p = &f->steps[i];
		uint32_t kind[] = { p->kind, p->is_essential, p->depth };

		XXH3_64bits_update(h, kind, sizeof(kind));
		hash_text(h, p->message);
		hash_place(h, &p->loc, lines);
	}
	int64_t digest = (int64_t)XXH3_64bits_digest(h);
	XXH3_freeState(h);
	return digest;
}

// Its row and what it held; id 0 if it is new.
static bool find_finding(struct store_db *s, const char *identity, int64_t *id,
			 int64_t *digest, struct err *e)
{
	sqlite3_stmt *stmt = prepare(s, STMT_FIND_FINDING, e);

	if (!stmt)
		return false;
	bind_text(stmt, 1, identity);
	int code = sqlite3_step(stmt);
	*id = code == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : 0;
	*digest = code == SQLITE_ROW ? sqlite3_column_int64(stmt, 1) : 0;
	bool ok = code == SQLITE_ROW || code == SQLITE_DONE || store_fail(s, e);
	sqlite3_reset(stmt);
	return ok;
}

bool store_add_finding(struct store_db *s, const struct finding *f,
		       store_line_fn line, void *line_data, struct err *e)
{
	struct lines lines = { line, line_data };
	int64_t id = 0, old = 0, digest = digest_of(f, &lines);

	if (!find_finding(s, f->identity, &id, &old, e))
		return false;
	bool is_new = !id;
	if (is_new || old != digest) {
		if (!add_row(s, f, digest, &lines, e))
			return false;
		if (is_new)
			id = sqlite3_last_insert_rowid(s->db);
		else if (!run_with_number(s, STMT_DROP_STEPS, id, NULL, e))
			return false;
		if (!add_steps(s, id, f, &lines, e))
			return false;
	}
	return add_presence(s, id, is_new, e);
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
