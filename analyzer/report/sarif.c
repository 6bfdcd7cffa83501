// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0), complete, within what
// GitHub takes: a file over its limits is refused whole, so the least severe
// findings are left out here, and that is told. Columns are UTF-16 units.
#include "report/sarif.h"

#include <string.h>

#include "report/limit.h"
#include "report/place.h"

#define SCHEMA_URI                                                             \
	"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"          \
	"schemas/sarif-schema-2.1.0.json"
#define MOST_RESULTS 25000
#define MOST_NOTIFICATIONS 1000

static void emit_notification(struct emit *e, const struct report *r,
			      const char *id, const char *level,
			      const char *text, const struct loc *l)
{
	emit_object(e, NULL);
	emit_object(e, "descriptor");
	emit_text(e, "id", id);
	emit_object_end(e);
	emit_text(e, "level", level);
	sarif_emit_message(e, "message", text);
	if (l && l->file) {
		emit_array(e, "locations");
		emit_object(e, NULL);
		sarif_emit_physical(e, r, l);
		emit_object_end(e);
		emit_array_end(e);
	}
	emit_object_end(e);
}

static void emit_units(struct emit *e, const struct report *r)
{
	for (uint32_t i = 0; i < r->unit_count && i < MOST_NOTIFICATIONS; i++) {
		const struct report_unit *u = &r->units[i];
		struct loc l = { .file = u->file };

		emit_notification(e, r, "unit-not-analysed",
				  u->is_failed ? "error" : "warning", u->reason,
				  &l);
	}
}

static void emit_functions(struct emit *e, const struct report *r)
{
	for (uint32_t i = 0; i < r->note_count && i < MOST_NOTIFICATIONS; i++) {
		struct str text = STR_INIT;

		str_printf(&text, "'%s' was not analysed: %s",
			   r->notes[i].function, r->notes[i].reason);
		emit_notification(e, r, "function-not-analysed", "note",
				  text.text, &r->notes[i].loc);
		str_release(&text);
	}
}

static void emit_stale(struct emit *e, const struct report *r)
{
	for (uint32_t i = 0; i < r->stale_count && i < MOST_NOTIFICATIONS;
	     i++) {
		struct loc l = { .file = r->stale[i] };

		emit_notification(e, r, "file-changed", "warning",
				  "the file has changed since it was analysed: "
				  "places may be wrong",
				  &l);
	}
}

static void emit_cut(struct emit *e, const struct report *r, uint32_t cut)
{
	struct str text = STR_INIT;

	if (!cut)
		return;
	str_printf(&text,
		   "%u findings, the least severe, are left out: "
		   "a run may have %d",
		   cut, MOST_RESULTS);
	emit_notification(e, r, "results-left-out", "warning", text.text, NULL);
	str_release(&text);
}

static void emit_invocation(struct emit *e, const struct report *r,
			    uint32_t cut)
{
	bool is_whole = true;

	for (uint32_t i = 0; i < r->unit_count; i++)
		is_whole &= !r->units[i].is_failed;
	emit_array(e, "invocations");
	emit_object(e, NULL);
	emit_text(e, "commandLine", r->command_line);
	emit_bool(e, "executionSuccessful", is_whole);
	emit_array(e, "toolExecutionNotifications");
	emit_cut(e, r, cut);
	emit_units(e, r);
	emit_stale(e, r);
	emit_functions(e, r);
	emit_array_end(e);
	emit_object_end(e);
	emit_array_end(e);
}

static void emit_root(struct emit *e, const struct report *r)
{
	struct str uri = STR_INIT;

	if (!r->root)
		return;
	uri_add_file(&uri, r->root);
	if (!str_ends(uri.text, "/"))
		str_add_char(&uri, '/');
	emit_object(e, "originalUriBaseIds");
	emit_object(e, "SRCROOT");
	emit_text(e, "uri", uri.text);
	emit_object_end(e);
	emit_object_end(e);
	str_release(&uri);
}

// GitHub takes the text up to the last slash as the category: a second file of
// one category replaces the first.
static void emit_category(struct emit *e, const struct report *r)
{
	struct str id = STR_INIT;

	str_printf(&id, "%s/", r->category ? r->category : "oncelint");
	emit_object(e, "automationDetails");
	emit_text(e, "id", id.text);
	emit_object_end(e);
	str_release(&id);
}

static void emit_results(struct emit *e, const struct report *r,
			 struct limit *limit)
{
	// The texts of what is gone are those that were.
	struct sarif_hashes hashes = { 0 }, gone = { 0 };

	emit_array(e, "results");
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (limit_admits(limit, r, i))
			sarif_emit_result(e, r, i, &hashes);
	for (uint32_t i = 0; r->gone && i < r->gone->finding_count &&
			     r->finding_count + i < MOST_RESULTS;
	     i++)
		sarif_emit_result(e, r->gone, i, &gone);
	emit_array_end(e);
	arena_release(&hashes.arena);
	arena_release(&gone.arena);
}

void sarif_write(const struct report *r, struct str *out)
{
	struct emit emit = { .out = out }, *e = &emit;
	struct limit limit;

	limit_init(&limit, r, MOST_RESULTS, -1, true);
	emit_object(e, NULL);
	emit_text(e, "$schema", SCHEMA_URI);
	emit_text(e, "version", "2.1.0");
	emit_array(e, "runs");
	emit_object(e, NULL);
	sarif_emit_tool(e, r);
	sarif_emit_taxonomies(e);
	emit_invocation(e, r, limit.cut);
	emit_root(e, r);
	emit_category(e, r);
	emit_text(e, "columnKind", "utf16CodeUnits");
	emit_results(e, r, &limit);
	emit_object_end(e);
	emit_array_end(e);
	emit_object_end(e);
	str_add_char(out, '\n');
}
