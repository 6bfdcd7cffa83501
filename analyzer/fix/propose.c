// SPDX-License-Identifier: Apache-2.0
#include "fix/propose.h"

#include <string.h>

#include "base/file.h"
#include "fix/edit.h"
#include "fix/maker.h"

// In the order in which they are tried: what keeps most of the program's sense
// comes first.
static void (*const makers[])(struct maker *m) = {
	make_share, make_flag, make_clear, make_guard, make_later,
};

// ---- texts

const struct fix_text *fix_text_get(struct fix_texts *t, const char *path)
{
	VEC_EACH (struct fix_text *, x, &t->list)
		if (strcmp((*x)->path, path) == 0)
			return *x;
	struct fix_text *x = ARENA_NEW(t->arena, struct fix_text);
	struct str text = STR_INIT;
	struct err e = ERR_INIT;

	x->path = path;
	if (file_read(path, &text, &e)) {
		x->length = text.length;
		x->text = arena_memdup(t->arena, text.text, text.length + 1);
		x->hash = edit_hash(x->text, x->length);
		tokens_read(&x->tokens, t->arena, x->text, x->length);
	}
	str_release(&text);
	err_release(&e);
	VEC_PUSH(t->arena, &t->list, x);
	return x;
}

// ---- the story

// False if what is there is not what the story says: a macro's body, or a text
// that has changed.
static bool find_event(struct maker *m, const struct step *s, struct event *out)
{
	size_t start, end;

	if (!s->loc.file || s->loc.macro_file)
		return false;
	const struct fix_text *t = fix_text_get(m->texts, s->loc.file);
	if (!t->text ||
	    !edit_offset(t->text, t->length, s->loc.line, s->loc.column,
			 &start) ||
	    !edit_offset(t->text, t->length, s->loc.end_line, s->loc.end_column,
			 &end))
		return false;
	out->text = t;
	out->kind = s->kind;
	out->from = token_from(&t->tokens, start);
	uint32_t next = token_from(&t->tokens, end);
	if (next == TOKEN_NONE)
		next = t->tokens.list.count;
	if (out->from == TOKEN_NONE || next <= out->from)
		return false;
	out->to = next - 1;
	return t->tokens.list.at[out->from].start == start &&
	       t->tokens.list.at[out->to].end == end;
}

// Step `n`, or what "does it" inside of what it calls.
static bool find_inmost(struct maker *m, uint32_t n, struct event *out)
{
	const struct finding *f = m->finding;

	if (n + 1 < f->step_count && f->steps[n + 1].depth &&
	    !f->steps[n + 1].is_essential) {
		m->is_inner = true;
		n++;
	}
	return find_event(m, &f->steps[n], out);
}

static bool is_event(const struct step *s)
{
	return !s->depth && s->kind != STEP_CONDITION &&
	       s->kind != STEP_PRODUCE && s->kind != STEP_LOOP;
}

static void find_events(struct maker *m)
{
	const struct finding *f = m->finding;
	uint32_t events[2] = { TOKEN_NONE, TOKEN_NONE };

	for (uint32_t i = 0; i < f->step_count; i++) {
		if (!is_event(&f->steps[i]))
			continue;
		events[0] = events[1];
		events[1] = i;
	}
	if (events[0] == TOKEN_NONE)
		return;
	m->has_first = find_inmost(m, events[0], &m->first);
	m->has_second = find_inmost(m, events[1], &m->second);
	m->is_inner |= f->kind == KIND_STORED_HANDLE;
}

static bool is_name(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static const char *last_word(const char *handle)
{
	const char *word = handle + strlen(handle);

	while (word > handle && is_name(word[-1]))
		word--;
	return word;
}

void fix_propose(struct fix_texts *texts, const struct finding *f,
		 const struct fix_terms *terms, struct proposals *out)
{
	struct maker m = { .texts = texts,
			   .arena = texts->arena,
			   .finding = f,
			   .family = terms->family,
			   .is_c = terms->is_c,
			   .null_is_fine = terms->null_is_fine,
			   .word = last_word(f->handle),
			   .out = out };

	if (!*m.word)
		return;
	find_events(&m);
	if (!m.has_first || !m.has_second)
		return;
	for (size_t i = 0; i < COUNT_OF(makers); i++)
		makers[i](&m);
}

// ---- calls

bool call_of(const struct event *e, struct call *out)
{
	const struct tokens *t = &e->text->tokens;

	*out = (struct call){ .object = TOKEN_NONE };
	if (!token_is(t, e->to, ")"))
		return false;
	out->open = t->list.at[e->to].partner;
	if (out->open == TOKEN_NONE || out->open <= e->from)
		return false;
	out->name = out->open - 1;
	if (t->list.at[out->name].kind != TOKEN_WORD)
		return false;
	if (out->name > e->from && (token_is(t, out->name - 1, ".") ||
				    token_is(t, out->name - 1, "->"))) {
		out->object = e->from;
		out->object_last = out->name - 1;
	}
	return true;
}

static bool is_handle(const struct maker *m, const struct tokens *t,
		      uint32_t first, uint32_t last)
{
	return is_path(t, first, last) && token_is(t, last, m->word);
}

bool handle_of(const struct maker *m, const struct event *e, uint32_t *first,
	       uint32_t *last)
{
	const struct tokens *t = &e->text->tokens;
	struct call c;

	if (!call_of(e, &c))
		return false;
	if (c.object != TOKEN_NONE && c.object < c.object_last &&
	    is_handle(m, t, c.object, c.object_last - 1)) {
		*first = c.object;
		*last = c.object_last - 1;
		return true;
	}
	for (uint32_t i = c.open + 1, start = i; i <= e->to; i++) {
		if (i == e->to || token_is(t, i, ",")) {
			*first = start + (token_is(t, start, "&") ? 1 : 0);
			*last = i - 1;
			if (i > start && is_handle(m, t, *first, *last))
				return true;
			start = i + 1;
		} else if (t->list.at[i].partner != TOKEN_NONE &&
			   t->list.at[i].partner > i) {
			i = t->list.at[i].partner;
		}
	}
	return false;
}

// ---- layout

bool is_first_on_line(const struct fix_text *t, size_t offset)
{
	while (offset &&
	       (t->text[offset - 1] == ' ' || t->text[offset - 1] == '\t'))
		offset--;
	return !offset || t->text[offset - 1] == '\n';
}

static size_t line_start(const struct fix_text *t, size_t offset)
{
	while (offset && t->text[offset - 1] != '\n')
		offset--;
	return offset;
}

const char *indent_at(struct arena *a, const struct fix_text *t, size_t offset)
{
	const char *line = t->text + line_start(t, offset);

	return arena_strndup(a, line, strspn(line, " \t"));
}

const char *line_end(const struct fix_text *t)
{
	const char *end = memchr(t->text, '\n', t->length);

	return end && end > t->text && end[-1] == '\r' ? "\r\n" : "\n";
}

// A tab where the line has one, else the least that any line is indented by;
// what is behind one blank is a label.
const char *indent_step(struct arena *a, const struct fix_text *t,
			size_t offset)
{
	const char *least = NULL;

	if (strchr(indent_at(a, t, offset), '\t'))
		return "\t";
	for (uint32_t i = 0; i < t->tokens.list.count; i++) {
		size_t start = t->tokens.list.at[i].start;

		if (!start || t->text[start - 1] != ' ' ||
		    !is_first_on_line(t, start))
			continue;
		const char *here = indent_at(a, t, start);
		if (strlen(here) > 1 &&
		    (!least || strlen(here) < strlen(least)))
			least = here;
	}
	return least ? least : "\t";
}

// ---- putting together

void put_edit(struct maker *m, const struct fix_text *t, size_t start,
	      size_t end, const char *text)
{
	struct edit x = { .range = { .file = t->path },
			  .text = text,
			  .hash = t->hash };

	edit_place(t->text, start, &x.range.line, &x.range.column);
	edit_place(t->text, end, &x.range.end_line, &x.range.end_column);
	VEC_PUSH(m->arena, &m->edits, x);
}

// Behind the comment that ends the line, if there is nothing else.
static size_t end_of_line(const struct fix_text *t, uint32_t token)
{
	size_t end = t->tokens.list.at[token].end;
	size_t n = strcspn(t->text + end, "\r\n");
	uint32_t next = token + 1;

	if (next < t->tokens.list.count &&
	    t->tokens.list.at[next].start < end + n)
		return end;
	const char *open = memmem(t->text + end, n, "/*", 2);
	if (open && !memmem(open, n - (size_t)(open - t->text - end), "*/", 2))
		return end;
	return end + n;
}

static bool is_blank(const struct fix_text *t, size_t from, size_t to)
{
	while (from < to && strchr(" \t\r\n", t->text[from]) && t->text[from])
		from++;
	return from == to;
}

static void put_in_braces(struct maker *m, const struct fix_text *t,
			  const struct statement *s, const char *line)
{
	const struct token *at = t->tokens.list.at;
	const char *outer = indent_at(m->arena, t, at[s->head].start);
	const char *n = line_end(t);
	const char *inner =
		is_first_on_line(t, at[s->first].start)
			? indent_at(m->arena, t, at[s->first].start)
			: arena_printf(
				  m->arena, "%s%s", outer,
				  indent_step(m->arena, t, at[s->head].start));
	size_t gap = at[s->head_last].end, end = end_of_line(t, s->last);

	if (is_blank(t, gap, at[s->first].start))
		put_edit(m, t, gap, at[s->first].start,
			 arena_printf(m->arena, " {%s%s", n, inner));
	else
		put_edit(m, t, gap, gap, " {");
	uint32_t next = s->last + 1;
	bool has_else = token_is(&t->tokens, next, "else") &&
			is_blank(t, end, at[next].start);
	put_edit(m, t, end, has_else ? at[next].start : end,
		 arena_printf(m->arena, "%s%s%s%s%s}%s", n, inner, line, n,
			      outer, has_else ? " " : ""));
}

void put_after(struct maker *m, const struct fix_text *t,
	       const struct statement *s, const char *line)
{
	size_t start = t->tokens.list.at[s->first].start;
	size_t end = end_of_line(t, s->last);

	if (s->head != TOKEN_NONE)
		put_in_braces(m, t, s, line);
	else if (is_first_on_line(t, start))
		put_edit(m, t, end, end,
			 arena_printf(m->arena, "%s%s%s", line_end(t),
				      indent_at(m->arena, t, start), line));
	else
		put_edit(m, t, t->tokens.list.at[s->last].end,
			 t->tokens.list.at[s->last].end,
			 arena_printf(m->arena, " %s", line));
}

void put_fix(struct maker *m, const char *description)
{
	m->made.description = description;
	m->made.edits = m->edits.at;
	m->made.edit_count = m->edits.count;
	VEC_PUSH(m->arena, &m->out->list, m->made);
	m->made = (struct fix){ 0 };
	memset(&m->edits, 0, sizeof(m->edits));
}
