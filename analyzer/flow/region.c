// SPDX-License-Identifier: Apache-2.0
#include "flow/region.h"

#include <stdlib.h>
#include <string.h>

static unsigned hash_words(const void *key, size_t size)
{
	uint64_t hash = size, word;

	for (size_t i = 0; i + sizeof(word) <= size; i += sizeof(word)) {
		memcpy(&word, (const char *)key + i, sizeof(word));
		hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 32;
	}
	return (unsigned)hash;
}

#define HASH_FUNCTION(key, size, hash) ((hash) = hash_words(key, size))
#include <uthash.h>

struct region_key {
	uint32_t kind, parent, id, key;
	int64_t index;
	const char *field; // interned: compared as a pointer
};

struct region_entry {
	struct region_key key;
	uint32_t region;
	UT_hash_handle hh;
};

// A field's name is most often the same text in the same place of memory.
#define LAST_FIELDS 256

struct last_field {
	uint32_t parent;
	uint32_t region;
	const char *field; // NULL: none yet
	const char *usr;
};

struct symbol_key {
	uint32_t kind, operator, a, b;
	int64_t integer;
};

struct symbol_entry {
	struct symbol_key key;
	uint32_t symbol;
	UT_hash_handle hh;
};

bool value_equal(const struct value *a, const struct value *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case VALUE_UNKNOWN:
	case VALUE_UNINITIALIZED:
	case VALUE_TEXT:
		return true;
	case VALUE_INTEGER:
		return a->integer == b->integer;
	case VALUE_SYMBOL:
	case VALUE_ADDRESS:
		return a->id == b->id;
	case VALUE_FUNCTION:
		return a->function == b->function;
	case VALUE_CLOSURE:
		return a->closure == b->closure;
	}
	return false;
}

void memory_init(struct memory *m, struct arena *scratch,
		 const struct function *f)
{
	uint32_t ops = 0;

	VEC_EACH (const struct block, b, &f->blocks)
		ops += b->ops.count;
	*m = (struct memory){ .arena = scratch, .function = f };
	m->variables = ARENA_ARRAY(scratch, uint32_t, f->variables.count + 1);
	m->merged = ARENA_ARRAY(scratch, struct merged_names,
				point_behind(f, ops) + 1);
	m->last_fields = ARENA_ARRAY(scratch, struct last_field, LAST_FIELDS);
	intern_init(&m->names, scratch);
}

void memory_release(struct memory *m)
{
	HASH_CLEAR(hh, m->region_table);
	HASH_CLEAR(hh, m->symbol_table);
	intern_release(&m->names);
}

// Names are compared as pointers, so each text needs one copy. Of types that
// two source files define alike, each for itself, one object has but one field.
static const char *field_identity(struct memory *m, const struct region *r)
{
	const char *name = r->field_usr ? r->field_usr : r->field;
	const char *local = NULL;

	if (r->kind == REGION_FIELD && !str_starts(name, "c:"))
		local = strstr(name, "#c:");
	return intern(&m->names, local ? local + 1 : name);
}

// The region that the pointer leading to root `r` was read from at entry.
static uint32_t pointer_home(const struct memory *m, uint32_t r)
{
	const struct region *root = &m->regions.at[r];

	if (root->kind != REGION_POINTEE && root->kind != REGION_VALUE)
		return NONE;
	const struct symbol *s = &m->symbols.at[root->id];
	return s->kind == SYMBOL_ENTRY ? s->a : NONE;
}

static void link_region(struct memory *m, uint32_t region)
{
	struct region *r = &m->regions.at[region];
	const struct region *parent;

	r->entry = r->content = NONE;
	r->is_key = r->is_open = r->is_renewed = r->has_renewed = false;
	if (r->parent == NONE) {
		r->root = region;
		r->depth = 0;
		r->through =
			r->kind == REGION_POINTEE || r->kind == REGION_VALUE
				? r->id
				: NONE;
		uint32_t home = pointer_home(m, region);
		r->home = home == NONE ? region : m->regions.at[home].home;
	} else {
		parent = &m->regions.at[r->parent];
		r->root = parent->root;
		r->depth = parent->depth + 1;
		r->through = parent->through;
		r->home = parent->home;
	}
}

// Who came first may not have known what is there.
static uint32_t with_type(struct memory *m, uint32_t region,
			  const struct type *type)
{
	if (!m->regions.at[region].type)
		m->regions.at[region].type = type;
	return region;
}

static uint32_t intern_region(struct memory *m, const struct region *r,
			      const char *identity)
{
	struct region_entry *e;
	struct region_key key;

	memset(&key, 0, sizeof(key));
	key.kind = (uint32_t)r->kind;
	key.parent = r->parent;
	key.id = r->id;
	key.key = r->key;
	key.index = r->index;
	key.field = identity;
	HASH_FIND(hh, m->region_table, &key, sizeof(key), e);
	if (e)
		return with_type(m, e->region, r->type);
	e = ARENA_NEW(m->arena, struct region_entry);
	e->key = key;
	e->region = m->regions.count;
	HASH_ADD(hh, m->region_table, key, sizeof(key), e);
	VEC_PUSH(m->arena, &m->regions, *r);
	link_region(m, e->region);
	if (r->kind == REGION_GLOBAL)
		VEC_PUSH(m->arena, &m->globals, e->region);
	return e->region;
}

static struct last_field *last_field(struct memory *m, const struct region *r)
{
	const void *key[] = { r->field, r->field_usr };

	return &m->last_fields[(hash_words(key, sizeof(key)) ^ r->parent) %
			       LAST_FIELDS];
}

static uint32_t intern_named(struct memory *m, const struct region *r)
{
	struct last_field *last = last_field(m, r);

	if (last->field && last->parent == r->parent &&
	    last->field == r->field && last->usr == r->field_usr)
		return with_type(m, last->region, r->type);
	*last = (struct last_field){ r->parent,
				     intern_region(m, r, field_identity(m, r)),
				     r->field, r->field_usr };
	return last->region;
}

uint32_t region_global(struct memory *m, const char *name, const char *usr,
		       const struct type *type)
{
	struct region r = { .kind = REGION_GLOBAL,
			    .parent = NONE,
			    .key = NONE,
			    .field = name,
			    .field_usr = usr ? usr : name,
			    .type = type };

	return intern_named(m, &r);
}

static uint32_t find_variable(struct memory *m, uint32_t variable)
{
	const struct variable *v = &m->function->variables.at[variable];

	if (v->kind == VARIABLE_GLOBAL)
		return region_global(m, v->name, v->usr, v->type);
	struct region r = { .kind = REGION_VARIABLE,
			    .parent = NONE,
			    .id = variable,
			    .key = NONE,
			    .type = v->type };

	return intern_region(m, &r, NULL);
}

uint32_t region_variable(struct memory *m, uint32_t variable)
{
	uint32_t *known = &m->variables[variable];

	if (!*known)
		*known = 1 + find_variable(m, variable);
	return *known - 1;
}

uint32_t region_pointee(struct memory *m, uint32_t symbol,
			const struct type *type)
{
	struct region r = { .kind = REGION_POINTEE,
			    .parent = NONE,
			    .id = symbol,
			    .key = NONE,
			    .type = type };
	uint32_t known = m->symbols.at[symbol].pointee;

	if (known == NONE) {
		known = intern_region(m, &r, NULL);
		m->symbols.at[symbol].pointee = known;
	}
	return with_type(m, known, type);
}

uint32_t region_value(struct memory *m, uint32_t symbol)
{
	struct region r = { .kind = REGION_VALUE,
			    .parent = NONE,
			    .id = symbol,
			    .key = NONE,
			    .type = m->symbols.at[symbol].type };

	return intern_region(m, &r, NULL);
}

uint32_t region_field(struct memory *m, uint32_t parent, const char *field,
		      const char *usr, const struct type *type)
{
	struct region r = { .kind = REGION_FIELD,
			    .parent = parent,
			    .key = NONE,
			    .field = field,
			    .field_usr = usr,
			    .type = type };

	return intern_named(m, &r);
}

uint32_t region_index(struct memory *m, uint32_t parent, int64_t index,
		      const struct type *type)
{
	struct region r = { .kind = REGION_INDEX,
			    .parent = parent,
			    .key = NONE,
			    .index = index,
			    .type = type };

	return intern_region(m, &r, NULL);
}

uint32_t region_element(struct memory *m, uint32_t parent, uint32_t key,
			const struct type *type)
{
	struct region r = { .kind = REGION_ELEMENT,
			    .parent = parent,
			    .key = key,
			    .type = type };

	if (key != NONE)
		m->regions.at[key].is_key = true;
	return intern_region(m, &r, NULL);
}

uint32_t region_capture(struct memory *m, uint32_t parent, uint32_t index)
{
	struct region r = { .kind = REGION_CAPTURE,
			    .parent = parent,
			    .id = index,
			    .key = NONE };

	return intern_region(m, &r, NULL);
}

uint32_t region_content(struct memory *m, uint32_t parent)
{
	struct region r = { .kind = REGION_CONTENT,
			    .parent = parent,
			    .key = NONE,
			    .type = m->regions.at[parent].type };
	uint32_t known = m->regions.at[parent].content;

	if (known == NONE) {
		known = intern_region(m, &r, NULL);
		m->regions.at[parent].content = known;
	}
	return with_type(m, known, r.type);
}

uint32_t region_restep(struct memory *m, uint32_t parent, uint32_t step)
{
	struct region r = m->regions.at[step];

	r.parent = parent;
	return intern_region(
		m, &r, r.kind == REGION_FIELD ? field_identity(m, &r) : NULL);
}

static uint32_t symbol_add(struct memory *m, const struct symbol *s)
{
	struct symbol x = *s;

	x.pointee = NONE;
	x.mark = x.seen = x.run = 0;
	switch (s->kind) {
	case SYMBOL_ENTRY:
		x.from = m->regions.at[s->a].through;
		break;
	case SYMBOL_BINARY:
	case SYMBOL_BINARY2:
		x.from = s->a;
		break;
	case SYMBOL_MADE:
	case SYMBOL_MERGED:
		x.from = NONE;
		break;
	}
	VEC_PUSH(m->arena, &m->symbols, x);
	return m->symbols.count - 1;
}

static uint32_t intern_symbol(struct memory *m, const struct symbol *s)
{
	struct symbol_entry *e;
	struct symbol_key key;

	memset(&key, 0, sizeof(key));
	key.kind = (uint32_t)s->kind;
	key.operator=(uint32_t) s->operator;
	key.a = s->a;
	key.b = s->b;
	key.integer = s->integer;
	HASH_FIND(hh, m->symbol_table, &key, sizeof(key), e);
	if (e)
		return e->symbol;
	e = ARENA_NEW(m->arena, struct symbol_entry);
	e->key = key;
	e->symbol = symbol_add(m, s);
	HASH_ADD(hh, m->symbol_table, key, sizeof(key), e);
	return e->symbol;
}

uint32_t symbol_entry(struct memory *m, uint32_t region)
{
	struct symbol s = { .kind = SYMBOL_ENTRY,
			    .a = region,
			    .type = m->regions.at[region].type };
	uint32_t known = m->regions.at[region].entry;

	if (known == NONE) {
		known = symbol_add(m, &s);
		m->regions.at[region].entry = known;
	}
	return known;
}

uint32_t symbol_made(struct memory *m, uint32_t op, uint32_t slot,
		     const struct type *type)
{
	struct symbol s = {
		.kind = SYMBOL_MADE, .a = op, .b = slot, .type = type
	};

	return intern_symbol(m, &s);
}

uint32_t symbol_merged(struct memory *m, uint32_t point, uint32_t region)
{
	struct merged_names *names = &m->merged[point];
	uint32_t low = 0, high = names->list.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (names->list.at[middle].region < region)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < names->list.count && names->list.at[low].region == region)
		return names->list.at[low].symbol;
	struct symbol s = { .kind = SYMBOL_MERGED,
			    .a = point,
			    .b = region,
			    .type = m->regions.at[region].type };
	struct merged_name name = { region, symbol_add(m, &s) };
	VEC_PUSH(m->arena, &names->list, name);
	memmove(&names->list.at[low + 1], &names->list.at[low],
		(names->list.count - 1 - low) * sizeof(name));
	names->list.at[low] = name;
	return name.symbol;
}

uint32_t symbol_binary(struct memory *m, uint32_t a,
		       enum binary_operator operator, int64_t integer)
{
	struct symbol s = { .kind = SYMBOL_BINARY,
			    .operator= operator,
			    .a = a,
			    .integer = integer };

	return intern_symbol(m, &s);
}

uint32_t symbol_binary2(struct memory *m, uint32_t a,
			enum binary_operator operator, uint32_t b)
{
	struct symbol s = {
		.kind = SYMBOL_BINARY2, .operator= operator, .a = a, .b = b
	};

	return intern_symbol(m, &s);
}

bool region_within(const struct memory *m, uint32_t part, uint32_t whole)
{
	while (part != NONE && part != whole)
		part = m->regions.at[part].parent;
	return part == whole;
}

uint32_t region_root(const struct memory *m, uint32_t r)
{
	return m->regions.at[r].root;
}

bool region_reaches(const struct memory *m, uint32_t whole, uint32_t part)
{
	if (m->regions.at[part].home != m->regions.at[whole].home)
		return false;
	while (part != NONE) {
		if (region_within(m, part, whole))
			return true;
		part = pointer_home(m, region_root(m, part));
	}
	return false;
}

uint32_t region_home(const struct memory *m, uint32_t r)
{
	return m->regions.at[r].home;
}

bool region_is_renewed(const struct memory *m, uint32_t r)
{
	if (!m->regions.at[region_home(m, r)].has_renewed)
		return false;
	while (r != NONE) {
		const struct region *x = &m->regions.at[r];
		if (x->is_renewed)
			return true;
		r = x->parent != NONE ? x->parent : pointer_home(m, r);
	}
	return false;
}

bool region_is_local(const struct memory *m, uint32_t r)
{
	const struct region *root = &m->regions.at[region_root(m, r)];

	if (root->kind != REGION_VARIABLE)
		return false;
	enum variable_kind k = m->function->variables.at[root->id].kind;
	return k == VARIABLE_LOCAL || k == VARIABLE_TEMPORARY;
}

bool region_is_weak(const struct memory *m, uint32_t r)
{
	for (; r != NONE; r = m->regions.at[r].parent)
		if (m->regions.at[r].kind == REGION_ELEMENT &&
		    m->regions.at[r].key == NONE)
			return true;
	return false;
}
