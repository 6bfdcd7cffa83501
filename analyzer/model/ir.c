// SPDX-License-Identifier: Apache-2.0
#include "model/ir.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"

const char *op_word(enum op_kind kind)
{
	static const char *const words[] = {
#define OP(name, word, text) [OP_##name] = word,
#include "model/op.def"
#undef OP
	};

	return words[kind];
}

const char *binary_word(enum binary_operator operator)
{
	static const char *const words[] = {
		[BINARY_EQUAL] = "==",      [BINARY_NOT_EQUAL] = "!=",
		[BINARY_LESS] = "<",        [BINARY_LESS_EQUAL] = "<=",
		[BINARY_GREATER] = ">",     [BINARY_GREATER_EQUAL] = ">=",
		[BINARY_ADD] = "+",         [BINARY_SUBTRACT] = "-",
		[BINARY_AND] = "&",         [BINARY_OR] = "|",
		[BINARY_XOR] = "^",         [BINARY_MULTIPLY] = "*",
		[BINARY_DIVIDE] = "/",      [BINARY_REMAINDER] = "%",
		[BINARY_SHIFT_LEFT] = "<<", [BINARY_SHIFT_RIGHT] = ">>",
		[BINARY_OTHER] = "?",
	};

	return words[operator];
}

// Open addressing over the ids of places; 0 is free, else id + 1.
struct place_index {
	uint32_t *slot;
	uint32_t room;
};

static bool is_same_step(const struct place *p, const struct place *like)
{
	if (p->base != like->base || p->projection != like->projection)
		return false;
	switch (like->projection) {
	case PROJECT_NONE:
		return p->variable == like->variable;
	case PROJECT_DEREF:
		return true;
	case PROJECT_FIELD:
		if (p->field_usr && like->field_usr)
			return str_equal(p->field_usr, like->field_usr);
		return str_equal(p->field, like->field);
	case PROJECT_INDEX:
		return p->index == like->index;
	case PROJECT_ELEMENT:
		return p->index_place == like->index_place;
	}
	return false;
}

// Fields hash by kind only beside their base: a member may be named with its
// USR once and without it another time.
static uint32_t step_hash(const struct place *p)
{
	uint64_t h = p->projection;

	h = h * 1000003 + p->base;
	switch (p->projection) {
	case PROJECT_NONE:
		h = h * 1000003 + p->variable;
		break;
	case PROJECT_INDEX:
		h = h * 1000003 + (uint64_t)p->index;
		break;
	case PROJECT_ELEMENT:
		h = h * 1000003 + p->index_place;
		break;
	case PROJECT_DEREF:
	case PROJECT_FIELD:
		break;
	}
	h *= 0x9e3779b97f4a7c15u;
	return (uint32_t)(h >> 32);
}

static void index_put(struct place_index *x, const struct place *p, uint32_t id)
{
	uint32_t i = step_hash(p) & (x->room - 1);

	while (x->slot[i])
		i = (i + 1) & (x->room - 1);
	x->slot[i] = id + 1;
}

static void index_grow(struct function *f, struct arena *a)
{
	struct place_index *x = f->place_index;

	if (!x)
		f->place_index = x = ARENA_NEW(a, struct place_index);
	x->room = x->room ? x->room * 2 : 32;
	x->slot = ARENA_ARRAY(a, uint32_t, x->room);
	for (uint32_t i = 0; i < f->places.count; i++)
		index_put(x, &f->places.at[i], i);
}

static uint32_t place_intern(struct function *f, struct arena *a,
			     const struct place *p)
{
	if (!f->place_index || f->places.count * 2 >= f->place_index->room)
		index_grow(f, a);
	struct place_index *x = f->place_index;
	uint32_t i = step_hash(p) & (x->room - 1);
	for (; x->slot[i]; i = (i + 1) & (x->room - 1))
		if (is_same_step(&f->places.at[x->slot[i] - 1], p))
			return x->slot[i] - 1;
	VEC_PUSH(a, &f->places, *p);
	x->slot[i] = f->places.count;
	return f->places.count - 1;
}

uint32_t place_root(struct function *f, struct arena *a, uint32_t v)
{
	struct place p = { .variable = v,
			   .base = NONE,
			   .index_place = NONE,
			   .type = f->variables.at[v].type };

	return place_intern(f, a, &p);
}

uint32_t place_step(struct function *f, struct arena *a, uint32_t base,
		    const struct place *like)
{
	struct place p = *like;

	p.depth = f->places.at[base].depth + 1;
	if (p.depth > PLACE_DEPTH)
		return NONE;
	p.variable = f->places.at[base].variable;
	p.base = base;
	return place_intern(f, a, &p);
}

static void append_place(struct str *out, const struct function *f,
			 uint32_t id);

// What a reference names is written as the reference itself.
static bool is_reference(const struct function *f, uint32_t id)
{
	const struct type *t = f->places.at[id].type;

	return t &&
	       (t->kind == TYPE_REFERENCE || t->kind == TYPE_RVALUE_REFERENCE);
}

// What stands before a subscript: p[i] is written for (*p)[i].
static void append_indexed(struct str *out, const struct function *f,
			   uint32_t id)
{
	const struct place *p = &f->places.at[id];

	append_place(out, f, p->projection == PROJECT_DEREF ? p->base : id);
}

static void append_place(struct str *out, const struct function *f, uint32_t id)
{
	const struct place *p = &f->places.at[id];
	const struct variable *v = &f->variables.at[p->variable];

	switch (p->projection) {
	case PROJECT_NONE:
		if (v->kind == VARIABLE_THIS)
			str_add(out, "this");
		else if (v->kind == VARIABLE_RETURN)
			str_add(out, "return");
		else if (*v->name)
			str_add(out, v->name);
		else
			str_printf(out, "%%%" PRIu32, p->variable);
		return;
	case PROJECT_DEREF:
		if (!is_reference(f, p->base))
			str_add_char(out, '*');
		append_place(out, f, p->base);
		return;
	case PROJECT_FIELD:
		if (f->places.at[p->base].projection == PROJECT_DEREF &&
		    !is_reference(f, f->places.at[p->base].base)) {
			append_place(out, f, f->places.at[p->base].base);
			str_printf(out, "->%s", p->field);
		} else {
			append_place(out, f, p->base);
			str_printf(out, ".%s", p->field);
		}
		return;
	case PROJECT_INDEX:
		append_indexed(out, f, p->base);
		str_printf(out, "[%" PRId64 "]", p->index);
		return;
	case PROJECT_ELEMENT:
		append_indexed(out, f, p->base);
		str_add_char(out, '[');
		if (p->index_place == NONE)
			str_add_char(out, '*');
		else
			append_place(out, f, p->index_place);
		str_add_char(out, ']');
		return;
	}
}

const char *place_text(const struct function *f, struct arena *a, uint32_t p)
{
	struct str s = STR_INIT;

	append_place(&s, f, p);
	const char *text = arena_strndup(a, s.text, s.length);
	str_release(&s);
	return text;
}
