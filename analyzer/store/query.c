// SPDX-License-Identifier: Apache-2.0
#include "store/query.h"

#include <string.h>

#include "base/file.h"
#include "store/sqlite.h"
#include "store/story.h"

// ---- rows

// Each statement runs once, so none is kept.
static sqlite3_stmt *begin(struct store_db *s, const char *sql, struct err *e)
{
	sqlite3_stmt *stmt = NULL;

	if (sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL) != SQLITE_OK) {
		store_fail(s, e);
		return NULL;
	}
	return stmt;
}

static bool end(struct store_db *s, sqlite3_stmt *stmt, int code, struct err *e)
{
	bool ok = code == SQLITE_DONE || store_fail(s, e);

	sqlite3_finalize(stmt);
	return ok;
}

static const char *text_at(struct arena *a, sqlite3_stmt *stmt, int column)
{
	return arena_strdup(a, (const char *)sqlite3_column_text(stmt, column));
}

// The text, if it is the one of the row before: most are.
static const char *same_text_at(struct arena *a, sqlite3_stmt *stmt, int column,
				const char *before)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	return str_equal(text, before) ? before : arena_strdup(a, text);
}

// Valid until the next row.
static const char *word_at(sqlite3_stmt *stmt, int column)
{
	return (const char *)sqlite3_column_text(stmt, column);
}

static uint32_t number_at(sqlite3_stmt *stmt, int column)
{
	return (uint32_t)sqlite3_column_int64(stmt, column);
}

// ---- runs

static struct store_run_row *run_of(const struct store_runs *runs, int64_t id)
{
	uint32_t low = 0, high = runs->list.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (runs->list.at[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < runs->list.count && runs->list.at[low].id == id
		       ? &runs->list.at[low]
		       : NULL;
}

// Sets `appeared` and `gone`. Counted here: SQLite would sort the rows first.
static bool count_changes(struct store_db *s, struct store_runs *runs,
			  struct err *e)
{
	sqlite3_stmt *stmt =
		begin(s, "SELECT first_run, last_run FROM presence", e);
	int code;

	if (!stmt)
		return false;
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct store_run_row *first =
			run_of(runs, sqlite3_column_int64(stmt, 0));
		struct store_run_row *last =
			run_of(runs, sqlite3_column_int64(stmt, 1));

		if (first)
			first->appeared++;
		if (last && last != &VEC_LAST(&runs->list))
			last[1].gone++;
	}
	return end(s, stmt, code, e);
}

bool store_read_runs(struct store_db *s, struct arena *a,
		     struct store_runs *out, struct err *e)
{
	sqlite3_stmt *stmt =
		begin(s,
		      "SELECT id, started, version, command, root, is_whole, "
		      "units, skipped, cached, degraded, failed, findings, "
		      "milliseconds FROM runs ORDER BY id",
		      e);
	int code;

	if (!stmt)
		return false;
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW)
		VEC_PUSH(a, &out->list,
			 (struct store_run_row){
				 .id = sqlite3_column_int64(stmt, 0),
				 .started = text_at(a, stmt, 1),
				 .version = text_at(a, stmt, 2),
				 .command = text_at(a, stmt, 3),
				 .root = text_at(a, stmt, 4),
				 .is_whole = sqlite3_column_int(stmt, 5) != 0,
				 .counts = {
					 number_at(stmt, 6), number_at(stmt, 7),
					 number_at(stmt, 8), number_at(stmt, 9),
					 number_at(stmt, 10),
					 number_at(stmt, 11),
					 number_at(stmt, 12) } });
	return end(s, stmt, code, e) && count_changes(s, out, e);
}

bool store_read_units(struct store_db *s, struct arena *a, int64_t run,
		      const char *root, struct store_units *out, struct err *e)
{
	sqlite3_stmt *stmt =
		begin(s,
		      "SELECT x.path, u.status = 'failed', u.reason FROM units "
		      "u JOIN files x ON x.id = u.file_id WHERE u.run_id = ?1 "
		      "ORDER BY x.path, u.id",
		      e);
	int code;

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, run);
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW)
		VEC_PUSH(a, &out->list,
			 (struct store_unit){
				 path_absolute(a, root, text_at(a, stmt, 0)),
				 sqlite3_column_int(stmt, 1) != 0,
				 text_at(a, stmt, 2) });
	return end(s, stmt, code, e);
}

bool store_read_times(struct store_db *s, struct arena *a, const char *root,
		      struct store_times *out, struct err *e)
{
	sqlite3_stmt *stmt =
		begin(s,
		      "SELECT x.path, u.parse_us + u.lower_us + u.solve_us, "
		      "max(u.id) FROM units u JOIN files x ON x.id = u.file_id "
		      "WHERE u.parse_us > 0 GROUP BY x.path ORDER BY x.path",
		      e);
	int code;

	if (!stmt)
		return false;
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW)
		VEC_PUSH(a, &out->list,
			 (struct store_time){
				 path_absolute(a, root, text_at(a, stmt, 0)),
				 (uint64_t)sqlite3_column_int64(stmt, 1) });
	return end(s, stmt, code, e);
}

// ---- facts

// The last one of several confirmations counts.
#define FACT_COLUMNS                                                           \
	"f.identity, b.id, substr(b.started, 1, 10), "                         \
	"t.state, t.author, t.reason, c.verdict, c.detail "
#define FACT_COUNT 8
#define FACT_TABLES                                                            \
	"LEFT JOIN runs b ON b.id = (SELECT min(first_run) FROM presence "     \
	"WHERE finding_id = f.id) "                                            \
	"LEFT JOIN triage t ON t.identity = f.identity "                       \
	"LEFT JOIN (SELECT finding_id, verdict, detail, max(id) FROM "         \
	"confirmations GROUP BY finding_id) c ON c.finding_id = f.id "
// Walked by finding, whatever the other indexes promise: what is wanted is most
// of it, and then no row has to be sorted.
#define PRESENT_IN                                                             \
	"FROM presence p CROSS JOIN findings f ON f.id = p.finding_id "
#define WHERE_PRESENT "WHERE +p.last_run >= ?1 AND p.first_run <= ?1 "
#define IN_OTHER                                                               \
	"EXISTS (SELECT 1 FROM presence q WHERE q.finding_id = p.finding_id "  \
	"AND q.last_run >= ?2 AND q.first_run <= ?2) "
#define NOT_IN_OTHER "AND (?2 = 0 OR NOT " IN_OTHER ") " // 0: no other

static struct store_fact fact_at(struct arena *a, sqlite3_stmt *stmt)
{
	return (struct store_fact){
		.identity = text_at(a, stmt, 0),
		.first_run = sqlite3_column_int64(stmt, 1),
		.first_seen = text_at(a, stmt, 2),
		.triage = text_at(a, stmt, 3),
		.triage_author = text_at(a, stmt, 4),
		.triage_reason = text_at(a, stmt, 5),
		.verdict = text_at(a, stmt, 6),
		.verdict_detail = text_at(a, stmt, 7),
	};
}

bool store_read_facts(struct store_db *s, struct arena *a, int64_t run,
		      struct store_facts *out, struct err *e)
{
	sqlite3_stmt *stmt = begin(
		s, "SELECT " FACT_COLUMNS PRESENT_IN FACT_TABLES WHERE_PRESENT,
		e);
	int code;

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, run);
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW)
		VEC_PUSH(a, &out->list, fact_at(a, stmt));
	return end(s, stmt, code, e);
}

// ---- findings

struct reader {
	struct store_db *store;
	struct arena *arena;
	const char *root;
	struct store_items *out;
	const char **paths; // by id, absolute; NULL: not met yet
	int64_t path_count;
	struct finding last;    // that was read, for its texts
	VEC(struct step) steps; // of the finding at hand
};

static bool find_path(struct reader *r, int64_t id, struct err *e)
{
	sqlite3_stmt *stmt = store_prepare(r->store, STMT_FIND_PATH, e);

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, id);
	int code = sqlite3_step(stmt);
	if (code == SQLITE_ROW)
		r->paths[id] = path_absolute(r->arena, r->root,
					     text_at(r->arena, stmt, 0));
	bool ok = code == SQLITE_ROW || code == SQLITE_DONE ||
		  store_fail(r->store, e);
	sqlite3_reset(stmt);
	return ok;
}

// Where a finding or a step is; its file is known by number.
static bool settle_place(struct reader *r, struct loc *l,
			 const struct story_line *x, struct err *e)
{
	if (!x->file)
		return true;
	if (x->file >= r->path_count)
		return err_set(e, ERR_DATABASE,
			       "database '%s': a finding is in a file that is "
			       "not there",
			       r->store->path);
	if (!r->paths[x->file] && !find_path(r, x->file, e))
		return false;
	l->file = r->paths[x->file];
	if (l->file && x->text)
		VEC_PUSH(r->arena, &r->out->lines,
			 (struct store_line){ l->file, l->line, x->text });
	return true;
}

static bool read_story(struct reader *r, struct finding *f, const char *text,
		       struct err *e)
{
	struct story story = { .at = text, .text = STR_INIT };
	struct story_line line;
	struct step step;
	bool ok = true;

	r->steps.count = 0;
	while (ok && story_next(&story, r->arena, &step, &line)) {
		ok = settle_place(r, &step.loc, &line, e);
		VEC_PUSH(r->arena, &r->steps, step);
	}
	if (ok && story.is_damaged)
		ok = err_set(e, ERR_DATABASE,
			     "database '%s': a finding's story is damaged",
			     r->store->path);
	story_release(&story);
	f->step_count = r->steps.count;
	f->steps = arena_memdup(r->arena, r->steps.at,
				f->step_count * sizeof(*f->steps));
	return ok;
}

static bool finding_at(struct reader *r, sqlite3_stmt *stmt, struct finding *f,
		       struct err *e)
{
	struct arena *a = r->arena;
	int at = FACT_COUNT;
	const char *kind = word_at(stmt, at);
	const char *severity = word_at(stmt, at + 1);
	struct finding *last = &r->last;

	*f = (struct finding){
		.certainty = str_equal(word_at(stmt, at + 2), "definite")
				     ? CERTAINTY_DEFINITE
				     : CERTAINTY_POSSIBLE,
		.pack = same_text_at(a, stmt, at + 3, last->pack),
		.family = same_text_at(a, stmt, at + 4, last->family),
		.handle = same_text_at(a, stmt, at + 5, last->handle),
		.operation = same_text_at(a, stmt, at + 6, last->operation),
		.message = same_text_at(a, stmt, at + 7, last->message),
		.function = same_text_at(a, stmt, at + 8, last->function),
		.suppression_reason = text_at(a, stmt, at + 9),
		.loc = { .line = number_at(stmt, at + 11),
			 .column = number_at(stmt, at + 12),
			 .end_line = number_at(stmt, at + 13),
			 .end_column = number_at(stmt, at + 14) },
	};
	r->last = *f;
	f->is_suppressed = f->suppression_reason != NULL;
	struct story_line line = { sqlite3_column_int64(stmt, at + 10),
				   text_at(a, stmt, at + 15), 0 };

	if (!kind_from_id(kind, &f->kind) ||
	    !severity_from_word(severity, &f->severity))
		return err_set(e, ERR_DATABASE,
			       "database '%s': no finding can be of kind '%s' "
			       "and severity '%s'",
			       r->store->path, kind, severity);
	return settle_place(r, &f->loc, &line, e) &&
	       read_story(r, f, word_at(stmt, at + 16), e);
}

static bool read_rows(struct reader *r, int64_t run, int64_t without,
		      struct err *e)
{
	sqlite3_stmt *stmt =
		begin(r->store,
		      "SELECT " FACT_COLUMNS
		      ", f.kind, f.severity, f.certainty, f.pack, f.family, "
		      "f.handle, f.operation, f.message, f.function, "
		      "f.suppressed_because, f.file_id, f.line, f.column, "
		      "f.end_line, f.end_column, f.source, f.story " PRESENT_IN
			      FACT_TABLES WHERE_PRESENT NOT_IN_OTHER,
		      e);
	bool ok = true;
	int code = SQLITE_DONE;

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, run);
	sqlite3_bind_int64(stmt, 2, without);
	while (ok && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct store_item *item =
			ARENA_NEW(r->arena, struct store_item);

		item->fact = fact_at(r->arena, stmt);
		ok = finding_at(r, stmt, &item->finding, e);
		item->finding.identity = item->fact.identity;
		VEC_PUSH(r->arena, &r->out->list, item);
	}
	return end(r->store, stmt, ok ? code : SQLITE_DONE, e) && ok;
}

static int item_compare(const void *a, const void *b)
{
	const struct finding *x = &(*(struct store_item *const *)a)->finding;
	const struct finding *y = &(*(struct store_item *const *)b)->finding;

	return finding_compare(&x, &y);
}

bool store_read_findings(struct store_db *s, struct arena *a, int64_t run,
			 int64_t without, const char *root,
			 struct store_items *out, struct err *e)
{
	struct reader r = { .store = s, .arena = a, .root = root, .out = out };

	if (!store_run_with_number(s, STMT_LAST_FILE, 0, &r.path_count, e))
		return false;
	r.path_count++;
	r.paths = ARENA_ARRAY(a, const char *, (size_t)r.path_count);
	if (!read_rows(&r, run, without, e))
		return false;
	if (out->list.count)
		qsort(out->list.at, out->list.count, sizeof(*out->list.at),
		      item_compare);
	return true;
}

bool store_count_common(struct store_db *s, int64_t run, int64_t other,
			uint32_t *out, struct err *e)
{
	sqlite3_stmt *stmt = begin(
		s,
		"SELECT count(*) " PRESENT_IN
		"LEFT JOIN triage t ON t.identity = f.identity " WHERE_PRESENT
		"AND " IN_OTHER "AND f.suppressed_because IS NULL AND "
		"coalesce(t.state, 'open') NOT IN ('wrong', 'accepted')",
		e);
	int code;

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, run);
	sqlite3_bind_int64(stmt, 2, other);
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW)
		*out = number_at(stmt, 0);
	return end(s, stmt, code, e);
}

// ---- one finding

#define MATCH_COLUMNS                                                          \
	"SELECT " FACT_COLUMNS ", f.kind, f.message, x.path, f.line "          \
	"FROM findings f JOIN files x ON x.id = f.file_id "

static bool read_matches(struct store_db *s, struct arena *a,
			 sqlite3_stmt *stmt, struct store_matches *out,
			 struct err *e)
{
	int code;

	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct store_match m = { .fact = fact_at(a, stmt) };

		m.identity = m.fact.identity;
		m.kind = text_at(a, stmt, FACT_COUNT);
		m.message = text_at(a, stmt, FACT_COUNT + 1);
		m.file = text_at(a, stmt, FACT_COUNT + 2);
		m.line = number_at(stmt, FACT_COUNT + 3);
		VEC_PUSH(a, &out->list, m);
	}
	return end(s, stmt, code, e);
}

// "pool.c:12" as path and line.
static bool is_place(const char *word, size_t *path_length, int *line)
{
	const char *colon = strrchr(word, ':');
	char *rest;

	if (!colon || colon == word || !colon[1])
		return false;
	*path_length = (size_t)(colon - word);
	*line = (int)strtol(colon + 1, &rest, 10);
	return *rest == '\0' && *line > 0;
}

static bool match_place(struct store_db *s, struct arena *a, const char *word,
			size_t length, int line, struct store_matches *out,
			struct err *e)
{
	sqlite3_stmt *stmt = begin(
		s,
		MATCH_COLUMNS FACT_TABLES
		"WHERE f.line = ?2 AND (x.path = ?1 OR "
		"substr(x.path, -length(?1) - 1) = '/' || ?1) AND "
		"EXISTS (SELECT 1 FROM presence WHERE finding_id = f.id AND "
		"last_run = (SELECT max(id) FROM runs)) ORDER BY 1",
		e);

	if (!stmt)
		return false;
	sqlite3_bind_text(stmt, 1, word, (int)length, SQLITE_TRANSIENT);
	sqlite3_bind_int(stmt, 2, line);
	return read_matches(s, a, stmt, out, e);
}

bool store_match(struct store_db *s, struct arena *a, const char *word,
		 struct store_matches *out, struct err *e)
{
	size_t length;
	int line;

	if (word && is_place(word, &length, &line))
		return match_place(s, a, word, length, line, out, e);
	sqlite3_stmt *stmt = begin(
		s,
		word ? MATCH_COLUMNS FACT_TABLES
			"WHERE substr(f.identity, 1, length(?1)) = "
			"?1 ORDER BY 1"
		     : MATCH_COLUMNS FACT_TABLES "WHERE t.state IS NOT NULL "
						 "ORDER BY x.path, f.line, 1",
		e);
	if (!stmt)
		return false;
	if (word)
		sqlite3_bind_text(stmt, 1, word, -1, SQLITE_TRANSIENT);
	return read_matches(s, a, stmt, out, e);
}

bool store_read_presence(struct store_db *s, struct arena *a,
			 const char *identity, struct store_intervals *out,
			 struct err *e)
{
	sqlite3_stmt *stmt =
		begin(s,
		      "SELECT first_run, last_run, first_seen, last_seen "
		      "FROM finding_history WHERE identity = ?1 ORDER BY 1",
		      e);
	int code;

	if (!stmt)
		return false;
	sqlite3_bind_text(stmt, 1, identity, -1, SQLITE_TRANSIENT);
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW)
		VEC_PUSH(a, &out->list,
			 (struct store_interval){ sqlite3_column_int64(stmt, 0),
						  sqlite3_column_int64(stmt, 1),
						  text_at(a, stmt, 2),
						  text_at(a, stmt, 3) });
	return end(s, stmt, code, e);
}

static void bind(sqlite3_stmt *stmt, int at, const char *text)
{
	if (text)
		sqlite3_bind_text(stmt, at, text, -1, SQLITE_TRANSIENT);
}

bool store_set_triage(struct store_db *s, const char *identity,
		      const char *state, const char *author, const char *reason,
		      struct err *e)
{
	sqlite3_stmt *stmt =
		begin(s,
		      "INSERT OR REPLACE INTO triage (identity, state, author, "
		      "reason, changed) VALUES (?1, ?2, ?3, ?4, "
		      "strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
		      e);

	if (!stmt)
		return false;
	bind(stmt, 1, identity);
	bind(stmt, 2, state);
	bind(stmt, 3, author);
	bind(stmt, 4, reason);
	return end(s, stmt, sqlite3_step(stmt), e);
}
