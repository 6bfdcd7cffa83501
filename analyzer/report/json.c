// SPDX-License-Identifier: Apache-2.0
// Every field of every finding, in our own words. Columns are bytes.
#include "report/emit.h"
#include "report/report.h"

static void emit_loc(struct emit *e, const char *key, const struct report *r,
		     const struct loc *l)
{
	if (!l->file)
		return;
	emit_object(e, key);
	emit_text(e, "file", report_path(r, l->file));
	emit_number(e, "line", l->line);
	emit_number(e, "column", l->column);
	emit_number(e, "end_line", l->end_line);
	emit_number(e, "end_column", l->end_column);
	if (l->macro_file) {
		emit_text(e, "macro_file", report_path(r, l->macro_file));
		emit_number(e, "macro_line", l->macro_line);
	}
	emit_object_end(e);
}

static void emit_steps(struct emit *e, const struct report *r,
		       const struct finding *f)
{
	emit_array(e, "steps");
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		emit_object(e, NULL);
		emit_text(e, "kind", step_word(s->kind));
		emit_bool(e, "essential", s->is_essential);
		emit_number(e, "depth", s->depth);
		emit_loc(e, "place", r, &s->loc);
		emit_text(e, "message", s->message);
		emit_object_end(e);
	}
	emit_array_end(e);
}

static void emit_fixes(struct emit *e, const struct report *r,
		       const struct finding *f)
{
	emit_array(e, "fixes");
	for (uint32_t i = 0; i < f->fix_count; i++) {
		emit_object(e, NULL);
		emit_text(e, "description", f->fixes[i].description);
		emit_array(e, "edits");
		for (uint32_t n = 0; n < f->fixes[i].edit_count; n++) {
			emit_object(e, NULL);
			emit_loc(e, "range", r, &f->fixes[i].edits[n].range);
			emit_text(e, "text", f->fixes[i].edits[n].text);
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
		[BASELINE_ABSENT] = "absent",
	};

	emit_text(e, "baseline", words[x->baseline]);
	emit_text(e, "first_seen", x->first_seen);
	emit_text(e, "triage", x->triage);
	emit_text(e, "triage_author", x->triage_author);
	emit_text(e, "triage_reason", x->triage_reason);
	emit_text(e, "verdict", x->verdict);
	emit_text(e, "verdict_detail", x->verdict_detail);
}

static void emit_finding(struct emit *e, const struct report *r, uint32_t index)
{
	const struct finding *f = r->findings[index];

	emit_object(e, NULL);
	emit_text(e, "identity", f->identity);
	emit_text(e, "kind", kind_info(f->kind)->id);
	emit_text(e, "severity", severity_word(f->severity));
	emit_text(e, "certainty", certainty_word(f->certainty));
	emit_text(e, "message", f->message);
	emit_loc(e, "place", r, &f->loc);
	emit_text(e, "function", f->function);
	emit_text(e, "pack", f->pack);
	emit_text(e, "family", f->family);
	emit_text(e, "handle", f->handle);
	emit_text(e, "operation", f->operation);
	if (f->is_suppressed)
		emit_text(e, "suppressed", f->suppression_reason);
	if (r->records)
		emit_record(e, &r->records[index]);
	emit_steps(e, r, f);
	if (f->fix_count)
		emit_fixes(e, r, f);
	emit_object_end(e);
}

static void emit_gaps(struct emit *e, const struct report *r)
{
	emit_array(e, "not_analysed");
	for (uint32_t i = 0; i < r->unit_count; i++) {
		emit_object(e, NULL);
		emit_text(e, "file", report_path(r, r->units[i].file));
		emit_bool(e, "partly", !r->units[i].is_failed);
		emit_text(e, "reason", r->units[i].reason);
		emit_object_end(e);
	}
	for (uint32_t i = 0; i < r->note_count; i++) {
		emit_object(e, NULL);
		emit_text(e, "function", r->notes[i].function);
		emit_loc(e, "place", r, &r->notes[i].loc);
		emit_text(e, "reason", r->notes[i].reason);
		emit_object_end(e);
	}
	emit_array_end(e);
}

static void emit_stale(struct emit *e, const struct report *r)
{
	if (!r->stale_count)
		return;
	emit_array(e, "changed_since");
	for (uint32_t i = 0; i < r->stale_count; i++)
		emit_text(e, NULL, report_path(r, r->stale[i]));
	emit_array_end(e);
}

void json_write(const struct report *r, struct str *out)
{
	struct emit emit = { .out = out }, *e = &emit;

	emit_object(e, NULL);
	emit_text(e, "format", "oncelint-findings/1");
	emit_text(e, "version", r->version);
	emit_array(e, "findings");
	for (uint32_t i = 0; i < r->finding_count; i++)
		emit_finding(e, r, i);
	for (uint32_t i = 0; r->gone && i < r->gone->finding_count; i++)
		emit_finding(e, r->gone, i);
	emit_array_end(e);
	emit_gaps(e, r);
	emit_stale(e, r);
	emit_object_end(e);
	str_add_char(out, '\n');
}
