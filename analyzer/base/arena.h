// SPDX-License-Identifier: Apache-2.0
// Memory that is freed together. Three lifetimes use it: the run (packs, names,
// findings), the unit (the IR of one file) and scratch (one function's solve).
#ifndef ONCELINT_BASE_ARENA_H
#define ONCELINT_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "base/bug.h"

struct arena_chunk;

// All zero is an empty arena.
struct arena {
	struct arena_chunk *chunk; // newest first
	size_t used;               // bytes handed out since the last reset
};

// Zeroed memory, aligned for any object, owned by `a`. Never NULL: out of
// memory ends the process here, so no caller tests.
void *arena_alloc(struct arena *a, size_t size);

// `count` zeroed elements; overflow of the product is out of memory too.
void *arena_calloc(struct arena *a, size_t count, size_t size);

// A copy of `text` (NULL stays NULL), and of its first `length` bytes.
char *arena_strdup(struct arena *a, const char *text);
char *arena_strndup(struct arena *a, const char *text, size_t length);
char *arena_printf(struct arena *a, const char *format, ...) PRINTF_LIKE(2, 3);

// A copy of `size` bytes.
void *arena_memdup(struct arena *a, const void *data, size_t size);

// Forgets every object but keeps one chunk for what comes next.
void arena_reset(struct arena *a);
// Gives all memory back; the arena is empty and usable again.
void arena_release(struct arena *a);

// malloc, calloc and realloc that end the process instead of failing.
void *xmalloc(size_t size) MUST_USE;
void *xcalloc(size_t count, size_t size) MUST_USE;
void *xrealloc(void *old, size_t size) MUST_USE;
char *xstrdup(const char *text) MUST_USE;

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_calloc((a), (n), sizeof(type)))

#endif
