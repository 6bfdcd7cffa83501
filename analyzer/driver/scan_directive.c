// SPDX-License-Identifier: Apache-2.0
// Directives: what is included and under which condition, what is defined, and
// what is asked for.
#include <string.h>

#include "driver/scan_pass.h"

static void skip_blanks(struct pass *p)
{
	while (p->at < p->end &&
	       (class_of(*p->at) == CLASS_SPACE ||
		(*p->at == '/' && p->at + 1 < p->end && p->at[1] == '*')))
		if (*p->at != '/' || !scan_comment(p))
			p->at++;
}

// "name" or <name> at this place.
static bool read_header(struct pass *p, struct scan_include *out)
{
	char close;

	skip_blanks(p);
	if (p->at >= p->end || (*p->at != '"' && *p->at != '<'))
		return false;
	out->is_angled = *p->at == '<';
	close = out->is_angled ? '>' : '"';
	const char *name = p->at + 1, *end = name;
	while (end < p->end && *end != close && *end != '\n')
		end++;
	if (end >= p->end || *end != close)
		return false;
	out->name = arena_strndup(p->arena, name, (size_t)(end - name));
	return true;
}

static uint32_t read_name(struct pass *p)
{
	skip_blanks(p);
	const char *name = p->at;
	while (p->at < p->end && is_word(*p->at))
		p->at++;
	return scan_hash(name, (size_t)(p->at - name));
}

// ---- conditions

static void ask(struct pass *p, uint32_t hash)
{
	struct scan_question q = { hash, p->out->includes.count };

	VEC_PUSH(p->arena, &p->out->asked, q);
}

// An #ifndef whose name is not defined at once asks about it.
static void settle_doubt(struct pass *p)
{
	if (p->doubtful)
		ask(p, p->doubtful);
	p->doubtful = 0;
	p->is_guard = false;
}

static void push_condition(struct pass *p, uint32_t condition)
{
	if (p->condition_count < DEPTH_MAX)
		p->conditions[p->condition_count] = condition;
	p->condition_count++;
}

static void set_condition(struct pass *p, uint32_t condition)
{
	if (p->condition_count && p->condition_count <= DEPTH_MAX)
		p->conditions[p->condition_count - 1] = condition;
}

static void pop_condition(struct pass *p)
{
	p->condition_count -= p->condition_count > 0;
}

// Of the line that is read now.
static uint32_t condition_here(const struct pass *p)
{
	uint32_t found = ALWAYS;

	if (p->condition_count > DEPTH_MAX)
		return PERHAPS;
	for (uint32_t i = 0; i < p->condition_count; i++) {
		if (p->conditions[i] == ALWAYS)
			continue;
		if (found != ALWAYS)
			return PERHAPS;
		found = p->conditions[i];
	}
	return found;
}

// The words of an expression; `only` gets the one that has to be defined, if
// that is all that the expression says.
static void read_expression(struct pass *p, uint32_t *only)
{
	uint32_t words = 0;

	*only = PERHAPS;
	while (p->at < p->end &&
	       (class_of(*p->at) != CLASS_LINE || scan_is_spliced(p))) {
		enum class k = class_of(*p->at);

		if (k == CLASS_SLASH && scan_comment(p))
			continue;
		if (k != CLASS_LETTER && k != CLASS_DIGIT) {
			words += k != CLASS_SPACE && k != CLASS_LINE &&
				 k != CLASS_OPEN && k != CLASS_CLOSE;
			p->at++;
			continue;
		}
		const char *name = p->at;
		while (p->at < p->end && is_word(*p->at))
			p->at++;
		size_t n = (size_t)(p->at - name);
		if (is_text(name, n, "defined"))
			continue;
		words++;
		if (k == CLASS_LETTER)
			ask(p, *only = scan_hash(name, n));
	}
	if (words != 1)
		*only = PERHAPS;
}

static void read_condition(struct pass *p, const char *name, size_t n)
{
	uint32_t only;

	if (is_text(name, n, "ifndef")) {
		p->doubtful = read_name(p);
		p->is_guard = !p->has_directive;
		push_condition(p, PERHAPS);
		scan_skip_line(p);
	} else if (is_text(name, n, "if") || is_text(name, n, "ifdef")) {
		read_expression(p, &only);
		push_condition(p, only);
	} else if (is_text(name, n, "endif")) {
		pop_condition(p);
		scan_skip_line(p);
	} else { // #else, #elif, #elifdef
		read_expression(p, &only);
		set_condition(p, PERHAPS);
	}
}

static bool is_condition(const char *name, size_t n)
{
	return n >= 2 && (strncmp(name, "if", 2) == 0 ||
			  (n >= 4 && (strncmp(name, "else", 4) == 0 ||
				      strncmp(name, "elif", 4) == 0)) ||
			  is_text(name, n, "endif"));
}

// ---- the others

static void read_include(struct pass *p, bool is_next)
{
	struct scan_include x = { .is_next = is_next,
				  .condition = condition_here(p),
				  .before = p->out->defined.count };

	if (!read_header(p, &x))
		x.macro = read_name(p);
	VEC_PUSH(p->arena, &p->out->includes, x);
	scan_skip_line(p);
}

static bool is_literal_next(struct pass *p)
{
	skip_blanks(p);
	return p->at < p->end && *p->at == '"';
}

static void note_definition(struct pass *p, uint32_t hash)
{
	struct scan_definition d = { hash, is_literal_next(p) };

	VEC_PUSH(p->arena, &p->out->defined, d);
	if (hash != p->doubtful)
		return;
	if (p->is_guard) {
		set_condition(p, ALWAYS);
		p->out->is_guarded = true;
	}
	p->doubtful = 0;
}

static void begin_macro(struct pass *p)
{
	struct scan_macro m = { .first = p->out->bodies.count };
	struct scan_include header = { 0 };

	m.hash = header.macro = read_name(p);
	note_definition(p, m.hash);
	VEC_PUSH(p->arena, &p->out->macros, m);
	if (read_header(p, &header))
		VEC_PUSH(p->arena, &p->out->named, header);
	p->is_macro = true;
	p->before = AFTER_OTHER;
}

void scan_end_macro(struct pass *p)
{
	struct scan_macro *m = &VEC_LAST(&p->out->macros);

	p->is_macro = false;
	p->before = AFTER_OTHER;
	m->count = p->out->bodies.count - m->first;
	if (!m->count)
		p->out->macros.count--;
}

static void read_undef(struct pass *p)
{
	struct scan_definition d = { read_name(p), false };

	VEC_PUSH(p->arena, &p->out->defined, d);
	scan_skip_line(p);
}

static void read_pragma(struct pass *p)
{
	if (read_name(p) == scan_hash("once", 4))
		p->out->is_guarded = true;
	scan_skip_line(p);
}

static void read_other(struct pass *p, const char *name, size_t n)
{
	if (is_text(name, n, "include") || is_text(name, n, "import"))
		read_include(p, false);
	else if (is_text(name, n, "include_next"))
		read_include(p, true);
	else if (is_text(name, n, "undef"))
		read_undef(p);
	else if (is_text(name, n, "pragma"))
		read_pragma(p);
	else
		scan_skip_line(p);
}

void scan_directive(struct pass *p)
{
	p->at++;
	skip_blanks(p);
	const char *name = p->at;
	while (p->at < p->end && is_word(*p->at))
		p->at++;
	size_t n = (size_t)(p->at - name);
	bool is_definition = is_text(name, n, "define");
	if (is_definition)
		begin_macro(p);
	settle_doubt(p);
	if (is_condition(name, n))
		read_condition(p, name, n);
	else if (!is_definition)
		read_other(p, name, n);
	p->has_directive = true;
}
