// SPDX-License-Identifier: Apache-2.0
// A finding's steps as one text of its row. It is JSON, so that SQL can take it
// apart; schema3.sql says what a step holds. Bytes that are no UTF-8 stay.
#ifndef ONCELINT_STORE_STORY_H
#define ONCELINT_STORE_STORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "model/finding.h"

struct story_line { // where a step is: the file's id, 0: none, and its line
	int64_t file;
	const char *text; // NULL: unknown
	size_t length;
};

// Appends the story; `lines` has one for each step.
void story_write(struct str *out, const struct step *steps,
		 const struct story_line *lines, uint32_t count);

// Walks over a story: zero but for `at`.
struct story {
	const char *at;
	struct str text; // of the string that was read last
	bool is_begun;
	bool is_damaged;
};

// The next step, with memory from `a`; false after the last one, and if the
// text is no story. The file of `out->loc` is for the caller to set.
bool story_next(struct story *s, struct arena *a, struct step *out,
		struct story_line *line);
void story_release(struct story *s);

#endif
