// SPDX-License-Identifier: Apache-2.0
// Conditions on a call's arguments: constants, flags, attribute objects.
#include <string.h>

#include "flow/engine.h"

static bool spells(const struct operand *o, const char *name)
{
	const char *at = o->name;
	size_t n = strlen(name);

	// The spelled constant may be an expression: WEXITED | WNOWAIT.
	while (at && (at = strstr(at, name))) {
		char before = at == o->name ? ' ' : at[-1];
		char after = at[n];
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
			    "XYZ0123456789_",
			    before) &&
		    (!after || !strchr("abcdefghijklmnopqrstuvwxyz"
				       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "0123456789_",
				       after)))
			return true;
		at += n;
	}
	return false;
}

static enum truth flag_test(const struct when *w, const struct operand *o)
{
	bool has = false;

	if (o->kind != OPERAND_INTEGER && o->kind != OPERAND_NULL)
		return TRUTH_UNKNOWN;
	for (uint32_t i = 0; i < w->value_count; i++)
		if (w->names && w->names[i])
			has |= o->integer != 0 && spells(o, w->names[i]);
		else
			has |= (o->integer & w->values[i]) != 0;
	return has == (w->kind == WHEN_FLAG) ? TRUTH_YES : TRUTH_NO;
}

// An attribute object is told apart by the calls that set it up; a null
// pointer means the defaults.
static enum truth attribute_test(struct solver *sv, struct state *s,
				 const struct when *w, const struct operand *o)
{
	bool detached = w->value_count && w->values[0] != 0;

	if (o->kind == OPERAND_NULL || o->kind == OPERAND_INTEGER)
		return detached ? TRUTH_NO : TRUTH_YES;
	struct value v = eval_operand(sv, s, o);
	uint32_t r = eval_pointee(sv, s, v, NULL);
	if (r == NONE)
		return TRUTH_UNKNOWN;
	r = region_field(&sv->m, r, "#detached", NULL, NULL);
	v = eval_load(sv, s, r);
	if (v.kind == VALUE_INTEGER)
		return (v.integer != 0) == detached ? TRUTH_YES : TRUTH_NO;
	return TRUTH_UNKNOWN;
}

enum truth argument_test(struct solver *sv, struct state *s,
			 const struct op *op, const struct when *w)
{
	if (w->index >= op->argument_count)
		return TRUTH_NO;
	const struct operand *o = &op->arguments[w->index];
	switch (w->kind) {
	case WHEN_FLAG:
	case WHEN_NO_FLAG:
		return flag_test(w, o);
	case WHEN_ATTRIBUTE:
		return attribute_test(sv, s, w, o);
	case WHEN_ARGUMENT:
		return when_test(sv, s, w, eval_operand(sv, s, o), NONE);
	case WHEN_RETURN:
	case WHEN_OUT:
	case WHEN_PATH:
	case WHEN_PATHS:
	case WHEN_THROWS:
		break;
	}
	return TRUTH_UNKNOWN;
}

bool when_is_open(const struct when *w)
{
	return w->kind == WHEN_RETURN || w->kind == WHEN_OUT ||
	       w->kind == WHEN_THROWS;
}

void argument_set_attribute(struct solver *sv, struct state *s,
			    const struct op *op,
			    const struct operation *operation)
{
	const struct operand *value;
	struct value v = { .kind = VALUE_UNKNOWN };
	uint32_t r;

	if (operation->attribute_argument >= op->argument_count ||
	    operation->attribute_value >= op->argument_count)
		return;
	value = &op->arguments[operation->attribute_value];
	r = eval_pointee(
		sv, s,
		eval_operand(sv, s,
			     &op->arguments[operation->attribute_argument]),
		NULL);
	if (r == NONE)
		return;
	if (value->kind == OPERAND_INTEGER && value->name)
		v = (struct value){
			.kind = VALUE_INTEGER,
			.integer = spells(value, operation->attribute_detached)
		};
	eval_store(sv, s, region_field(&sv->m, r, "#detached", NULL, NULL), v);
}

static bool path_is_about(const struct op *op, const struct path *p, uint32_t i)
{
	switch (p->root) {
	case PATH_ARGUMENT:
		return p->index == i || p->count_argument == i ||
		       p->index_out_argument == i;
	case PATH_EACH_ARGUMENT:
		return i >= p->index;
	case PATH_ARGUMENT_OF_TYPE:
	case PATH_ALL:
		return true;
	case PATH_THIS:
	case PATH_RETURN:
	case PATH_OPERAND:
	case PATH_GLOBAL:
	case PATH_CAPTURE:
		break;
	}
	(void)op;
	return false;
}

static bool choice_is_about(const struct op *op, const struct choice *c,
			    uint32_t i)
{
	for (uint32_t k = 0; k < c->outcome_count; k++) {
		const struct outcome *o = &c->outcomes[k];
		for (uint32_t j = 0; j < o->effect_count; j++)
			if (path_is_about(op, &o->effects[j].subject, i))
				return true;
		for (uint32_t j = 0; j < o->when_count; j++)
			if (o->when[j].kind != WHEN_RETURN &&
			    o->when[j].index == i)
				return true;
	}
	return false;
}

// Whether the rules say what becomes of argument `i`; of all others unknown
// code may do anything.
bool argument_is_described(const struct op *op, struct operation_list list,
			   uint32_t i)
{
	for (uint32_t k = 0; k < list.count; k++) {
		const struct operation *x = list.at[k];
		if (x->is_alias && x->alias_argument == i)
			return true;
		if (x->attribute_detached)
			return true;
		for (uint32_t j = 0; j < x->choice_count; j++)
			if (choice_is_about(op, &x->choices[j], i))
				return true;
		for (uint32_t j = 0; j < x->callback_count; j++)
			if (x->callbacks[j].argument == i ||
			    x->callbacks[j].pass_argument == i ||
			    (x->callbacks[j].passes_rest &&
			     i >= x->callbacks[j].pass_argument))
				return true;
	}
	return false;
}
