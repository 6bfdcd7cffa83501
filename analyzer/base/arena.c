// SPDX-License-Identifier: Apache-2.0
// Chunks grow to a fixed size. Under AddressSanitizer every object is a chunk
// of its own, so that a use after reset is still caught.
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#	define OBJECT_PER_CHUNK 1
#elif defined(__has_feature)
#	if __has_feature(address_sanitizer)
#		define OBJECT_PER_CHUNK 1
#	endif
#endif
#ifndef OBJECT_PER_CHUNK
#	define OBJECT_PER_CHUNK 0
#endif

#define CHUNK_SIZE ((size_t)256 * 1024)
#define ALIGNMENT ((size_t)16)

struct arena_chunk {
	struct arena_chunk *next;
	size_t used;
	size_t size;
	size_t padding; // keeps the bytes that follow aligned
};

NORETURN static void out_of_memory(void)
{
	fputs("oncelint: out of memory\n", stderr);
	_Exit(2);
}

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *xcalloc(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *xrealloc(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

char *xstrdup(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(xmalloc(size), text, size);
}

static struct arena_chunk *chunk_new(struct arena *a, size_t size)
{
	struct arena_chunk *c = xcalloc(1, sizeof(*c) + size);

	c->size = size;
	c->next = a->chunk;
	a->chunk = c;
	return c;
}

void *arena_alloc(struct arena *a, size_t size)
{
	if (size > SIZE_MAX / 2)
		out_of_memory();
	size = (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
	if (!size)
		size = ALIGNMENT;
	struct arena_chunk *c = a->chunk;
	if (OBJECT_PER_CHUNK || !c || c->size - c->used < size)
		c = chunk_new(a, !OBJECT_PER_CHUNK && size < CHUNK_SIZE
					 ? CHUNK_SIZE
					 : size);
	char *p = (char *)(c + 1) + c->used;
	c->used += size;
	a->used += size;
	return p;
}

void *arena_calloc(struct arena *a, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size)
		out_of_memory();
	return arena_alloc(a, count * size);
}

void *arena_memdup(struct arena *a, const void *data, size_t size)
{
	void *p = arena_alloc(a, size);

	if (size)
		memcpy(p, data, size);
	return p;
}

char *arena_strndup(struct arena *a, const char *text, size_t length)
{
	char *p = arena_alloc(a, length + 1);

	memcpy(p, text, length);
	p[length] = '\0';
	return p;
}

char *arena_strdup(struct arena *a, const char *text)
{
	return text ? arena_strndup(a, text, strlen(text)) : NULL;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		bug("bad format '%s'", format);
	char *p = arena_alloc(a, (size_t)length + 1);
	vsnprintf(p, (size_t)length + 1, format, again);
	va_end(again);
	return p;
}

// Keeps the newest ordinary chunk: the next function is likely as large.
void arena_reset(struct arena *a)
{
	struct arena_chunk *keep = NULL;

	while (a->chunk) {
		struct arena_chunk *c = a->chunk;
		a->chunk = c->next;
		if (!keep && c->size == CHUNK_SIZE)
			keep = c;
		else
			free(c);
	}
	if (keep) {
		memset(keep + 1, 0, keep->used);
		keep->used = 0;
		keep->next = NULL;
	}
	a->chunk = keep;
	a->used = 0;
}

void arena_release(struct arena *a)
{
	while (a->chunk) {
		struct arena_chunk *c = a->chunk;
		a->chunk = c->next;
		free(c);
	}
	a->used = 0;
}
