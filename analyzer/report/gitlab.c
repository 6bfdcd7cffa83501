// SPDX-License-Identifier: Apache-2.0
// GitLab Code Quality: a JSON array of Code Climate issues. Of two issues with
// one fingerprint GitLab shows the first only; ours is the finding's identity,
// which no two findings of a run share and which is the same in the next run.
#include "report/emit.h"
#include "report/escape.h"
#include "report/place.h"

static const char *severity(const struct finding *f)
{
	switch (f->severity) {
	case SEVERITY_ERROR:
		return "critical";
	case SEVERITY_WARNING:
		return "major";
	case SEVERITY_NOTE:
		return "minor";
	case SEVERITY_HINT:
		return "info";
	}
	bug("no such severity");
}

static void emit_location(struct emit *e, const char *key,
			  const struct report *r, const struct loc *l)
{
	struct span s = place_span(r, l, COLUMN_CODE_POINTS);

	emit_object(e, key);
	emit_text(e, "path", place_path(r, l->file));
	emit_object(e, "lines");
	emit_number(e, "begin", s.line);
	emit_number(e, "end", s.end_line);
	emit_object_end(e);
	emit_object_end(e);
}

static void add_story(struct str *out, const struct report *r,
		      const struct finding *f)
{
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		str_printf(out, "%u. ", i + 1);
		markdown_add(out, s->message);
		if (s->loc.line) {
			str_add(out, " (");
			markdown_add(out, place_path(r, s->loc.file));
			str_printf(out, ":%u)", s->loc.line);
		}
		str_add_char(out, '\n');
	}
}

static void emit_content(struct emit *e, const struct report *r,
			 const struct finding *f)
{
	struct str body = STR_INIT;

	add_story(&body, r, f);
	str_add(&body, "\n[");
	markdown_add(&body, kind_info(f->kind)->id);
	str_printf(&body, "](" REPORT_KIND_PAGE "): %s.\n",
		   kind_info(f->kind)->id, kind_info(f->kind)->text);
	emit_object(e, "content");
	emit_text(e, "body", body.text);
	emit_object_end(e);
	str_release(&body);
}

static void emit_steps(struct emit *e, const struct report *r,
		       const struct finding *f)
{
	for (uint32_t i = 0; i < f->step_count; i++)
		if (f->steps[i].loc.line)
			emit_location(e, NULL, r, &f->steps[i].loc);
}

// On one line, whatever is in it.
static void emit_description(struct emit *e, const char *message)
{
	struct str text = STR_INIT;

	for (const char *p = message; *p; p++)
		str_add_char(&text, (unsigned char)*p < ' ' ? ' ' : *p);
	emit_text(e, "description", text.text);
	str_release(&text);
}

static void emit_issue(struct emit *e, const struct report *r,
		       const struct finding *f)
{
	emit_object(e, NULL);
	emit_text(e, "type", "issue");
	emit_text(e, "check_name", kind_info(f->kind)->id);
	emit_description(e, f->message);
	emit_array(e, "categories");
	emit_text(e, NULL, "Bug Risk");
	emit_array_end(e);
	emit_text(e, "severity", severity(f));
	emit_text(e, "fingerprint", f->identity);
	emit_location(e, "location", r, &f->loc);
	emit_content(e, r, f);
	emit_array(e, "other_locations");
	emit_steps(e, r, f);
	emit_array_end(e);
	emit_object(e, "trace");
	emit_bool(e, "stacktrace", true);
	emit_array(e, "locations");
	emit_steps(e, r, f);
	emit_array_end(e);
	emit_object_end(e);
	emit_object_end(e);
}

void gitlab_write(const struct report *r, struct str *out)
{
	struct emit emit = { .out = out }, *e = &emit;

	emit_array(e, NULL);
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (!r->findings[i]->is_suppressed)
			emit_issue(e, r, r->findings[i]);
	emit_array_end(e);
	str_add_char(out, '\n');
}
