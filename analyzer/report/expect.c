// SPDX-License-Identifier: Apache-2.0
#include "report/expect.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// A comment's text being read.
struct cursor {
	const char *at;
};

static void skip_spaces(struct cursor *c)
{
	while (*c->at == ' ' || *c->at == '\t')
		c->at++;
}

static bool take(struct cursor *c, const char *word)
{
	if (!str_starts(c->at, word))
		return false;
	c->at += strlen(word);
	return true;
}

// A text in double quotes, in which \" stands for a quote; NULL if none.
static const char *take_quoted(struct cursor *c, struct arena *a)
{
	struct str s = STR_INIT;
	const char *p = c->at;

	if (*p != '"')
		return NULL;
	for (p++; *p && *p != '"'; p++) {
		if (*p == '\\' && p[1])
			p++;
		str_add_char(&s, *p);
	}
	const char *text = *p == '"' ? arena_strdup(a, s.text) : NULL;
	if (text)
		c->at = p + 1;
	str_release(&s);
	return text;
}

static const char *take_kind(struct cursor *c, struct arena *a)
{
	size_t length = strspn(c->at, "abcdefghijklmnopqrstuvwxyz-");
	const char *word = arena_strndup(a, c->at, length);

	c->at += length;
	return word;
}

static struct expectation wrong(struct arena *a, const char *what,
				const char *text)
{
	return (struct expectation){
		.kind = EXPECT_WRONG,
		.text = arena_printf(a, "%s '%s'", what, text),
	};
}

// `kind "substring"`, after the colon.
static struct expectation parse_finding(struct cursor *c, struct arena *a)
{
	struct expectation x = { .kind = EXPECT_FINDING };

	skip_spaces(c);
	const char *word = take_kind(c, a);
	if (!kind_from_id(word, &x.finding))
		return wrong(a, "no kind of finding is called", word);
	skip_spaces(c);
	x.text = take_quoted(c, a);
	return x;
}

static struct expectation parse_summary(struct cursor *c, struct arena *a)
{
	struct expectation x = { .kind = EXPECT_SUMMARY };

	skip_spaces(c);
	x.text = take_quoted(c, a);
	if (!x.text)
		return wrong(a, "expected a text in double quotes at", c->at);
	return x;
}

// What follows `expect`. False if it is ordinary prose.
static bool parse_one(struct cursor *c, struct arena *a,
		      struct expectations *out, uint32_t line)
{
	struct expectation x;
	long offset = 0;

	if (take(c, "-none")) {
		out->is_none = true;
		return true;
	}
	bool is_todo = take(c, "-todo");
	if (*c->at == '+' || *c->at == '-') {
		char *end;

		offset = strtol(c->at, &end, 10);
		c->at = end;
	}
	if (!is_todo && take(c, " summary:"))
		x = parse_summary(c, a);
	else if (take(c, ":"))
		x = parse_finding(c, a);
	else
		return false;
	if (is_todo && x.kind == EXPECT_FINDING)
		x.kind = EXPECT_TODO;
	x.written = line;
	x.line = (uint32_t)((long)line + offset);
	VEC_PUSH(a, &out->list, x);
	return true;
}

// A line may hold several: `// expect: kind "text", expect: kind`.
static void parse_comment(const char *comment, struct arena *a,
			  struct expectations *out, uint32_t line)
{
	struct cursor c = { comment };

	skip_spaces(&c);
	while (take(&c, "expect") && parse_one(&c, a, out, line)) {
		skip_spaces(&c);
		if (!take(&c, ","))
			return;
		skip_spaces(&c);
	}
}

// ---- sections

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

// The first word of the line that starts with bad_ or ok_, NULL if none.
static const char *section_name(const char *line, struct arena *a)
{
	for (const char *p = line; *p; p++) {
		if (p != line && is_word(p[-1]))
			continue;
		if (!str_starts(p, "bad_") && !str_starts(p, "ok_"))
			continue;
		size_t length = 0;
		while (is_word(p[length]))
			length++;
		return arena_strndup(a, p, length);
	}
	return NULL;
}

// A section starts at a line that is not indented and names bad_* or ok_*, and
// ends at the next `}` at the start of a line, or at `;` if no brace opens.
static void parse_section(const char *line, uint32_t number, struct arena *a,
			  struct expectations *out, bool *is_open)
{
	if (*is_open) {
		struct section *s = &VEC_LAST(&out->sections);

		s->last = number;
		if (*line == '}')
			*is_open = false;
		return;
	}
	if (!is_word(*line))
		return;
	const char *name = section_name(line, a);
	if (!name || (str_ends(line, ";") && !strchr(line, '{')))
		return;
	VEC_PUSH(a, &out->sections,
		 (struct section){ str_starts(name, "bad_"), name, number,
				   number });
	*is_open = !strchr(line, '}');
}

void expect_parse(const struct source_file *f, struct arena *a,
		  struct expectations *out)
{
	bool is_open = false;

	for (uint32_t number = 1; number <= f->line_count; number++) {
		size_t length = 0;
		const char *raw = source_line(f, number, &length);
		const char *line = arena_strndup(a, raw, length);
		const char *comment = strstr(line, "// expect");

		if (comment)
			parse_comment(comment + 2, a, out, number);
		parse_section(line, number, a, out, &is_open);
	}
}
