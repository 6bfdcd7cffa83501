// SPDX-License-Identifier: Apache-2.0
#include "store/identity.h"

#include <string.h>
#include <xxhash.h>

#include "base/str.h"

#define BLANKS " \t\n\v\f\r"

// How many findings had a key. Of the key only its hash is kept: keys that were
// equal in it would have equal identities, too.
struct counter {
	XXH128_hash_t key;
	uint32_t seen; // 0: nobody yet
};

struct counters { // open addressing
	struct counter *at;
	uint64_t mask; // their number is a power of two
};

// Fields end in a byte that no text holds, so that "a","bc" is not "ab","c".
static void add_field(struct str *key, const char *text)
{
	for (const char *p = text ? text : ""; *p; p += strspn(p, BLANKS)) {
		size_t length = strcspn(p, BLANKS);

		str_add_bytes(key, p, length);
		p += length;
	}
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

static struct counters counters_for(struct arena *a, uint32_t findings)
{
	uint64_t room = 16;

	while (room < 2 * (uint64_t)findings)
		room *= 2;
	return (struct counters){ ARENA_ARRAY(a, struct counter, room),
				  room - 1 };
}

static struct counter *counter_of(const struct counters *all,
				  const struct str *key)
{
	XXH128_hash_t h = XXH3_128bits(key->text, key->length);
	uint64_t i = h.low64 & all->mask;

	while (all->at[i].seen && !XXH128_isEqual(all->at[i].key, h))
		i = (i + 1) & all->mask;
	all->at[i].key = h;
	return &all->at[i];
}

static void add_hex(char *out, uint64_t n)
{
	for (int i = 15; i >= 0; i--, n >>= 4)
		out[i] = "0123456789abcdef"[n & 15];
}

static const char *digest(const struct str *key, uint32_t ordinal,
			  struct arena *a)
{
	XXH128_hash_t h =
		XXH3_128bits_withSeed(key->text, key->length, ordinal);
	char *text = arena_alloc(a, 33);

	add_hex(text, h.high64);
	add_hex(text + 16, h.low64);
	return text;
}

void identity_assign(struct findings *f, struct arena *a)
{
	struct arena scratch = { 0 };
	struct counters all = counters_for(&scratch, f->list.count);
	struct str key = STR_INIT;

	VEC_EACH (struct finding *, p, &f->list) {
		make_key(&key, *p);
		(*p)->ordinal = counter_of(&all, &key)->seen++;
		(*p)->identity = digest(&key, (*p)->ordinal, a);
	}
	str_release(&key);
	arena_release(&scratch);
}
