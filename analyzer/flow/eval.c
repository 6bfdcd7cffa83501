// SPDX-License-Identifier: Apache-2.0
// Places to regions, operands to values: the memory of a state.
#include "flow/engine.h"

#define PARTS_DEPTH (2 * PLACE_DEPTH)
#define PARTS_MAX 256

static const struct value unknown = { .kind = VALUE_UNKNOWN };

static struct value integer(int64_t i)
{
	return (struct value){ .kind = VALUE_INTEGER, .integer = i };
}

bool eval_is_new(struct solver *sv, uint32_t symbol)
{
	struct symbol *x = &sv->m.symbols.at[symbol];
	bool is_new =
		sv->op_number != NONE && sv->is_first && x->run != sv->run;

	x->run = sv->run;
	return is_new;
}

struct value eval_fresh(struct solver *sv, struct state *s, uint32_t slot,
			const struct type *type)
{
	uint32_t symbol = symbol_made(&sv->m, sv->op_number, slot, type);
	struct value v = { .kind = VALUE_SYMBOL, .id = symbol };

	if (eval_is_new(sv, symbol))
		return v;
	const struct handle *h = state_handle(s, symbol);

	// In a loop: what the last turn made is still there under a name of
	// its own, if anybody holds it.
	if (h && state_holders(s, &sv->m, symbol))
		state_rename_symbol(s, sv->scratch, &sv->m, symbol,
				    symbol_made(&sv->m, sv->op_number,
						slot | SLOT_OLDER, type));
	else
		state_forget_symbols(s, &sv->m, &symbol, 1);
	return v;
}

uint32_t eval_pointee(struct solver *sv, struct state *s, struct value v,
		      const struct type *type)
{
	(void)s;
	if (v.kind == VALUE_ADDRESS)
		return v.id;
	if (v.kind == VALUE_SYMBOL)
		return region_pointee(&sv->m, v.id, type);
	return NONE;
}

static bool is_record(const struct type *t)
{
	return t && t->kind == TYPE_RECORD;
}

static uint32_t eval_deref(struct solver *sv, struct state *s,
			   const struct place *p)
{
	uint32_t base = eval_place(sv, s, p->base);
	const struct type *type = sv->f->places.at[p->base].type;

	// A smart pointer or iterator: its target moves with it.
	if (is_record(type))
		return region_field(&sv->m, base, "*", NULL, p->type);
	struct value v = eval_load(sv, s, base);
	uint32_t r;

	handle_dereferenced(sv, s, v, base);
	r = eval_pointee(sv, s, v, p->type);
	if (r != NONE)
		return r;
	v = eval_fresh(sv, s, REGION_SLOT(base), type);
	state_bind(s, sv->scratch, base, v);
	return eval_pointee(sv, s, v, p->type);
}

// Element 0 of what a plain pointer points to is that itself.
uint32_t eval_index(struct solver *sv, uint32_t base, int64_t index,
		    const struct type *type)
{
	const struct region *r = &sv->m.regions.at[base];

	if (index == 0 && r->kind == REGION_POINTEE && r->type &&
	    r->type->kind != TYPE_ARRAY && r->type->kind != TYPE_RECORD)
		return base;
	return region_index(&sv->m, base, index, type);
}

uint32_t eval_first(struct solver *sv, uint32_t region)
{
	const struct type *type = sv->m.regions.at[region].type;

	if (!type || type->kind != TYPE_ARRAY)
		return region;
	return region_index(&sv->m, region, 0, type->pointee);
}

// The array that an element is of: p[i] is element i of what p points to.
static uint32_t eval_array(struct solver *sv, struct state *s, uint32_t place)
{
	const struct place *p = &sv->f->places.at[place];

	return p->projection == PROJECT_DEREF ? eval_deref(sv, s, p)
					      : eval_place(sv, s, place);
}

static uint32_t eval_element(struct solver *sv, struct state *s,
			     const struct place *p)
{
	uint32_t base = eval_array(sv, s, p->base);

	if (p->index_place == NONE)
		return region_element(&sv->m, base, NONE, p->type);
	uint32_t key = eval_place(sv, s, p->index_place);
	struct value v = eval_load(sv, s, key);
	if (v.kind == VALUE_INTEGER)
		return eval_index(sv, base, v.integer, p->type);
	return region_element(&sv->m, base, key, p->type);
}

// A parameter written as an array is a pointer to its first element.
static uint32_t eval_variable(struct solver *sv, uint32_t variable)
{
	const struct variable *v = &sv->f->variables.at[variable];
	uint32_t region = region_variable(&sv->m, variable);

	if (v->kind != VARIABLE_PARAMETER || !v->type ||
	    v->type->kind != TYPE_ARRAY)
		return region;
	return region_pointee(&sv->m, symbol_entry(&sv->m, region), v->type);
}

uint32_t eval_place(struct solver *sv, struct state *s, uint32_t place)
{
	const struct place *p = &sv->f->places.at[place];

	switch (p->projection) {
	case PROJECT_NONE:
		return eval_variable(sv, p->variable);
	case PROJECT_FIELD:
		return region_field(&sv->m, eval_place(sv, s, p->base),
				    p->field, p->field_usr, p->type);
	case PROJECT_DEREF: {
		uint32_t r = eval_deref(sv, s, p);
		bool array = p->type && p->type->kind == TYPE_ARRAY;
		return array ? r : eval_first(sv, r);
	}
	case PROJECT_INDEX:
		return eval_index(sv, eval_array(sv, s, p->base), p->index,
				  p->type);
	case PROJECT_ELEMENT:
		return eval_element(sv, s, p);
	}
	bug("place %u", place);
}

// The value of a part of something whose whole is bound to `v`.
static struct value part_value(struct solver *sv, struct value v,
			       uint32_t whole, uint32_t part)
{
	uint32_t steps[PLACE_DEPTH * 2], n = 0, r;

	if (v.kind == VALUE_UNINITIALIZED)
		return v;
	if (v.kind == VALUE_INTEGER && v.integer == 0)
		return v;
	if (v.kind != VALUE_SYMBOL)
		return unknown;
	for (r = part; r != whole; r = sv->m.regions.at[r].parent) {
		if (n == COUNT_OF(steps))
			return unknown;
		steps[n++] = r;
	}
	const struct symbol *x = &sv->m.symbols.at[v.id];
	r = x->kind == SYMBOL_ENTRY ? x->a : region_value(&sv->m, v.id);
	while (n)
		r = region_restep(&sv->m, r, steps[--n]);
	return (struct value){ .kind = VALUE_SYMBOL,
			       .id = symbol_entry(&sv->m, r) };
}

static struct value entry_value(struct solver *sv, uint32_t region)
{
	const struct region *root =
		&sv->m.regions.at[region_root(&sv->m, region)];

	if (root->kind == REGION_VARIABLE) {
		switch (sv->f->variables.at[root->id].kind) {
		case VARIABLE_LOCAL:
		case VARIABLE_TEMPORARY:
		case VARIABLE_RETURN:
			return unknown;
		case VARIABLE_PARAMETER:
		case VARIABLE_GLOBAL:
		case VARIABLE_THIS:
		case VARIABLE_CAPTURE:
			break;
		}
	}
	return (struct value){ .kind = VALUE_SYMBOL,
			       .id = symbol_entry(&sv->m, region) };
}

// The same part of `to` as `r` is of `from`.
static uint32_t rebased(struct memory *m, uint32_t r, uint32_t from,
			uint32_t to)
{
	if (r == from)
		return to;
	return region_restep(m, rebased(m, m->regions.at[r].parent, from, to),
			     r);
}

// p[2] is not a part of *p.
static bool is_neighbour(const struct memory *m, const struct region *r)
{
	const struct region *p;

	if (r->parent == NONE ||
	    (r->kind != REGION_INDEX && r->kind != REGION_ELEMENT))
		return false;
	p = &m->regions.at[r->parent];
	return p->kind == REGION_POINTEE && p->type &&
	       p->type->kind != TYPE_ARRAY && p->type->kind != TYPE_RECORD;
}

struct value eval_load(struct solver *sv, struct state *s, uint32_t region)
{
	const struct value *v = state_bound(s, region);

	if (v)
		return *v;
	for (uint32_t r = region; r != NONE;) {
		const struct region x = sv->m.regions.at[r];
		// Elements that nobody named fall back to all the others.
		if (x.kind == REGION_INDEX ||
		    (x.kind == REGION_ELEMENT && x.key != NONE)) {
			uint32_t all =
				region_element(&sv->m, x.parent, NONE, x.type);
			uint32_t same = rebased(&sv->m, region, r, all);
			v = state_bound(s, same);
			// What all were given is a value each.
			if (v && v->kind == VALUE_SYMBOL &&
			    !state_handle(s, v->id))
				return unknown;
			if (v)
				return *v;
			v = state_bound(s, all);
			if (v)
				return part_value(sv, *v, r, region);
		}
		r = x.parent;
		if (is_neighbour(&sv->m, &x))
			continue;
		if (r != NONE && (v = state_bound(s, r)))
			return part_value(sv, *v, r, region);
	}
	return entry_value(sv, region);
}

static bool is_variable_index(const struct function *f, const struct operand *o)
{
	if (o->kind != OPERAND_PLACE && o->kind != OPERAND_ADDRESS)
		return false;
	for (uint32_t p = o->place; p != NONE; p = f->places.at[p].base)
		if (f->places.at[p].projection == PROJECT_ELEMENT)
			return true;
	return false;
}

bool eval_is_indexed(const struct solver *sv)
{
	const struct op *op = sv->op;

	if (sv->op_number == NONE)
		return false;
	for (uint32_t i = 0; i < op->argument_count; i++)
		if (is_variable_index(sv->f, &op->arguments[i]))
			return true;
	return is_variable_index(sv->f, &op->receiver) ||
	       is_variable_index(sv->f, &op->src) ||
	       (op->dst != NONE &&
		is_variable_index(sv->f,
				  &(struct operand){ .kind = OPERAND_PLACE,
						     .place = op->dst }));
}

struct value eval_operand(struct solver *sv, struct state *s,
			  const struct operand *o)
{
	switch (o->kind) {
	case OPERAND_PLACE:
		if (o->passing == PASS_VALUE || o->passing == PASS_MOVE)
			return eval_load(sv, s, eval_place(sv, s, o->place));
		return (struct value){ .kind = VALUE_ADDRESS,
				       .id = eval_place(sv, s, o->place) };
	case OPERAND_ADDRESS:
		return (struct value){ .kind = VALUE_ADDRESS,
				       .id = eval_place(sv, s, o->place) };
	case OPERAND_INTEGER:
		return integer(o->integer);
	case OPERAND_NULL:
		return integer(0);
	case OPERAND_STRING:
		return (struct value){ .kind = VALUE_TEXT };
	case OPERAND_FUNCTION:
		return (struct value){ .kind = VALUE_FUNCTION,
				       .function = o->function };
	case OPERAND_NONE:
	case OPERAND_UNKNOWN:
		return unknown;
	}
	return unknown;
}

uint32_t eval_object(struct solver *sv, struct state *s,
		     const struct operand *o)
{
	if (o->kind == OPERAND_PLACE || o->kind == OPERAND_ADDRESS)
		return eval_place(sv, s, o->place);
	return NONE;
}

const struct family *eval_family(struct solver *sv, const struct type *type)
{
	const struct rules *r = sv->engine->rules;

	return type ? r->family_of_type(r->data, type) : NULL;
}

// `r` with every element that is named by `key` renamed to all the others.
static uint32_t unnamed(struct memory *m, uint32_t r, uint32_t key)
{
	const struct region x = m->regions.at[r];

	if (x.parent == NONE)
		return r;
	uint32_t parent = unnamed(m, x.parent, key);
	if (x.kind == REGION_ELEMENT && x.key == key)
		return region_element(m, parent, NONE, x.type);
	return parent == x.parent ? r : region_restep(m, parent, r);
}

static bool is_named_by(const struct memory *m, uint32_t r, uint32_t key)
{
	for (; r != NONE; r = m->regions.at[r].parent)
		if (m->regions.at[r].kind == REGION_ELEMENT &&
		    m->regions.at[r].key == key)
			return true;
	return false;
}

void eval_fold_elements(struct solver *sv, struct state *s, uint32_t key)
{
	if (!sv->m.regions.at[key].is_key)
		return;
	for (uint32_t i = 0; i < s->bindings.count;) {
		struct binding b = s->bindings.at[i];
		if (!is_named_by(&sv->m, b.region, key)) {
			i++;
			continue;
		}
		state_unbind(s, b.region);
		uint32_t all = unnamed(&sv->m, b.region, key);
		struct handle *h = b.value.kind == VALUE_SYMBOL
					   ? state_handle(s, b.value.id)
					   : NULL;
		if (h) {
			// One name for whatever the elements hold.
			uint32_t name = symbol_made(&sv->m, NONE, all, NULL);
			h->flags |= HANDLE_WEAK;
			h->region = all;
			if (b.value.id != name)
				state_rename_symbol(s, sv->scratch, &sv->m,
						    b.value.id, name);
			b.value.id = name;
		} else {
			b.value = unknown;
		}
		state_bind(s, sv->scratch, all, b.value);
		i = 0;
	}
}

void eval_store(struct solver *sv, struct state *s, uint32_t region,
		struct value v)
{
	eval_fold_elements(sv, s, region);
	state_unbind_within(s, &sv->m, region);
	state_bind(s, sv->scratch, region, v);
}

// A struct handle that is used by its address is not copied with its bytes.
static bool stays_behind(struct solver *sv, struct state *s,
			 const struct binding *b)
{
	if (sv->m.regions.at[b->region].kind != REGION_CONTENT ||
	    b->value.kind != VALUE_SYMBOL)
		return false;
	const struct handle *h = state_handle(s, b->value.id);
	return h && h->family->identity == IDENTITY_POINTEE;
}

// A value that is read from an element stays that element's, until the index
// changes: the next one has another.
static void remember_element(struct solver *sv, struct state *s, uint32_t dst,
			     uint32_t src, struct value v)
{
	bool is_element = false;

	if (v.kind != VALUE_SYMBOL || state_bound(s, src) ||
	    is_named_by(&sv->m, src, dst))
		return;
	for (uint32_t r = src; r != NONE; r = sv->m.regions.at[r].parent)
		is_element |= sv->m.regions.at[r].kind == REGION_ELEMENT &&
			      sv->m.regions.at[r].key != NONE;
	if (is_element)
		state_bind(s, sv->scratch, src, v);
}

struct content eval_content(struct solver *sv, struct state *s, uint32_t region)
{
	struct content c = { .region = region,
			     .whole = eval_load(sv, s, region) };

	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		if (b->region != region &&
		    region_within(&sv->m, b->region, region) &&
		    !stays_behind(sv, s, b))
			VEC_PUSH(sv->scratch, &c.parts, *b);
	}
	return c;
}

void eval_put(struct solver *sv, struct state *s, uint32_t region,
	      const struct content *c)
{
	uint32_t above = sv->m.regions.at[region].depth;
	uint32_t whole = sv->m.regions.at[c->region].depth;

	eval_store(sv, s, region, c->whole);
	// What contains itself would have new parts for ever.
	uint32_t count =
		region_within(&sv->m, region, c->region) ? 0 : c->parts.count;
	for (uint32_t i = 0; i < count && i < PARTS_MAX; i++) {
		struct binding b = c->parts.at[i];
		if (above + sv->m.regions.at[b.region].depth - whole >
		    PARTS_DEPTH)
			continue;
		state_bind(s, sv->scratch,
			   rebased(&sv->m, b.region, c->region, region),
			   b.value);
	}
	remember_element(sv, s, region, c->region, c->whole);
}

void eval_copy(struct solver *sv, struct state *s, uint32_t dst, uint32_t src)
{
	struct content c;

	if (dst == src)
		return;
	c = eval_content(sv, s, src);
	eval_put(sv, s, dst, &c);
}
