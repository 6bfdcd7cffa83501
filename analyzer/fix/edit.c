// SPDX-License-Identifier: Apache-2.0
#include "fix/edit.h"

#include <string.h>
#include <xxhash.h>

uint64_t edit_hash(const char *text, size_t length)
{
	return XXH3_64bits(text, length);
}

// ---- places

bool edit_offset(const char *text, size_t length, uint32_t line,
		 uint32_t column, size_t *out)
{
	size_t at = 0;

	for (uint32_t i = 1; i < line; i++) {
		const char *end = memchr(text + at, '\n', length - at);

		if (!end)
			return false;
		at = (size_t)(end + 1 - text);
	}
	const char *end = memchr(text + at, '\n', length - at);
	size_t room = end ? (size_t)(end - text) - at : length - at;
	*out = at + column - 1;
	return line && column && column - 1 <= room;
}

void edit_place(const char *text, size_t offset, uint32_t *line,
		uint32_t *column)
{
	size_t start = 0;

	*line = 1;
	for (size_t i = 0; i < offset; i++) {
		if (text[i] != '\n')
			continue;
		++*line;
		start = i + 1;
	}
	*column = (uint32_t)(offset - start) + 1;
}

// ---- putting together

static bool splice_of(const char *text, size_t length, const struct edit *x,
		      struct splice *out)
{
	out->text = x->text;
	return edit_offset(text, length, x->range.line, x->range.column,
			   &out->start) &&
	       edit_offset(text, length, x->range.end_line, x->range.end_column,
			   &out->end) &&
	       out->start <= out->end;
}

static bool is_equal(const struct splice *a, const struct splice *b)
{
	return a->start == b->start && a->end == b->end &&
	       str_equal(a->text, b->text);
}

static bool is_over(const struct splice *a, const struct splice *b)
{
	return a->start == b->start || (a->start < b->end && b->start < a->end);
}

bool splices_fit(const struct splices *s, const char *text, size_t length,
		 const struct edit *x)
{
	struct splice n;

	if (!splice_of(text, length, x, &n))
		return false;
	VEC_EACH (const struct splice, o, &s->list)
		if (is_over(o, &n) && !is_equal(o, &n))
			return false;
	return true;
}

void splices_add(struct splices *s, struct arena *a, const char *text,
		 size_t length, const struct edit *x)
{
	struct splice n;
	uint32_t at = 0;

	if (!splice_of(text, length, x, &n))
		bug("an edit outside of its text");
	while (at < s->list.count && s->list.at[at].start < n.start)
		at++;
	if (at < s->list.count && is_equal(&s->list.at[at], &n))
		return;
	VEC_PUSH(a, &s->list, n);
	for (uint32_t i = s->list.count - 1; i > at; i--)
		s->list.at[i] = s->list.at[i - 1];
	s->list.at[at] = n;
}

// ---- doing

// What becomes of [from, to), which holds whole splices from `first` on.
// Returns the first splice behind it.
static uint32_t apply_within(const struct splices *s, uint32_t first,
			     const char *text, size_t from, size_t to,
			     struct str *out)
{
	uint32_t i = first;

	for (; i < s->list.count && s->list.at[i].end <= to; i++) {
		const struct splice *x = &s->list.at[i];

		str_add_bytes(out, text + from, x->start - from);
		str_add(out, x->text);
		from = x->end;
	}
	str_add_bytes(out, text + from, to - from);
	return i;
}

void splices_apply(const struct splices *s, const char *text, size_t length,
		   struct str *out)
{
	apply_within(s, 0, text, 0, length, out);
}

// ---- showing

struct lines {
	const char *text;
	VEC(size_t) starts; // and the end, as one more
};

struct change { // old lines [first, first + count) become `now`
	uint32_t first;
	uint32_t count;
	struct lines now;
	uint32_t now_first; // of `now`, without what stays
	uint32_t now_count;
};

struct changes {
	struct arena arena;
	struct lines old;
	VEC(struct change) list;
};

static void split(struct lines *l, struct arena *a, const char *text,
		  size_t length)
{
	size_t at = 0;

	l->text = text;
	while (at < length) {
		const char *end = memchr(text + at, '\n', length - at);

		VEC_PUSH(a, &l->starts, at);
		at = end ? (size_t)(end + 1 - text) : length;
	}
	VEC_PUSH(a, &l->starts, length);
}

static uint32_t line_count(const struct lines *l)
{
	return l->starts.count - 1;
}

// The line (from 0) with this offset; the last one for the text's end.
static uint32_t line_with(const struct lines *l, size_t offset)
{
	uint32_t n = 0;

	while (n + 1 < line_count(l) && l->starts.at[n + 1] <= offset)
		n++;
	return n;
}

static bool line_same(const struct lines *x, uint32_t i, const struct lines *y,
		      uint32_t j)
{
	size_t n = x->starts.at[i + 1] - x->starts.at[i];

	return n == y->starts.at[j + 1] - y->starts.at[j] &&
	       memcmp(x->text + x->starts.at[i], y->text + y->starts.at[j],
		      n) == 0;
}

static void trim(const struct lines *old, struct change *c)
{
	while (c->count && c->now_count &&
	       line_same(old, c->first, &c->now, c->now_first)) {
		c->first++, c->now_first++;
		c->count--, c->now_count--;
	}
	while (c->count && c->now_count &&
	       line_same(old, c->first + c->count - 1, &c->now,
			 c->now_first + c->now_count - 1))
		c->count--, c->now_count--;
}

static void find_changes(struct changes *x, const struct splices *s)
{
	const struct lines *old = &x->old;

	for (uint32_t i = 0; line_count(old) && i < s->list.count;) {
		struct change c = { .first = line_with(old,
						       s->list.at[i].start) };
		uint32_t last = line_with(old, s->list.at[i].end);
		struct str now = STR_INIT;

		for (uint32_t n = i + 1;
		     n < s->list.count &&
		     s->list.at[n].start < old->starts.at[last + 1];
		     n++)
			last = line_with(old, s->list.at[n].end);
		c.count = last + 1 - c.first;
		i = apply_within(s, i, old->text, old->starts.at[c.first],
				 old->starts.at[last + 1], &now);
		split(&c.now, &x->arena,
		      arena_memdup(&x->arena, now.text, now.length + 1),
		      now.length);
		c.now_count = line_count(&c.now);
		str_release(&now);
		trim(old, &c);
		VEC_PUSH(&x->arena, &x->list, c);
	}
}

static void print_line(struct str *out, char sign, const struct lines *l,
		       uint32_t n)
{
	size_t start = l->starts.at[n], length = l->starts.at[n + 1] - start;

	str_add_char(out, sign);
	str_add_bytes(out, l->text + start, length);
	if (l->text[start + length - 1] != '\n')
		str_add(out, "\n\\ No newline at end of file\n");
}

static void print_old(struct str *out, const struct lines *old, char sign,
		      uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		print_line(out, sign, old, i);
}

#define CONTEXT 3

// As diff counts: of no lines, the one before.
static uint32_t shown(uint32_t first, uint32_t count)
{
	return count ? first + 1 : first;
}

static void print_hunk(const struct changes *x, uint32_t from, uint32_t to,
		       int64_t *shift, struct str *out)
{
	const struct change *a = &x->list.at[from], *z = &x->list.at[to - 1];
	uint32_t first = a->first > CONTEXT ? a->first - CONTEXT : 0;
	uint32_t end = z->first + z->count + CONTEXT;
	int64_t grown = 0;

	if (end > line_count(&x->old))
		end = line_count(&x->old);
	for (uint32_t i = from; i < to; i++)
		grown += (int64_t)x->list.at[i].now_count - x->list.at[i].count;
	uint32_t count = end - first, now = (uint32_t)(count + grown);
	str_printf(out, "@@ -%u,%u +%u,%u @@\n", shown(first, count), count,
		   shown((uint32_t)(first + *shift), now), now);
	*shift += grown;
	for (uint32_t i = from; i < to; i++) {
		const struct change *c = &x->list.at[i];

		print_old(out, &x->old, ' ', first, c->first);
		print_old(out, &x->old, '-', c->first, c->first + c->count);
		for (uint32_t n = 0; n < c->now_count; n++)
			print_line(out, '+', &c->now, c->now_first + n);
		first = c->first + c->count;
	}
	print_old(out, &x->old, ' ', first, end);
}

void splices_diff(const struct splices *s, const char *name, const char *text,
		  size_t length, struct str *out)
{
	struct changes x = { 0 };
	int64_t shift = 0;

	split(&x.old, &x.arena, text, length);
	find_changes(&x, s);
	if (x.list.count)
		str_printf(out, "--- a/%s\n+++ b/%s\n", name, name);
	for (uint32_t i = 0, n; i < x.list.count; i = n) {
		for (n = i + 1; n < x.list.count; n++)
			if (x.list.at[n].first >
			    x.list.at[n - 1].first + x.list.at[n - 1].count +
				    2 * CONTEXT)
				break;
		print_hunk(&x, i, n, &shift, out);
	}
	arena_release(&x.arena);
}
