// SPDX-License-Identifier: Apache-2.0
#include "driver/suppress.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

#include "base/file.h"

#define WORD "oncelint-ignore"

_Static_assert(KIND_COUNT <= 64, "a set of kinds is one word");

void suppressions_init(struct suppressions *s, struct arena *a)
{
	time_t t = time(NULL);
	struct tm day;
	char text[16];

	gmtime_r(&t, &day);
	strftime(text, sizeof(text), "%Y-%m-%d", &day);
	*s = (struct suppressions){ .arena = a,
				    .today = arena_strdup(a, text) };
}

// ---- one comment

static const char *trimmed(struct arena *a, const char *text, size_t length)
{
	while (length && isspace((unsigned char)*text)) {
		text++;
		length--;
	}
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	return arena_strndup(a, text, length);
}

static bool is_date(const char *text)
{
	static const char shape[] = "dddd-dd-dd";

	if (strlen(text) != sizeof(shape) - 1)
		return false;
	for (size_t i = 0; text[i]; i++)
		if (shape[i] == 'd' ? !isdigit((unsigned char)text[i])
				    : text[i] != shape[i])
			return false;
	return true;
}

static void read_item(struct suppression *x, struct arena *a, const char *item)
{
	enum finding_kind kind;

	if (str_starts(item, "until ")) {
		x->expires = trimmed(a, item + 6, strlen(item + 6));
		if (!is_date(x->expires))
			x->problem = arena_printf(
				a, "expected a date as 2030-01-31 at '%s'",
				x->expires);
	} else if (kind_from_id(item, &kind)) {
		x->kinds |= (uint64_t)1 << kind;
	} else {
		x->problem = arena_printf(
			a, "no kind of finding is called '%s'", item);
	}
}

static void read_items(struct suppression *x, struct arena *a, const char *text,
		       size_t length)
{
	x->kinds_text = trimmed(a, text, length);
	for (const char *end = text + length; text < end;) {
		const char *comma = memchr(text, ',', (size_t)(end - text));
		const char *stop = comma ? comma : end;

		read_item(x, a, trimmed(a, text, (size_t)(stop - text)));
		text = comma ? comma + 1 : end;
	}
	if (!x->kinds && !x->problem)
		x->problem = "expected a kind of finding in parentheses";
}

// `p` follows the word. False if it is no comment of ours but prose about it.
static bool read_comment(struct suppression *x, struct arena *a, const char *p,
			 const char *end)
{
	const char *close;

	if (p == end || *p != '(' ||
	    !(close = memchr(p, ')', (size_t)(end - p))))
		return false;
	read_items(x, a, p + 1, (size_t)(close - p - 1));
	p = close + 1;
	if (p < end && *p == ':') {
		const char *star = NULL;

		for (const char *q = p + 1; q + 1 < end; q++)
			if (q[0] == '*' && q[1] == '/')
				star = q;
		x->reason = trimmed(a, p + 1,
				    (size_t)((star ? star : end) - p - 1));
	}
	if (!x->problem && (!x->reason || !*x->reason))
		x->problem =
			"a reason is needed: oncelint-ignore(kind): reason";
	return true;
}

// ---- one file

static bool is_comment_only(const char *line, size_t length)
{
	size_t at = 0;

	while (at < length && isspace((unsigned char)line[at]))
		at++;
	return at == length || (length - at >= 2 && line[at] == '/' &&
				(line[at + 1] == '/' || line[at + 1] == '*'));
}

// A comment on a line of its own is about the next line of code.
static uint32_t target_line(const struct source_file *f, uint32_t line)
{
	size_t length = 0;
	const char *text = source_line(f, line, &length);
	uint32_t target = line;

	while (text && is_comment_only(text, length))
		text = source_line(f, ++target, &length);
	return target;
}

// Whether the text before the word ends in the opening of a comment, the first
// of the line: a comment that quotes one of ours does not count.
static bool opens_comment(const char *line, size_t length)
{
	while (length && isspace((unsigned char)line[length - 1]))
		length--;
	if (length < 2 || line[length - 2] != '/' ||
	    (line[length - 1] != '/' && line[length - 1] != '*'))
		return false;
	return !memmem(line, length - 1, "//", 2) &&
	       !memmem(line, length - 1, "/*", 2);
}

static void read_line(struct suppressions *s, const struct source_file *f,
		      uint32_t number)
{
	size_t length = 0, word = strlen(WORD);
	const char *line = source_line(f, number, &length);
	const char *at = memmem(line, length, WORD, word);
	struct suppression x = { .file = f->path, .line = number };

	if (!at || !opens_comment(line, (size_t)(at - line)))
		return;
	if (!read_comment(&x, s->arena, at + word, line + length))
		return;
	x.target = target_line(f, number);
	if (x.problem)
		x.state = SUPPRESSION_BROKEN;
	else if (x.expires && strcmp(x.expires, s->today) < 0)
		x.state = SUPPRESSION_EXPIRED;
	else
		x.state = SUPPRESSION_UNUSED;
	VEC_PUSH(s->arena, &s->list, x);
}

void suppressions_read(struct suppressions *s, struct source_cache *sources,
		       const char *file)
{
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	// Most files hold none: they are not worth a place in the cache.
	bool has_any = file_read(file, &text, &ignored) &&
		       memmem(text.text, text.length, WORD, strlen(WORD));

	str_release(&text);
	err_release(&ignored);
	if (!has_any)
		return;
	const struct source_file *f = source_get(sources, file);
	for (uint32_t number = 1; number <= f->line_count; number++)
		read_line(s, f, number);
}

// ---- use

static bool silences(const struct suppression *x, const struct finding *f)
{
	return (x->state == SUPPRESSION_UNUSED ||
		x->state == SUPPRESSION_USED) &&
	       x->target == f->loc.line && (x->kinds >> f->kind & 1) &&
	       str_equal(x->file, f->loc.file);
}

void suppressions_apply(struct suppressions *s, struct findings *f)
{
	VEC_EACH (struct finding *, p, &f->list) {
		VEC_EACH (struct suppression, x, &s->list) {
			if (!silences(x, *p))
				continue;
			x->state = SUPPRESSION_USED;
			(*p)->is_suppressed = true;
			(*p)->suppression_reason = x->reason;
		}
	}
}

uint32_t suppressions_complain(const struct suppressions *s,
			       const char *current, struct str *out)
{
	uint32_t count = 0;

	VEC_EACH (struct suppression, x, &s->list) {
		if (x->state == SUPPRESSION_USED)
			continue;
		count++;
		str_printf(out,
			   "%s:%u: note: ", path_relative(x->file, current),
			   x->line);
		if (x->state == SUPPRESSION_BROKEN)
			str_printf(out, WORD " has no effect: %s\n",
				   x->problem);
		else if (x->state == SUPPRESSION_EXPIRED)
			str_printf(out, WORD " expired on %s\n", x->expires);
		else
			str_printf(out, WORD "(%s) silences nothing\n",
				   x->kinds_text);
	}
	return count;
}
