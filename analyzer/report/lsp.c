// SPDX-License-Identifier: Apache-2.0
// A `textDocument/publishDiagnostics` message a file and line, for editors and
// scripts that read a linter's output without a server. Files without findings
// get an empty one, which takes earlier diagnostics away.
#include "report/lsp.h"

#include "report/place.h"

static void emit_position(struct emit *e, const char *key, uint32_t line,
			  uint32_t column)
{
	emit_object(e, key);
	emit_number(e, "line", line - 1);
	emit_number(e, "character", column - 1);
	emit_object_end(e);
}

static void emit_range(struct emit *e, const struct report *r,
		       const struct loc *l)
{
	struct span s = place_span(r, l, COLUMN_UTF16);

	emit_object(e, "range");
	emit_position(e, "start", s.line, s.column);
	emit_position(e, "end", s.end_line, s.end_column);
	emit_object_end(e);
}

static void emit_uri(struct emit *e, const char *path)
{
	struct str uri = STR_INIT;

	uri_add_file(&uri, path);
	emit_text(e, "uri", uri.text);
	str_release(&uri);
}

static int severity_number(enum severity s)
{
	switch (s) {
	case SEVERITY_ERROR:
		return 1;
	case SEVERITY_WARNING:
		return 2;
	case SEVERITY_NOTE:
		return 3;
	case SEVERITY_HINT:
		return 4;
	}
	bug("no such severity");
}

static void emit_related(struct emit *e, const struct report *r,
			 const struct finding *f)
{
	emit_array(e, "relatedInformation");
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		if (!s->loc.file)
			continue;
		emit_object(e, NULL);
		emit_object(e, "location");
		emit_uri(e, s->loc.file);
		emit_range(e, r, &s->loc);
		emit_object_end(e);
		emit_text(e, "message", s->message);
		emit_object_end(e);
	}
	emit_array_end(e);
}

static void emit_fix(struct emit *e, const struct report *r,
		     const struct fix *x)
{
	emit_object(e, NULL);
	emit_text(e, "title", x->description);
	emit_array(e, "edits");
	for (uint32_t i = 0; i < x->edit_count; i++) {
		emit_object(e, NULL);
		if (x->edits[i].range.file)
			emit_uri(e, x->edits[i].range.file);
		emit_range(e, r, &x->edits[i].range);
		emit_text(e, "newText", x->edits[i].text);
		emit_object_end(e);
	}
	emit_array_end(e);
	emit_object_end(e);
}

static void emit_data(struct emit *e, const struct report *r,
		      const struct finding *f)
{
	emit_object(e, "data");
	emit_text(e, "identity", f->identity);
	emit_text(e, "certainty", certainty_word(f->certainty));
	emit_array(e, "fixes");
	for (uint32_t i = 0; i < f->fix_count; i++)
		emit_fix(e, r, &f->fixes[i]);
	emit_array_end(e);
	emit_object_end(e);
}

void lsp_emit_diagnostic(struct emit *e, const struct report *r, uint32_t index)
{
	const struct finding *f = r->findings[index];
	struct str page = STR_INIT;

	str_printf(&page, REPORT_KIND_PAGE, kind_info(f->kind)->id);
	emit_object(e, NULL);
	emit_range(e, r, &f->loc);
	emit_number(e, "severity", severity_number(f->severity));
	emit_text(e, "code", kind_info(f->kind)->id);
	emit_object(e, "codeDescription");
	emit_text(e, "href", page.text);
	emit_object_end(e);
	emit_text(e, "source", "oncelint");
	emit_text(e, "message", f->message);
	emit_related(e, r, f);
	emit_data(e, r, f);
	emit_object_end(e);
	str_release(&page);
}

// ---- messages

// Writes what findings[*at] and the following have in the same file.
static void write_file(const struct report *r, struct str *out,
		       const char *file, uint32_t *at)
{
	struct emit emit = { .out = out, .is_compact = true }, *e = &emit;

	emit_object(e, NULL);
	emit_text(e, "jsonrpc", "2.0");
	emit_text(e, "method", "textDocument/publishDiagnostics");
	emit_object(e, "params");
	emit_uri(e, file);
	emit_array(e, "diagnostics");
	for (; *at < r->finding_count &&
	       str_equal(r->findings[*at]->loc.file, file);
	     ++*at)
		if (!r->findings[*at]->is_suppressed)
			lsp_emit_diagnostic(e, r, *at);
	emit_array_end(e);
	emit_object_end(e);
	emit_object_end(e);
	str_add_char(out, '\n');
}

void lsp_write(const struct report *r, struct str *out)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < r->file_count; i++) {
		uint32_t none = r->finding_count;

		if (!report_has(r, r->files[i]))
			write_file(r, out, r->files[i], &none);
	}
	while (at < r->finding_count) {
		if (r->findings[at]->loc.file)
			write_file(r, out, r->findings[at]->loc.file, &at);
		else
			at++;
	}
}
