// SPDX-License-Identifier: Apache-2.0
// The findings of a run, written. Those that were there already and are as they
// were cost a look; rows of new ones are gathered and written many at a time.
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "store/sqlite.h"

#define FINDING_VALUES 19
#define STEP_VALUES 12

struct finding_row {
	int64_t id;
	int64_t digest;
	const struct finding *finding;
};

struct step_row {
	int64_t finding;
	uint32_t position;
	const struct step *step;
};

struct writer {
	struct store_db *s;
	store_line_fn line;
	void *line_data;
	int64_t last_old; // the last id before this run
	int64_t next;
	struct finding_row findings[MANY_ROWS];
	uint32_t finding_count;
	struct step_row steps[MANY_ROWS];
	uint32_t step_count;
};

// ---- rows

static const char *line_at(const struct writer *w, const struct loc *l,
			   size_t *length)
{
	*length = 0;
	return l->file ? w->line(w->line_data, l->file, l->line, length) : NULL;
}

static void bind_id(sqlite3_stmt *stmt, int at, bool is_set, int64_t id)
{
	if (is_set)
		sqlite3_bind_int64(stmt, at, id);
	else
		sqlite3_bind_null(stmt, at);
}

// Place and snippet: file, line, column, end line, end column, snippet.
static bool bind_place(struct writer *w, sqlite3_stmt *stmt, int at,
		       const struct loc *l, struct err *e)
{
	int64_t file = 0, snippet = 0;
	size_t length;
	const char *text = line_at(w, l, &length);

	if ((l->file && !store_file_id(w->s, l->file, &file, e)) ||
	    (text && !bulk_add_snippet(w->s, text, length, &snippet, e)))
		return false;
	bind_id(stmt, at, l->file != NULL, file);
	sqlite3_bind_int64(stmt, at + 1, l->line);
	sqlite3_bind_int64(stmt, at + 2, l->column);
	sqlite3_bind_int64(stmt, at + 3, l->end_line);
	sqlite3_bind_int64(stmt, at + 4, l->end_column);
	bind_id(stmt, at + 5, text != NULL, snippet);
	return true;
}

static const char *suppression_of(const struct finding *f)
{
	if (!f->is_suppressed)
		return NULL;
	return f->suppression_reason ? f->suppression_reason : "";
}

static bool bind_finding(struct writer *w, sqlite3_stmt *stmt, int at,
			 const struct finding_row *row, struct err *e)
{
	const struct finding *f = row->finding;

	sqlite3_bind_int64(stmt, at, row->id);
	store_bind_text(stmt, at + 1, f->identity);
	sqlite3_bind_int64(stmt, at + 2, row->digest);
	store_bind_text(stmt, at + 3, kind_info(f->kind)->id);
	store_bind_text(stmt, at + 4, severity_word(f->severity));
	store_bind_text(stmt, at + 5, certainty_word(f->certainty));
	store_bind_text(stmt, at + 6, f->pack);
	store_bind_text(stmt, at + 7, f->family);
	store_bind_text(stmt, at + 8, f->handle);
	store_bind_text(stmt, at + 9, f->operation);
	store_bind_text(stmt, at + 10, f->message);
	store_bind_text(stmt, at + 11, f->function);
	store_bind_text(stmt, at + 12, suppression_of(f));
	return bind_place(w, stmt, at + 13, &f->loc, e);
}

static bool bind_step(struct writer *w, sqlite3_stmt *stmt, int at,
		      const struct step_row *row, struct err *e)
{
	const struct step *p = row->step;

	sqlite3_bind_int64(stmt, at, row->finding);
	sqlite3_bind_int64(stmt, at + 1, row->position);
	store_bind_text(stmt, at + 2, step_word(p->kind));
	sqlite3_bind_int(stmt, at + 3, p->is_essential);
	sqlite3_bind_int64(stmt, at + 4, p->depth);
	store_bind_text(stmt, at + 5, p->message);
	return bind_place(w, stmt, at + 6, &p->loc, e);
}

static bool write_findings(struct writer *w, const struct finding_row *rows,
			   uint32_t count, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(
		w->s, count == MANY_ROWS ? STMT_ADD_FINDINGS : STMT_ADD_FINDING,
		e);

	for (uint32_t i = 0; stmt && i < count; i++)
		if (!bind_finding(w, stmt, (int)i * FINDING_VALUES + 1,
				  &rows[i], e))
			return false;
	return stmt && store_run(w->s, stmt, NULL, e);
}

static bool write_steps(struct writer *w, const struct step_row *rows,
			uint32_t count, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(
		w->s, count == MANY_ROWS ? STMT_ADD_STEPS : STMT_ADD_STEP, e);

	for (uint32_t i = 0; stmt && i < count; i++)
		if (!bind_step(w, stmt, (int)i * STEP_VALUES + 1, &rows[i], e))
			return false;
	return stmt && store_run(w->s, stmt, NULL, e);
}

// What is not many is written one by one.
static bool flush(struct writer *w, struct err *e)
{
	for (uint32_t i = 0; i < w->finding_count; i++)
		if (!write_findings(w, &w->findings[i], 1, e))
			return false;
	for (uint32_t i = 0; i < w->step_count; i++)
		if (!write_steps(w, &w->steps[i], 1, e))
			return false;
	w->finding_count = w->step_count = 0;
	return true;
}

static bool add_steps(struct writer *w, int64_t id, const struct finding *f,
		      struct err *e)
{
	for (uint32_t i = 0; i < f->step_count; i++) {
		w->steps[w->step_count++] =
			(struct step_row){ id, i, &f->steps[i] };
		if (w->step_count < MANY_ROWS)
			continue;
		w->step_count = 0;
		if (!write_steps(w, w->steps, MANY_ROWS, e))
			return false;
	}
	return true;
}

static bool add_new(struct writer *w, const struct finding *f, int64_t digest,
		    struct err *e)
{
	int64_t id = w->next++;

	w->findings[w->finding_count++] = (struct finding_row){ id, digest, f };
	if (w->finding_count == MANY_ROWS) {
		w->finding_count = 0;
		if (!write_findings(w, w->findings, MANY_ROWS, e))
			return false;
	}
	return add_steps(w, id, f, e);
}

// ---- what was there before

static void add_text(struct str *out, const char *text)
{
	str_add_bytes(out, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void add_place(struct str *out, const struct writer *w,
		      const struct loc *l)
{
	uint32_t numbers[] = { l->line, l->column, l->end_line, l->end_column };
	size_t length;
	const char *text = line_at(w, l, &length);

	add_text(out, l->file);
	str_add_bytes(out, numbers, sizeof(numbers));
	if (text)
		str_add_bytes(out, text, length);
}

// Of all that is kept besides the identity.
static int64_t digest_of(struct writer *w, const struct finding *f)
{
	uint32_t levels[] = { f->severity, f->certainty, f->is_suppressed };
	struct str *all = &w->s->scratch;

	str_clear(all);
	str_add_bytes(all, levels, sizeof(levels));
	add_text(all, f->message);
	add_text(all, f->suppression_reason);
	add_place(all, w, &f->loc);
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *p = &f->steps[i];
		uint32_t kind[] = { p->kind, p->is_essential, p->depth };

		str_add_bytes(all, kind, sizeof(kind));
		add_text(all, p->message);
		add_place(all, w, &p->loc);
	}
	return (int64_t)XXH3_64bits(all->text, all->length);
}

// Its row and what it held; id 0 if it is new.
static bool find(struct store_db *s, const char *identity, int64_t *id,
		 int64_t *digest, struct err *e)
{
	sqlite3_stmt *stmt;

	*id = *digest = 0;
	if (s->bulk.was_empty)
		return true;
	if (!(stmt = store_prepare(s, STMT_FIND_FINDING, e)))
		return false;
	store_bind_text(stmt, 1, identity);
	int code = sqlite3_step(stmt);
	if (code == SQLITE_ROW) {
		*id = sqlite3_column_int64(stmt, 0);
		*digest = sqlite3_column_int64(stmt, 1);
	}
	bool ok = code == SQLITE_ROW || code == SQLITE_DONE || store_fail(s, e);
	sqlite3_reset(stmt);
	return ok;
}

static bool change(struct writer *w, const struct finding_row *row,
		   struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(w->s, STMT_CHANGE_FINDING, e);

	return stmt && bind_finding(w, stmt, 1, row, e) &&
	       store_run(w->s, stmt, NULL, e) &&
	       store_run_with_number(w->s, STMT_DROP_STEPS, row->id, NULL, e) &&
	       add_steps(w, row->id, row->finding, e);
}

// Continues the interval that ended with the run before, or begins one.
static bool extend_presence(struct store_db *s, int64_t finding, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(s, STMT_EXTEND_PRESENCE, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, finding);
	sqlite3_bind_int64(stmt, 2, s->run_id);
	sqlite3_bind_int64(stmt, 3, s->previous_id);
	if (!store_run(s, stmt, NULL, e))
		return false;
	if (sqlite3_changes(s->db))
		return true;
	if (!(stmt = store_prepare(s, STMT_ADD_PRESENCE, e)))
		return false;
	sqlite3_bind_int64(stmt, 1, finding);
	sqlite3_bind_int64(stmt, 2, s->run_id);
	return store_run(s, stmt, NULL, e);
}

static bool add(struct writer *w, const struct finding *f, struct err *e)
{
	struct finding_row row = { .finding = f, .digest = digest_of(w, f) };
	int64_t old;

	if (!find(w->s, f->identity, &row.id, &old, e))
		return false;
	if (!row.id)
		return add_new(w, f, row.digest, e);
	return (old == row.digest || change(w, &row, e)) &&
	       extend_presence(w->s, row.id, e);
}

// ---- all of a run

static int identity_compare(const void *a, const void *b)
{
	const struct finding *const *x = a, *const *y = b;

	return strcmp((*x)->identity, (*y)->identity);
}

// In the order of the index that finds them.
static bool add_sorted(struct writer *w, struct finding *const *findings,
		       uint32_t count, struct err *e)
{
	const struct finding **sorted = xcalloc(count + 1, sizeof(*sorted));
	bool ok = true;

	for (uint32_t i = 0; i < count; i++)
		sorted[i] = findings[i];
	if (count)
		qsort(sorted, count, sizeof(*sorted), identity_compare);
	for (uint32_t i = 0; ok && i < count; i++)
		ok = add(w, sorted[i], e);
	free(sorted);
	return ok && flush(w, e);
}

static bool begin_presence(const struct writer *w, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(w->s, STMT_BEGIN_PRESENCE, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, w->last_old);
	sqlite3_bind_int64(stmt, 2, w->s->run_id);
	return store_run(w->s, stmt, NULL, e);
}

bool store_add_findings(struct store_db *s, struct finding *const *findings,
			uint32_t count, store_line_fn line, void *line_data,
			struct err *e)
{
	struct writer w = { .s = s, .line = line, .line_data = line_data };

	if (!store_run_with_number(s, STMT_LAST_FINDING, 0, &w.last_old, e))
		return false;
	w.next = w.last_old + 1;
	return add_sorted(&w, findings, count, e) && begin_presence(&w, e);
}
