// SPDX-License-Identifier: Apache-2.0
// Two shapes. For people: the line with carets under the place, then the story
// as numbered steps, each with its own line. For programs (`plain`, and `text`
// when it does not go to a terminal): what compilers print.
#include <string.h>

#include "report/report.h"

#define TAB 8

struct style {
	const char *bold, *red, *magenta, *cyan, *dim, *off;
};

static const struct style plain_style = { "", "", "", "", "", "" };
static const struct style color_style = {
	"\033[1m", "\033[1;31m", "\033[1;35m", "\033[36m", "\033[2m", "\033[0m",
};

static const char *severity_color(const struct style *s, enum severity level)
{
	switch (level) {
	case SEVERITY_ERROR:
		return s->red;
	case SEVERITY_WARNING:
		return s->magenta;
	case SEVERITY_NOTE:
	case SEVERITY_HINT:
		return s->cyan;
	}
	bug("no such severity");
}

// ---- the frame: a line and carets

// What a terminal takes for more than text.
static bool is_control(uint32_t c)
{
	return c < ' ' || (c >= 0x7F && c < 0xA0);
}

// The line with tabs spread; control characters are not let through.
static void add_expanded(struct str *out, const char *line, size_t length)
{
	unsigned cell = 0;

	for (size_t at = 0; at < length;) {
		uint32_t c;
		size_t bytes = utf_next(line + at, length - at, &c);

		if (c == '\t') {
			do
				str_add_char(out, ' ');
			while (++cell % TAB);
		} else if (is_control(c)) {
			str_add_char(out, '?');
			cell++;
		} else {
			utf_add(out, line + at, bytes);
			cell += utf_width(c);
		}
		at += bytes;
	}
}

// How many cells the first `end` bytes take.
static unsigned cells(const char *line, size_t length, size_t end)
{
	unsigned cell = 0;

	for (size_t at = 0; at < length && at < end;) {
		uint32_t c;
		size_t bytes = utf_next(line + at, length - at, &c);

		cell += c == '\t' ? TAB - cell % TAB : utf_width(c);
		at += bytes;
	}
	return cell;
}

static void add_carets(struct str *out, const struct loc *l, const char *line,
		       size_t length)
{
	size_t start = l->column ? l->column - 1 : 0;
	size_t end = l->end_line == l->line && l->end_column ? l->end_column - 1
							     : length;
	unsigned from = cells(line, length, start);
	unsigned to = cells(line, length, end);

	for (unsigned i = 0; i < from; i++)
		str_add_char(out, ' ');
	str_add_char(out, '^');
	for (unsigned i = from + 1; i < to; i++)
		str_add_char(out, '~');
}

static void add_frame(const struct report *r, const struct style *s,
		      struct str *out, const struct loc *l, const char *color)
{
	size_t length = 0;

	if (!l->file || !l->line)
		return;
	const char *line =
		source_line(source_get(r->sources, l->file), l->line, &length);
	if (!line)
		return;
	str_printf(out, "%s%6u |%s ", s->dim, l->line, s->off);
	add_expanded(out, line, length);
	str_printf(out, "\n%s       |%s %s", s->dim, s->off, color);
	add_carets(out, l, line, length);
	str_printf(out, "%s\n", s->off);
}

// ---- one finding

static void add_for_terminal(struct str *out, const char *text)
{
	size_t length = strlen(text);

	for (size_t at = 0; at < length;) {
		uint32_t c;
		size_t bytes = utf_next(text + at, length - at, &c);

		if (is_control(c))
			str_add_char(out, '?');
		else
			utf_add(out, text + at, bytes);
		at += bytes;
	}
}

// Names of files and of what is in them come from whoever wrote the code: a
// line of theirs would be one of ours, and some logs obey lines.
static void add_text(const struct report *r, struct str *out, const char *text)
{
	if (r->is_terminal) {
		add_for_terminal(out, text);
		return;
	}
	for (;;) {
		const char *end = text;

		while ((unsigned char)*end >= ' ' && *end != 0x7F)
			end++;
		str_add_bytes(out, text, (size_t)(end - text));
		if (!*end)
			return;
		str_add_char(out, '?');
		text = end + 1;
	}
}

static void add_place(const struct report *r, struct str *out,
		      const struct loc *l)
{
	add_text(r, out, report_path(r, l->file));
	str_add_char(out, ':');
	str_add_number(out, l->line);
	str_add_char(out, ':');
	str_add_number(out, l->column);
}

static void add_macro(const struct report *r, struct str *out,
		      const struct loc *l)
{
	if (!l->macro_file)
		return;
	str_add(out, " (from a macro at ");
	add_text(r, out, report_path(r, l->macro_file));
	str_printf(out, ":%u)", l->macro_line);
}

static bool is_same_place(const struct loc *a, const struct loc *b)
{
	return a->line == b->line && str_equal(a->file, b->file) &&
	       a->column == b->column;
}

static void add_steps(const struct report *r, const struct style *s,
		      struct str *out, const struct finding *f)
{
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *step = &f->steps[i];
		const char *number = step->is_essential ? s->bold : s->dim;

		str_printf(out, "%s%5u.%s ", number, i + 1, s->off);
		for (uint32_t d = 0; d < step->depth; d++)
			str_add(out, "  ");
		if (step->loc.line) {
			add_place(r, out, &step->loc);
			str_add(out, ": ");
		}
		add_text(r, out, step->message);
		add_macro(r, out, &step->loc);
		str_add_char(out, '\n');
		// A place is shown once, here or above.
		if (!is_same_place(&step->loc, &f->loc) &&
		    (i == 0 ||
		     !is_same_place(&step->loc, &f->steps[i - 1].loc)))
			add_frame(r, s, out, &step->loc,
				  step->is_essential ? s->bold : s->dim);
	}
}

static void add_for_people(const struct report *r, const struct style *s,
			   struct str *out, const struct finding *f)
{
	const char *color = severity_color(s, f->severity);

	str_add(out, s->bold);
	add_place(r, out, &f->loc);
	str_printf(out, ": %s%s:%s %s", color, severity_word(f->severity),
		   s->off, s->bold);
	add_text(r, out, f->message);
	str_printf(out, "%s [%s]", s->off, kind_info(f->kind)->id);
	add_macro(r, out, &f->loc);
	str_add_char(out, '\n');
	add_frame(r, s, out, &f->loc, color);
	add_steps(r, s, out, f);
	for (uint32_t i = 0; i < f->fix_count; i++) {
		str_printf(out, "  %sfix:%s ", s->cyan, s->off);
		add_text(r, out, f->fixes[i].description);
		str_add_char(out, '\n');
	}
	str_add_char(out, '\n');
}

// The bulk of what is ever printed, so put together without formats.
static void add_for_programs(const struct report *r, struct str *out,
			     const struct finding *f)
{
	add_place(r, out, &f->loc);
	str_add(out, ": ");
	str_add(out, f->severity == SEVERITY_HINT ? "note"
						  : severity_word(f->severity));
	str_add(out, ": ");
	add_text(r, out, f->message);
	str_add(out, " [");
	str_add(out, kind_info(f->kind)->id);
	str_add(out, "]\n");
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *step = &f->steps[i];

		add_place(r, out, step->loc.line ? &step->loc : &f->loc);
		str_add(out, ": note: ");
		add_text(r, out, step->message);
		str_add_char(out, '\n');
	}
}

// Units that were not analysed are said by the driver, whatever the format.
static void add_notes(const struct report *r, struct str *out)
{
	for (uint32_t i = 0; i < r->note_count; i++) {
		const struct note *n = &r->notes[i];

		add_place(r, out, &n->loc);
		str_add(out, ": note: '");
		add_text(r, out, n->function);
		str_add(out, "' was not analysed: ");
		add_text(r, out, n->reason);
		str_add_char(out, '\n');
	}
}

void plain_write(const struct report *r, struct str *out)
{
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (!r->findings[i]->is_suppressed)
			add_for_programs(r, out, r->findings[i]);
	add_notes(r, out);
}

void text_write(const struct report *r, struct str *out)
{
	const struct style *s = r->is_colored ? &color_style : &plain_style;

	if (!r->is_terminal) {
		plain_write(r, out);
		return;
	}
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (!r->findings[i]->is_suppressed)
			add_for_people(r, s, out, r->findings[i]);
	add_notes(r, out);
}
