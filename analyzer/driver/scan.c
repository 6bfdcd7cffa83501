// SPDX-License-Identifier: Apache-2.0
// One pass over the bytes. Which token stood before and which character comes
// next is all the grammar there is.
#include "driver/scan_pass.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define ROW4(c) c, c, c, c
#define ROW16(c) ROW4(c), ROW4(c), ROW4(c), ROW4(c)
#define ROW64(c) ROW16(c), ROW16(c), ROW16(c), ROW16(c)

const uint8_t scan_classes[256] = {
	['\t'] = CLASS_SPACE,
	[' '] = CLASS_SPACE,
	['\r'] = CLASS_SPACE,
	['\f'] = CLASS_SPACE,
	['\v'] = CLASS_SPACE,
	['\\'] = CLASS_SPACE,
	['\n'] = CLASS_LINE,
	['#'] = CLASS_HASH,
	['/'] = CLASS_SLASH,
	['"'] = CLASS_QUOTE,
	['\''] = CLASS_QUOTE,
	['.'] = CLASS_POINT,
	['-'] = CLASS_MINUS,
	['*'] = CLASS_STAR,
	['&'] = CLASS_STAR,
	['('] = CLASS_OPEN,
	[')'] = CLASS_CLOSE,
	['{'] = CLASS_BRACE,
	['}'] = CLASS_BRACE,
	['$'] = CLASS_LETTER,
	['_'] = CLASS_LETTER,
	['0'] = ROW4(CLASS_DIGIT),
	ROW4(CLASS_DIGIT),
	CLASS_DIGIT,
	CLASS_DIGIT,
	['A'] = ROW16(CLASS_LETTER),
	ROW4(CLASS_LETTER),
	ROW4(CLASS_LETTER),
	CLASS_LETTER,
	CLASS_LETTER,
	['a'] = ROW16(CLASS_LETTER),
	ROW4(CLASS_LETTER),
	ROW4(CLASS_LETTER),
	CLASS_LETTER,
	CLASS_LETTER,
	[128] = ROW64(CLASS_LETTER),
	ROW64(CLASS_LETTER),
};

uint32_t scan_hash(const char *name, size_t length)
{
	return (uint32_t)XXH3_64bits(name, length);
}

// ---- each name once

struct scan_table {
	uint32_t *slots; // index of the name and one, 0: free
	uint32_t room;   // a power of two
};

static uint32_t *slot_of(const struct scan_table *t, const struct scan *out,
			 uint32_t hash)
{
	uint32_t i = hash & (t->room - 1);

	while (t->slots[i] && out->names.at[t->slots[i] - 1].hash != hash)
		i = (i + 1) & (t->room - 1);
	return &t->slots[i];
}

static void table_grow(struct scan_table *t, const struct scan *out)
{
	free(t->slots);
	t->room = t->room ? t->room * 2 : 8192;
	t->slots = xcalloc(t->room, sizeof(*t->slots));
	for (uint32_t i = 0; i < out->names.count; i++)
		*slot_of(t, out, out->names.at[i].hash) = i + 1;
}

// For the next text.
static void table_clear(struct scan_table *t, const struct scan *out)
{
	if (out->names.count > t->room / 16) {
		memset(t->slots, 0, t->room * sizeof(*t->slots));
		return;
	}
	for (uint32_t i = out->names.count; i--;)
		*slot_of(t, out, out->names.at[i].hash) = 0;
}

void scanner_release(struct scanner *s)
{
	if (s->table)
		free(s->table->slots);
	free(s->table);
	s->table = NULL;
}

// ---- the pass

static uint16_t line_here(const struct pass *p)
{
	uint32_t line = p->out->includes.count;

	return line < UINT16_MAX ? (uint16_t)line : UINT16_MAX;
}

static uint32_t add(struct pass *p, const char *name, size_t length,
		    uint32_t hash, unsigned how)
{
	struct scan_table *t = p->scanner->table;
	uint32_t *slot = slot_of(t, p->out, hash);

	how |= p->is_macro ? NAME_MACRO : NAME_CODE;
	if (!*slot) {
		VEC_PUSH(
			p->arena, &p->out->names,
			(struct scan_name){ hash, (uint8_t)how, line_here(p) });
		*slot = p->out->names.count;
		if (p->out->names.count * 2 > t->room)
			table_grow(t, p->out);
		if (p->scanner->see)
			p->scanner->see(p->scanner->data, name, length, hash);
		return p->out->names.count - 1;
	}
	struct scan_name *n = &p->out->names.at[*slot - 1];
	if (!p->is_macro && !(n->how & NAME_CODE))
		n->line = line_here(p);
	n->how |= (uint8_t)how;
	return *slot - 1;
}

// Words after which an expression begins, and no name of a type.
static bool is_opener(const char *name, size_t length)
{
	static const char *const words[] = {
		"and",    "case",  "co_await", "co_return", "co_yield",
		"delete", "do",    "else",     "for",       "goto",
		"if",     "new",   "not",      "or",        "return",
		"sizeof", "throw", "switch",   "while",
	};
	static const char *const initials = "acdefginorstw";

	if (length < 2 || length > 9 || !strchr(initials, *name))
		return false;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (words[i][0] == *name && is_text(name, length, words[i]))
			return true;
	return false;
}

static const char *past_spaces(const struct pass *p, const char *at)
{
	while (at < p->end && (class_of(*at) == CLASS_SPACE ||
			       (class_of(*at) == CLASS_LINE && !p->is_macro)))
		at++;
	return at;
}

static void note_defined(struct pass *p)
{
	if (p->closed != NOBODY)
		p->out->names.at[p->closed].how |= NAME_DEFINED;
	p->closed = NOBODY;
}

static void skip_literal(struct pass *p)
{
	char quote = *p->at;
	const char *start = ++p->at;

	while (p->at < p->end && *p->at != quote && *p->at != '\n') {
		if (*p->at == '\\' && p->at + 1 < p->end)
			p->at++;
		p->at++;
	}
	if (p->end - start >= (ptrdiff_t)strlen(SCAN_ANNOTATION) &&
	    memcmp(start, SCAN_ANNOTATION, strlen(SCAN_ANNOTATION)) == 0)
		add(p, SCAN_ANNOTATION, strlen(SCAN_ANNOTATION),
		    scan_hash(SCAN_ANNOTATION, strlen(SCAN_ANNOTATION)),
		    NAME_VALUE);
	p->at += p->at < p->end && *p->at == quote;
	p->before = AFTER_OTHER;
}

// R"x(...)x", `at` at the quote. False if it is none.
static bool skip_raw(struct pass *p)
{
	const char *open = p->at + 1, *mark = open;
	char close[20];
	size_t n;

	while (open < p->end && open - mark < 17 && *open != '(')
		open++;
	if (open >= p->end || *open != '(')
		return false;
	n = (size_t)(open - mark);
	close[0] = ')';
	memcpy(close + 1, mark, n);
	close[n + 1] = '"';
	const char *found = memmem(open, (size_t)(p->end - open), close, n + 2);
	p->at = found ? found + n + 2 : p->end;
	return true;
}

static void see_word(struct pass *p)
{
	const char *name = p->at;
	unsigned how;

	note_defined(p); // f(x) const
	while (p->at < p->end && is_word(*p->at))
		p->at++;
	size_t length = (size_t)(p->at - name);
	if (p->at < p->end && *p->at == '"') { // u8"..."
		if (p->at[-1] != 'R' || length > 3 || !skip_raw(p))
			skip_literal(p);
		return;
	}
	const char *next = past_spaces(p, p->at);
	bool is_called = next < p->end && *next == '(';
	if (is_opener(name, length)) {
		add(p, name, length, scan_hash(name, length), NAME_VALUE);
		p->before = AFTER_OTHER;
		p->callee = NOBODY;
		return;
	}
	if (p->before == AFTER_POINT)
		how = NAME_MEMBER;
	else if (is_called)
		how = NAME_CALLED;
	else if (p->before == AFTER_NAME || p->before == AFTER_STAR)
		how = NAME_DECLARED;
	else
		how = NAME_VALUE;
	uint32_t index = add(p, name, length, scan_hash(name, length), how);
	if (p->is_macro)
		VEC_PUSH(p->arena, &p->out->bodies,
			 p->out->names.at[index].hash);
	p->callee = is_called && how == NAME_CALLED ? index : NOBODY;
	p->before = AFTER_NAME;
}

// 0x1p-3, 1'000, 1.5e3
static void skip_number(struct pass *p)
{
	while (p->at < p->end &&
	       (is_word(*p->at) || *p->at == '.' ||
		(*p->at == '\'' && p->at + 1 < p->end && is_word(p->at[1]))))
		p->at++;
	p->before = AFTER_OTHER;
}

bool scan_comment(struct pass *p)
{
	if (p->at + 1 >= p->end)
		return false;
	if (p->at[1] == '/') {
		scan_skip_line(p);
		return true;
	}
	if (p->at[1] != '*')
		return false;
	p->at += 2;
	for (;;) {
		const char *star = memchr(p->at, '*', (size_t)(p->end - p->at));
		if (!star || star + 1 >= p->end) {
			p->at = p->end;
			return true;
		}
		p->at = star + 1;
		if (*p->at == '/') {
			p->at++;
			return true;
		}
	}
}

bool scan_is_spliced(const struct pass *p)
{
	const char *before = p->at;

	if (before > p->start && before[-1] == '\r')
		before--;
	return before > p->start && before[-1] == '\\';
}

void scan_skip_line(struct pass *p)
{
	for (;;) {
		const char *line =
			memchr(p->at, '\n', (size_t)(p->end - p->at));
		p->at = line ? line : p->end;
		if (!line || !scan_is_spliced(p))
			return;
		p->at++;
	}
}

static void line_break(struct pass *p)
{
	if (p->is_macro && !scan_is_spliced(p))
		scan_end_macro(p);
	p->is_fresh = true;
	p->at++;
}

// ---- parentheses

static void open_parenthesis(struct pass *p)
{
	if (p->depth == DEPTH_MAX)
		p->depth = 0;
	p->callees[p->depth++] = p->callee;
	p->callee = p->closed = NOBODY;
	p->before = AFTER_OPEN;
}

static void close_parenthesis(struct pass *p)
{
	p->closed = p->depth ? p->callees[--p->depth] : NOBODY;
	p->before = AFTER_OTHER;
}

static void brace(struct pass *p)
{
	if (*p->at == '{')
		note_defined(p);
	p->depth = 0;
	p->closed = NOBODY;
	p->before = AFTER_OTHER;
}

// ---- tokens

static bool begins(const struct pass *p, const char *text)
{
	size_t n = strlen(text);

	return (size_t)(p->end - p->at) >= n && memcmp(p->at, text, n) == 0;
}

static void other(struct pass *p, size_t length, enum before before)
{
	p->at += length;
	p->before = before;
	p->closed = NOBODY;
}

// `T *name` and `T (*name)(...)` declare one.
static enum before after_star(const struct pass *p)
{
	if (p->before == AFTER_NAME || p->before == AFTER_STAR ||
	    (p->before == AFTER_OPEN && *p->at == '*'))
		return AFTER_STAR;
	return AFTER_OTHER;
}

static void see_token(struct pass *p, enum class k)
{
	switch (k) {
	case CLASS_LETTER:
		see_word(p);
		break;
	case CLASS_DIGIT:
		skip_number(p);
		break;
	case CLASS_QUOTE:
		skip_literal(p);
		break;
	case CLASS_POINT:
		if (begins(p, "..."))
			other(p, 3, AFTER_OTHER);
		else
			other(p, 1, AFTER_POINT);
		break;
	case CLASS_MINUS:
		if (begins(p, "->"))
			other(p, 2, AFTER_POINT);
		else
			other(p, 1, AFTER_OTHER);
		break;
	case CLASS_STAR:
		other(p, 1, after_star(p));
		break;
	case CLASS_OPEN:
		open_parenthesis(p);
		p->at++;
		break;
	case CLASS_CLOSE:
		close_parenthesis(p);
		p->at++;
		break;
	case CLASS_BRACE:
		brace(p);
		p->at++;
		break;
	case CLASS_OTHER:
	case CLASS_HASH:
	case CLASS_SLASH:
	case CLASS_SPACE:
	case CLASS_LINE:
		other(p, 1, AFTER_OTHER);
		break;
	}
}

static void see_all(struct pass *p)
{
	while (p->at < p->end) {
		enum class k = class_of(*p->at);

		if (k == CLASS_SPACE) {
			p->at++;
			continue;
		}
		if (k == CLASS_LINE) {
			line_break(p);
			continue;
		}
		if (k == CLASS_SLASH && scan_comment(p))
			continue;
		if (k == CLASS_HASH && p->is_fresh && !p->is_macro) {
			scan_directive(p);
			continue;
		}
		p->is_fresh = false;
		see_token(p, k);
	}
	if (p->is_macro)
		scan_end_macro(p);
}

void scan_text(struct scanner *s, const char *text, size_t length,
	       struct arena *a, struct scan *out)
{
	struct pass p = { .scanner = s,
			  .arena = a,
			  .out = out,
			  .start = text,
			  .at = text,
			  .end = text + length,
			  .is_fresh = true,
			  .callee = NOBODY,
			  .closed = NOBODY };

	*out = (struct scan){ 0 };
	if (!s->table)
		s->table = xcalloc(1, sizeof(*s->table));
	if (!s->table->room)
		table_grow(s->table, out);
	see_all(&p);
	table_clear(s->table, out);
}
