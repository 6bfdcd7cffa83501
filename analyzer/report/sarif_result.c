// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "report/place.h"
#include "report/sarif.h"

// What GitHub takes of one result.
#define MOST_STEPS 1000
#define MOST_RELATED 100

// ---- places

static void emit_span(struct emit *e, const char *key, struct span s,
		      const char *text)
{
	emit_object(e, key);
	emit_number(e, "startLine", s.line);
	emit_number(e, "startColumn", s.column);
	emit_number(e, "endLine", s.end_line);
	emit_number(e, "endColumn", s.end_column);
	if (text)
		sarif_emit_message(e, "snippet", text);
	emit_object_end(e);
}

static void emit_artifact(struct emit *e, const struct report *r,
			  const char *path)
{
	struct str uri = STR_INIT;

	uri_add_place(&uri, r, path);
	emit_object(e, "artifactLocation");
	emit_text(e, "uri", uri.text);
	if (place_is_inside(r, path))
		emit_text(e, "uriBaseId", "SRCROOT");
	emit_object_end(e);
	str_release(&uri);
}

// On one line: GitHub shows an alert in a pull request only if every line of
// its region was changed.
void sarif_emit_physical(struct emit *e, const struct report *r,
			 const struct loc *l)
{
	emit_object(e, "physicalLocation");
	emit_artifact(e, r, l->file);
	if (l->line)
		emit_span(e, "region", place_line_span(r, l, COLUMN_UTF16),
			  NULL);
	emit_object_end(e);
}

// The same with its text, and with the whole line.
static void emit_physical_with_text(struct emit *e, const struct report *r,
				    const struct loc *l)
{
	const struct source_file *f = source_get(r->sources, l->file);
	size_t length = 0;
	const char *line = source_line(f, l->line, &length);

	if (!line) {
		sarif_emit_physical(e, r, l);
		return;
	}
	struct loc whole = { .file = l->file, .line = l->line };
	struct span bytes = place_line_span(r, l, COLUMN_BYTES);
	struct str text = STR_INIT;
	str_add_bytes(&text, line + bytes.column - 1,
		      bytes.end_column - bytes.column);
	emit_object(e, "physicalLocation");
	emit_artifact(e, r, l->file);
	emit_span(e, "region", place_line_span(r, l, COLUMN_UTF16), text.text);
	str_clear(&text);
	str_add_bytes(&text, line, length);
	emit_span(e, "contextRegion", place_span(r, &whole, COLUMN_UTF16),
		  text.text);
	emit_object_end(e);
	str_release(&text);
}

// ---- the message, with links to the related places

// Brackets are escaped in a link's text, and outside where they would make a
// link of what is none.
static void add_message(struct str *out, const char *text, bool is_link)
{
	for (const char *p = text; *p; p++) {
		bool reads_as_link = p[0] == ']' && p[1] == '(';

		if (reads_as_link || (is_link && strchr("[]", *p)))
			str_add_char(out, '\\');
		str_add_char(out, *p);
	}
}

static bool is_related(const struct finding *f, const struct step *s)
{
	return s->is_essential && s->loc.file && s->loc.line &&
	       !loc_equal(&s->loc, &f->loc);
}

static void emit_linked_message(struct emit *e, const struct finding *f)
{
	struct str text = STR_INIT;
	uint32_t id = 0;

	add_message(&text, f->message, false);
	if (text.length && !strchr(".!?", text.text[text.length - 1]))
		str_add_char(&text, '.');
	for (uint32_t i = 0; i < f->step_count && id < MOST_RELATED; i++) {
		if (!is_related(f, &f->steps[i]))
			continue;
		str_add(&text, id ? ", [" : " See: [");
		add_message(&text, f->steps[i].message, true);
		str_printf(&text, "](%u)", ++id);
	}
	if (id)
		str_add_char(&text, '.');
	sarif_emit_message(e, "message", text.text);
	str_release(&text);
}

static void emit_related(struct emit *e, const struct report *r,
			 const struct finding *f)
{
	uint32_t id = 0;

	emit_array(e, "relatedLocations");
	for (uint32_t i = 0; i < f->step_count && id < MOST_RELATED; i++) {
		const struct step *s = &f->steps[i];

		if (!is_related(f, s))
			continue;
		emit_object(e, NULL);
		emit_number(e, "id", ++id);
		sarif_emit_physical(e, r, &s->loc);
		sarif_emit_message(e, "message", s->message);
		emit_object_end(e);
	}
	emit_array_end(e);
}

// ---- the story

// SARIF's own words for what happens to a resource.
static void emit_kinds(struct emit *e, enum step_kind kind)
{
	static const char *const words[][3] = {
		[STEP_PRODUCE] = { "acquire", "resource" },
		[STEP_CONSUME] = { "release", "resource" },
		[STEP_TRANSFER] = { "release", "resource", "implicit" },
		[STEP_COMPLETE] = { "release", "resource" },
		[STEP_OBSERVE] = { "resource", "value" },
		[STEP_CONDITION] = { "branch" },
		[STEP_CALL] = { "call", "function" },
		[STEP_LOOP] = { "branch" },
		[STEP_LEAVE] = { "exit", "function" },
		[STEP_STORE] = { "resource", "memory" },
	};

	emit_array(e, "kinds");
	for (size_t i = 0; i < 3 && words[kind][i]; i++)
		emit_text(e, NULL, words[kind][i]);
	emit_array_end(e);
}

static void emit_step(struct emit *e, const struct report *r,
		      const struct step *s, uint32_t order)
{
	emit_object(e, NULL);
	emit_object(e, "location");
	if (s->loc.file)
		sarif_emit_physical(e, r, &s->loc);
	sarif_emit_message(e, "message", s->message);
	emit_object_end(e);
	emit_kinds(e, s->kind);
	emit_number(e, "nestingLevel", s->depth);
	emit_number(e, "executionOrder", order);
	emit_text(e, "importance", s->is_essential ? "essential" : "important");
	emit_object(e, "properties");
	emit_text(e, "event", step_word(s->kind));
	emit_object_end(e);
	emit_object_end(e);
}

// Of a story that is too long the middle goes first, essential steps never.
static bool is_told(const struct finding *f, uint32_t i)
{
	return f->step_count <= MOST_STEPS || f->steps[i].is_essential ||
	       i < MOST_STEPS / 4 || i + MOST_STEPS / 2 >= f->step_count;
}

static void emit_flow(struct emit *e, const struct report *r,
		      const struct finding *f)
{
	uint32_t order = 0;

	emit_array(e, "codeFlows");
	emit_object(e, NULL);
	emit_array(e, "threadFlows");
	emit_object(e, NULL);
	emit_array(e, "locations");
	for (uint32_t i = 0; i < f->step_count; i++)
		if (is_told(f, i))
			emit_step(e, r, &f->steps[i], ++order);
	emit_array_end(e);
	emit_object_end(e);
	emit_array_end(e);
	emit_object_end(e);
	emit_array_end(e);
}

// ---- fixes

static void emit_replacement(struct emit *e, const struct report *r,
			     const struct edit *edit)
{
	emit_object(e, NULL);
	emit_span(e, "deletedRegion", place_span(r, &edit->range, COLUMN_UTF16),
		  NULL);
	emit_object(e, "insertedContent");
	emit_text(e, "text", edit->text);
	emit_object_end(e);
	emit_object_end(e);
}

// The edits from `first` on that change the same file, which no earlier edit
// changes.
static void emit_change(struct emit *e, const struct report *r,
			const struct fix *x, uint32_t first)
{
	const char *file = x->edits[first].range.file;

	for (uint32_t i = 0; i < first; i++)
		if (str_equal(x->edits[i].range.file, file))
			return;
	emit_object(e, NULL);
	emit_artifact(e, r, file);
	emit_array(e, "replacements");
	for (uint32_t i = first; i < x->edit_count; i++)
		if (str_equal(x->edits[i].range.file, file))
			emit_replacement(e, r, &x->edits[i]);
	emit_array_end(e);
	emit_object_end(e);
}

static void emit_fixes(struct emit *e, const struct report *r,
		       const struct finding *f)
{
	if (!f->fix_count)
		return;
	emit_array(e, "fixes");
	for (uint32_t i = 0; i < f->fix_count; i++) {
		const struct fix *x = &f->fixes[i];

		emit_object(e, NULL);
		sarif_emit_message(e, "description", x->description);
		emit_array(e, "artifactChanges");
		for (uint32_t n = 0; n < x->edit_count; n++)
			emit_change(e, r, x, n);
		emit_array_end(e);
		emit_object_end(e);
	}
	emit_array_end(e);
}

// ---- the rest

static void emit_fingerprints(struct emit *e, const struct report *r,
			      const struct finding *f, struct sarif_hashes *h)
{
	struct str hash = STR_INIT;

	if (f->loc.file && !str_equal(h->file, f->loc.file)) {
		const struct source_file *s =
			source_get(r->sources, f->loc.file);

		arena_reset(&h->arena);
		h->hashes = (struct line_hashes){ { 0 } };
		h->file = f->loc.file;
		if (s->text)
			line_hashes_compute(&h->hashes, &h->arena, s->text,
					    s->length);
	}
	line_hashes_add(&hash, &h->hashes, f->loc.line);
	emit_object(e, "partialFingerprints");
	if (hash.length)
		emit_text(e, "primaryLocationLineHash", hash.text);
	emit_text(e, "oncelintIdentity/v1", f->identity);
	emit_object_end(e);
	str_release(&hash);
}

// By a comment, or by somebody's decision that the database has.
static void emit_suppression(struct emit *e, const struct report *r,
			     uint32_t index)
{
	const struct finding *f = r->findings[index];
	const char *triage = r->records ? r->records[index].triage : NULL;
	bool is_decided =
		str_equal(triage, "wrong") || str_equal(triage, "accepted");

	if (!f->is_suppressed)
		return;
	emit_array(e, "suppressions");
	emit_object(e, NULL);
	emit_text(e, "kind", is_decided ? "external" : "inSource");
	emit_text(e, "status", "accepted");
	emit_text(e, "justification", f->suppression_reason);
	emit_object_end(e);
	emit_array_end(e);
}

static void emit_baseline(struct emit *e, const struct report *r,
			  uint32_t index)
{
	static const char *const words[] = {
		[BASELINE_NEW] = "new",
		[BASELINE_UNCHANGED] = "unchanged",
		[BASELINE_UPDATED] = "updated",
		[BASELINE_ABSENT] = "absent",
	};

	if (r->records)
		emit_text(e, "baselineState",
			  words[r->records[index].baseline]);
}

static void emit_locations(struct emit *e, const struct report *r,
			   const struct finding *f)
{
	emit_array(e, "locations");
	emit_object(e, NULL);
	emit_physical_with_text(e, r, &f->loc);
	if (f->function) {
		emit_array(e, "logicalLocations");
		emit_object(e, NULL);
		emit_text(e, "fullyQualifiedName", f->function);
		emit_text(e, "decoratedName", f->function_key);
		emit_text(e, "kind", "function");
		emit_object_end(e);
		emit_array_end(e);
	}
	emit_object_end(e);
	emit_array_end(e);
}

static void emit_properties(struct emit *e, const struct report *r,
			    uint32_t index)
{
	const struct finding *f = r->findings[index];

	emit_object(e, "properties");
	emit_text(e, "certainty", certainty_word(f->certainty));
	emit_text(e, "pack", f->pack);
	emit_text(e, "family", f->family);
	emit_text(e, "handle", f->handle);
	emit_text(e, "operation", f->operation);
	if (r->records) {
		emit_text(e, "firstSeen", r->records[index].first_seen);
		emit_text(e, "triage", r->records[index].triage);
		emit_text(e, "runtimeVerdict", r->records[index].verdict);
	}
	emit_object_end(e);
}

void sarif_emit_result(struct emit *e, const struct report *r, uint32_t index,
		       struct sarif_hashes *hashes)
{
	const struct finding *f = r->findings[index];

	emit_object(e, NULL);
	emit_text(e, "ruleId", kind_info(f->kind)->id);
	emit_number(e, "ruleIndex", f->kind);
	emit_text(e, "level", sarif_level(f->severity));
	emit_linked_message(e, f);
	emit_locations(e, r, f);
	emit_related(e, r, f);
	emit_flow(e, r, f);
	emit_fixes(e, r, f);
	emit_fingerprints(e, r, f, hashes);
	emit_baseline(e, r, index);
	emit_suppression(e, r, index);
	emit_properties(e, r, index);
	emit_object_end(e);
}
