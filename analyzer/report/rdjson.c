// SPDX-License-Identifier: Apache-2.0
// Reviewdog Diagnostic Format. Columns are bytes of UTF-8, as ours are.
#include "report/emit.h"
#include "report/place.h"

// reviewdog reads lines of at most 64 KiB and drops what is longer.
#define LONGEST_LINE (60 * 1024)

static const char *severity(enum severity s)
{
	switch (s) {
	case SEVERITY_ERROR:
		return "ERROR";
	case SEVERITY_WARNING:
		return "WARNING";
	case SEVERITY_NOTE:
	case SEVERITY_HINT:
		return "INFO";
	}
	bug("no such severity");
}

static void emit_position(struct emit *e, const char *key, uint32_t line,
			  uint32_t column)
{
	emit_object(e, key);
	emit_number(e, "line", line);
	emit_number(e, "column", column);
	emit_object_end(e);
}

static void emit_range(struct emit *e, const struct report *r,
		       const struct loc *l)
{
	struct span s = place_span(r, l, COLUMN_BYTES);

	emit_object(e, "range");
	emit_position(e, "start", s.line, s.column);
	emit_position(e, "end", s.end_line, s.end_column);
	emit_object_end(e);
}

static void emit_location(struct emit *e, const struct report *r,
			  const struct loc *l)
{
	emit_object(e, "location");
	emit_text(e, "path", place_path(r, l->file));
	if (l->line)
		emit_range(e, r, l);
	emit_object_end(e);
}

static void emit_code(struct emit *e, const struct finding *f)
{
	struct str url = STR_INIT;

	str_printf(&url, REPORT_KIND_PAGE, kind_info(f->kind)->id);
	emit_object(e, "code");
	emit_text(e, "value", kind_info(f->kind)->id);
	emit_text(e, "url", url.text);
	emit_object_end(e);
	str_release(&url);
}

// A suggestion is of the finding's file; those of others are left out.
static void emit_suggestions(struct emit *e, const struct report *r,
			     const struct finding *f)
{
	emit_array(e, "suggestions");
	for (uint32_t i = 0; i < f->fix_count; i++) {
		for (uint32_t n = 0; n < f->fixes[i].edit_count; n++) {
			const struct edit *x = &f->fixes[i].edits[n];

			if (!str_equal(x->range.file, f->loc.file))
				continue;
			emit_object(e, NULL);
			emit_range(e, r, &x->range);
			emit_text(e, "text", x->text);
			emit_object_end(e);
		}
	}
	emit_array_end(e);
}

// The essential steps, or all.
static void emit_related(struct emit *e, const struct report *r,
			 const struct finding *f, bool essential_only)
{
	emit_array(e, "related_locations");
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		if (!s->loc.file || (essential_only && !s->is_essential))
			continue;
		emit_object(e, NULL);
		emit_text(e, "message", s->message);
		emit_location(e, r, &s->loc);
		emit_object_end(e);
	}
	emit_array_end(e);
}

static void emit_source(struct emit *e)
{
	emit_object(e, "source");
	emit_text(e, "name", "oncelint");
	emit_text(e, "url", REPORT_HOME);
	emit_object_end(e);
}

static void emit_diagnostic(struct emit *e, const struct report *r,
			    const struct finding *f, bool essential_only)
{
	emit_object(e, NULL);
	emit_text(e, "message", f->message);
	emit_location(e, r, &f->loc);
	emit_text(e, "severity", severity(f->severity));
	emit_source(e);
	emit_code(e, f);
	if (f->fix_count)
		emit_suggestions(e, r, f);
	emit_related(e, r, f, essential_only);
	emit_object_end(e);
}

void rdjson_write(const struct report *r, struct str *out)
{
	struct emit emit = { .out = out }, *e = &emit;

	emit_object(e, NULL);
	emit_source(e);
	emit_array(e, "diagnostics");
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (!r->findings[i]->is_suppressed)
			emit_diagnostic(e, r, r->findings[i], false);
	emit_array_end(e);
	emit_object_end(e);
	str_add_char(out, '\n');
}

void rdjsonl_write(const struct report *r, struct str *out)
{
	struct str line = STR_INIT;

	for (uint32_t i = 0; i < r->finding_count; i++) {
		struct emit e = { .out = &line, .is_compact = true };
		struct emit again = e;

		if (r->findings[i]->is_suppressed)
			continue;
		str_clear(&line);
		emit_diagnostic(&e, r, r->findings[i], false);
		if (line.length > LONGEST_LINE) {
			str_clear(&line);
			emit_diagnostic(&again, r, r->findings[i], true);
		}
		str_add_bytes(out, line.text, line.length);
		str_add_char(out, '\n');
	}
	str_release(&line);
}
