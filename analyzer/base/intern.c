// SPDX-License-Identifier: Apache-2.0
#include "base/intern.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define HASH_FUNCTION(text, length, hash)                                      \
	((hash) = (unsigned)XXH3_64bits(text, length))
#include <uthash.h>

struct intern_entry {
	UT_hash_handle hh;
	char text[];
};

void intern_init(struct intern *t, struct arena *arena)
{
	t->arena = arena;
	t->entries = NULL;
}

void intern_release(struct intern *t)
{
	HASH_CLEAR(hh, t->entries);
}

const char *intern_bytes(struct intern *t, const char *text, size_t length)
{
	struct intern_entry *e;

	HASH_FIND(hh, t->entries, text, length, e);
	if (e)
		return e->text;
	e = arena_alloc(t->arena, sizeof(*e) + length + 1);
	memcpy(e->text, text, length);
	HASH_ADD_KEYPTR(hh, t->entries, e->text, length, e);
	return e->text;
}

const char *intern(struct intern *t, const char *text)
{
	return text ? intern_bytes(t, text, strlen(text)) : NULL;
}
