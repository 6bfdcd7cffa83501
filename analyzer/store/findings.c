// SPDX-License-Identifier: Apache-2.0
// The findings of a run, written. Those that were there already and are as they
// were cost a look; the others are gathered, and a batch of them is written by
// one statement.
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "store/sqlite.h"
#include "store/story.h"

#define BATCH 1024 // findings: few enough to stay in the processor's cache

struct finding_row {
	int64_t id;
	int64_t digest;
	const struct finding *finding;
	struct story_line line;
	const char *story;
	size_t story_length;
};

struct ids {
	VEC(int64_t) list;
};

struct writer {
	struct store_db *s;
	store_line_fn line;
	void *line_data;
	int64_t next; // id of a new finding
	struct arena arena;
	VEC(struct story_line) lines; // of the finding at hand's steps
	struct str story;             // of the finding at hand
	// The batch: what is written, and what was there before and what not.
	struct arena texts;
	VEC(struct finding_row) findings;
	struct ids old, new;
};

// ---- rows

static void give_text(sqlite3_context *out, const char *text)
{
	if (text)
		sqlite3_result_text(out, text, -1, SQLITE_STATIC);
}

static void give_bytes(sqlite3_context *out, const char *text, size_t length)
{
	if (text)
		sqlite3_result_text(out, text, (int)length, SQLITE_STATIC);
}

static const char *suppression_of(const struct finding *f)
{
	if (!f->is_suppressed)
		return NULL;
	return f->suppression_reason ? f->suppression_reason : "";
}

static const char *finding_text(const struct finding *f, int column)
{
	switch (column) {
	case 1:
		return f->identity;
	case 3:
		return kind_info(f->kind)->id;
	case 4:
		return severity_word(f->severity);
	case 5:
		return certainty_word(f->certainty);
	case 6:
		return f->pack;
	case 7:
		return f->family;
	case 8:
		return f->handle;
	case 9:
		return f->operation;
	case 10:
		return f->message;
	case 11:
		return f->function;
	case 12:
		return suppression_of(f);
	}
	return NULL;
}

static void give_finding(sqlite3_context *out, const void *rows, uint32_t row,
			 int column)
{
	const struct finding_row *r = (const struct finding_row *)rows + row;
	const struct loc *l = &r->finding->loc;

	switch (column) {
	case 0:
		sqlite3_result_int64(out, r->id);
		break;
	case 2:
		sqlite3_result_int64(out, r->digest);
		break;
	case 13:
		sqlite3_result_int64(out, r->line.file);
		break;
	case 14:
		sqlite3_result_int64(out, l->line);
		break;
	case 15:
		sqlite3_result_int64(out, l->column);
		break;
	case 16:
		sqlite3_result_int64(out, l->end_line);
		break;
	case 17:
		sqlite3_result_int64(out, l->end_column);
		break;
	case 18:
		give_bytes(out, r->line.text, r->line.length);
		break;
	case 19:
		give_bytes(out, r->story, r->story_length);
		break;
	default:
		give_text(out, finding_text(r->finding, column));
	}
}

static void give_seen(sqlite3_context *out, const void *rows, uint32_t row,
		      int column)
{
	(void)column;
	sqlite3_result_int64(out, ((const int64_t *)rows)[row]);
}

bool findings_declare(struct store_db *s, struct err *e)
{
	s->new_findings = (struct rows){
		.name = "new_findings",
		.columns = "id, identity, digest, kind, severity, certainty, "
			   "pack, family, handle, operation, message, "
			   "function, suppressed_because, file_id, line, "
			   "column, end_line, end_column, source, story",
		.value = give_finding,
	};
	s->seen = (struct rows){
		.name = "seen",
		.columns = "finding_id",
		.value = give_seen,
	};
	return rows_declare(s, &s->new_findings, e) &&
	       rows_declare(s, &s->seen, e);
}

// ---- a batch

static bool write_presence(struct store_db *s, const struct ids *ids,
			   enum stmt_id id, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(s, id, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, s->run_id);
	if (sqlite3_bind_parameter_count(stmt) > 1)
		sqlite3_bind_int64(stmt, 2, s->previous_id);
	return store_run_rows(s, id, &s->seen, ids->list.at, ids->list.count,
			      e);
}

// Intervals that ended with the run before go on; those that ended earlier do
// not, a new one begins.
static bool extend_presence(struct store_db *s, const struct ids *old,
			    struct err *e)
{
	return !old->list.count ||
	       (write_presence(s, old, STMT_EXTEND_PRESENCE, e) &&
		(sqlite3_changes(s->db) == (int)old->list.count ||
		 write_presence(s, old, STMT_RESUME_PRESENCE, e)));
}

static bool flush(struct writer *w, struct err *e)
{
	struct store_db *s = w->s;
	bool ok = store_run_rows(s, STMT_ADD_FINDINGS, &s->new_findings,
				 w->findings.at, w->findings.count, e) &&
		  write_presence(s, &w->new, STMT_BEGIN_PRESENCE, e) &&
		  extend_presence(s, &w->old, e);

	arena_reset(&w->texts);
	w->findings.count = 0;
	w->new.list.count = w->old.list.count = 0;
	return ok;
}

// ---- one finding

static bool find_line(struct writer *w, const struct loc *l,
		      struct story_line *out, struct err *e)
{
	*out = (struct story_line){ .file = 0 };
	if (!l->file)
		return true;
	out->text = w->line(w->line_data, l->file, l->line, &out->length);
	return store_file_id(w->s, l->file, &out->file, e);
}

static bool tell(struct writer *w, const struct finding *f, struct err *e)
{
	struct story_line line;

	w->lines.count = 0;
	for (uint32_t i = 0; i < f->step_count; i++) {
		if (!find_line(w, &f->steps[i].loc, &line, e))
			return false;
		VEC_PUSH(&w->arena, &w->lines, line);
	}
	str_clear(&w->story);
	story_write(&w->story, f->steps, w->lines.at, f->step_count);
	return true;
}

static void add_bytes(struct str *out, const char *text, size_t length)
{
	str_add_bytes(out, text ? text : "", text ? length : 0);
	str_add_char(out, '\0');
}

static void add_text(struct str *out, const char *text)
{
	add_bytes(out, text, text ? strlen(text) : 0);
}

// Of all that is kept besides the identity.
static int64_t digest_of(struct writer *w, const struct finding *f,
			 const struct story_line *line)
{
	const struct loc *l = &f->loc;
	uint32_t numbers[] = { f->severity,      f->certainty,
			       f->is_suppressed, l->line,
			       l->column,        l->end_line,
			       l->end_column,    (uint32_t)line->file };
	struct str *all = &w->s->scratch;

	str_clear(all);
	str_add_bytes(all, numbers, sizeof(numbers));
	add_text(all, f->message);
	add_text(all, f->suppression_reason);
	add_bytes(all, line->text, line->length);
	add_bytes(all, w->story.text, w->story.length);
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

static void add_row(struct writer *w, struct finding_row *row)
{
	row->story = arena_strndup(&w->texts, w->story.text, w->story.length);
	row->story_length = w->story.length;
	VEC_PUSH(&w->arena, &w->findings, *row);
}

// What is not as it was is made anew, under the same id.
static bool add(struct writer *w, const struct finding *f, struct err *e)
{
	struct finding_row row = { .finding = f };
	int64_t digest;

	if (!find_line(w, &f->loc, &row.line, e) || !tell(w, f, e) ||
	    !find(w->s, f->identity, &row.id, &digest, e))
		return false;
	row.digest = digest_of(w, f, &row.line);
	bool is_new = !row.id;
	if (is_new)
		row.id = w->next++;
	struct ids *ids = is_new ? &w->new : &w->old;
	VEC_PUSH(&w->arena, &ids->list, row.id);
	if (!is_new && digest == row.digest)
		return true;
	add_row(w, &row);
	return is_new ||
	       store_run_with_number(w->s, STMT_DROP_FINDING, row.id, NULL, e);
}

// ---- all of a run

static int identity_compare(const void *a, const void *b)
{
	const struct finding *const *x = a, *const *y = b;

	return strcmp((*x)->identity, (*y)->identity);
}

// In the order of the index that finds them; as they come if there is nothing
// to be found.
static bool add_all(struct writer *w, struct finding *const *findings,
		    uint32_t count, struct err *e)
{
	const struct finding **sorted = xcalloc(count + 1, sizeof(*sorted));
	bool ok = true;

	for (uint32_t i = 0; i < count; i++)
		sorted[i] = findings[i];
	if (!w->s->bulk.was_empty)
		qsort(sorted, count, sizeof(*sorted), identity_compare);
	for (uint32_t i = 0; ok && i < count; i++) {
		ok = add(w, sorted[i], e);
		if (ok && i % BATCH == BATCH - 1)
			ok = flush(w, e);
	}
	free(sorted);
	return ok && flush(w, e);
}

bool store_add_findings(struct store_db *s, struct finding *const *findings,
			uint32_t count, store_line_fn line, void *line_data,
			struct err *e)
{
	struct writer w = {
		.s = s, .line = line, .line_data = line_data, .story = STR_INIT
	};
	int64_t last = 0;

	if (!store_run_with_number(s, STMT_LAST_FINDING, 0, &last, e))
		return false;
	w.next = last + 1;
	bool ok = add_all(&w, findings, count, e);
	str_release(&w.story);
	arena_release(&w.texts);
	arena_release(&w.arena);
	return ok;
}
