// SPDX-License-Identifier: Apache-2.0
#include "driver/recall.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/file.h"

// ---- facts and records

static bool is_settled(const struct store_fact *f)
{
	return str_equal(f->triage, "wrong") ||
	       str_equal(f->triage, "accepted");
}

// Everything is new in the first run, so nothing is called so.
static struct report_record record_of(const struct store_fact *f, int64_t run,
				      bool has_earlier)
{
	return (struct report_record){
		.baseline = !has_earlier          ? BASELINE_UNKNOWN
			    : f->first_run == run ? BASELINE_NEW
						  : BASELINE_UNCHANGED,
		.first_seen = f->first_seen,
		.triage = f->triage,
		.triage_author = f->triage_author,
		.triage_reason = f->triage_reason,
		.verdict = f->verdict,
		.verdict_detail = f->verdict_detail,
	};
}

static void settle(struct arena *a, struct finding *f,
		   const struct store_fact *fact)
{
	if (!is_settled(fact) || f->is_suppressed)
		return;
	f->is_suppressed = true;
	f->suppression_reason = arena_printf(
		a, "%s: %s", fact->triage,
		fact->triage_reason ? fact->triage_reason : "no reason given");
}

static void add_runs(const struct store_runs *runs,
		     const struct store_run_row *last, struct arena *a,
		     struct report *r)
{
	uint32_t count = (uint32_t)(last - runs->list.at) + 1;
	struct report_run *list = ARENA_ARRAY(a, struct report_run, count);

	for (uint32_t i = 0; i < count; i++) {
		const struct store_run_row *x = &runs->list.at[i];

		list[i] = (struct report_run){ x->started, x->counts.findings,
					       x->appeared, x->gone };
	}
	r->runs = list;
	r->run_count = count;
}

// ---- the run that was just kept

struct known {
	const struct store_fact *fact;
	UT_hash_handle hh;
};

static struct known *index_facts(struct arena *a,
				 const struct store_facts *facts)
{
	struct known *all = NULL;
	struct known *entries = ARENA_ARRAY(a, struct known, facts->list.count);

	for (uint32_t i = 0; i < facts->list.count; i++) {
		const char *identity = facts->list.at[i].identity;

		entries[i].fact = &facts->list.at[i];
		HASH_ADD_KEYPTR(hh, all, identity, strlen(identity),
				&entries[i]);
	}
	return all;
}

bool recall_join(struct store_db *s, struct arena *a, struct report *r,
		 struct err *e)
{
	struct store_runs runs = { { NULL, 0, 0 } };
	struct store_facts facts = { { NULL, 0, 0 } };

	if (!store_read_runs(s, a, &runs, e))
		return false;
	const struct store_run_row *last = &VEC_LAST(&runs.list);
	if (!store_read_facts(s, a, last->id, &facts, e))
		return false;
	struct known *all = index_facts(a, &facts);
	struct report_record *records =
		ARENA_ARRAY(a, struct report_record, r->finding_count);
	for (uint32_t i = 0; i < r->finding_count; i++) {
		struct finding *f = r->findings[i];
		struct known *k;

		HASH_FIND_STR(all, f->identity, k);
		if (!k)
			continue;
		records[i] = record_of(k->fact, last->id, runs.list.count > 1);
		settle(a, f, k->fact);
	}
	HASH_CLEAR(hh, all);
	r->records = records;
	add_runs(&runs, last, a, r);
	return true;
}

// ---- a run of the past

const struct store_run_row *recall_find(const struct store_runs *runs,
					const char *word, struct err *e)
{
	uint32_t count = runs->list.count;
	char *end;

	if (str_starts(word, "last")) {
		const char *rest = word + strlen("last");
		unsigned long back = 0;

		if (*rest == '~')
			back = strtoul(rest + 1, &end, 10);
		if ((*rest == '\0' || (*rest == '~' && rest[1] && !*end)) &&
		    back < count)
			return &runs->list.at[count - 1 - back];
	} else {
		long long id = strtoll(word, &end, 10);

		VEC_EACH (const struct store_run_row, x, &runs->list)
			if (*word && !*end && x->id == id)
				return x;
	}
	err_set(e, ERR_USAGE, "no run '%s' (see 'oncelint history')", word);
	return NULL;
}

static int line_compare(const void *a, const void *b)
{
	const struct store_line *x = a, *y = b;
	int order = x->file == y->file ? 0 : strcmp(x->file, y->file);

	return order ? order : (x->line > y->line) - (x->line < y->line);
}

static bool is_as_it_was(const struct source_file *f,
			 const struct store_line *x)
{
	size_t length;
	const char *now = source_line(f, x->line, &length);

	return now && strlen(x->text) == length &&
	       memcmp(now, x->text, length) == 0;
}

// A text with the lines that are known in their places.
static void put_lines(struct source_cache *sources, const struct store_line *at,
		      uint32_t count)
{
	struct str text = STR_INIT;
	uint32_t line = 1;

	for (uint32_t i = 0; i < count; i++) {
		if (i && at[i].line == at[i - 1].line)
			continue;
		for (; line < at[i].line; line++)
			str_add_char(&text, '\n');
		str_add(&text, at[i].text);
	}
	str_add_char(&text, '\n');
	source_put(sources, at->file, text.text, text.length);
	str_release(&text);
}

static void check_sources(struct recall *x, struct arena *a,
			  struct store_items *items,
			  struct source_cache *sources)
{
	struct store_line *lines = items->lines.at;
	uint32_t count = items->lines.count;

	if (count)
		qsort(lines, count, sizeof(*lines), line_compare);
	for (uint32_t first = 0, next; first < count; first = next) {
		const struct source_file *f =
			source_get(sources, lines[first].file);
		bool is_stale = false;

		for (next = first; next < count && str_equal(lines[next].file,
							     lines[first].file);
		     next++)
			is_stale |= !is_as_it_was(f, &lines[next]);
		if (!is_stale)
			continue;
		VEC_PUSH(a, &x->stale, lines[first].file);
		put_lines(sources, &lines[first], next - first);
	}
}

static bool read_units(struct recall *x, struct store_db *s, struct arena *a,
		       struct err *e)
{
	struct store_units units = { { NULL, 0, 0 } };

	if (!store_read_units(s, a, x->run->id, x->run->root, &units, e))
		return false;
	VEC_EACH (struct store_unit, u, &units.list) {
		if (!x->files.count || !str_equal(VEC_LAST(&x->files), u->file))
			VEC_PUSH(a, &x->files, u->file);
		if (u->reason)
			VEC_PUSH(a, &x->gaps,
				 (struct report_unit){ u->file, u->is_failed,
						       u->reason });
	}
	return true;
}

bool recall_read(struct recall *x, struct store_db *s, struct arena *a,
		 const struct store_run_row *run,
		 const struct store_run_row *without,
		 struct source_cache *sources, struct err *e)
{
	struct store_items items = { { NULL, 0, 0 }, { NULL, 0, 0 } };
	bool has_earlier = run != x->runs.list.at;

	x->run = run;
	if (!store_read_findings(s, a, run->id, without ? without->id : 0,
				 run->root, &items, e) ||
	    !read_units(x, s, a, e))
		return false;
	check_sources(x, a, &items, sources);
	VEC_EACH (struct store_item *, p, &items.list) {
		struct store_item *item = *p;

		settle(a, &item->finding, &item->fact);
		VEC_PUSH(a, &x->findings, &item->finding);
		VEC_PUSH(a, &x->records,
			 record_of(&item->fact, run->id, has_earlier));
	}
	return true;
}

void recall_report(const struct recall *x, struct arena *a, struct report *r)
{
	r->findings = x->findings.at;
	r->finding_count = x->findings.count;
	r->records = x->records.at;
	r->units = x->gaps.at;
	r->unit_count = x->gaps.count;
	r->files = x->files.at;
	r->file_count = x->files.count;
	r->stale = x->stale.at;
	r->stale_count = x->stale.count;
	r->root = x->run->root;
	r->version = x->run->version;
	r->command_line = x->run->command;
	add_runs(&x->runs, x->run, a, r);
}
