// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "base/file.h"
#include "report/escape.h"
#include "report/html.h"
#include "report/place.h"

#define MOST_BARS 12
#define SEVERITIES (SEVERITY_ERROR + 1)

struct group {
	const char *name;
	uint32_t counts[SEVERITIES];
	uint32_t total;
	UT_hash_handle hh;
};

struct groups {
	struct arena arena;
	struct group *table;
};

// ---- counting

static void count(struct groups *g, const char *name, enum severity s)
{
	struct group *x;

	HASH_FIND_STR(g->table, name, x);
	if (!x) {
		x = ARENA_NEW(&g->arena, struct group);
		x->name = arena_strdup(&g->arena, name);
		HASH_ADD_KEYPTR(hh, g->table, x->name, strlen(x->name), x);
	}
	x->counts[s]++;
	x->total++;
}

static int group_compare(struct group *a, struct group *b)
{
	if (a->total != b->total)
		return a->total < b->total ? 1 : -1;
	return strcmp(a->name, b->name);
}

static void groups_release(struct groups *g)
{
	HASH_CLEAR(hh, g->table);
	arena_release(&g->arena);
}

// ---- bars

// As part of the list's address.
static void add_query(struct str *out, const char *key, const char *value)
{
	struct str uri = STR_INIT;

	for (const char *p = value; *p; p++) {
		if (*p == '+' || *p == '&' || *p == '=' || *p == '\'')
			str_printf(&uri, "%%%02X", *p);
		else {
			char one[] = { *p, '\0' };
			uri_add_path(&uri, one);
		}
	}
	str_printf(out, "#list?%s=", key);
	markup_add(out, uri.text);
	str_release(&uri);
}

static void add_bar(struct str *out, const struct group *x, uint32_t widest)
{
	double left = 0;

	str_add(out, "<svg class=\"bar\" viewBox=\"0 0 100 8\" "
		     "preserveAspectRatio=\"none\" aria-hidden=\"true\">");
	for (int s = SEVERITY_ERROR; s >= SEVERITY_HINT; s--) {
		double width = 100.0 * x->counts[s] / widest;

		if (!x->counts[s])
			continue;
		str_printf(out,
			   "<rect class=\"%s\" x=\"%.2f\" width=\"%.2f\" "
			   "height=\"8\"/>",
			   severity_word((enum severity)s), left, width);
		left += width;
	}
	str_add(out, "</svg>");
}

static void add_row(struct str *out, const char *key, const struct group *x,
		    uint32_t widest)
{
	str_add(out, "<li><a href=\"");
	add_query(out, key, x->name);
	bool is_path = strcmp(key, "dir") == 0;
	str_printf(out, "\"><span class=\"label%s\"><bdi>",
		   is_path ? " path" : "");
	markup_add(out, *x->name ? x->name : "(top)");
	str_add(out, "</bdi></span>");
	add_bar(out, x, widest);
	str_add(out, "<span class=\"count\">");
	html_add_number(out, x->total);
	str_add(out, "</span></a></li>\n");
}

static void add_card(struct str *out, const char *title, const char *key,
		     struct groups *g)
{
	uint32_t shown = 0, rest = 0;

	HASH_SORT(g->table, group_compare);
	if (!g->table)
		return;
	str_printf(out,
		   "<section class=\"card\"><h2>%s</h2><ul class=\"bars\">\n",
		   title);
	for (struct group *x = g->table; x; x = x->hh.next) {
		if (shown++ < MOST_BARS)
			add_row(out, key, x, g->table->total);
		else
			rest++;
	}
	str_add(out, "</ul>");
	if (rest)
		str_printf(out, "<p class=\"rest\">and %u more</p>", rest);
	str_add(out, "</section>\n");
}

static void add_directory(struct groups *g, struct arena *a,
			  const struct report *r, const struct finding *f)
{
	const char *path = place_path(r, f->loc.file);
	const char *folder = strchr(path, '/') ? path_directory(a, path) : "";

	count(g, folder, f->severity);
}

void html_add_charts(struct str *out, const struct report *r)
{
	struct groups kinds = { .table = NULL }, folders = { .table = NULL },
		      packs = { .table = NULL };
	struct arena a = { 0 };

	for (uint32_t i = 0; i < r->finding_count; i++) {
		const struct finding *f = r->findings[i];

		if (f->is_suppressed)
			continue;
		count(&kinds, kind_info(f->kind)->id, f->severity);
		add_directory(&folders, &a, r, f);
		if (f->pack)
			count(&packs, f->pack, f->severity);
	}
	add_card(out, "By kind", "kind", &kinds);
	add_card(out, "By directory", "dir", &folders);
	add_card(out, "By library", "pack", &packs);
	groups_release(&kinds);
	groups_release(&folders);
	groups_release(&packs);
	arena_release(&a);
}

// ---- over the runs

#define WIDTH 640.0
#define HEIGHT 220.0
#define LEFT 40.0
#define TOP 14.0
#define BOTTOM 34.0
#define PLOT_HEIGHT (HEIGHT - TOP - BOTTOM)
#define MOST_RUNS 60u

struct scale {
	const struct report_run *runs;
	uint32_t count;
	uint32_t top; // of the vertical axis
};

static double x_of(const struct scale *s, uint32_t i)
{
	return LEFT + 12 +
	       (WIDTH - LEFT - 24) * i / (s->count > 1 ? s->count - 1 : 1);
}

static double y_of(const struct scale *s, uint32_t n)
{
	return TOP + PLOT_HEIGHT - PLOT_HEIGHT * n / s->top;
}

// The smallest of 4, 10, 20, 40, 100, ... that is not below.
static uint32_t round_up(uint32_t n)
{
	static const uint32_t steps[] = { 4, 10, 20 };

	for (uint32_t factor = 1; factor < 100000000; factor *= 10)
		for (size_t i = 0; i < COUNT_OF(steps); i++)
			if (steps[i] * factor >= n)
				return steps[i] * factor;
	return n;
}

static void add_grid(struct str *out, const struct scale *s)
{
	for (uint32_t i = 0; i <= 2; i++) {
		uint32_t n = s->top * i / 2;

		str_printf(out,
			   "<line class=\"grid\" x1=\"%.0f\" x2=\"%.0f\" "
			   "y1=\"%.1f\" y2=\"%.1f\"/>"
			   "<text x=\"%.0f\" y=\"%.1f\" "
			   "text-anchor=\"end\">",
			   LEFT, WIDTH, y_of(s, n), y_of(s, n), LEFT - 8,
			   y_of(s, n) + 4);
		html_add_number(out, n);
		str_add(out, "</text>\n");
	}
}

static void add_line(struct str *out, const struct scale *s)
{
	str_printf(out, "<path class=\"area\" d=\"M%.1f %.1f", x_of(s, 0),
		   y_of(s, 0));
	for (uint32_t i = 0; i < s->count; i++)
		str_printf(out, " L%.1f %.1f", x_of(s, i),
			   y_of(s, s->runs[i].findings));
	str_printf(out, " L%.1f %.1f Z\"/>\n", x_of(s, s->count - 1),
		   y_of(s, 0));
	str_add(out, "<path class=\"line\" d=\"");
	for (uint32_t i = 0; i < s->count; i++)
		str_printf(out, "%c%.1f %.1f", i ? 'L' : 'M', x_of(s, i),
			   y_of(s, s->runs[i].findings));
	str_add(out, "\"/>\n");
}

static void add_points(struct str *out, const struct scale *s)
{
	for (uint32_t i = 0; i < s->count; i++) {
		const struct report_run *x = &s->runs[i];

		str_printf(out,
			   "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" "
			   "r=\"%s\"><title>",
			   i && x->appeared ? "grew" : "same", x_of(s, i),
			   y_of(s, x->findings), s->count > 30 ? "2.5" : "4");
		markup_add(out, x->started ? x->started : "");
		str_printf(out, ": %u findings, %u new, %u gone</title>",
			   x->findings, x->appeared, x->gone);
		str_add(out, "</circle>\n");
	}
}

// The day of a run; its time, if all that are shown are of one day.
static void add_date(struct str *out, const struct scale *s, uint32_t i,
		     const char *anchor)
{
	struct str date = STR_INIT;
	const char *started = s->runs[i].started;
	const char *other = s->runs[i ? 0 : s->count - 1].started;

	if (!started || !other)
		return;
	size_t day = strcspn(started, "T ");
	bool is_one_day = strncmp(started, other, day) == 0 && started[day];
	str_add_bytes(&date, started,
		      strnlen(started, is_one_day ? day + 6 : day));
	if (is_one_day)
		date.text[day] = ' ';
	str_printf(out, "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"%s\">",
		   x_of(s, i), HEIGHT - 10, anchor);
	markup_add(out, date.text);
	str_add(out, "</text>\n");
	str_release(&date);
}

void html_add_history(struct str *out, const struct report *r)
{
	uint32_t count_shown =
		r->run_count < MOST_RUNS ? r->run_count : MOST_RUNS;
	struct scale s = { .count = count_shown };
	uint32_t most = 1;

	if (r->run_count < 2)
		return;
	s.runs = r->runs + (r->run_count - count_shown);
	for (uint32_t i = 0; i < s.count; i++)
		if (s.runs[i].findings > most)
			most = s.runs[i].findings;
	s.top = round_up(most);
	const struct report_run *last = &s.runs[s.count - 1];
	str_printf(out,
		   "<section class=\"card wide\"><h2>Over the runs</h2>\n"
		   "<svg class=\"history\" viewBox=\"0 0 %.0f %.0f\" "
		   "role=\"img\" aria-label=\"%u runs, from %u to %u "
		   "findings\">\n",
		   WIDTH, HEIGHT, s.count, s.runs[0].findings, last->findings);
	add_grid(out, &s);
	add_line(out, &s);
	add_points(out, &s);
	add_date(out, &s, 0, "start");
	add_date(out, &s, s.count - 1, "end");
	str_printf(out,
		   "</svg>\n<p class=\"rest\">Since the run before: %u new, "
		   "%u gone.</p></section>\n",
		   last->appeared, last->gone);
}
