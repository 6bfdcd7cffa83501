// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "report/page.h"
#include "report/sarif.h"

// GitHub refuses longer ones.
#define LONGEST_DESCRIPTION 1000

// The names the CWE has for what kinds refer to. A kind has its own number;
// `also` gives it to one kind more, as a double consumption is both 675 and, of
// handles, 1341.
static const struct weakness {
	int number;
	const char *name;
	const char *also;
} weaknesses[] = {
	{ 362,
	  "Concurrent Execution using Shared Resource with Improper "
	  "Synchronization ('Race Condition')",
	  "concurrent-consume" },
	{ 415, "Double Free", NULL },
	{ 672, "Operation on a Resource after Expiration or Release", NULL },
	{ 675, "Multiple Operations on Resource in Single-Operation Context",
	  NULL },
	{ 772, "Missing Release of Resource after Effective Lifetime", NULL },
	{ 1050, "Excessive Platform Resource Consumption within a Loop", NULL },
	{ 1341, "Multiple Releases of Same Resource or Handle",
	  "double-consume" },
};

static bool concerns(const struct weakness *w, const struct kind_info *k)
{
	return w->number == k->cwe || str_equal(w->also, k->id);
}

static bool is_used(const struct weakness *w)
{
	for (int kind = 0; kind < KIND_COUNT; kind++)
		if (concerns(w, kind_info((enum finding_kind)kind)))
			return true;
	return false;
}

const char *sarif_level(enum severity s)
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

void sarif_emit_message(struct emit *e, const char *key, const char *text)
{
	emit_object(e, key);
	emit_text(e, "text", text);
	emit_object_end(e);
}

// ---- a rule

// "double-consume" as DoubleConsume, which rule names have by convention.
static void emit_name(struct emit *e, const char *id)
{
	struct str name = STR_INIT;
	bool is_first = true;

	for (const char *p = id; *p; p++) {
		if (*p != '-')
			str_add_char(&name, is_first ? (char)toupper(*p) : *p);
		is_first = *p == '-';
	}
	emit_text(e, "name", name.text);
	str_release(&name);
}

// "a handle is ..." as a sentence.
static void emit_sentence(struct emit *e, const char *key, const char *clause)
{
	struct str text = STR_INIT;

	str_add(&text, clause);
	text.text[0] = (char)toupper(text.text[0]);
	str_add_char(&text, '.');
	sarif_emit_message(e, key, text.text);
	str_release(&text);
}

static void emit_help(struct emit *e, const char *page)
{
	struct str text = STR_INIT;
	size_t length = 0;
	const char *finds = page_section(page, "Finds", &length);

	if (finds) {
		page_add_summary(&text, finds, length, LONGEST_DESCRIPTION);
		sarif_emit_message(e, "fullDescription", text.text);
		str_clear(&text);
	}
	page_add_plain(&text, page, strlen(page));
	emit_object(e, "help");
	emit_text(e, "text", text.text);
	emit_text(e, "markdown", page);
	emit_object_end(e);
	str_release(&text);
}

static const char *problem_severity(enum severity s)
{
	switch (s) {
	case SEVERITY_ERROR:
		return "error";
	case SEVERITY_WARNING:
		return "warning";
	case SEVERITY_NOTE:
	case SEVERITY_HINT:
		return "recommendation";
	}
	bug("no such severity");
}

static void emit_properties(struct emit *e, const struct kind_info *k)
{
	emit_object(e, "properties");
	emit_array(e, "tags");
	emit_text(e, NULL,
		  k->severity == SEVERITY_HINT ? "performance" : "correctness");
	emit_text(e, NULL, "concurrency");
	for (size_t i = 0; i < COUNT_OF(weaknesses); i++) {
		struct str tag = STR_INIT;

		if (!concerns(&weaknesses[i], k))
			continue;
		str_printf(&tag, "external/cwe/cwe-%d", weaknesses[i].number);
		emit_text(e, NULL, tag.text);
		str_release(&tag);
	}
	emit_array_end(e);
	emit_text(e, "precision",
		  k->severity == SEVERITY_ERROR ? "very-high" : "high");
	emit_text(e, "problem.severity", problem_severity(k->severity));
	emit_object_end(e);
}

// To entry `index` of the taxonomy.
static void emit_relation(struct emit *e, const struct weakness *w,
			  uint32_t index)
{
	struct str id = STR_INIT;

	str_printf(&id, "%d", w->number);
	emit_object(e, NULL);
	emit_object(e, "target");
	emit_text(e, "id", id.text);
	emit_number(e, "index", index);
	emit_object(e, "toolComponent");
	emit_text(e, "name", "CWE");
	emit_number(e, "index", 0);
	emit_object_end(e);
	emit_object_end(e);
	emit_array(e, "kinds");
	emit_text(e, NULL, "superset");
	emit_array_end(e);
	emit_object_end(e);
	str_release(&id);
}

static void emit_relations(struct emit *e, const struct kind_info *k)
{
	uint32_t index = 0;

	emit_array(e, "relationships");
	for (size_t i = 0; i < COUNT_OF(weaknesses); i++) {
		if (concerns(&weaknesses[i], k))
			emit_relation(e, &weaknesses[i], index);
		index += is_used(&weaknesses[i]);
	}
	emit_array_end(e);
}

static void emit_rule(struct emit *e, const struct report *r,
		      const struct kind_info *k)
{
	const char *page = r->page ? r->page(k->id) : NULL;
	struct str uri = STR_INIT;

	str_printf(&uri, REPORT_KIND_PAGE, k->id);
	emit_object(e, NULL);
	emit_text(e, "id", k->id);
	emit_name(e, k->id);
	emit_sentence(e, "shortDescription", k->text);
	if (page)
		emit_help(e, page);
	emit_text(e, "helpUri", uri.text);
	emit_object(e, "defaultConfiguration");
	emit_bool(e, "enabled", k->severity != SEVERITY_HINT);
	emit_text(e, "level", sarif_level(k->severity));
	emit_object_end(e);
	emit_relations(e, k);
	emit_properties(e, k);
	emit_object_end(e);
	str_release(&uri);
}

// ---- the tool

static const struct notification {
	const char *id;
	const char *text;
	const char *help;
} notifications[] = {
	{ "unit-not-analysed", "a unit was not, or not wholly, analysed",
	  "Findings in it may be missing. The message says why: most often it "
	  "does not compile, or took more time or memory than it was given." },
	{ "function-not-analysed", "a function was too large to be analysed",
	  "Findings in it are missing; summaries of it are taken to be "
	  "harmless." },
	{ "file-changed", "a file has changed since it was analysed",
	  "Its findings are those of then; lines may have moved. Analyse it "
	  "again." },
	{ "results-left-out",
	  "there were more findings than the format may hold",
	  "The least severe ones were left out. Other formats have them all." },
};

static void emit_notification(struct emit *e, const struct notification *n)
{
	emit_object(e, NULL);
	emit_text(e, "id", n->id);
	emit_name(e, n->id);
	emit_sentence(e, "shortDescription", n->text);
	emit_sentence(e, "fullDescription", n->text);
	sarif_emit_message(e, "help", n->help);
	emit_object_end(e);
}

void sarif_emit_tool(struct emit *e, const struct report *r)
{
	struct str full_name = STR_INIT;

	emit_object(e, "tool");
	emit_object(e, "driver");
	emit_text(e, "name", "oncelint");
	str_printf(&full_name, "oncelint %s", r->version);
	emit_text(e, "fullName", full_name.text);
	str_release(&full_name);
	emit_text(e, "version", r->version);
	emit_text(e, "semanticVersion", r->version);
	emit_text(e, "informationUri", REPORT_HOME);
	emit_array(e, "rules");
	for (int kind = 0; kind < KIND_COUNT; kind++)
		emit_rule(e, r, kind_info((enum finding_kind)kind));
	emit_array_end(e);
	emit_array(e, "notifications");
	for (size_t i = 0; i < COUNT_OF(notifications); i++)
		emit_notification(e, &notifications[i]);
	emit_array_end(e);
	emit_array(e, "supportedTaxonomies");
	emit_object(e, NULL);
	emit_text(e, "name", "CWE");
	emit_number(e, "index", 0);
	emit_object_end(e);
	emit_array_end(e);
	emit_object_end(e);
	emit_object_end(e);
}

void sarif_emit_taxonomies(struct emit *e)
{
	emit_array(e, "taxonomies");
	emit_object(e, NULL);
	emit_text(e, "name", "CWE");
	emit_text(e, "organization", "MITRE");
	emit_text(e, "informationUri", "https://cwe.mitre.org/");
	sarif_emit_message(e, "shortDescription",
			   "The MITRE Common Weakness Enumeration");
	emit_bool(e, "isComprehensive", false);
	emit_array(e, "taxa");
	for (size_t i = 0; i < COUNT_OF(weaknesses); i++) {
		struct str text = STR_INIT;

		if (!is_used(&weaknesses[i]))
			continue;
		emit_object(e, NULL);
		str_printf(&text, "%d", weaknesses[i].number);
		emit_text(e, "id", text.text);
		sarif_emit_message(e, "shortDescription", weaknesses[i].name);
		str_clear(&text);
		str_printf(&text,
			   "https://cwe.mitre.org/data/definitions/%d.html",
			   weaknesses[i].number);
		emit_text(e, "helpUri", text.text);
		emit_object_end(e);
		str_release(&text);
	}
	emit_array_end(e);
	emit_object_end(e);
	emit_array_end(e);
}
