// SPDX-License-Identifier: Apache-2.0
// The findings of a run, written. Those that were there already and are as they
// were cost a look; the others are gathered, and a batch of them is written by
// one statement for each table.
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "store/sqlite.h"

#define BATCH 1024 // findings: few enough to stay in the processor's cache

struct spot {
	int64_t file; // 0: none
	struct snippet snippet;
};

struct finding_row {
	int64_t id;
	int64_t digest;
	const struct finding *finding;
	struct spot spot;
};

struct step_row {
	int64_t finding;
	uint32_t position;
	const struct step *step;
	struct spot spot;
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
	VEC(struct spot) spots; // of the finding at hand and its steps
	// The batch: what is written, and what was there before and what not.
	VEC(struct finding_row) findings;
	VEC(struct step_row) steps;
	struct ids old, new;
};

// ---- rows

static void give_id(sqlite3_context *out, int64_t id)
{
	if (id)
		sqlite3_result_int64(out, id);
}

static void give_text(sqlite3_context *out, const char *text)
{
	if (text)
		sqlite3_result_text(out, text, -1, SQLITE_STATIC);
}

// File, line, column, end line, end column, snippet.
static void give_place(sqlite3_context *out, const struct loc *l,
		       const struct spot *p, int column)
{
	switch (column) {
	case 0:
		give_id(out, p->file);
		break;
	case 1:
		sqlite3_result_int64(out, l->line);
		break;
	case 2:
		sqlite3_result_int64(out, l->column);
		break;
	case 3:
		sqlite3_result_int64(out, l->end_line);
		break;
	case 4:
		sqlite3_result_int64(out, l->end_column);
		break;
	case 5:
		give_id(out, p->snippet.id);
		break;
	}
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

	if (column == 0)
		sqlite3_result_int64(out, r->id);
	else if (column == 2)
		sqlite3_result_int64(out, r->digest);
	else if (column < 13)
		give_text(out, finding_text(r->finding, column));
	else
		give_place(out, &r->finding->loc, &r->spot, column - 13);
}

static void give_step(sqlite3_context *out, const void *rows, uint32_t row,
		      int column)
{
	const struct step_row *r = (const struct step_row *)rows + row;
	const struct step *p = r->step;

	switch (column) {
	case 0:
		sqlite3_result_int64(out, r->finding);
		break;
	case 1:
		sqlite3_result_int64(out, r->position);
		break;
	case 2:
		give_text(out, step_word(p->kind));
		break;
	case 3:
		sqlite3_result_int(out, p->is_essential);
		break;
	case 4:
		sqlite3_result_int64(out, p->depth);
		break;
	case 5:
		give_text(out, p->message);
		break;
	default:
		give_place(out, &p->loc, &r->spot, column - 6);
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
			   "column, end_line, end_column, snippet",
		.value = give_finding,
	};
	s->new_steps = (struct rows){
		.name = "new_steps",
		.columns = "finding_id, position, kind, is_essential, depth, "
			   "message, file_id, line, column, end_line, "
			   "end_column, snippet",
		.value = give_step,
	};
	s->seen = (struct rows){
		.name = "seen",
		.columns = "finding_id",
		.value = give_seen,
	};
	return rows_declare(s, &s->new_findings, e) &&
	       rows_declare(s, &s->new_steps, e) &&
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
		  store_run_rows(s, STMT_ADD_STEPS, &s->new_steps, w->steps.at,
				 w->steps.count, e) &&
		  write_presence(s, &w->new, STMT_BEGIN_PRESENCE, e) &&
		  extend_presence(s, &w->old, e);

	w->findings.count = w->steps.count = 0;
	w->new.list.count = w->old.list.count = 0;
	return ok;
}

static bool add_rows(struct writer *w, const struct finding_row *row,
		     struct err *e)
{
	const struct finding *f = row->finding;

	VEC_PUSH(&w->arena, &w->findings, *row);
	for (uint32_t i = 0; i < f->step_count; i++)
		VEC_PUSH(&w->arena, &w->steps,
			 (struct step_row){ row->id, i, &f->steps[i],
					    w->spots.at[i + 1] });
	VEC_EACH (const struct spot, p, &w->spots)
		if (p->snippet.id && !bulk_add_snippet(w->s, &p->snippet, e))
			return false;
	return true;
}

// ---- one finding

static bool find_spot(struct writer *w, const struct loc *l, struct err *e)
{
	struct spot p = { .file = 0 };

	if (l->file) {
		size_t length;
		const char *text =
			w->line(w->line_data, l->file, l->line, &length);

		if (!store_file_id(w->s, l->file, &p.file, e))
			return false;
		if (text)
			p.snippet = snippet_of(text, length);
	}
	VEC_PUSH(&w->arena, &w->spots, p);
	return true;
}

static bool find_spots(struct writer *w, const struct finding *f, struct err *e)
{
	w->spots.count = 0;
	if (!find_spot(w, &f->loc, e))
		return false;
	for (uint32_t i = 0; i < f->step_count; i++)
		if (!find_spot(w, &f->steps[i].loc, e))
			return false;
	return true;
}

static void add_text(struct str *out, const char *text)
{
	str_add_bytes(out, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void add_place(struct str *out, const struct spot *p,
		      const struct loc *l)
{
	int64_t ids[] = { p->file, p->snippet.id };
	uint32_t numbers[] = { l->line, l->column, l->end_line, l->end_column };

	str_add_bytes(out, ids, sizeof(ids));
	str_add_bytes(out, numbers, sizeof(numbers));
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
	add_place(all, &w->spots.at[0], &f->loc);
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *p = &f->steps[i];
		uint32_t kind[] = { p->kind, p->is_essential, p->depth };

		str_add_bytes(all, kind, sizeof(kind));
		add_text(all, p->message);
		add_place(all, &w->spots.at[i + 1], &p->loc);
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

// Its row is made anew, under the same id.
static bool drop(struct store_db *s, int64_t id, struct err *e)
{
	return store_run_with_number(s, STMT_DROP_FINDING, id, NULL, e) &&
	       store_run_with_number(s, STMT_DROP_STEPS, id, NULL, e);
}

static bool add(struct writer *w, const struct finding *f, struct err *e)
{
	struct finding_row row = { .finding = f };
	int64_t digest;

	if (!find_spots(w, f, e) ||
	    !find(w->s, f->identity, &row.id, &digest, e))
		return false;
	row.digest = digest_of(w, f);
	row.spot = w->spots.at[0];
	bool is_new = !row.id;
	if (is_new)
		row.id = w->next++;
	struct ids *ids = is_new ? &w->new : &w->old;
	VEC_PUSH(&w->arena, &ids->list, row.id);
	if (!is_new && digest == row.digest)
		return true;
	return (is_new || drop(w->s, row.id, e)) && add_rows(w, &row, e);
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
	struct writer w = { .s = s, .line = line, .line_data = line_data };
	int64_t last = 0;

	if (!store_run_with_number(s, STMT_LAST_FINDING, 0, &last, e))
		return false;
	w.next = last + 1;
	bool ok = add_all(&w, findings, count, e);
	arena_release(&w.arena);
	return ok;
}
