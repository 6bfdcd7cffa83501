// SPDX-License-Identifier: Apache-2.0
// A comment on a pull request or the summary of a CI step: the most severe
// first, each with its story and the lines it happened at. Hosts refuse
// comments over 64 KiB, so the text ends before that and says what is missing.
#include <string.h>

#include "report/escape.h"
#include "report/place.h"

#define LONGEST ((size_t)60 * 1024)
#define MOST_OPEN 5 // findings whose story is shown without a click
#define MOST_STEPS 40

static void add_plural(struct str *out, uint32_t n, const char *one)
{
	str_printf(out, "%u %s%s", n, one, n == 1 ? "" : "s");
}

// ---- one finding

// As an element, since backquotes cannot hold every text. What is in it is
// still read as Markdown. Line 0 is left out.
static void add_code(struct str *out, const char *text, uint32_t line)
{
	str_add(out, "<code>");
	markdown_add(out, text);
	if (line)
		str_printf(out, ":%u", line);
	str_add(out, "</code>");
}

static void add_place(struct str *out, const struct report *r,
		      const struct loc *l)
{
	add_code(out, place_path(r, l->file), l->line);
}

static size_t longest_run(const char *text, size_t length, char c)
{
	size_t longest = 0, run = 0;

	for (size_t i = 0; i < length; i++) {
		run = text[i] == c ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	return longest;
}

// The line at a place, in a fence longer than any in it.
static void add_line(struct str *out, const struct report *r,
		     const struct loc *l)
{
	size_t length = 0;
	const char *line =
		l->file && r->sources
			? source_line(source_get(r->sources, l->file), l->line,
				      &length)
			: NULL;

	if (!line)
		return;
	while (length && (*line == ' ' || *line == '\t'))
		line++, length--;
	size_t fence = longest_run(line, length, '`') + 1;
	fence = fence < 3 ? 3 : fence;
	str_add(out, "   ");
	for (size_t i = 0; i < fence; i++)
		str_add_char(out, '`');
	str_add(out, "c\n   ");
	utf_add(out, line, length);
	str_add(out, "\n   ");
	for (size_t i = 0; i < fence; i++)
		str_add_char(out, '`');
	str_add_char(out, '\n');
}

static void add_steps(struct str *out, const struct report *r,
		      const struct finding *f)
{
	for (uint32_t i = 0; i < f->step_count && i < MOST_STEPS; i++) {
		const struct step *s = &f->steps[i];

		str_printf(out, "%u. ", i + 1);
		markdown_add(out, s->message);
		if (s->loc.line) {
			str_add(out, " – ");
			add_place(out, r, &s->loc);
		}
		str_add_char(out, '\n');
		if (s->is_essential && s->loc.line)
			add_line(out, r, &s->loc);
	}
	if (f->step_count > MOST_STEPS)
		str_printf(out, "\n%u steps more.\n",
			   f->step_count - MOST_STEPS);
}

static void add_finding(struct str *out, const struct report *r,
			const struct finding *f, bool is_open)
{
	str_printf(out, "#### %s: ",
		   f->severity == SEVERITY_ERROR     ? "🔴 error"
		   : f->severity == SEVERITY_WARNING ? "🟠 warning"
						     : "🔵 note");
	markdown_add(out, f->message);
	str_add(out, "\n\n");
	add_place(out, r, &f->loc);
	if (f->function) {
		str_add(out, " in ");
		add_code(out, f->function, 0);
	}
	str_printf(out, " · [%s](" REPORT_KIND_PAGE ")%s\n\n",
		   kind_info(f->kind)->id, kind_info(f->kind)->id,
		   f->certainty == CERTAINTY_POSSIBLE ? " · possible" : "");
	str_printf(out, "<details%s><summary>", is_open ? " open" : "");
	add_plural(out, f->step_count, "step");
	str_add(out, "</summary>\n\n");
	add_steps(out, r, f);
	str_add(out, "\n</details>\n\n");
}

// ---- the whole

static uint32_t count_of(const struct report *r, enum severity s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->finding_count; i++)
		n += !r->findings[i]->is_suppressed &&
		     r->findings[i]->severity == s;
	return n;
}

static void add_head(struct str *out, const struct report *r)
{
	uint32_t all = report_count(r, SEVERITY_HINT);

	str_add(out, "### oncelint: ");
	if (!all)
		str_add(out, "no findings\n");
	else
		add_plural(out, all, "finding");
	if (all) {
		const char *separator = " (";

		for (int s = SEVERITY_ERROR; s >= SEVERITY_HINT; s--) {
			uint32_t n = count_of(r, (enum severity)s);

			if (!n)
				continue;
			str_add(out, separator);
			add_plural(out, n, severity_word((enum severity)s));
			separator = ", ";
		}
		str_add(out, ")\n");
	}
	str_add_char(out, '\n');
}

#define MOST_FILES 20u // of a list before the findings

static void add_more(struct str *out, uint32_t count)
{
	if (count > MOST_FILES)
		str_printf(out, "- and %u more\n", count - MOST_FILES);
	str_add_char(out, '\n');
}

static void add_gaps(struct str *out, const struct report *r)
{

	if (!r->unit_count)
		return;
	str_add(out, "**Not everything was analysed:**\n\n");
	for (uint32_t i = 0; i < r->unit_count && i < MOST_FILES; i++) {
		str_add(out, "- ");
		add_code(out, place_path(r, r->units[i].file), 0);
		str_add(out, ": ");
		markdown_add(out, r->units[i].reason);
		str_add_char(out, '\n');
	}
	add_more(out, r->unit_count);
}

static void add_stale(struct str *out, const struct report *r)
{
	if (!r->stale_count)
		return;
	str_add(out, "**Changed since; their lines are as they were:**\n\n");
	for (uint32_t i = 0; i < r->stale_count && i < MOST_FILES; i++) {
		str_add(out, "- ");
		add_code(out, place_path(r, r->stale[i]), 0);
		str_add_char(out, '\n');
	}
	add_more(out, r->stale_count);
}

// Adds those of one severity while there is room; returns how many there was
// none for.
static uint32_t add_level(struct str *out, const struct report *r,
			  enum severity s, bool is_open)
{
	uint32_t left = 0;
	struct str one = STR_INIT;

	for (uint32_t i = 0; i < r->finding_count; i++) {
		const struct finding *f = r->findings[i];

		if (f->is_suppressed || f->severity != s)
			continue;
		str_clear(&one);
		if (!left)
			add_finding(&one, r, f, is_open);
		if (left || out->length + one.length > LONGEST)
			left++;
		else
			str_add_bytes(out, one.text, one.length);
	}
	str_release(&one);
	return left;
}

void markdown_write(const struct report *r, struct str *out)
{
	bool is_open = report_count(r, SEVERITY_HINT) <= MOST_OPEN;
	uint32_t left = 0;

	add_head(out, r);
	add_gaps(out, r);
	add_stale(out, r);
	for (int s = SEVERITY_ERROR; s >= SEVERITY_HINT; s--)
		left += left ? count_of(r, (enum severity)s)
			     : add_level(out, r, (enum severity)s, is_open);
	if (left)
		str_printf(out,
			   "%u finding%s more, not shown for want of room.\n",
			   left, left == 1 ? "" : "s");
}
