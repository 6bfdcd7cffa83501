// SPDX-License-Identifier: Apache-2.0
// From a path of a function's interface to the places it denotes at a call.
#include <string.h>

#include "flow/engine.h"

#define ELEMENTS_MAX 64

static void add(struct solver *sv, struct targets *out, struct target t)
{
	VEC_PUSH(sv->scratch, &out->list, t);
}

static struct target operand_target(struct solver *sv, struct state *s,
				    const struct operand *o)
{
	struct target t = { .region = NONE, .argument = NONE };

	t.is_move =
		o->passing == PASS_MOVE || o->passing == PASS_RVALUE_REFERENCE;
	if (o->kind == OPERAND_PLACE) {
		t.region = eval_place(sv, s, o->place);
		t.value = eval_load(sv, s, t.region);
	} else {
		t.value = eval_operand(sv, s, o);
	}
	return t;
}

static struct target place_target(struct solver *sv, struct state *s,
				  uint32_t place)
{
	struct target t = { .region = eval_place(sv, s, place),
			    .argument = NONE };

	t.value = eval_load(sv, s, t.region);
	return t;
}

static uint32_t named_field(struct solver *sv, uint32_t parent,
			    const struct path_step *step)
{
	if (step->field_usr)
		return region_field(&sv->m, parent, step->field,
				    step->field_usr, step->type);
	// Packs know the field's name only.
	for (uint32_t i = 0; i < sv->m.regions.count; i++) {
		const struct region *r = &sv->m.regions.at[i];
		if (r->kind == REGION_FIELD && r->parent == parent &&
		    strcmp(r->field, step->field) == 0)
			return i;
	}
	return region_field(&sv->m, parent, step->field, NULL, NULL);
}

static const struct type *pointee_type(const struct region *r)
{
	return r->type ? r->type->pointee : NULL;
}

// One step from `t`; false if it leads nowhere known.
static bool step_target(struct solver *sv, struct state *s, struct target *t,
			const struct path_step *step)
{
	const struct type *type = NULL;

	if (step->projection == PROJECT_DEREF) {
		if (t->region != NONE)
			type = pointee_type(&sv->m.regions.at[t->region]);
		if (t->region != NONE && t->value.kind == VALUE_UNKNOWN) {
			t->value =
				eval_fresh(sv, s, REGION_SLOT(t->region), NULL);
			state_bind(s, sv->scratch, t->region, t->value);
		}
		t->region = eval_pointee(sv, s, t->value, type);
	} else if (t->region == NONE) {
		return false;
	} else if (step->projection == PROJECT_FIELD) {
		t->region = named_field(sv, t->region, step);
	} else if (step->projection == PROJECT_INDEX) {
		t->region = eval_index(sv, t->region, step->index, step->type);
	} else if (step->projection == PROJECT_ELEMENT) {
		t->region = region_element(&sv->m, t->region, NONE, step->type);
	}
	if (t->region == NONE)
		return false;
	t->value = eval_load(sv, s, t->region);
	return true;
}

// A pointer to an array points to its first element.
static void first_element(struct solver *sv, struct state *s, struct target *t)
{
	uint32_t r = eval_first(sv, t->region);

	if (r == t->region)
		return;
	t->region = r;
	t->value = eval_load(sv, s, r);
}

// The handle whose field this argument is: f(cookie.sequence).
static bool owner_target(struct solver *sv, struct state *s, struct target *t,
			 const char *field)
{
	if (t->region == NONE)
		return false;
	const struct region *r = &sv->m.regions.at[t->region];
	if (r->kind != REGION_FIELD || strcmp(r->field, field) != 0)
		return false;
	t->region = r->parent;
	t->value = eval_load(sv, s, t->region);
	return true;
}

static void element_target(struct solver *sv, struct state *s,
			   struct targets *out, uint32_t element,
			   const struct target *whole)
{
	struct target t = *whole;

	t.region = element;
	t.value = eval_load(sv, s, element);
	add(sv, out, t);
}

static int64_t element_count(struct solver *sv, struct state *s,
			     const struct op *op, const struct path *p)
{
	if (p->element_count)
		return p->element_count;
	if (p->count_argument == NONE ||
	    p->count_argument >= op->argument_count)
		return -1;
	struct value v = eval_operand(sv, s, &op->arguments[p->count_argument]);
	return v.kind == VALUE_INTEGER ? v.integer : -1;
}

static bool is_listed(const struct targets *out, uint32_t region)
{
	for (uint32_t i = 0; i < out->list.count; i++)
		if (out->list.at[i].region == region)
			return true;
	return false;
}

// Every element of the array or container `t`: those with a name of their own,
// and the one that stands for all the others.
static void each_element(struct solver *sv, struct state *s,
			 const struct op *op, const struct path *p,
			 struct target t, struct targets *out)
{
	int64_t n = element_count(sv, s, op, p);

	if (t.value.kind == VALUE_ADDRESS)
		t.region = t.value.id; // a decayed array
	else if (!p->is_range && t.value.kind == VALUE_SYMBOL &&
		 t.region != NONE && sv->m.regions.at[t.region].type &&
		 sv->m.regions.at[t.region].type->kind == TYPE_POINTER)
		t.region =
			eval_pointee(sv, s, t.value,
				     pointee_type(&sv->m.regions.at[t.region]));
	if (t.region == NONE)
		return;
	const struct region whole = sv->m.regions.at[t.region];
	if (n == 1 && !(whole.type && whole.type->kind == TYPE_ARRAY)) {
		add(sv, out, t); // the address of a single one
		return;
	}
	const struct type *type = pointee_type(&whole);
	for (int64_t i = 0; i < n && i < ELEMENTS_MAX; i++)
		element_target(sv, s, out, eval_index(sv, t.region, i, type),
			       &t);
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		uint32_t r = s->bindings.at[i].region;
		const struct region *x = &sv->m.regions.at[r];
		while (x->parent != NONE && x->parent != t.region) {
			r = x->parent;
			x = &sv->m.regions.at[r];
		}
		bool element =
			x->kind == REGION_INDEX || x->kind == REGION_ELEMENT;
		if (x->parent != t.region || !element || is_listed(out, r))
			continue;
		if (n >= 0 && (x->kind != REGION_INDEX || x->index >= n))
			continue;
		element_target(sv, s, out, r, &t);
	}
	uint32_t first = eval_index(sv, t.region, 0, type);
	uint32_t others = region_element(&sv->m, t.region, NONE, type);
	if (n < 0 && first == t.region && !is_listed(out, first))
		element_target(sv, s, out, first, &t);
	if (n < 0 && !is_listed(out, others))
		element_target(sv, s, out, others, &t);
}

static bool argument_target(struct solver *sv, struct state *s,
			    const struct op *op, uint32_t index,
			    struct target *t)
{
	if (index >= op->argument_count)
		return false;
	*t = operand_target(sv, s, &op->arguments[index]);
	t->argument = index;
	return true;
}

static uint32_t argument_of_type(const struct op *op, const char *type)
{
	const struct callee *c = op->callee;

	for (uint32_t i = 0; c && i < c->parameter_count; i++) {
		const struct type *t = c->parameters[i];
		if (strcmp(t->spelling, type) == 0)
			return i;
		for (const char *const *a = t->aliases; a && *a; a++)
			if (strcmp(*a, type) == 0)
				return i;
		if (t->kind == TYPE_POINTER && t->pointee && t->pointee->name) {
			size_t n = strlen(t->pointee->name);
			const char *const *a = t->pointee->aliases;
			if (strncmp(t->pointee->name, type, n) == 0 &&
			    strcmp(type + n, " *") == 0)
				return i;
			for (; a && *a; a++)
				if (strncmp(*a, type, strlen(*a)) == 0 &&
				    strcmp(type + strlen(*a), " *") == 0)
					return i;
		}
	}
	return NONE;
}

static bool root_target(struct solver *sv, struct state *s, const struct op *op,
			const struct path *p, struct target *t)
{
	*t = (struct target){ .region = NONE, .argument = NONE };
	switch (p->root) {
	case PATH_ARGUMENT:
	case PATH_EACH_ARGUMENT:
		return argument_target(sv, s, op, p->index, t);
	case PATH_ARGUMENT_OF_TYPE:
		return argument_target(sv, s, op, argument_of_type(op, p->usr),
				       t);
	case PATH_THIS:
		if (op->receiver.kind == OPERAND_NONE) {
			if (op->dst == NONE)
				return false;
			*t = place_target(sv, s, op->dst); // a constructor
			return true;
		}
		*t = operand_target(sv, s, &op->receiver);
		if (op->receiver.kind == OPERAND_ADDRESS &&
		    t->value.kind == VALUE_ADDRESS)
			t->region = t->value.id;
		return t->region != NONE;
	case PATH_RETURN:
		if (op->dst == NONE)
			return false;
		*t = place_target(sv, s, op->dst);
		return true;
	case PATH_OPERAND:
		*t = operand_target(sv, s, &op->src);
		return t->region != NONE;
	case PATH_GLOBAL:
		t->region = region_global(&sv->m, p->name, p->usr, NULL);
		t->value = eval_load(sv, s, t->region);
		return true;
	case PATH_CAPTURE:
	case PATH_ALL:
		return false;
	}
	return false;
}

// Every pending handle of the family that the effect is about.
static void all_handles(struct solver *sv, struct state *s, struct targets *out)
{
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		if (b->value.kind != VALUE_SYMBOL ||
		    !state_handle(s, b->value.id))
			continue;
		struct target t = { .region = b->region,
				    .value = b->value,
				    .argument = NONE };
		add(sv, out, t);
	}
}

// A combinator takes handles themselves as well as containers of them.
static bool is_one_handle(struct solver *sv, const struct target *t)
{
	return t->region != NONE &&
	       eval_family(sv, sv->m.regions.at[t->region].type);
}

static void follow(struct solver *sv, struct state *s, const struct op *op,
		   const struct path *p, struct target t, struct targets *out)
{
	uint32_t i = 0;

	// A parameter that is a reference: the path starts at the object.
	for (; i < p->count; i++) {
		bool indexed = i + 1 < p->count &&
			       p->steps[i + 1].projection != PROJECT_FIELD;
		if (!step_target(sv, s, &t, &p->steps[i]))
			return;
		if (p->steps[i].projection == PROJECT_DEREF && !indexed)
			first_element(sv, s, &t);
	}
	if (p->of_field && !owner_target(sv, s, &t, p->of_field))
		return;
	if (p->is_elements || (p->is_range && !is_one_handle(sv, &t)))
		each_element(sv, s, op, p, t, out);
	else
		add(sv, out, t);
}

void path_targets(struct solver *sv, struct state *s, const struct op *op,
		  const struct path *p, struct targets *out)
{
	struct target t;

	if (p->root == PATH_ALL) {
		all_handles(sv, s, out);
		return;
	}
	if (!root_target(sv, s, op, p, &t))
		return;
	follow(sv, s, op, p, t, out);
	if (p->root != PATH_EACH_ARGUMENT)
		return;
	for (uint32_t i = p->index + 1; i < op->argument_count; i++)
		if (argument_target(sv, s, op, i, &t))
			follow(sv, s, op, p, t, out);
}
