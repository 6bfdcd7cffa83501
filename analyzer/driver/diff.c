// SPDX-License-Identifier: Apache-2.0
#include "driver/diff.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

#define NO_FILE "/dev/null"

struct reader {
	struct diff *diff;
	struct arena *arena;
	const char *name;
	const char *at;
	const char *end;
	uint32_t number; // of the line that was read last
	char *line;      // it, without its end
	bool is_inside;  // after a "diff --git"
	bool has_names;  // after "---" and "+++"
	struct err *e;
};

static bool fail(struct reader *r, const char *text)
{
	return err_set(r->e, ERR_CONFIG, "%s:%u: %s", r->name, r->number, text);
}

static bool next_line(struct reader *r)
{
	if (r->at >= r->end)
		return false;
	const char *eol = memchr(r->at, '\n', (size_t)(r->end - r->at));
	const char *stop = eol ? eol : r->end;

	r->line = arena_strndup(r->arena, r->at, (size_t)(stop - r->at));
	r->at = stop + 1;
	r->number++;
	return true;
}

static bool is_followed_by(const struct reader *r, const char *prefix)
{
	size_t length = strlen(prefix);

	return (size_t)(r->end - r->at) >= length && r->at < r->end &&
	       memcmp(r->at, prefix, length) == 0;
}

// ---- names

static char *unquoted(struct arena *a, const char *p)
{
	static const char letters[] = "abtnvfr\"\\";
	static const char bytes[] = "\a\b\t\n\v\f\r\"\\";
	struct str s = STR_INIT;

	for (; *p && *p != '"'; p++) {
		const char *letter;

		if (*p != '\\' || !p[1]) {
			str_add_char(&s, *p);
			continue;
		}
		p++;
		if ((letter = strchr(letters, *p))) {
			str_add_char(&s, bytes[letter - letters]);
		} else {
			int value = 0, n = 0;

			for (; n < 3 && p[n] >= '0' && p[n] <= '7'; n++)
				value = value * 8 + (p[n] - '0');
			str_add_char(&s, (char)value);
			p += n ? n - 1 : 0;
		}
	}
	char *text = arena_strdup(a, s.text);
	str_release(&s);
	return text;
}

// Without the date that diff puts behind a tab; NULL for no file.
static const char *name_of(struct reader *r, const char *text)
{
	if (*text == '"')
		return unquoted(r->arena, text + 1);
	char *name = arena_strndup(r->arena, text, strcspn(text, "\t\r"));
	return strcmp(name, NO_FILE) == 0 ? NULL : name;
}

static struct diff_file *new_file(struct reader *r)
{
	VEC_PUSH(r->arena, &r->diff->files,
		 (struct diff_file){ .line = r->number });
	return &VEC_LAST(&r->diff->files);
}

static bool read_names(struct reader *r)
{
	struct diff_file *f =
		r->is_inside ? &VEC_LAST(&r->diff->files) : new_file(r);

	f->old_name = name_of(r, r->line + 4);
	next_line(r);
	f->new_name = name_of(r, r->line + 4);
	r->is_inside = false;
	r->has_names = true;
	return f->old_name || f->new_name ||
	       fail(r, "both sides of a file are " NO_FILE);
}

// What git says of a file before its hunks, or without any.
static void read_header(struct reader *r)
{
	struct diff_file *f;

	if (str_starts(r->line, "diff --git ")) {
		new_file(r);
		r->is_inside = true;
		r->has_names = false;
	}
	if (!r->is_inside)
		return;
	f = &VEC_LAST(&r->diff->files);
	if (str_starts(r->line, "rename from ") ||
	    str_starts(r->line, "copy from "))
		f->old_name = name_of(r, strstr(r->line, "from ") + 5);
	if (str_starts(r->line, "rename to ") ||
	    str_starts(r->line, "copy to "))
		f->new_name = name_of(r, strstr(r->line, "to ") + 3);
}

// ---- hunks

static bool read_number(const char **p, uint32_t *out)
{
	uint64_t value = 0;
	const char *start = *p;

	for (; isdigit((unsigned char)**p); (*p)++) {
		value = value * 10 + (uint64_t)(**p - '0');
		if (value > INT32_MAX)
			return false;
	}
	*out = (uint32_t)value;
	return *p > start;
}

// "12,3" or "12"
static bool read_range(const char **p, uint32_t *first, uint32_t *count)
{
	*count = 1;
	if (!read_number(p, first))
		return false;
	if (**p == ',') {
		(*p)++;
		if (!read_number(p, count))
			return false;
	}
	// With no line, the number is that of the line before.
	if (*count == 0)
		++*first;
	return *first > 0;
}

static bool read_hunk_head(struct reader *r, struct diff_change *h)
{
	const char *p = r->line + strlen("@@ ");

	if (*p++ != '-' || !read_range(&p, &h->old_line, &h->old_count) ||
	    *p++ != ' ' || *p++ != '+' ||
	    !read_range(&p, &h->new_line, &h->new_count) ||
	    !str_starts(p, " @@"))
		return fail(r, "expected a hunk as '@@ -1,2 +3,4 @@'");
	return true;
}

// Adds one line to the last change, or to a new one.
static void add_line(struct reader *r, struct diff_file *f,
		     const struct diff_change *at, bool is_new)
{
	struct diff_change *last =
		f->changes.count ? &VEC_LAST(&f->changes) : NULL;

	if (!last || last->old_line + last->old_count != at->old_line ||
	    last->new_line + last->new_count != at->new_line) {
		VEC_PUSH(r->arena, &f->changes,
			 (struct diff_change){ at->old_line, 0, at->new_line,
					       0 });
		last = &VEC_LAST(&f->changes);
	}
	last->new_count += is_new;
	last->old_count += !is_new;
}

static bool take_line(struct reader *r, struct diff_file *f,
		      struct diff_change *at)
{
	char c = *r->line;
	bool is_old = c != '+', is_new = c != '-';

	if (c == '\\')
		return true;
	if (c && c != '\r' && !strchr(" +-", c))
		return fail(r, "expected a line of the hunk, beginning with "
			       "' ', '+' or '-'");
	if ((is_old && !at->old_count) || (is_new && !at->new_count))
		return fail(r, "the hunk has more lines than its head says");
	if (is_old != is_new)
		add_line(r, f, at, is_new);
	at->old_line += is_old;
	at->old_count -= is_old;
	at->new_line += is_new;
	at->new_count -= is_new;
	return true;
}

static bool follows(const struct diff_file *f, const struct diff_change *h)
{
	const struct diff_change *last =
		f->changes.count ? &VEC_LAST(&f->changes) : NULL;

	return !last || (h->old_line >= last->old_line + last->old_count &&
			 h->new_line >= last->new_line + last->new_count);
}

static bool read_hunk(struct reader *r)
{
	struct diff_change left;

	if (!r->has_names)
		return fail(r, "a hunk without '---' and '+++' before it");
	struct diff_file *f = &VEC_LAST(&r->diff->files);
	if (!read_hunk_head(r, &left))
		return false;
	if (!follows(f, &left))
		return fail(r, "hunks are not in order");
	while (left.old_count || left.new_count) {
		if (!next_line(r))
			return fail(r, "the diff ends inside a hunk");
		if (!take_line(r, f, &left))
			return false;
	}
	return true;
}

// ---- the whole

static bool read_part(struct reader *r)
{
	if (str_starts(r->line, "@@ "))
		return read_hunk(r);
	if (str_starts(r->line, "@@@"))
		return fail(r, "a merge's combined diff: compare with one "
			       "commit");
	if (str_starts(r->line, "--- ") && is_followed_by(r, "+++ "))
		return read_names(r);
	if (str_starts(r->line, "+++ "))
		return fail(r, "'+++' without '---' before it");
	// A hunk that is longer than its head says leaves such lines; "-- "
	// is what a mail ends with.
	if (r->has_names && *r->line && strchr("+- ", *r->line) &&
	    !str_starts(r->line, "-- ") && !str_starts(r->line, "--- "))
		return fail(r, "the hunk has more lines than its head says");
	read_header(r);
	return true;
}

static bool is_blank(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!isspace((unsigned char)text[i]))
			return false;
	return true;
}

bool diff_read(struct diff *d, struct arena *a, const char *name,
	       const char *text, size_t length, struct err *e)
{
	struct reader r = { .diff = d,
			    .arena = a,
			    .name = name,
			    .at = text,
			    .end = text + length,
			    .e = e };

	*d = (struct diff){ { NULL, 0, 0 } };
	while (next_line(&r))
		if (!read_part(&r))
			return false;
	if (!d->files.count && !is_blank(text, length))
		return err_set(e, ERR_CONFIG,
			       "%s: no unified diff: 'git diff' or 'diff -u' "
			       "make one",
			       name);
	return true;
}

// ---- which files are meant

static const char *resolve(struct arena *a, const char *name, const char *top,
			   const char *current)
{
	if (!name)
		return NULL;
	const char *slash = strchr(name, '/');
	const char *bare = slash && slash == name + 1 ? slash + 1 : name;
	const char *const candidates[] = { path_absolute(a, top, bare),
					   path_absolute(a, top, name),
					   path_absolute(a, current, bare),
					   path_absolute(a, current, name) };

	for (size_t i = 0; i < COUNT_OF(candidates); i++)
		if (path_exists(candidates[i]))
			return candidates[i];
	return candidates[0];
}

static int file_compare(const void *a, const void *b)
{
	const struct diff_file *x = a, *y = b;

	return strcmp(x->new_path ? x->new_path : "",
		      y->new_path ? y->new_path : "");
}

bool diff_resolve(struct diff *d, struct arena *a, const char *name,
		  const char *top, const char *current, struct err *e)
{
	VEC_EACH (struct diff_file, f, &d->files) {
		f->old_path = resolve(a, f->old_name, top, current);
		f->new_path = resolve(a, f->new_name, top, current);
	}
	if (d->files.count)
		qsort(d->files.at, d->files.count, sizeof(*d->files.at),
		      file_compare);
	for (uint32_t i = 1; i < d->files.count; i++) {
		const struct diff_file *f = &d->files.at[i];

		if (f->new_path && file_compare(f - 1, f) == 0)
			return err_set(e, ERR_CONFIG,
				       "%s:%u: '%s' is there twice: give the "
				       "difference of two states, not of "
				       "several steps",
				       name, f->line, f->new_name);
	}
	return true;
}

static const struct diff_file *find_exactly(const struct diff *d,
					    const char *path)
{
	struct diff_file key = { .new_path = path };

	return d->files.count ? bsearch(&key, d->files.at, d->files.count,
					sizeof(key), file_compare)
			      : NULL;
}

const struct diff_file *diff_find(const struct diff *d, const char *path)
{
	const struct diff_file *f = find_exactly(d, path);
	char *real = f ? NULL : realpath(path, NULL);

	if (real && strcmp(real, path) != 0)
		f = find_exactly(d, real);
	free(real);
	return f;
}

const struct diff_file *diff_find_old(const struct diff *d, const char *path)
{
	VEC_EACH (const struct diff_file, f, &d->files)
		if (str_equal(f->old_path, path))
			return f;
	return NULL;
}

bool diff_has_line(const struct diff_file *f, uint32_t line)
{
	VEC_EACH (const struct diff_change, c, &f->changes)
		if (line >= c->new_line && line - c->new_line < c->new_count)
			return true;
	return false;
}

uint32_t diff_new_line(const struct diff_file *f, uint32_t line)
{
	uint32_t moved = 0; // modulo 2^32

	VEC_EACH (const struct diff_change, c, &f->changes) {
		if (line < c->old_line)
			break;
		if (line - c->old_line < c->old_count)
			return 0;
		moved = c->new_line + c->new_count - c->old_line - c->old_count;
	}
	return line + moved;
}
