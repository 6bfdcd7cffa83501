// SPDX-License-Identifier: Apache-2.0
// A text that grows. `text` is never NULL and always ends in a zero byte.
#ifndef ONCELINT_BASE_STR_H
#define ONCELINT_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bug.h"

struct str {
	char *text;
	size_t length;
	size_t room; // 0: `text` is not ours to free
};

extern char str_empty[1]; // the text of empty ones, never written

#define STR_INIT { str_empty, 0, 0 }

void str_init(struct str *s);
void str_release(struct str *s); // empty and usable again
void str_clear(struct str *s);   // length 0, keeps its room

void str_add(struct str *s, const char *text);
void str_add_bytes(struct str *s, const void *data, size_t length);
void str_add_char(struct str *s, char c);
void str_add_number(struct str *s, uint64_t n); // as "%u" has it, but quick
void str_printf(struct str *s, const char *format, ...) PRINTF_LIKE(2, 3);

bool str_starts(const char *text, const char *prefix);
bool str_ends(const char *text, const char *suffix);
bool str_equal(const char *a, const char *b); // NULL equals only NULL

#endif
