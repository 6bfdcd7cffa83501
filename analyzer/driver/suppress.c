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

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && isspace((unsigned char)*p))
		p++;
	return p;
}

// Whether somebody meant a comment of ours, and not to write about them.
static bool is_meant(struct arena *a, const char *p, const char *end)
{
	const char *word = skip_blanks(p, end), *stop = word;
	enum finding_kind kind;

	while (stop < end && (islower((unsigned char)*stop) || *stop == '-'))
		stop++;
	return word == end || strchr(":(*", *word) ||
	       kind_from_id(trimmed(a, word, (size_t)(stop - word)), &kind);
}

static const char *reason_at(struct arena *a, const char *p, const char *end)
{
	const char *star = memmem(p, (size_t)(end - p), "*/", 2);

	return trimmed(a, p, (size_t)((star ? star : end) - p));
}

// `p` follows the word. False if it is prose.
static bool read_comment(struct suppression *x, struct arena *a, const char *p,
			 const char *end)
{
	const char *close;

	if (p == end || *p != '(' ||
	    !(close = memchr(p, ')', (size_t)(end - p)))) {
		x->problem =
			arena_printf(a, "expected %s(kind): reason", x->word);
		return is_meant(a, p, end);
	}
	read_items(x, a, p + 1, (size_t)(close - p - 1));
	p = close + 1;
	if (p < end && *p == ':')
		x->reason = reason_at(a, p + 1, end);
	if (!x->problem && (!x->reason || !*x->reason))
		x->problem = arena_printf(
			a, "a reason is needed: %s(kind): reason", x->word);
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

// The last line of the macro that the line begins to define; the line itself
// if it does not.
static uint32_t definition_end(const struct source_file *f, uint32_t line)
{
	size_t length = 0;
	const char *text = source_line(f, line, &length);

	if (!text) // past the end
		return line;
	const char *end = text + length, *p = skip_blanks(text, end);
	if (p == end || *p != '#')
		return line;
	p = skip_blanks(p + 1, end);
	if (end - p < 6 || memcmp(p, "define", 6) != 0)
		return line;
	for (;; line++) {
		text = source_line(f, line, &length);
		while (length && isspace((unsigned char)text[length - 1]))
			length--;
		if (line == f->line_count || !length ||
		    text[length - 1] != '\\')
			return line;
	}
}

static void add(struct suppressions *s, struct suppression *x)
{
	if (x->problem)
		x->state = SUPPRESSION_BROKEN;
	else if (x->expires && strcmp(x->expires, s->today) < 0)
		x->state = SUPPRESSION_EXPIRED;
	else
		x->state = SUPPRESSION_UNUSED;
	VEC_PUSH(s->arena, &s->list, *x);
}

// Ends the stretch that began last of those from `first` on.
static void end_stretch(struct suppressions *s, uint32_t first,
			struct suppression *x)
{
	for (uint32_t i = s->list.count; i > first; i--) {
		if (s->list.at[i - 1].last)
			continue;
		s->list.at[i - 1].last = x->line;
		return;
	}
	x->last = x->line;
	x->problem = "there is no " WORD "-begin before it";
	add(s, x);
}

// `word` is what follows "oncelint-ignore" at once. A stretch has no last line
// until its end is met.
static void read_word(struct suppressions *s, const struct source_file *f,
		      uint32_t first, struct suppression *x, const char *at,
		      const char *end)
{
	const char *rest = at;

	while (rest < end && (islower((unsigned char)*rest) || *rest == '-'))
		rest++;
	x->word = arena_printf(s->arena, WORD "%s",
			       trimmed(s->arena, at, (size_t)(rest - at)));
	x->kinds_text = "";
	x->first = x->last = x->line;
	if (strcmp(x->word, WORD "-end") == 0) {
		end_stretch(s, first, x);
	} else if (strcmp(x->word, WORD "-begin") == 0) {
		x->last = 0;
		if (read_comment(x, s->arena, rest, end))
			add(s, x);
	} else if (rest == at) {
		x->first = target_line(f, x->line);
		x->last = definition_end(f, x->first);
		if (read_comment(x, s->arena, rest, end))
			add(s, x);
	} else if (*at == '-') {
		x->problem =
			"expected " WORD ", " WORD "-begin or " WORD "-end";
		add(s, x);
	}
}

static void read_line(struct suppressions *s, const struct source_file *f,
		      uint32_t first, uint32_t number)
{
	size_t length = 0;
	const char *line = source_line(f, number, &length);
	const char *at = memmem(line, length, WORD, strlen(WORD));
	struct suppression x = { .file = f->path, .line = number };

	if (at && opens_comment(line, (size_t)(at - line)))
		read_word(s, f, first, &x, at + strlen(WORD), line + length);
}

// A stretch without an end would silence what nobody has looked at.
static void close_stretches(struct suppressions *s, uint32_t first)
{
	for (uint32_t i = first; i < s->list.count; i++) {
		struct suppression *x = &s->list.at[i];

		if (x->last)
			continue;
		x->last = x->line;
		x->state = SUPPRESSION_BROKEN;
		if (!x->problem)
			x->problem = "no " WORD "-end follows";
	}
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
	uint32_t first = s->list.count;
	for (uint32_t number = 1; number <= f->line_count; number++)
		read_line(s, f, first, number);
	close_stretches(s, first);
}

// ---- use

static bool covers(const struct suppression *x, const char *file, uint32_t line)
{
	return line >= x->first && line <= x->last && str_equal(x->file, file);
}

static bool silences(const struct suppression *x, const struct finding *f)
{
	const struct loc *l = &f->loc;

	return (x->state == SUPPRESSION_UNUSED ||
		x->state == SUPPRESSION_USED) &&
	       (x->kinds >> f->kind & 1) &&
	       (covers(x, l->file, l->line) ||
		covers(x, l->macro_file, l->macro_line));
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
			str_printf(out, "%s has no effect: %s\n", x->word,
				   x->problem);
		else if (x->state == SUPPRESSION_EXPIRED)
			str_printf(out, "%s expired on %s\n", x->word,
				   x->expires);
		else
			str_printf(out, "%s(%s) silences nothing\n", x->word,
				   x->kinds_text);
	}
	return count;
}
