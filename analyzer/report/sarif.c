// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0). Columns are UTF-16
// units, the format's default, and are said so in columnKind.
#include <string.h>

#include "base/file.h"
#include "report/emit.h"
#include "report/report.h"

#define SCHEMA_URI                                                             \
	"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"          \
	"schemas/sarif-schema-2.1.0.json"
#define HOME_URI "https://github.com/oncelint/oncelint"

static const char *level(enum severity s)
{
	switch (s) {
	case SEVERITY_ERROR:
		return "error";
	case SEVERITY_WARNING:
		return "warning";
	case SEVERITY_NOTE:
	case SEVERITY_HINT:
		return "note";
	}
	bug("no such severity");
}

// ---- places

// A path as a URI reference: what RFC 3986 does not allow is escaped.
static void add_uri(struct str *out, const char *path)
{
	static const char allowed[] = "/-._~!$&'()*+,;=@";

	for (const char *p = path; *p; p++) {
		unsigned char c = (unsigned char)*p;
		bool is_plain = (c >= '0' && c <= '9') ||
				(c >= 'a' && c <= 'z') ||
				(c >= 'A' && c <= 'Z') || strchr(allowed, c);

		if (is_plain)
			str_add_char(out, (char)c);
		else
			str_printf(out, "%%%02X", c);
	}
}

static void emit_artifact(struct emit *e, const struct report *r,
			  const char *path)
{
	struct str uri = STR_INIT;
	bool is_inside = r->root && path_is_below(path, r->root);

	if (is_inside)
		add_uri(&uri, path_relative(path, r->root));
	else {
		str_add(&uri, *path == '/' ? "file://" : "");
		add_uri(&uri, path);
	}
	emit_object(e, "artifactLocation");
	emit_text(e, "uri", uri.text);
	if (is_inside)
		emit_text(e, "uriBaseId", "SRCROOT");
	emit_object_end(e);
	str_release(&uri);
}

static void emit_region(struct emit *e, const struct report *r,
			const struct loc *l)
{
	const struct source_file *f = source_get(r->sources, l->file);

	emit_object(e, "region");
	emit_number(e, "startLine", l->line);
	if (l->column)
		emit_number(e, "startColumn",
			    source_column(f, l->line, l->column, COLUMN_UTF16));
	if (l->end_line >= l->line && l->end_column) {
		emit_number(e, "endLine", l->end_line);
		emit_number(e, "endColumn",
			    source_column(f, l->end_line, l->end_column,
					  COLUMN_UTF16));
	}
	emit_object_end(e);
}

static void emit_physical(struct emit *e, const struct report *r,
			  const struct loc *l)
{
	emit_object(e, "physicalLocation");
	emit_artifact(e, r, l->file);
	if (l->line)
		emit_region(e, r, l);
	emit_object_end(e);
}

static void emit_message(struct emit *e, const char *key, const char *text)
{
	emit_object(e, key);
	emit_text(e, "text", text);
	emit_object_end(e);
}

// ---- one result

static void emit_flow(struct emit *e, const struct report *r,
		      const struct finding *f)
{
	emit_array(e, "codeFlows");
	emit_object(e, NULL);
	emit_array(e, "threadFlows");
	emit_object(e, NULL);
	emit_array(e, "locations");
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		emit_object(e, NULL);
		emit_object(e, "location");
		if (s->loc.file)
			emit_physical(e, r, &s->loc);
		emit_message(e, "message", s->message);
		emit_object_end(e);
		emit_array(e, "kinds");
		emit_text(e, NULL, step_word(s->kind));
		emit_array_end(e);
		emit_number(e, "nestingLevel", s->depth);
		emit_text(e, "importance",
			  s->is_essential ? "essential" : "important");
		emit_object_end(e);
	}
	emit_array_end(e);
	emit_object_end(e);
	emit_array_end(e);
	emit_object_end(e);
	emit_array_end(e);
}

// The events the finding is about, for viewers that show no flows.
static void emit_related(struct emit *e, const struct report *r,
			 const struct finding *f)
{
	uint32_t id = 0;

	emit_array(e, "relatedLocations");
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		if (!s->is_essential || !s->loc.file ||
		    loc_equal(&s->loc, &f->loc))
			continue;
		emit_object(e, NULL);
		emit_number(e, "id", ++id);
		emit_physical(e, r, &s->loc);
		emit_message(e, "message", s->message);
		emit_object_end(e);
	}
	emit_array_end(e);
}

static void emit_suppression(struct emit *e, const struct finding *f)
{
	if (!f->is_suppressed)
		return;
	emit_array(e, "suppressions");
	emit_object(e, NULL);
	emit_text(e, "kind", "inSource");
	emit_text(e, "justification", f->suppression_reason);
	emit_object_end(e);
	emit_array_end(e);
}

static void emit_result(struct emit *e, const struct report *r,
			const struct finding *f)
{
	emit_object(e, NULL);
	emit_text(e, "ruleId", kind_info(f->kind)->id);
	emit_number(e, "ruleIndex", f->kind);
	emit_text(e, "level", level(f->severity));
	emit_message(e, "message", f->message);
	emit_array(e, "locations");
	emit_object(e, NULL);
	emit_physical(e, r, &f->loc);
	if (f->function) {
		emit_array(e, "logicalLocations");
		emit_object(e, NULL);
		emit_text(e, "fullyQualifiedName", f->function);
		emit_text(e, "kind", "function");
		emit_object_end(e);
		emit_array_end(e);
	}
	emit_object_end(e);
	emit_array_end(e);
	emit_related(e, r, f);
	emit_flow(e, r, f);
	if (f->identity) {
		emit_object(e, "partialFingerprints");
		emit_text(e, "oncelintIdentity/v1", f->identity);
		emit_object_end(e);
	}
	emit_suppression(e, f);
	emit_object(e, "properties");
	emit_text(e, "certainty", certainty_word(f->certainty));
	emit_text(e, "family", f->family);
	emit_text(e, "pack", f->pack);
	emit_text(e, "handle", f->handle);
	emit_text(e, "operation", f->operation);
	emit_object_end(e);
	emit_object_end(e);
}

// ---- the run

static void emit_rule(struct emit *e, const struct report *r,
		      enum finding_kind kind)
{
	const struct kind_info *k = kind_info(kind);
	const char *page = r->page ? r->page(k->id) : NULL;

	emit_object(e, NULL);
	emit_text(e, "id", k->id);
	emit_message(e, "shortDescription", k->text);
	if (page) {
		emit_object(e, "help");
		emit_text(e, "text", page);
		emit_text(e, "markdown", page);
		emit_object_end(e);
	}
	emit_object(e, "defaultConfiguration");
	emit_text(e, "level", level(k->severity));
	emit_object_end(e);
	emit_object(e, "properties");
	emit_array(e, "tags");
	struct str tag = STR_INIT;
	str_printf(&tag, "external/cwe/cwe-%d", k->cwe);
	emit_text(e, NULL, tag.text);
	str_release(&tag);
	emit_array_end(e);
	emit_object_end(e);
	emit_object_end(e);
}

static void emit_tool(struct emit *e, const struct report *r)
{
	emit_object(e, "tool");
	emit_object(e, "driver");
	emit_text(e, "name", "oncelint");
	emit_text(e, "version", r->version);
	emit_text(e, "semanticVersion", r->version);
	emit_text(e, "informationUri", HOME_URI);
	emit_array(e, "rules");
	for (int kind = 0; kind < KIND_COUNT; kind++)
		emit_rule(e, r, (enum finding_kind)kind);
	emit_array_end(e);
	emit_object_end(e);
	emit_object_end(e);
}

static void emit_notification(struct emit *e, const struct report *r,
			      const char *lvl, const char *text,
			      const struct loc *l)
{
	emit_object(e, NULL);
	emit_text(e, "level", lvl);
	emit_message(e, "message", text);
	if (l->file) {
		emit_array(e, "locations");
		emit_object(e, NULL);
		emit_physical(e, r, l);
		emit_object_end(e);
		emit_array_end(e);
	}
	emit_object_end(e);
}

static void emit_invocation(struct emit *e, const struct report *r)
{
	bool is_whole = true;

	for (uint32_t i = 0; i < r->unit_count; i++)
		is_whole &= !r->units[i].is_failed;
	emit_array(e, "invocations");
	emit_object(e, NULL);
	emit_text(e, "commandLine", r->command_line);
	emit_bool(e, "executionSuccessful", is_whole);
	emit_array(e, "toolExecutionNotifications");
	for (uint32_t i = 0; i < r->unit_count; i++) {
		struct loc l = { .file = r->units[i].file };

		emit_notification(e, r,
				  r->units[i].is_failed ? "error" : "warning",
				  r->units[i].reason, &l);
	}
	for (uint32_t i = 0; i < r->note_count; i++) {
		struct str text = STR_INIT;

		str_printf(&text, "'%s' was not analysed: %s",
			   r->notes[i].function, r->notes[i].reason);
		emit_notification(e, r, "note", text.text, &r->notes[i].loc);
		str_release(&text);
	}
	emit_array_end(e);
	emit_object_end(e);
	emit_array_end(e);
}

static void emit_root(struct emit *e, const struct report *r)
{
	struct str uri = STR_INIT;

	if (!r->root)
		return;
	str_add(&uri, "file://");
	add_uri(&uri, r->root);
	if (!str_ends(uri.text, "/"))
		str_add_char(&uri, '/');
	emit_object(e, "originalUriBaseIds");
	emit_object(e, "SRCROOT");
	emit_text(e, "uri", uri.text);
	emit_object_end(e);
	emit_object_end(e);
	str_release(&uri);
}

void sarif_write(const struct report *r, struct str *out)
{
	struct emit emit = { .out = out }, *e = &emit;

	emit_object(e, NULL);
	emit_text(e, "$schema", SCHEMA_URI);
	emit_text(e, "version", "2.1.0");
	emit_array(e, "runs");
	emit_object(e, NULL);
	emit_tool(e, r);
	emit_invocation(e, r);
	emit_root(e, r);
	emit_text(e, "columnKind", "utf16CodeUnits");
	emit_array(e, "results");
	for (uint32_t i = 0; i < r->finding_count; i++)
		emit_result(e, r, r->findings[i]);
	emit_array_end(e);
	emit_object_end(e);
	emit_array_end(e);
	emit_object_end(e);
	str_add_char(out, '\n');
}
