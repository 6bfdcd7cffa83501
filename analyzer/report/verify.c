// SPDX-License-Identifier: Apache-2.0
// Every difference between what was found and what the fixtures say, one line
// each: missing, unexpected, found although listed as a known miss, a bad_*
// without expectation, an ok_* with one.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/expect.h"

struct verification {
	const struct report *r;
	struct str *out;
	const struct source_file *file;
	struct expectations expected;
	uint32_t differences;
};

PRINTF_LIKE(3, 4)
static void differ(struct verification *v, uint32_t line, const char *format,
		   ...)
{
	va_list args;
	char text[1024];

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	str_printf(v->out, "%s:%u: %s\n", report_path(v->r, v->file->path),
		   line, text);
	v->differences++;
}

// ---- findings

static bool accepts(const struct expectation *x, const struct finding *f)
{
	return !x->is_met &&
	       (x->kind == EXPECT_FINDING || x->kind == EXPECT_TODO) &&
	       x->line == f->loc.line && x->finding == f->kind &&
	       (!x->text || strstr(f->message, x->text));
}

static void match_finding(struct verification *v, const struct finding *f)
{
	VEC_EACH (struct expectation, x, &v->expected.list) {
		if (accepts(x, f)) {
			x->is_met = true;
			return;
		}
	}
	differ(v, f->loc.line, "unexpected: %s: %s", kind_info(f->kind)->id,
	       f->message);
}

static void match_findings(struct verification *v)
{
	for (uint32_t i = 0; i < v->r->finding_count; i++) {
		const struct finding *f = v->r->findings[i];

		if (!f->is_suppressed && str_equal(f->loc.file, v->file->path))
			match_finding(v, f);
	}
}

// ---- summaries

static void match_summary(struct verification *v, struct expectation *x)
{
	struct str text = STR_INIT;
	const struct summary *s = NULL;

	for (uint32_t i = 0; i < v->r->summary_count && !s; i++)
		if (v->r->summaries[i].loc.line == x->line &&
		    str_equal(v->r->summaries[i].loc.file, v->file->path))
			s = &v->r->summaries[i];
	x->is_met = true;
	if (!s) {
		differ(v, x->line, "missing: no function is defined here");
		return;
	}
	operation_dump(&text, s->operation);
	if (strcmp(text.text, x->text) != 0)
		differ(v, x->line, "summary of '%s' is \"%s\", not \"%s\"",
		       s->name, text.text, x->text);
	str_release(&text);
}

// ---- what remains

static void report_rest(struct verification *v, struct verify_counts *counts)
{
	VEC_EACH (struct expectation, x, &v->expected.list) {
		counts->expectations++;
		switch (x->kind) {
		case EXPECT_FINDING:
			if (!x->is_met)
				differ(v, x->line, "missing: %s%s%s%s",
				       kind_info(x->finding)->id,
				       x->text ? " \"" : "",
				       x->text ? x->text : "",
				       x->text ? "\"" : "");
			break;
		case EXPECT_TODO:
			counts->todo++;
			if (x->is_met)
				differ(v, x->written,
				       "found: write 'expect' for 'expect-todo'");
			break;
		case EXPECT_WRONG:
			differ(v, x->written, "%s", x->text);
			break;
		case EXPECT_SUMMARY:
			break;
		}
	}
	if (v->expected.is_none && v->expected.list.count)
		differ(v, v->expected.list.at[0].written,
		       "an expectation in a file with 'expect-none'");
}

static bool has_expectation(const struct expectations *e,
			    const struct section *s)
{
	VEC_EACH (struct expectation, x, &e->list)
		if (x->kind != EXPECT_SUMMARY && x->line >= s->first &&
		    x->line <= s->last)
			return true;
	return false;
}

static void check_sections(struct verification *v)
{
	VEC_EACH (struct section, s, &v->expected.sections) {
		bool has = has_expectation(&v->expected, s);

		if (s->is_bad && !has)
			differ(v, s->first, "'%s' has no expectation", s->name);
		else if (!s->is_bad && has)
			differ(v, s->first, "'%s' has an expectation", s->name);
	}
}

static void report_gaps(struct verification *v)
{
	for (uint32_t i = 0; i < v->r->unit_count; i++)
		if (str_equal(v->r->units[i].file, v->file->path))
			differ(v, 1, "not wholly analysed: %s",
			       v->r->units[i].reason);
	for (uint32_t i = 0; i < v->r->note_count; i++)
		if (str_equal(v->r->notes[i].loc.file, v->file->path))
			differ(v, v->r->notes[i].loc.line,
			       "'%s' was not analysed: %s",
			       v->r->notes[i].function, v->r->notes[i].reason);
}

static void verify_file(const struct report *r, const char *path,
			struct str *out, struct verify_counts *counts)
{
	struct arena a = { 0 };
	struct verification v = { .r = r, .out = out };

	v.file = source_get(r->sources, path);
	expect_parse(v.file, &a, &v.expected);
	report_gaps(&v);
	match_findings(&v);
	VEC_EACH (struct expectation, x, &v.expected.list)
		if (x->kind == EXPECT_SUMMARY)
			match_summary(&v, x);
	report_rest(&v, counts);
	check_sections(&v);
	if (v.differences)
		counts->failed++;
	else
		counts->passed++;
	arena_release(&a);
}

static bool is_fixture(const struct report *r, const char *path)
{
	for (uint32_t i = 0; i < r->fixture_count; i++)
		if (str_equal(r->fixtures[i], path))
			return true;
	return false;
}

void verify_fixtures(const struct report *r, struct str *out,
		     struct verify_counts *counts)
{
	const char *stray = NULL;

	for (uint32_t i = 0; i < r->fixture_count; i++)
		verify_file(r, r->fixtures[i], out, counts);
	// Findings are sorted by file: those of one stray file stand together.
	for (uint32_t i = 0; i < r->finding_count; i++) {
		const char *path = r->findings[i]->loc.file;

		if (is_fixture(r, path) || str_equal(path, stray))
			continue;
		stray = path;
		verify_file(r, path, out, counts);
	}
}

void verify_write(const struct report *r, struct str *out)
{
	struct verify_counts counts = { 0 };

	verify_fixtures(r, out, &counts);
	str_printf(out, "%u passed, %u failed\n", counts.passed, counts.failed);
}
