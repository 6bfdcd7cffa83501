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
		[BINARY_EQUAL] = "==",  [BINARY_NOT_EQUAL] = "!=",
		[BINARY_LESS] = "<",    [BINARY_LESS_EQUAL] = "<=",
		[BINARY_GREATER] = ">", [BINARY_GREATER_EQUAL] = ">=",
		[BINARY_ADD] = "+",     [BINARY_SUBTRACT] = "-",
		[BINARY_AND] = "&",     [BINARY_OR] = "|",
		[BINARY_OTHER] = "?",
	};

	return words[operator];
}

uint32_t place_root(struct function *f, struct arena *a, uint32_t v)
{
	for (uint32_t i = 0; i < f->places.count; i++) {
		const struct place *p = &f->places.at[i];
		if (p->projection == PROJECT_NONE && p->variable == v)
			return i;
	}
	struct place p = { .variable = v,
			   .base = NONE,
			   .index_place = NONE,
			   .type = f->variables.at[v].type };
	VEC_PUSH(a, &f->places, p);
	return f->places.count - 1;
}

static bool is_same_step(const struct place *p, uint32_t base,
			 const struct place *like)
{
	if (p->base != base || p->projection != like->projection)
		return false;
	switch (like->projection) {
	case PROJECT_NONE:
	case PROJECT_DEREF:
		return true;
	case PROJECT_FIELD:
		return str_equal(p->field_usr, like->field_usr) &&
		       str_equal(p->field, like->field);
	case PROJECT_INDEX:
		return p->index == like->index;
	case PROJECT_ELEMENT:
		return p->index_place == like->index_place;
	}
	return false;
}

uint32_t place_step(struct function *f, struct arena *a, uint32_t base,
		    const struct place *like)
{
	uint32_t depth = f->places.at[base].depth + 1;

	if (depth > PLACE_DEPTH)
		return NONE;
	for (uint32_t i = base + 1; i < f->places.count; i++)
		if (is_same_step(&f->places.at[i], base, like))
			return i;
	struct place p = *like;
	p.variable = f->places.at[base].variable;
	p.base = base;
	p.depth = depth;
	VEC_PUSH(a, &f->places, p);
	return f->places.count - 1;
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
		str_add(out, "*");
		append_place(out, f, p->base);
		return;
	case PROJECT_FIELD:
		if (f->places.at[p->base].projection == PROJECT_DEREF) {
			append_place(out, f, f->places.at[p->base].base);
			str_printf(out, "->%s", p->field);
		} else {
			append_place(out, f, p->base);
			str_printf(out, ".%s", p->field);
		}
		return;
	case PROJECT_INDEX:
		append_place(out, f, p->base);
		str_printf(out, "[%" PRId64 "]", p->index);
		return;
	case PROJECT_ELEMENT:
		append_place(out, f, p->base);
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
