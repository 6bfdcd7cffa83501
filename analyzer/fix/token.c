// SPDX-License-Identifier: Apache-2.0
#include "fix/token.h"

#include <ctype.h>
#include <string.h>

struct reader {
	struct tokens *t;
	struct arena *arena;
	size_t at;
	bool is_line_start; // nothing but blanks before, on this line
	VEC(uint32_t) open; // brackets
};

static int peek(const struct reader *r, size_t ahead)
{
	size_t i = r->at + ahead;

	return i < r->t->length ? (unsigned char)r->t->text[i] : -1;
}

static bool is_word(int c)
{
	return c == '_' || c == '$' || c >= 0x80 || (c > 0 && isalnum(c));
}

static void skip_line(struct reader *r)
{
	for (int c; (c = peek(r, 0)) >= 0 && c != '\n'; r->at++)
		if (c == '\\' && (peek(r, 1) == '\n' ||
				  (peek(r, 1) == '\r' && peek(r, 2) == '\n')))
			r->at += peek(r, 1) == '\r' ? 2 : 1;
}

static void skip_comment(struct reader *r)
{
	const char *from = r->t->text + r->at + 2;
	size_t left = r->t->length - r->at - 2;
	const char *end = memmem(from, left, "*/", 2);

	r->at = end ? (size_t)(end + 2 - r->t->text) : r->t->length;
}

// Blanks, comments, and preprocessor lines.
static void skip_blank(struct reader *r)
{
	for (;;) {
		int c = peek(r, 0);

		if (c == '\n') {
			r->is_line_start = true;
			r->at++;
		} else if (c == '\\' && peek(r, 1) == '\n') {
			r->at += 2;
		} else if (c > 0 && isspace(c)) {
			r->at++;
		} else if (c == '/' && peek(r, 1) == '/') {
			skip_line(r);
		} else if (c == '/' && peek(r, 1) == '*') {
			skip_comment(r);
		} else if (c == '#' && r->is_line_start) {
			skip_line(r);
		} else {
			return;
		}
	}
}

static void read_quoted(struct reader *r, int quote)
{
	r->at++;
	for (int c; (c = peek(r, 0)) >= 0 && c != quote && c != '\n'; r->at++)
		r->at += c == '\\';
	if (peek(r, 0) == quote)
		r->at++;
	if (r->at > r->t->length)
		r->at = r->t->length;
}

// R"delimiter( ... )delimiter", from its quote on.
static void read_raw(struct reader *r)
{
	const char *text = r->t->text + r->at + 1;
	size_t left = r->t->length - r->at - 1;
	const char *open = memchr(text, '(', left < 17 ? left : 17);
	char end[20];

	if (!open) {
		read_quoted(r, '"');
		return;
	}
	size_t n = (size_t)(open - text);
	end[0] = ')';
	memcpy(end + 1, text, n);
	end[n + 1] = '"';
	const char *close = memmem(open, left - n, end, n + 2);
	r->at = close ? (size_t)(close - r->t->text) + n + 2 : r->t->length;
}

static enum token_kind read_word(struct reader *r)
{
	size_t start = r->at;

	while (is_word(peek(r, 0)))
		r->at++;
	int quote = peek(r, 0);
	size_t n = r->at - start;
	if (quote == '"' && r->t->text[r->at - 1] == 'R' && n <= 3) {
		read_raw(r);
		return TOKEN_TEXT;
	}
	if ((quote == '"' || quote == '\'') && n <= 2 &&
	    strchr("uUL", r->t->text[start])) {
		read_quoted(r, quote);
		return TOKEN_TEXT;
	}
	return TOKEN_WORD;
}

static void read_number(struct reader *r)
{
	for (int c; is_word(c = peek(r, 0)) || c == '.' || c == '\''; r->at++)
		if (strchr("eEpP", c) &&
		    (peek(r, 1) == '+' || peek(r, 1) == '-'))
			r->at++;
}

static void read_mark(struct reader *r)
{
	static const char *const pairs[] = {
		"->", "::", "==", "!=", "<=", ">=", "&&", "||", "+=",
		"-=", "*=", "/=", "|=", "&=", "^=", "%=", "++", "--"
	};

	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		if (peek(r, 0) == pairs[i][0] && peek(r, 1) == pairs[i][1]) {
			r->at += 2;
			return;
		}
	}
	r->at++;
}

static enum token_kind read_token(struct reader *r)
{
	int c = peek(r, 0);

	if (isdigit(c) || (c == '.' && isdigit(peek(r, 1)))) {
		read_number(r);
		return TOKEN_NUMBER;
	}
	if (is_word(c))
		return read_word(r);
	if (c == '"' || c == '\'') {
		read_quoted(r, c);
		return TOKEN_TEXT;
	}
	read_mark(r);
	return TOKEN_MARK;
}

static void pair_brackets(struct reader *r, uint32_t n)
{
	static const char opening[] = "([{", closing[] = ")]}";
	struct token *x = &r->t->list.at[n];
	char c = r->t->text[x->start];

	if (x->kind != TOKEN_MARK || x->end - x->start != 1 || !c)
		return;
	if (strchr(opening, c)) {
		VEC_PUSH(r->arena, &r->open, n);
		return;
	}
	const char *which = strchr(closing, c);
	if (!which || !r->open.count)
		return;
	uint32_t other = VEC_LAST(&r->open);
	struct token *o = &r->t->list.at[other];
	if (r->t->text[o->start] != opening[which - closing])
		return;
	r->open.count--;
	o->partner = n;
	x->partner = other;
}

void tokens_read(struct tokens *t, struct arena *a, const char *text,
		 size_t length)
{
	struct reader r = { .t = t, .arena = a, .is_line_start = true };

	*t = (struct tokens){ .text = text, .length = length };
	if (length >= UINT32_MAX)
		return;
	for (skip_blank(&r); r.at < length; skip_blank(&r)) {
		struct token x = { .start = (uint32_t)r.at,
				   .partner = TOKEN_NONE };

		r.is_line_start = false;
		x.kind = read_token(&r);
		x.end = (uint32_t)r.at;
		VEC_PUSH(a, &t->list, x);
		pair_brackets(&r, t->list.count - 1);
	}
}

uint32_t token_from(const struct tokens *t, size_t offset)
{
	uint32_t low = 0, high = t->list.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (t->list.at[middle].start < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < t->list.count ? low : TOKEN_NONE;
}

bool token_is(const struct tokens *t, uint32_t n, const char *text)
{
	if (n >= t->list.count)
		return false;
	const struct token *x = &t->list.at[n];
	size_t length = x->end - x->start;

	return strlen(text) == length &&
	       memcmp(t->text + x->start, text, length) == 0;
}

bool token_same(const struct tokens *t, uint32_t a, uint32_t b)
{
	const struct token *x = &t->list.at[a], *y = &t->list.at[b];
	size_t n = x->end - x->start;

	return n == y->end - y->start &&
	       memcmp(t->text + x->start, t->text + y->start, n) == 0;
}

bool token_in(const struct tokens *t, uint32_t n, const char *const *words)
{
	for (; *words; words++)
		if (token_is(t, n, *words))
			return true;
	return false;
}

const char *tokens_text(const struct tokens *t, struct arena *a, uint32_t first,
			uint32_t last)
{
	uint32_t start = t->list.at[first].start;

	return arena_strndup(a, t->text + start, t->list.at[last].end - start);
}
