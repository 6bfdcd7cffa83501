// SPDX-License-Identifier: Apache-2.0
// The text as UTF-16 without spaces and tabs, line ends made one LF: a line's
// hash is that of the 100 units from its first one on. A hash that rolls over
// the text is right for a line once 100 units have come since it began.
#include "report/fingerprint.h"

#include <inttypes.h>
#include <stdbool.h>
#include <uthash.h>

#include "base/utf.h"

#define BLOCK 100
#define FACTOR 37u
#define END_OF_FILE 65535u

struct seen {
	uint64_t value;
	uint32_t count;
	UT_hash_handle hh;
};

struct roller {
	struct line_hashes *out;
	struct arena *arena;
	struct seen *seen;
	struct arena scratch;   // of `seen`
	uint64_t oldest_weight; // FACTOR to the power of BLOCK
	uint64_t hash;
	uint32_t window[BLOCK];
	bool starts_line[BLOCK]; // the unit in the window begins a line
	unsigned at;
	bool at_line_start;
	bool after_cr;
};

static uint32_t count_of(struct roller *r, uint64_t value)
{
	struct seen *s;

	HASH_FIND(hh, r->seen, &value, sizeof(value), s);
	if (!s) {
		s = ARENA_NEW(&r->scratch, struct seen);
		s->value = value;
		HASH_ADD(hh, r->seen, value, sizeof(s->value), s);
	}
	return ++s->count;
}

// The oldest unit of the window is about to leave: if it began a line, that
// line's hash is complete.
static void finish_oldest(struct roller *r)
{
	if (!r->starts_line[r->at])
		return;
	r->starts_line[r->at] = false;
	VEC_PUSH(r->arena, &r->out->lines,
		 (struct line_hash){ r->hash, count_of(r, r->hash) });
}

static void push(struct roller *r, uint32_t unit)
{
	r->hash = FACTOR * r->hash + unit - r->oldest_weight * r->window[r->at];
	r->window[r->at] = unit;
	r->at = (r->at + 1) % BLOCK;
}

static void take(struct roller *r, uint32_t unit)
{
	bool is_second = r->after_cr && unit == '\n';

	r->after_cr = false;
	if (unit == ' ' || unit == '\t' || is_second)
		return;
	if (unit == '\r') {
		r->after_cr = true;
		unit = '\n';
	}
	finish_oldest(r);
	if (r->at_line_start)
		r->starts_line[r->at] = true;
	r->at_line_start = unit == '\n';
	push(r, unit);
}

static void take_code_point(struct roller *r, uint32_t c)
{
	if (c <= 0xFFFF) {
		take(r, c);
		return;
	}
	take(r, 0xD800 + ((c - 0x10000) >> 10));
	take(r, 0xDC00 + ((c - 0x10000) & 0x3FF));
}

void line_hashes_compute(struct line_hashes *h, struct arena *a,
			 const char *text, size_t length)
{
	struct roller r = {
		.out = h, .arena = a, .oldest_weight = 1, .at_line_start = true
	};

	for (unsigned i = 0; i < BLOCK; i++)
		r.oldest_weight *= FACTOR;
	for (size_t at = 0; at < length;) {
		uint32_t c;

		at += utf_next(text + at, length - at, &c);
		take_code_point(&r, c);
	}
	take(&r, END_OF_FILE);
	for (unsigned i = 0; i < BLOCK; i++) {
		finish_oldest(&r);
		push(&r, 0);
	}
	HASH_CLEAR(hh, r.seen);
	arena_release(&r.scratch);
}

void line_hashes_add(struct str *out, const struct line_hashes *h,
		     uint32_t line)
{
	if (line == 0 || line > h->lines.count)
		return;
	const struct line_hash *x = &h->lines.at[line - 1];
	str_printf(out, "%" PRIx64 ":%" PRIu32, x->value, x->occurrence);
}
