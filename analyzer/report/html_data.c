// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "report/emit.h"
#include "report/html.h"
#include "report/place.h"

#define LINES_AROUND 4
#define MOST_LINES 400 // of one file's window

// Lines of a file that some step needs.
struct window {
	const char *file;
	uint32_t first, last;
};

struct data {
	const struct report *report;
	enum html_data what;
	struct arena arena;
	VEC(struct window) windows; // sorted, joined
	VEC(const char *) files;    // sorted, each once
};

// ---- which lines

static void want(struct data *d, const struct loc *l)
{
	if (!l->file || !l->line)
		return;
	uint32_t first = l->line > LINES_AROUND ? l->line - LINES_AROUND : 1;
	uint32_t end = l->end_line > l->line ? l->end_line : l->line;

	if (end - l->line > MOST_LINES)
		end = l->line + MOST_LINES;
	VEC_PUSH(&d->arena, &d->windows,
		 (struct window){ l->file, first, end + LINES_AROUND });
}

static void want_finding(struct data *d, const struct finding *f)
{
	want(d, &f->loc);
	if (d->what == HTML_INDEX)
		return;
	for (uint32_t i = 0; i < f->step_count; i++)
		want(d, &f->steps[i].loc);
	for (uint32_t i = 0; i < f->fix_count; i++)
		for (uint32_t n = 0; n < f->fixes[i].edit_count; n++)
			want(d, &f->fixes[i].edits[n].range);
}

static int window_compare(const void *a, const void *b)
{
	const struct window *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	if (order)
		return order;
	return (x->first > y->first) - (x->first < y->first);
}

static void join_windows(struct data *d)
{
	uint32_t kept = 0;

	if (!d->windows.count)
		return;
	qsort(d->windows.at, d->windows.count, sizeof(*d->windows.at),
	      window_compare);
	for (uint32_t i = 0; i < d->windows.count; i++) {
		struct window *w = &d->windows.at[i];
		struct window *last = kept ? &d->windows.at[kept - 1] : NULL;

		if (!last || strcmp(last->file, w->file) != 0)
			VEC_PUSH(&d->arena, &d->files, w->file);
		else if (w->first <= last->last + 1) {
			if (w->last > last->last)
				last->last = w->last;
			continue;
		}
		d->windows.at[kept++] = *w;
	}
	d->windows.count = kept;
}

static int path_compare(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

// -1 for nowhere.
static int64_t file_index(const struct data *d, const char *file)
{
	const char **found = NULL;

	if (file && d->files.count)
		found = bsearch(file, d->files.at, d->files.count,
				sizeof(*d->files.at), path_compare);
	return found ? found - d->files.at : -1;
}

// ---- as JSON

static void emit_lines(struct emit *e, const struct source_file *f,
		       const struct window *w)
{
	for (uint32_t n = w->first; n <= w->last; n++) {
		size_t length;
		const char *line = source_line(f, n, &length);

		if (!line)
			break;
		emit_number(e, NULL, n);
		emit_bytes(e, NULL, line, length);
	}
}

static void emit_files(struct emit *e, const struct data *d)
{
	uint32_t at = 0;

	emit_array(e, "files");
	for (uint32_t i = 0; i < d->files.count; i++) {
		const char *path = d->files.at[i];
		const struct source_file *f =
			source_get(d->report->sources, path);

		emit_object(e, NULL);
		emit_text(e, "path", place_path(d->report, path));
		if (report_is_stale(d->report, path))
			emit_bool(e, "stale", true);
		emit_array(e, "lines");
		for (; at < d->windows.count &&
		       strcmp(d->windows.at[at].file, path) == 0;
		     at++)
			if (d->what != HTML_INDEX)
				emit_lines(e, f, &d->windows.at[at]);
		emit_array_end(e);
		emit_object_end(e);
	}
	emit_array_end(e);
}

// [file, line, column, end line, end column]
static void emit_place(struct emit *e, const struct data *d,
		       const struct loc *l)
{
	struct span s = place_span(d->report, l, COLUMN_UTF16);

	emit_number(e, NULL, l->line ? file_index(d, l->file) : -1);
	emit_number(e, NULL, s.line);
	emit_number(e, NULL, s.column);
	emit_number(e, NULL, s.end_line);
	emit_number(e, NULL, s.end_column);
}

static void emit_steps(struct emit *e, const struct data *d,
		       const struct finding *f)
{
	emit_array(e, "steps");
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		emit_object(e, NULL);
		emit_bool(e, "essential", s->is_essential);
		emit_number(e, "depth", s->depth);
		emit_array(e, "at");
		emit_place(e, d, &s->loc);
		emit_array_end(e);
		emit_text(e, "text", s->message);
		emit_object_end(e);
	}
	emit_array_end(e);
}

static void emit_fixes(struct emit *e, const struct data *d,
		       const struct finding *f)
{
	if (!f->fix_count)
		return;
	emit_array(e, "fixes");
	for (uint32_t i = 0; i < f->fix_count; i++) {
		const struct fix *x = &f->fixes[i];

		emit_object(e, NULL);
		emit_text(e, "text", x->description);
		emit_array(e, "edits");
		for (uint32_t n = 0; n < x->edit_count; n++) {
			emit_object(e, NULL);
			emit_array(e, "at");
			emit_place(e, d, &x->edits[n].range);
			emit_array_end(e);
			emit_text(e, "text", x->edits[n].text);
			emit_object_end(e);
		}
		emit_array_end(e);
		emit_object_end(e);
	}
	emit_array_end(e);
}

static void emit_record(struct emit *e, const struct report_record *x)
{
	static const char *const words[] = {
		[BASELINE_NEW] = "new",
		[BASELINE_UNCHANGED] = "unchanged",
		[BASELINE_UPDATED] = "updated",
		[BASELINE_ABSENT] = "gone",
	};

	emit_text(e, "baseline", words[x->baseline]);
	emit_text(e, "first", x->first_seen);
	emit_text(e, "triage", x->triage);
	emit_text(e, "triageAuthor", x->triage_author);
	emit_text(e, "triageReason", x->triage_reason);
	emit_text(e, "verdict", x->verdict);
	emit_text(e, "verdictDetail", x->verdict_detail);
}

static void emit_head(struct emit *e, const struct data *d, uint32_t index)
{
	const struct finding *f = d->report->findings[index];

	emit_text(e, "kind", kind_info(f->kind)->id);
	emit_text(e, "severity", severity_word(f->severity));
	emit_text(e, "certainty", certainty_word(f->certainty));
	emit_array(e, "at");
	emit_place(e, d, &f->loc);
	emit_array_end(e);
	emit_text(e, "text", f->message);
	emit_text(e, "function", f->function);
	emit_text(e, "handle", f->handle);
	emit_text(e, "operation", f->operation);
	emit_text(e, "pack", f->pack);
	emit_text(e, "family", f->family);
	emit_number(e, "length", f->step_count);
	if (f->is_suppressed)
		emit_text(e, "suppressed",
			  f->suppression_reason ? f->suppression_reason : "");
	if (d->report->records)
		emit_record(e, &d->report->records[index]);
}

static void emit_finding(struct emit *e, const struct data *d, uint32_t index)
{
	const struct finding *f = d->report->findings[index];

	emit_object(e, NULL);
	emit_text(e, "id", f->identity);
	if (d->what != HTML_STEPS)
		emit_head(e, d, index);
	if (d->what != HTML_INDEX) {
		emit_steps(e, d, f);
		emit_fixes(e, d, f);
	}
	emit_object_end(e);
}

// In a script element "</" and "<!--" have a meaning, in JSON "<" may be
// written otherwise.
static void add_for_script(struct str *out, const struct str *json)
{
	const char *p = json->text, *end = p + json->length;

	while (p < end) {
		const char *sign = memchr(p, '<', (size_t)(end - p));
		const char *stop = sign ? sign : end;

		str_add_bytes(out, p, (size_t)(stop - p));
		if (sign)
			str_add(out, "\\u003c");
		p = sign ? sign + 1 : end;
	}
}

void html_choose(struct html_chosen *c, struct arena *a, const struct report *r,
		 uint32_t most)
{
	struct limit limit;

	limit_init(&limit, r, most, -1, true);
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (limit_admits(&limit, r, i))
			VEC_PUSH(a, &c->list, i);
}

void html_add_data(struct str *out, const struct report *r,
		   const struct html_chosen *c, uint32_t first, uint32_t end,
		   enum html_data what)
{
	struct data d = { .report = r, .what = what };
	struct str json = STR_INIT;
	struct emit emit = { .out = &json, .is_compact = true }, *e = &emit;

	for (uint32_t i = first; i < end; i++)
		want_finding(&d, r->findings[c->list.at[i]]);
	join_windows(&d);
	emit_object(e, NULL);
	if (what == HTML_INDEX)
		emit_number(e, "part", HTML_PART);
	emit_files(e, &d);
	emit_array(e, "findings");
	for (uint32_t i = first; i < end; i++)
		emit_finding(e, &d, c->list.at[i]);
	emit_array_end(e);
	emit_object_end(e);
	add_for_script(out, &json);
	str_release(&json);
	arena_release(&d.arena);
}
