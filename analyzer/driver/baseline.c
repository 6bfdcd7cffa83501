// SPDX-License-Identifier: Apache-2.0
#include "driver/baseline.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "driver/command.h"
#include "driver/output.h"
#include "driver/session.h"

#define TITLE "# oncelint baseline 1"
#define IDENTITY_LENGTH 32

// identity, kind, file, function, handle
#define FIELDS 5

// ---- one line

// A field is a text without control characters; those become "\x0a".
static void add_field(struct str *out, const char *text)
{
	for (const char *p = text ? text : ""; *p; p++) {
		unsigned char c = (unsigned char)*p;

		if (c < ' ' || c == 0x7f || c == '\\')
			str_printf(out, "\\x%02x", c);
		else
			str_add_char(out, *p);
	}
}

static int hex_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

// NULL if a backslash is no escape.
static const char *field_text(struct arena *a, const char *p, size_t length)
{
	struct str s = STR_INIT;
	bool ok = true;

	for (const char *end = p + length; ok && p < end; p++) {
		if (*p != '\\') {
			str_add_char(&s, *p);
			continue;
		}
		ok = end - p >= 4 && p[1] == 'x' && hex_value(p[2]) >= 0 &&
		     hex_value(p[3]) >= 0;
		if (!ok)
			break;
		str_add_char(&s,
			     (char)(hex_value(p[2]) * 16 + hex_value(p[3])));
		p += 3;
	}
	const char *text = ok ? arena_strdup(a, s.text) : NULL;
	str_release(&s);
	return text;
}

static bool is_identity(const char *text)
{
	return strlen(text) == IDENTITY_LENGTH &&
	       strspn(text, "0123456789abcdef") == IDENTITY_LENGTH;
}

static bool split(struct arena *a, const char *line, size_t length,
		  const char *fields[FIELDS])
{
	const char *end = line + length;

	for (int n = 0; n < FIELDS; n++) {
		const char *tab = memchr(line, '\t', (size_t)(end - line));
		const char *stop = tab ? tab : end;

		if ((n < FIELDS - 1) != (tab != NULL))
			return false;
		fields[n] = field_text(a, line, (size_t)(stop - line));
		if (!fields[n])
			return false;
		line = stop + 1;
	}
	return is_identity(fields[0]) && *fields[2];
}

static bool is_conflict(const char *line)
{
	return str_starts(line, "<<<<<<<") || str_starts(line, "=======") ||
	       str_starts(line, ">>>>>>>") || str_starts(line, "|||||||");
}

static bool read_line(struct baseline_file *b, struct arena *a,
		      const char *path, const char *line, uint32_t number,
		      struct err *e)
{
	const char *fields[FIELDS];

	if (!*line || (*line == '#' && number > 1))
		return true;
	if (number == 1)
		return str_equal(line, TITLE) ||
		       err_set(e, ERR_CONFIG,
			       "%s:1: expected '" TITLE
			       "': this is no baseline, or one of a newer "
			       "oncelint",
			       path);
	if (is_conflict(line))
		return err_set(e, ERR_CONFIG,
			       "%s:%u: a merge conflict: keep the lines of "
			       "both sides",
			       path, number);
	if (!split(a, line, strlen(line), fields))
		return err_set(e, ERR_CONFIG,
			       "%s:%u: expected an identity, kind, file, "
			       "function and handle with tabs between",
			       path, number);
	VEC_PUSH(a, &b->list,
		 (struct baseline_entry){
			 .identity = fields[0],
			 .file = fields[2],
			 .text = arena_printf(a, "%s in %s (%s)", fields[1],
					      *fields[3] ? fields[3] : "?",
					      fields[2]),
			 .line = number });
	return true;
}

// ---- the file

static int entry_compare(const void *a, const void *b)
{
	const struct baseline_entry *x = a, *y = b;

	return strcmp(x->identity, y->identity);
}

// A union of two versions has lines twice.
static void finish(struct baseline_file *b)
{
	uint32_t kept = 0;

	if (!b->list.count)
		return;
	qsort(b->list.at, b->list.count, sizeof(*b->list.at), entry_compare);
	for (uint32_t i = 0; i < b->list.count; i++)
		if (!kept ||
		    entry_compare(&b->list.at[kept - 1], &b->list.at[i]) != 0)
			b->list.at[kept++] = b->list.at[i];
	b->list.count = kept;
}

static bool read_text(struct baseline_file *b, struct arena *a,
		      const char *path, const struct str *text, struct err *e)
{
	const char *p = text->text, *end = p + text->length;
	uint32_t number = 0;
	bool ok = memchr(p, '\0', text->length) == NULL && text->length;

	if (!ok)
		return err_set(e, ERR_CONFIG, "'%s' is no baseline", path);
	while (ok && p < end) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));
		size_t length = (size_t)((eol ? eol : end) - p);
		size_t bare =
			length && p[length - 1] == '\r' ? length - 1 : length;

		ok = read_line(b, a, path, arena_strndup(a, p, bare), ++number,
			       e);
		p += length + 1;
	}
	finish(b);
	return ok;
}

bool baseline_read(struct baseline_file *b, struct arena *a, const char *path,
		   struct err *e)
{
	struct str text = STR_INIT;

	*b = (struct baseline_file){ { NULL, 0, 0 } };
	if (!path_exists(path))
		return err_set(e, ERR_USAGE,
			       "there is no baseline '%s' yet: 'oncelint "
			       "check' and then 'oncelint baseline write %s' "
			       "make one",
			       path, path);
	bool ok = file_read(path, &text, e) && read_text(b, a, path, &text, e);
	str_release(&text);
	return ok;
}

struct baseline_entry *baseline_find(const struct baseline_file *b,
				     const char *identity)
{
	struct baseline_entry key = { .identity = identity };

	return b->list.count ? bsearch(&key, b->list.at, b->list.count,
				       sizeof(key), entry_compare)
			     : NULL;
}

// ---- what is not found any more

static int text_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_file(const struct report *r, const char *path)
{
	return r->file_count && bsearch(&path, r->files, r->file_count,
					sizeof(path), text_compare);
}

static bool has_failed(const struct report *r, const char *path)
{
	for (uint32_t i = 0; i < r->unit_count; i++)
		if (r->units[i].is_failed && str_equal(r->units[i].file, path))
			return true;
	return false;
}

uint32_t baseline_mark_stale(struct baseline_file *b, const struct config *c,
			     const struct report *r, bool is_whole)
{
	struct arena scratch = { 0 };
	uint32_t count = 0;

	VEC_EACH (struct baseline_entry, x, &b->list) {
		const char *path = path_absolute(&scratch, c->root, x->file);

		x->is_stale = !x->is_found && !has_failed(r, path) &&
			      (is_whole || has_file(r, path));
		count += x->is_stale;
	}
	arena_release(&scratch);
	return count;
}

// ---- the command

static const char *line_of(struct arena *a, const struct finding *f,
			   const char *root)
{
	struct str s = STR_INIT;
	const char *const fields[FIELDS] = { f->identity,
					     kind_info(f->kind)->id,
					     path_relative(f->loc.file, root),
					     f->function, f->handle };

	for (int n = 0; n < FIELDS; n++) {
		if (n)
			str_add_char(&s, '\t');
		add_field(&s, fields[n]);
	}
	const char *line = arena_strdup(a, s.text);
	str_release(&s);
	return line;
}

// With `old`, only what stands there already.
static bool write_baseline(const struct recall *run,
			   const struct baseline_file *old, const char *path,
			   struct arena *a, uint32_t *count, struct err *e)
{
	VEC(const char *) lines = { NULL, 0, 0 };
	struct str text = STR_INIT;

	VEC_EACH (struct finding *const, f, &run->findings)
		if (!(*f)->is_suppressed &&
		    (!old || baseline_find(old, (*f)->identity)))
			VEC_PUSH(a, &lines, line_of(a, *f, run->run->root));
	if (lines.count)
		qsort(lines.at, lines.count, sizeof(*lines.at), text_compare);
	str_add(&text, TITLE "\n");
	VEC_EACH (const char *const, line, &lines)
		str_printf(&text, "%s\n", *line);
	*count = lines.count;
	bool ok = file_write(path, &text, e);
	str_release(&text);
	return ok;
}

static bool baseline(struct session *x, const struct options *o,
		     struct arena *a, struct err *e)
{
	const char *verb = o->operands.count ? o->operands.at[0] : "";
	bool is_prune = strcmp(verb, "prune") == 0;
	const char *path =
		o->operands.count > 1 ? o->operands.at[1] : BASELINE_FILE;
	struct baseline_file old = { { NULL, 0, 0 } };
	struct recall run;
	uint32_t count = 0;

	if (!is_prune && strcmp(verb, "write") != 0)
		return err_set(e, ERR_USAGE,
			       "'write' or 'prune'? (see 'oncelint baseline "
			       "--help')");
	if (!operands_check(o, 2, "baseline", e) ||
	    (is_prune && !baseline_read(&old, a, path, e)) ||
	    !session_open(x, o, a, e) ||
	    !session_read(x, &run, "last", NULL, a, e) ||
	    !write_baseline(&run, is_prune ? &old : NULL, path, a, &count, e))
		return false;
	if (is_prune)
		printf("%s: %u of %u findings kept\n", path, count,
		       old.list.count);
	else
		printf("%s: %u finding%s\n", path, count,
		       count == 1 ? "" : "s");
	return true;
}

int baseline_command(const struct options *o, struct arena *a, struct err *e)
{
	struct session x = { .store = NULL };
	bool ok = baseline(&x, o, a, e);

	session_close(&x);
	return ok ? 0 : err_exit_status(e->code);
}
