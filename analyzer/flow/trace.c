// SPDX-License-Identifier: Apache-2.0
// The story behind a failed check. Paths keep backward links only; the steps
// are put together when something is reported.
#include "flow/trace.h"

#include <inttypes.h>
#include <string.h>

#define CONDITIONS_MAX 6

uint32_t trace_add(struct solver *sv, struct state *s, const struct trace *t)
{
	struct trace node = *t;

	node.previous = s->trace;
	node.block = sv->block;
	VEC_PUSH(sv->keep, &sv->traces, node);
	s->trace = sv->traces.count - 1;
	return s->trace;
}

static const char *operand_text(struct story *st, const struct operand *o)
{
	const struct function *f = st->sv->f;

	switch (o->kind) {
	case OPERAND_PLACE:
	case OPERAND_ADDRESS:
		if (f->variables.at[f->places.at[o->place].variable].kind ==
		    VARIABLE_TEMPORARY)
			return NULL;
		return place_text(f, st->arena, o->place);
	case OPERAND_INTEGER:
		if (o->name)
			return o->name;
		return arena_printf(st->arena, "%" PRId64, o->integer);
	case OPERAND_NULL:
		return "null";
	case OPERAND_NONE:
	case OPERAND_STRING:
	case OPERAND_FUNCTION:
	case OPERAND_UNKNOWN:
		break;
	}
	return NULL;
}

static const char *condition_text(struct story *st, const struct trace *t)
{
	const struct condition *c = t->condition;

	if (!c)
		return arena_printf(st->arena, "case '%s' is taken",
				    t->text ? t->text : "of this switch");
	const char *l = operand_text(st, &c->lhs);
	const char *r = operand_text(st, &c->rhs);
	bool is_truth = c->operator== BINARY_NOT_EQUAL &&(
		c->rhs.kind == OPERAND_NULL ||
		(c->rhs.kind == OPERAND_INTEGER && c->rhs.integer == 0 &&
		 !c->rhs.name));
	if (l && is_truth)
		return arena_printf(st->arena, "'%s' is %s here", l,
				    t->holds ? "true" : "false");
	if (l && r)
		return arena_printf(
			st->arena, "'%s %s %s' here", l,
			binary_word(t->holds ? c->operator
					     : binary_negated(c->operator)),
			r);
	return arena_printf(st->arena, "the condition is %s here",
			    t->holds == (c->operator!= BINARY_EQUAL) ? "true"
								     : "false");
}

void story_step(struct story *st, enum step_kind kind, struct loc loc,
		bool essential, uint32_t depth, const char *message)
{
	struct step step = { .kind = kind,
			     .is_essential = essential,
			     .depth = depth,
			     .loc = loc,
			     .message = message };

	VEC_PUSH(st->arena, &st->steps, step);
}

static const char *verb(enum step_kind k)
{
	switch (k) {
	case STEP_PRODUCE:
		return "made";
	case STEP_CONSUME:
		return "consumed";
	case STEP_TRANSFER:
		return "handed over";
	case STEP_COMPLETE:
		return "completed";
	case STEP_OBSERVE:
		return "used";
	case STEP_CONDITION:
	case STEP_CALL:
	case STEP_LOOP:
	case STEP_LEAVE:
	case STEP_STORE:
		break;
	}
	return "touched";
}

void story_event(struct story *st, const struct trace *t, const char *order)
{
	if (t->step == STEP_TRANSFER && t->op != NONE && !t->inner && t->text &&
	    strcmp(t->text, "std::move") == 0) {
		story_step(st, t->step, t->loc, true, 0,
			   arena_printf(st->arena, "%smoved away here", order));
		return;
	}
	story_step(st, t->step, t->loc, true, 0,
		   arena_printf(st->arena, "%s%s here by '%s'", order,
				verb(t->step), t->text ? t->text : "?"));
	if (t->inner && t->inner->loc.line)
		story_step(st, t->step, t->inner->loc, false, 1,
			   arena_printf(st->arena, "inside '%s', '%s' does it",
					t->text,
					t->inner->operation
						? t->inner->operation
						: "this"));
}

// The conditions taken on the path between two of its nodes, oldest first.
void story_conditions(struct story *st, uint32_t from, uint32_t to)
{
	uint32_t nodes[CONDITIONS_MAX], n = 0;

	for (uint32_t i = to; i != NONE && i != from;
	     i = st->sv->traces.at[i].previous) {
		const struct trace *t = &st->sv->traces.at[i];
		if (t->step != STEP_CONDITION || !t->loc.line)
			continue;
		if (n && t->condition &&
		    st->sv->traces.at[nodes[n - 1]].condition == t->condition)
			continue;
		if (n < CONDITIONS_MAX)
			nodes[n++] = i;
	}
	while (n) {
		const struct trace *t = &st->sv->traces.at[nodes[--n]];
		story_step(st, STEP_CONDITION, t->loc, false, 0,
			   condition_text(st, t));
	}
}
