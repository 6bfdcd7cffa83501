// SPDX-License-Identifier: Apache-2.0
// A page to read, in one file that asks the network for nothing. The overview
// and the pages of the kinds are written here; the list and the findings are
// data that html/report.js shows, so that ten thousand of them open at once.
// Without a script the list is plain.
#include "report/html.h"
#include "base/builtin.h"
#include "report/escape.h"
#include "report/page.h"
#include "report/place.h"

#include <stdio.h>
#include <string.h>

#define MOST_PLAIN 500 // findings in the list for those without a script
#define MOST_FIRST 5   // findings on the overview
#define MOST_GAPS 100

// ---- texts

void html_add_number(struct str *out, uint32_t n)
{
	char digits[16];
	int length = snprintf(digits, sizeof(digits), "%u", n);

	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			str_add_char(out, ',');
		str_add_char(out, digits[i]);
	}
}

static void add_plural(struct str *out, uint32_t n, const char *one)
{
	html_add_number(out, n);
	str_printf(out, " %s%s", one, n == 1 ? "" : "s");
}

static void add_asset(struct str *out, const char *path)
{
	const struct builtin_file *f = builtin_find(path);

	if (!f)
		bug("'%s' is not built in", path);
	str_add_bytes(out, f->text, f->length);
}

static uint32_t count_level(const struct report *r, enum severity s)
{
	uint32_t above = s == SEVERITY_ERROR
				 ? 0
				 : report_count(r, (enum severity)(s + 1));

	return report_count(r, s) - above;
}

static uint32_t count_suppressed(const struct report *r)
{
	return r->finding_count - report_count(r, SEVERITY_HINT);
}

static uint32_t count_new(const struct report *r)
{
	uint32_t n = 0;

	for (uint32_t i = 0; r->records && i < r->finding_count; i++)
		n += !r->findings[i]->is_suppressed &&
		     r->records[i].baseline == BASELINE_NEW;
	return n;
}

// ---- the overview

static void add_tile(struct str *out, const char *class, const char *address,
		     uint32_t n, const char *label)
{
	str_printf(out, "<li class=\"%s\"><a href=\"#%s\"><b>", class, address);
	html_add_number(out, n);
	str_printf(out, "</b> <span>%s</span></a></li>\n", label);
}

static void add_level(struct str *out, const struct report *r, enum severity s)
{
	const char *word = severity_word(s);
	uint32_t n = count_level(r, s);
	struct str address = STR_INIT, label = STR_INIT;

	str_printf(&address, "list?severity=%s", word);
	str_printf(&label, "%s%s", word, n == 1 ? "" : "s");
	if (n || s >= SEVERITY_WARNING)
		add_tile(out, word, address.text, n, label.text);
	str_release(&address);
	str_release(&label);
}

static void add_tiles(struct str *out, const struct report *r)
{
	uint32_t suppressed = count_suppressed(r);
	uint32_t gaps = r->unit_count + r->note_count;

	str_add(out, "<ul class=\"tiles\">\n");
	for (int s = SEVERITY_ERROR; s >= SEVERITY_HINT; s--)
		add_level(out, r, (enum severity)s);
	if (r->records)
		add_tile(out, "new", "list?state=new", count_new(r), "new");
	if (suppressed)
		add_tile(out, "hint", "list?state=suppressed", suppressed,
			 "suppressed");
	if (gaps)
		add_tile(out, "gap", "gaps", gaps, "not analysed");
	str_add(out, "</ul>\n");
}

static void add_link(struct str *out, const struct report *r,
		     const struct finding *f)
{
	str_printf(out, "<li class=\"%s\"><a href=\"#finding/",
		   severity_word(f->severity));
	markup_add(out, f->identity ? f->identity : "");
	str_add(out, "\"><span class=\"text\">");
	markup_add(out, f->message);
	str_add(out, "</span> <span class=\"where\">");
	markup_add(out, place_path(r, f->loc.file));
	str_printf(out, ":%u · %s</span></a></li>\n", f->loc.line,
		   kind_info(f->kind)->id);
}

// Whether one of the first `count` is of the same kind and library.
static bool is_alike(const struct finding *const *shown, uint32_t count,
		     const struct finding *f)
{
	for (uint32_t i = 0; i < count; i++)
		if (shown[i]->kind == f->kind &&
		    str_equal(shown[i]->pack, f->pack))
			return true;
	return false;
}

// Severe before others, certain before possible ones, each of another sort.
static void add_first(struct str *out, const struct report *r)
{
	const struct finding *shown[MOST_FIRST];
	uint32_t count = 0;

	if (!report_count(r, SEVERITY_HINT))
		return;
	str_add(out, "<section class=\"card wide\">"
		     "<h2>Worth reading first</h2><ul class=\"rows\">\n");
	for (int rank = 2 * SEVERITY_ERROR + 1; rank >= 0; rank--)
		for (uint32_t i = 0; i < r->finding_count; i++) {
			const struct finding *f = r->findings[i];
			int own = 2 * (int)f->severity + (int)f->certainty;

			if (own != rank || f->is_suppressed ||
			    count == MOST_FIRST || is_alike(shown, count, f))
				continue;
			shown[count++] = f;
			add_link(out, r, f);
		}
	str_add(out, "</ul></section>\n");
}

static void add_gap(struct str *out, const struct report *r, const char *file,
		    const char *what, const char *reason)
{
	str_add(out, "<li><code>");
	markup_add(out, place_path(r, file));
	str_add(out, "</code>");
	if (what) {
		str_add(out, " <code>");
		markup_add(out, what);
		str_add(out, "</code>");
	}
	str_add(out, ": ");
	markup_add(out, reason ? reason : "unknown");
	str_add(out, "</li>\n");
}

static void add_gaps(struct str *out, const struct report *r)
{
	uint32_t shown = 0;

	if (r->unit_count + r->note_count == 0)
		return;
	str_add(out, "<section class=\"card wide\" id=\"gaps\">"
		     "<h2>Not analysed</h2>\n<p>Findings in these may be "
		     "missing.</p><ul class=\"plain\">\n");
	for (uint32_t i = 0; i < r->unit_count && shown < MOST_GAPS; i++)
		add_gap(out, r, r->units[i].file, NULL, r->units[i].reason),
			shown++;
	for (uint32_t i = 0; i < r->note_count && shown < MOST_GAPS; i++)
		add_gap(out, r, r->notes[i].loc.file, r->notes[i].function,
			r->notes[i].reason),
			shown++;
	str_add(out, "</ul>\n");
	if (shown < r->unit_count + r->note_count)
		str_printf(out, "<p class=\"rest\">and %u more</p>\n",
			   r->unit_count + r->note_count - shown);
	str_add(out, "</section>\n");
}

static void add_title(struct str *out, const struct report *r)
{
	uint32_t n = report_count(r, SEVERITY_HINT);

	if (n)
		add_plural(out, n, "finding");
	else
		str_add(out, "No findings");
}

static void add_overview(struct str *out, const struct report *r)
{
	str_add(out, "<section id=\"overview\" class=\"view\">\n<h1>");
	add_title(out, r);
	str_add(out, "</h1>\n<p class=\"lead\">");
	if (r->file_count) {
		str_add(out, "in ");
		add_plural(out, r->file_count, "analysed unit");
	}
	if (r->root) {
		str_add(out, r->file_count ? " of <code>" : "in <code>");
		markup_add(out, r->root);
		str_add(out, "</code>");
	}
	str_add(out, "</p>\n");
	add_tiles(out, r);
	str_add(out, "<div class=\"cards\">\n");
	html_add_history(out, r);
	add_first(out, r);
	html_add_charts(out, r);
	add_gaps(out, r);
	str_add(out, "</div>\n</section>\n");
}

// ---- the list and the kinds

static void add_list(struct str *out, const struct report *r)
{
	uint32_t shown = 0;

	str_add(out, "<section id=\"list\" class=\"view\">\n<h1>Findings</h1>\n"
		     "<noscript><p>Searching, filtering and the page of each "
		     "finding need a script.</p><ul class=\"rows\">\n");
	for (uint32_t i = 0; i < r->finding_count && shown < MOST_PLAIN; i++)
		if (!r->findings[i]->is_suppressed) {
			add_link(out, r, r->findings[i]);
			shown++;
		}
	str_add(out, "</ul></noscript>\n</section>\n"
		     "<section id=\"finding\" class=\"view\" hidden>"
		     "<h1>Finding</h1></section>\n");
}

static bool is_kind_seen(const struct report *r, enum finding_kind kind)
{
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (r->findings[i]->kind == kind)
			return true;
	return false;
}

static void add_kind(struct str *out, const struct report *r,
		     const struct kind_info *k)
{
	static const char *const headings[] = { "Finds", "Why", "Wrong",
						"Right", "Limits" };
	const char *page = r->page ? r->page(k->id) : NULL;

	str_printf(out,
		   "<article class=\"kind\" id=\"kind-%s\"><h2>%s</h2>\n"
		   "<p class=\"lead\">%s</p>\n",
		   k->id, k->id, k->text);
	for (size_t i = 0; page && i < COUNT_OF(headings); i++) {
		size_t length = 0;
		const char *text = page_section(page, headings[i], &length);

		if (!text)
			continue;
		str_printf(out, "<section class=\"%s\"><h3>%s</h3>",
			   headings[i], headings[i]);
		page_add_html(out, text, length);
		str_add(out, "</section>\n");
	}
	str_printf(out,
		   "<p><a href=\"#list?kind=%s\">Findings of this kind</a></p>"
		   "</article>\n",
		   k->id);
}

static void add_kinds(struct str *out, const struct report *r)
{
	str_add(out, "<section id=\"kinds\" class=\"view\">"
		     "<h1>Kinds of findings</h1>\n");
	for (int kind = 0; kind < KIND_COUNT; kind++)
		if (is_kind_seen(r, (enum finding_kind)kind))
			add_kind(out, r, kind_info((enum finding_kind)kind));
	if (!r->finding_count)
		str_add(out, "<p>There are no findings to explain.</p>\n");
	str_add(out, "</section>\n");
}

// ---- the page

// A folder's page loads scripts that lie beside it.
static void add_head(struct str *out, const struct report *r, bool is_folder)
{
	str_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		     "<meta charset=\"utf-8\">\n"
		     "<meta name=\"viewport\" "
		     "content=\"width=device-width, initial-scale=1\">\n"
		     "<meta name=\"color-scheme\" content=\"light dark\">\n"
		     "<meta http-equiv=\"Content-Security-Policy\" "
		     "content=\"default-src 'none'; style-src 'unsafe-inline'; "
		     "script-src 'unsafe-inline'");
	str_add(out, is_folder ? " 'self' file:" : "");
	str_add(out, "; base-uri 'none'; form-action 'none'\">\n"
		     "<title>oncelint: ");
	add_title(out, r);
	str_add(out, "</title>\n<style>\n");
	add_asset(out, "analyzer/report/html/report.css");
	str_add(out,
		"</style>\n</head>\n<body>\n"
		"<a class=\"skip\" href=\"#main\">Skip to content</a>\n"
		"<header><a class=\"brand\" href=\"#overview\">oncelint</a>"
		"<nav aria-label=\"Pages\">"
		"<a href=\"#overview\">Overview</a> "
		"<a href=\"#list\">Findings</a> "
		"<a href=\"#kinds\">Kinds</a></nav></header>\n"
		"<main id=\"main\" tabindex=\"-1\">\n");
}

static void add_foot(struct str *out, const struct report *r, uint32_t shown)
{
	str_add(out, "</main>\n<footer>");
	if (r->finding_count > shown) {
		str_add(out, "<p>The ");
		html_add_number(out, r->finding_count - shown);
		str_add(out, " least severe findings are left out.</p>");
	}
	str_add(out, "<p>oncelint ");
	markup_add(out, r->version ? r->version : "");
	if (r->command_line) {
		str_add(out, " · <code>");
		markup_add(out, r->command_line);
		str_add(out, "</code>");
	}
	str_add(out, "</p></footer>\n");
}

static void add_page(struct str *out, const struct report *r,
		     const struct html_chosen *c, bool is_folder)
{
	add_head(out, r, is_folder);
	add_overview(out, r);
	add_list(out, r);
	add_kinds(out, r);
	add_foot(out, r, c->list.count);
	str_add(out, "<script type=\"application/json\" id=\"data\">");
	html_add_data(out, r, c, 0, c->list.count,
		      is_folder ? HTML_INDEX : HTML_WHOLE);
	str_add(out, "</script>\n<script>\n");
	add_asset(out, "analyzer/report/html/report.js");
	str_add(out, "</script>\n</body>\n</html>\n");
}

void html_write(const struct report *r, struct str *out)
{
	struct arena a = { 0 };
	struct html_chosen chosen = { { NULL, 0, 0 } };

	html_choose(&chosen, &a, r, HTML_MOST_FINDINGS);
	add_page(out, r, &chosen, false);
	arena_release(&a);
}

static void add_part(struct str *out, const struct report *r,
		     const struct html_chosen *c, uint32_t n)
{
	uint32_t first = n * HTML_PART, end = first + HTML_PART;

	str_printf(out, "oncelintPart(%u, ", n);
	html_add_data(out, r, c, first,
		      end < c->list.count ? end : c->list.count, HTML_STEPS);
	str_add(out, ");\n");
}

// The page comes last, so that it never asks for what is not there yet.
bool html_part(const struct report *r, uint32_t n, struct str *name,
	       struct str *out)
{
	struct arena a = { 0 };
	struct html_chosen chosen = { { NULL, 0, 0 } };

	html_choose(&chosen, &a, r, HTML_MOST_IN_FOLDER);
	uint32_t parts = (chosen.list.count + HTML_PART - 1) / HTML_PART;
	if (n < parts) {
		str_printf(name, "findings-%u.js", n);
		add_part(out, r, &chosen, n);
	} else if (n == parts) {
		str_add(name, "index.html");
		add_page(out, r, &chosen, true);
	}
	arena_release(&a);
	return n <= parts;
}
