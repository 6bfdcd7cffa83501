// SPDX-License-Identifier: Apache-2.0
#include "store/query.h"

#include <string.h>

#include "base/file.h"
#include "store/sqlite.h"

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
	const char *path; // the last one, as kept, and made absolute
	const char *absolute;
};

// Rows come by file, so that one path is made absolute once.
static const char *path_at(struct reader *r, sqlite3_stmt *stmt, int column)
{
	const char *kept = (const char *)sqlite3_column_text(stmt, column);

	if (!kept)
		return NULL;
	if (!str_equal(kept, r->path)) {
		r->path = arena_strdup(r->arena, kept);
		r->absolute = path_absolute(r->arena, r->root, kept);
	}
	return r->absolute;
}

// Path, line, column, end line, end column and the text from `column` on.
static struct loc loc_at(struct reader *r, sqlite3_stmt *stmt, int column)
{
	struct loc l = { .file = path_at(r, stmt, column),
			 .line = number_at(stmt, column + 1),
			 .column = number_at(stmt, column + 2),
			 .end_line = number_at(stmt, column + 3),
			 .end_column = number_at(stmt, column + 4) };
	const char *text = text_at(r->arena, stmt, column + 5);

	if (l.file && text)
		VEC_PUSH(r->arena, &r->out->lines,
			 (struct store_line){ l.file, l.line, text });
	return l;
}

static bool finding_at(struct reader *r, sqlite3_stmt *stmt, struct finding *f,
		       struct err *e)
{
	struct arena *a = r->arena;
	int at = FACT_COUNT + 1;
	const char *kind = text_at(a, stmt, at);
	const char *severity = text_at(a, stmt, at + 1);

	*f = (struct finding){
		.certainty = str_equal(text_at(a, stmt, at + 2), "definite")
				     ? CERTAINTY_DEFINITE
				     : CERTAINTY_POSSIBLE,
		.pack = text_at(a, stmt, at + 3),
		.family = text_at(a, stmt, at + 4),
		.handle = text_at(a, stmt, at + 5),
		.operation = text_at(a, stmt, at + 6),
		.message = text_at(a, stmt, at + 7),
		.function = text_at(a, stmt, at + 8),
		.suppression_reason = text_at(a, stmt, at + 9),
		.loc = loc_at(r, stmt, at + 10),
	};
	f->is_suppressed = f->suppression_reason != NULL;
	if (kind_from_id(kind, &f->kind) &&
	    severity_from_word(severity, &f->severity))
		return true;
	return err_set(e, ERR_DATABASE,
		       "database '%s': no finding can be of kind '%s' and "
		       "severity '%s'",
		       r->store->path, kind, severity);
}

static bool read_rows(struct reader *r, int64_t run, int64_t without,
		      int64_t **ids, struct err *e)
{
	sqlite3_stmt *stmt = begin(
		r->store,
		"SELECT " FACT_COLUMNS
		", f.id, f.kind, f.severity, f.certainty, f.pack, f.family, "
		"f.handle, f.operation, f.message, f.function, "
		"f.suppressed_because, x.path, f.line, f.column, f.end_line, "
		"f.end_column, n.text " PRESENT_IN FACT_TABLES
		"JOIN files x ON x.id = f.file_id "
		"LEFT JOIN snippets n ON n.id = f.snippet " WHERE_PRESENT NOT_IN_OTHER
		"ORDER BY p.finding_id",
		e);
	VEC(int64_t) list = { NULL, 0, 0 };
	bool ok = true;
	int code = SQLITE_DONE;

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, run);
	sqlite3_bind_int64(stmt, 2, without);
	while (ok && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct store_item item = { .fact = fact_at(r->arena, stmt) };

		ok = finding_at(r, stmt, &item.finding, e);
		item.finding.identity = item.fact.identity;
		VEC_PUSH(r->arena, &r->out->list, item);
		VEC_PUSH(r->arena, &list,
			 sqlite3_column_int64(stmt, FACT_COUNT));
	}
	*ids = list.at;
	return end(r->store, stmt, ok ? code : SQLITE_DONE, e) && ok;
}

static enum step_kind step_kind_of(const char *word)
{
	for (int k = STEP_PRODUCE; k < STEP_STORE; k++)
		if (str_equal(step_word((enum step_kind)k), word))
			return (enum step_kind)k;
	return STEP_STORE;
}

// They come in their order, but SQLite does not promise it unless it may sort.
static void settle_step(struct step *steps, uint32_t last, uint32_t position)
{
	for (; last > position; last--) {
		struct step later = steps[last - 1];

		steps[last - 1] = steps[last];
		steps[last] = later;
	}
}

// Steps in the order of the findings: both are walked once.
static bool read_steps(struct reader *r, int64_t run, int64_t without,
		       const int64_t *ids, struct err *e)
{
	sqlite3_stmt *stmt = begin(
		r->store,
		"SELECT p.finding_id, g.kind, g.is_essential, g.depth, "
		"g.message, x.path, g.line, g.column, g.end_line, "
		"g.end_column, n.text, g.position "
		"FROM presence p CROSS JOIN steps g ON g.finding_id = "
		"p.finding_id "
		"LEFT JOIN files x ON x.id = g.file_id "
		"LEFT JOIN snippets n ON n.id = g.snippet " WHERE_PRESENT NOT_IN_OTHER
		"ORDER BY p.finding_id",
		e);
	VEC(struct step) steps = { NULL, 0, 0 };
	uint32_t i = 0;
	int code;

	if (!stmt)
		return false;
	sqlite3_bind_int64(stmt, 1, run);
	sqlite3_bind_int64(stmt, 2, without);
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		int64_t id = sqlite3_column_int64(stmt, 0);

		while (ids[i] != id) {
			i++;
			steps.at = NULL;
			steps.count = steps.room = 0;
		}
		VEC_PUSH(r->arena, &steps,
			 (struct step){
				 step_kind_of((const char *)sqlite3_column_text(
					 stmt, 1)),
				 sqlite3_column_int(stmt, 2) != 0,
				 number_at(stmt, 3), loc_at(r, stmt, 5),
				 text_at(r->arena, stmt, 4) });
		settle_step(steps.at, steps.count - 1, number_at(stmt, 11));
		r->out->list.at[i].finding.steps = steps.at;
		r->out->list.at[i].finding.step_count = steps.count;
	}
	return end(r->store, stmt, code, e);
}

static int item_compare(const void *a, const void *b)
{
	const struct finding *x = &((const struct store_item *)a)->finding;
	const struct finding *y = &((const struct store_item *)b)->finding;

	return finding_compare(&x, &y);
}

bool store_read_findings(struct store_db *s, struct arena *a, int64_t run,
			 int64_t without, const char *root,
			 struct store_items *out, struct err *e)
{
	struct reader r = { .store = s, .arena = a, .root = root, .out = out };
	int64_t *ids = NULL;

	if (!read_rows(&r, run, without, &ids, e) ||
	    !read_steps(&r, run, without, ids, e))
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
