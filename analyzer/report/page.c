// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <stdbool.h>
#include <string.h>

#include "report/escape.h"

// ---- lines

struct lines {
	const char *at, *end;
	const char *line; // without its end
	size_t length;
};

static bool next_line(struct lines *l)
{
	if (l->at >= l->end)
		return false;
	const char *eol = memchr(l->at, '\n', (size_t)(l->end - l->at));
	l->line = l->at;
	l->length = (size_t)((eol ? eol : l->end) - l->at);
	l->at = eol ? eol + 1 : l->end;
	return true;
}

static bool line_starts(const struct lines *l, const char *prefix)
{
	size_t n = strlen(prefix);

	return l->length >= n && memcmp(l->line, prefix, n) == 0;
}

const char *page_section(const char *page, const char *heading, size_t *length)
{
	struct lines l = { .at = page, .end = page + strlen(page) };
	size_t n = strlen(heading);

	while (next_line(&l))
		if (line_starts(&l, "## ") && l.length == n + 3 &&
		    memcmp(l.line + 3, heading, n) == 0)
			break;
	while (l.at < l.end && *l.at == '\n')
		l.at++;
	const char *start = l.at, *stop = l.at;
	bool in_code = false;
	while (next_line(&l)) {
		in_code ^= line_starts(&l, "```");
		if (!in_code && line_starts(&l, "## "))
			break;
		if (l.length)
			stop = l.line + l.length;
	}
	*length = (size_t)(stop - start);
	return stop > start ? start : NULL;
}

// ---- inline markup

// Where the run that `mark` opens at text[0] ends; NULL if it never does.
static const char *closing(const char *text, const char *end, const char *mark)
{
	size_t n = strlen(mark);

	for (const char *p = text + n; p + n <= end; p++)
		if (memcmp(p, mark, n) == 0)
			return p;
	return NULL;
}

struct link {
	const char *text, *text_end, *to, *to_end;
};

static bool is_link(const char *p, const char *end, struct link *l)
{
	const char *close = memchr(p, ']', (size_t)(end - p));

	if (!close || close + 1 >= end || close[1] != '(')
		return false;
	const char *right = memchr(close, ')', (size_t)(end - close));
	if (!right)
		return false;
	*l = (struct link){ p + 1, close, close + 2, right };
	return true;
}

struct dialect {
	void (*text)(struct str *out, const char *text, size_t length);
	const char *code[2], *strong[2], *emphasis[2];
	bool has_links;
};

static void add_text(struct str *out, const char *text, size_t length)
{
	str_add_bytes(out, text, length);
}

static void add_link(struct str *out, const struct dialect *d,
		     const struct link *l)
{
	bool is_web = l->to_end - l->to > 8 && !memcmp(l->to, "https://", 8);

	if (d->has_links && is_web) {
		str_add(out, "<a href=\"");
		markup_add_bytes(out, l->to, (size_t)(l->to_end - l->to));
		str_add(out, "\">");
	}
	d->text(out, l->text, (size_t)(l->text_end - l->text));
	if (d->has_links && is_web)
		str_add(out, "</a>");
}

// Adds the span that begins at `p` if there is one; returns its end or NULL.
static const char *add_span(struct str *out, const struct dialect *d,
			    const char *p, const char *end)
{
	static const char *const marks[] = { "`", "**", "*" };
	const char *const *around[] = { d->code, d->strong, d->emphasis };
	struct link l;

	if (*p == '[' && is_link(p, end, &l)) {
		add_link(out, d, &l);
		return l.to_end + 1;
	}
	for (size_t i = 0; i < COUNT_OF(marks); i++) {
		size_t n = strlen(marks[i]);

		if ((size_t)(end - p) <= n || memcmp(p, marks[i], n) != 0)
			continue;
		const char *close = closing(p, end, marks[i]);
		if (!close || close == p + n || p[n] == ' ')
			return NULL;
		str_add(out, around[i][0]);
		d->text(out, p + n, (size_t)(close - p) - n);
		str_add(out, around[i][1]);
		return close + n;
	}
	return NULL;
}

static void add_inline(struct str *out, const struct dialect *d,
		       const char *text, size_t length)
{
	const char *p = text, *end = text + length;

	while (p < end) {
		const char *after = add_span(out, d, p, end);

		if (!after) {
			after = p + 1;
			while (after < end && !strchr("[`*", *after))
				after++;
			d->text(out, p, (size_t)(after - p));
		}
		p = after;
	}
}

// ---- blocks: each is one stretch of the text

enum block_kind { BLOCK_HEADING, BLOCK_ITEM, BLOCK_PARAGRAPH, BLOCK_CODE };

struct block {
	enum block_kind kind;
	const char *text;
	size_t length;
};

static bool is_item(const struct lines *l)
{
	return line_starts(l, "* ") || line_starts(l, "- ");
}

static void read_code(struct lines *l, struct block *b)
{
	b->kind = BLOCK_CODE;
	b->text = l->at;
	b->length = 0;
	while (next_line(l) && !line_starts(l, "```"))
		b->length = (size_t)(l->at - b->text);
}

// Lines up to a blank one, or to one that begins something else.
static void read_lines(struct lines *l, struct block *b)
{
	struct lines ahead = *l;

	while (next_line(&ahead) && ahead.length && !is_item(&ahead) &&
	       !line_starts(&ahead, "```") && !line_starts(&ahead, "#")) {
		*l = ahead;
		b->length = (size_t)(l->line + l->length - b->text);
	}
}

static bool next_block(struct lines *l, struct block *b)
{
	do
		if (!next_line(l))
			return false;
	while (l->length == 0);
	if (line_starts(l, "```")) {
		read_code(l, b);
		return true;
	}
	*b = (struct block){ BLOCK_PARAGRAPH, l->line, l->length };
	if (line_starts(l, "#")) {
		b->kind = BLOCK_HEADING;
		while (b->length && (*b->text == '#' || *b->text == ' '))
			b->text++, b->length--;
		return true;
	}
	if (is_item(l)) {
		b->kind = BLOCK_ITEM;
		b->text += 2;
		b->length -= 2;
	}
	read_lines(l, b);
	return true;
}

// ---- without markup

static const struct dialect plain = {
	add_text, { "", "" }, { "", "" }, { "", "" }, false,
};

void page_add_plain(struct str *out, const char *text, size_t length)
{
	struct lines l = { .at = text, .end = text + length };
	struct block b;
	bool is_first = true;

	while (next_block(&l, &b)) {
		if (!is_first)
			str_add_char(out, '\n');
		is_first = false;
		if (b.kind == BLOCK_CODE)
			str_add_bytes(out, b.text, b.length);
		else
			add_inline(out, &plain, b.text, b.length);
		if (!str_ends(out->text, "\n"))
			str_add_char(out, '\n');
	}
}

// Cut between words.
static void shorten(struct str *out, size_t start, size_t most)
{
	if (out->length - start <= most)
		return;
	size_t end = start + most - 3;
	while (end > start && out->text[end] != ' ')
		end--;
	out->text[end] = '\0';
	out->length = end;
	str_add(out, "...");
}

void page_add_summary(struct str *out, const char *text, size_t length,
		      size_t most)
{
	struct lines l = { .at = text, .end = text + length };
	struct block b;
	size_t start = out->length;

	if (!next_block(&l, &b))
		return;
	add_inline(out, &plain, b.text, b.length);
	for (char *p = out->text + start; *p; p++)
		if (*p == '\n')
			*p = ' ';
	shorten(out, start, most);
}

// ---- as HTML

static const struct dialect html = {
	markup_add_lines,
	{ "<code>", "</code>" },
	{ "<strong>", "</strong>" },
	{ "<em>", "</em>" },
	true,
};

void page_add_html(struct str *out, const char *text, size_t length)
{
	static const char *const tags[][2] = {
		[BLOCK_HEADING] = { "<h3>", "</h3>" },
		[BLOCK_ITEM] = { "<li>", "</li>" },
		[BLOCK_PARAGRAPH] = { "<p>", "</p>" },
		[BLOCK_CODE] = { "<pre tabindex=\"0\"><code>",
				 "</code></pre>" },
	};
	struct lines l = { .at = text, .end = text + length };
	struct block b;
	bool in_list = false;

	while (next_block(&l, &b)) {
		if (in_list != (b.kind == BLOCK_ITEM))
			str_add(out, in_list ? "</ul>" : "<ul>");
		in_list = b.kind == BLOCK_ITEM;
		str_add(out, tags[b.kind][0]);
		if (b.kind == BLOCK_CODE)
			markup_add_lines(out, b.text, b.length);
		else
			add_inline(out, &html, b.text, b.length);
		str_add(out, tags[b.kind][1]);
	}
	if (in_list)
		str_add(out, "</ul>");
}
