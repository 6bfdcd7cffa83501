// SPDX-License-Identifier: Apache-2.0
#include "model/solution.h"

#include <string.h>
#include <uthash.h>
#include <xxhash.h>

#include "model/summary_wire.h"

#define MAGIC 0x4c4f5331u // "1SOL"
#define VERSION 1u

struct solution_entry {
	struct solution_key key;
	const void *data; // flat
	size_t size;
	bool is_used;
	UT_hash_handle hh;
};

static void wire_solution(struct wire *w, struct solution *x)
{
	wire_operation_at(w, &x->operation);
	WIRE_VEC(w, x->findings.list, wire_finding);
	WIRE_VEC(w, x->notes, wire_note);
}

void solution_write(const struct solution *x, const char *root, struct str *out)
{
	struct arena scratch = { 0 };
	struct summary_wire c = { 0 };
	struct solution copy = *x; // fields are set to what they are

	wire_write_begin(&c.wire, root);
	c.wire.arena = &scratch;
	wire_solution(&c.wire, &copy);
	wire_write_end(&c.wire, MAGIC, VERSION, out);
	arena_release(&scratch);
}

bool solution_read(const void *data, size_t size, const char *root,
		   const struct rules *rules, struct arena *a,
		   struct solution *out, struct err *e)
{
	struct summary_wire c = { .rules = rules };

	if (!wire_read_begin(&c.wire, a, root, MAGIC, VERSION, data, size, e))
		return false;
	*out = (struct solution){ 0 };
	wire_solution(&c.wire, out);
	return wire_read_end(&c.wire, e);
}

// ---- hashes

static uint64_t end_hash(struct summary_wire *c, struct arena *scratch)
{
	struct str text = STR_INIT;

	wire_write_end(&c->wire, MAGIC, VERSION, &text);
	uint64_t hash = wire_checksum(text.text);
	str_release(&text);
	arena_release(scratch);
	return hash ? hash : 1;
}

uint64_t operation_hash(const struct operation *op, const char *root)
{
	struct arena scratch = { 0 };
	struct summary_wire c = { 0 };

	wire_write_begin(&c.wire, root);
	c.wire.arena = &scratch;
	wire_operation_at(&c.wire, &op);
	return end_hash(&c, &scratch);
}

uint64_t contract_hash(const struct contract *x, const char *root)
{
	struct arena scratch = { 0 };
	struct summary_wire c = { 0 };
	struct contract copy = *x;

	wire_write_begin(&c.wire, root);
	c.wire.arena = &scratch;
	wire_contract(&c.wire, &copy);
	return end_hash(&c, &scratch);
}

struct solution_key solution_key_of(const void *data, size_t size)
{
	const XXH128_hash_t hash = XXH3_128bits(data, size);

	return (struct solution_key){ hash.low64, hash.high64 };
}

// ---- the table

static struct solution_entry *entry_of(const struct solutions *s,
				       const struct solution_key *key)
{
	struct solution_entry *x;

	HASH_FIND(hh, s->by_key, key, sizeof(*key), x);
	return x;
}

static struct solution_entry *add_entry(struct solutions *s,
					const struct solution_key *key,
					const void *data, size_t size)
{
	struct solution_entry *x = entry_of(s, key);

	if (x)
		return x;
	x = ARENA_NEW(&s->arena, struct solution_entry);
	x->key = *key;
	x->data = data;
	x->size = size;
	HASH_ADD(hh, s->by_key, key, sizeof(x->key), x);
	return x;
}

void solutions_load(struct solutions *s, const void *data, size_t size)
{
	const char *at = data;
	struct solution_key key;

	while (size > sizeof(key)) {
		memcpy(&key, at, sizeof(key));
		at += sizeof(key);
		size -= sizeof(key);
		size_t length = wire_size(at, size);
		if (!length)
			return;
		add_entry(s, &key, at, length);
		at += length;
		size -= length;
	}
}

const void *solutions_find(struct solutions *s, const struct solution_key *key,
			   size_t *size)
{
	struct solution_entry *x = entry_of(s, key);

	if (!x)
		return NULL;
	x->is_used = true;
	*size = x->size;
	return x->data;
}

void solutions_add(struct solutions *s, const struct solution_key *key,
		   const void *data, size_t size)
{
	add_entry(s, key, arena_memdup(&s->arena, data, size), size)->is_used =
		true;
	s->added++;
}

void solutions_write(const struct solutions *s, struct str *out)
{
	for (const struct solution_entry *x = s->by_key; x; x = x->hh.next) {
		if (!x->is_used)
			continue;
		str_add_bytes(out, &x->key, sizeof(x->key));
		str_add_bytes(out, x->data, x->size);
	}
}

void solutions_release(struct solutions *s)
{
	HASH_CLEAR(hh, s->by_key);
	arena_release(&s->arena);
	*s = (struct solutions){ 0 };
}
