// SPDX-License-Identifier: Apache-2.0
// What the files that make proposals share. A maker sees one finding and adds
// what it can; none of them looks for what another one is for.
#ifndef ONCELINT_FIX_MAKER_H
#define ONCELINT_FIX_MAKER_H

#include "fix/propose.h"
#include "fix/statement.h"

// A call or other expression that the story names, as tokens.
struct event {
	const struct fix_text *text;
	uint32_t from;
	uint32_t to;
	enum step_kind kind;
};

struct maker {
	struct fix_texts *texts;
	struct arena *arena;
	const struct finding *finding;
	const struct family *family;
	bool is_c;
	bool null_is_fine;
	// Where it was consumed, handed over or completed before, and where it
	// happens again: in the reported function, and, if they are in what it
	// calls, in there.
	struct event first;
	struct event second;
	bool has_first;
	bool has_second;
	bool is_inner;    // one of them is in another function
	const char *word; // the handle's last name: "id" of "w->id"
	struct proposals *out;
	struct fix made; // in the making
	VEC(struct edit) edits;
};

// A call's pieces.
struct call {
	uint32_t open; // '('
	uint32_t name; // the last word before it
	// The object of a method, with its '.' or '->', else TOKEN_NONE.
	uint32_t object;
	uint32_t object_last;
};
bool call_of(const struct event *e, struct call *out);

// The place of the handle in a call, among its arguments (without a leading
// '&') or as its object: a path that ends in the handle's last name.
bool handle_of(const struct maker *m, const struct event *e, uint32_t *first,
	       uint32_t *last);

// An edit of the proposal that is being made: [start, end) of the text.
void put_edit(struct maker *m, const struct fix_text *t, size_t start,
	      size_t end, const char *text);
// Has `line` follow the statement, in braces if it stands without them.
void put_after(struct maker *m, const struct fix_text *t,
	       const struct statement *s, const char *line);
// Ends the proposal.
void put_fix(struct maker *m, const char *description);

// The blanks that the line of an offset begins with.
const char *indent_at(struct arena *a, const struct fix_text *t, size_t offset);
// Whether nothing but blanks is before it on its line.
bool is_first_on_line(const struct fix_text *t, size_t offset);
// "\n" or "\r\n", as the text has it.
const char *line_end(const struct fix_text *t);
// What one level of indentation is, around the token at an offset.
const char *indent_step(struct arena *a, const struct fix_text *t,
			size_t offset);

void make_share(struct maker *m);
void make_guard(struct maker *m);
void make_flag(struct maker *m);
void make_clear(struct maker *m);
void make_later(struct maker *m);

#endif
