// SPDX-License-Identifier: Apache-2.0
#include "store/identity.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <uthash.h>
#include <xxhash.h>

#include "base/str.h"

struct counter {
	char *key;
	uint32_t seen;
	UT_hash_handle hh;
};

// Fields end in a byte that no text holds, so that "a","bc" is not "ab","c".
static void add_field(struct str *key, const char *text)
{
	for (const char *p = text ? text : ""; *p; p++)
		if (!isspace((unsigned char)*p))
			str_add_char(key, *p);
	str_add_char(key, '\x1f');
}

static void make_key(struct str *key, const struct finding *f)
{
	str_clear(key);
	add_field(key, kind_info(f->kind)->id);
	add_field(key, f->pack);
	add_field(key, f->family);
	add_field(key, f->function);
	add_field(key, f->operation);
	add_field(key, f->handle);
}

static struct counter *counter_of(struct counter **all, struct arena *a,
				  const struct str *key)
{
	struct counter *c;

	HASH_FIND(hh, *all, key->text, key->length, c);
	if (c)
		return c;
	c = ARENA_NEW(a, struct counter);
	c->key = arena_strdup(a, key->text);
	HASH_ADD_KEYPTR(hh, *all, c->key, key->length, c);
	return c;
}

static const char *digest(const struct str *key, uint32_t ordinal,
			  struct arena *a)
{
	XXH128_hash_t h =
		XXH3_128bits_withSeed(key->text, key->length, ordinal);

	return arena_printf(a, "%016" PRIx64 "%016" PRIx64, (uint64_t)h.high64,
			    (uint64_t)h.low64);
}

void identity_assign(struct findings *f, struct arena *a)
{
	struct arena scratch = { 0 };
	struct counter *all = NULL;
	struct str key = STR_INIT;

	VEC_EACH (struct finding *, p, &f->list) {
		make_key(&key, *p);
		(*p)->ordinal = counter_of(&all, &scratch, &key)->seen++;
		(*p)->identity = digest(&key, (*p)->ordinal, a);
	}
	HASH_CLEAR(hh, all);
	str_release(&key);
	arena_release(&scratch);
}
