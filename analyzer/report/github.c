// SPDX-License-Identifier: Apache-2.0
// Workflow commands that GitHub Actions turns into annotations. A step may
// make ten of each level; GitHub drops the rest without a word. So the ten that
// matter most are commands, the others plain lines of the log, and the last
// line counts them.
#include <string.h>

#include "report/limit.h"
#include "report/place.h"

#define MOST_ANNOTATIONS 10

// ---- escapes

// A command ends at the line's end; in properties at a colon or comma as well.
static void add_escaped(struct str *out, const char *text, bool is_property)
{
	for (size_t at = 0, length = strlen(text); at < length;) {
		uint32_t c;
		size_t bytes = utf_next(text + at, length - at, &c);
		bool is_special = c == '%' || c < 0x20 ||
				  (is_property && (c == ':' || c == ','));

		if (is_special)
			str_printf(out, "%%%02X", c);
		else
			utf_add(out, text + at, bytes);
		at += bytes;
	}
}

// A log line must not become a command, of the old spelling either.
static void add_log_text(struct str *out, const char *text)
{
	for (const char *p = text; *p;) {
		const char *command = strstr(p, "##[");
		size_t length = command ? (size_t)(command - p) : strlen(p);
		struct str part = STR_INIT;

		str_add_bytes(&part, p, length);
		add_escaped(out, part.text, false);
		str_release(&part);
		p += length;
		if (command) {
			str_add(out, "# #[");
			p += 3;
		}
	}
}

// ---- one finding

static const char *command(enum severity s)
{
	switch (s) {
	case SEVERITY_ERROR:
		return "error";
	case SEVERITY_WARNING:
		return "warning";
	case SEVERITY_NOTE:
	case SEVERITY_HINT:
		return "notice";
	}
	bug("no such severity");
}

static void add_steps(const struct report *r, struct str *out,
		      const struct finding *f)
{
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		str_printf(out, "%%0A%u. ", i + 1);
		if (s->loc.line) {
			add_escaped(out, place_path(r, s->loc.file), false);
			str_printf(out, ":%u: ", s->loc.line);
		}
		add_escaped(out, s->message, false);
	}
}

static void add_annotation(const struct report *r, struct str *out,
			   const struct finding *f)
{
	struct span s = place_line_span(r, &f->loc, COLUMN_CODE_POINTS);

	str_printf(out, "::%s file=", command(f->severity));
	add_escaped(out, place_path(r, f->loc.file), true);
	str_printf(out,
		   ",line=%u,endLine=%u,col=%u,endColumn=%u,title=", s.line,
		   s.end_line, s.column, s.end_column);
	add_escaped(out, kind_info(f->kind)->id, true);
	str_add(out, "::");
	add_escaped(out, f->message, false);
	add_steps(r, out, f);
	str_add_char(out, '\n');
}

static void add_log_line(const struct report *r, struct str *out,
			 const struct finding *f)
{
	struct str line = STR_INIT;

	str_printf(&line, "%s:%u: %s: %s [%s]", place_path(r, f->loc.file),
		   f->loc.line, severity_word(f->severity), f->message,
		   kind_info(f->kind)->id);
	str_add(out, "- ");
	add_log_text(out, line.text);
	str_add_char(out, '\n');
	str_release(&line);
}

// ---- all of them

struct levels {
	struct limit errors, warnings, notices, hints;
};

static void levels_init(struct levels *l, const struct report *r)
{
	uint32_t notices = 0;

	limit_init(&l->errors, r, MOST_ANNOTATIONS, SEVERITY_ERROR, false);
	limit_init(&l->warnings, r, MOST_ANNOTATIONS, SEVERITY_WARNING, false);
	limit_init(&l->notices, r, MOST_ANNOTATIONS, SEVERITY_NOTE, false);
	for (uint32_t i = 0; i < r->finding_count; i++)
		notices += !r->findings[i]->is_suppressed &&
			   r->findings[i]->severity == SEVERITY_NOTE;
	limit_init(&l->hints, r,
		   notices < MOST_ANNOTATIONS ? MOST_ANNOTATIONS - notices : 0,
		   SEVERITY_HINT, false);
}

static struct limit *level_of(struct levels *l, enum severity s)
{
	switch (s) {
	case SEVERITY_ERROR:
		return &l->errors;
	case SEVERITY_WARNING:
		return &l->warnings;
	case SEVERITY_NOTE:
		return &l->notices;
	case SEVERITY_HINT:
		return &l->hints;
	}
	bug("no such severity");
}

void github_write(const struct report *r, struct str *out)
{
	struct levels levels;
	uint32_t left = 0;

	levels_init(&levels, r);
	for (uint32_t i = 0; i < r->finding_count; i++) {
		const struct finding *f = r->findings[i];

		if (f->is_suppressed)
			continue;
		if (limit_admits(level_of(&levels, f->severity), r, i)) {
			add_annotation(r, out, f);
			continue;
		}
		add_log_line(r, out, f);
		left++;
	}
	if (left)
		str_printf(out,
			   "oncelint: %u finding%s only in this log, because "
			   "GitHub annotates ten of a level\n",
			   left, left == 1 ? " is" : "s are");
}
