// SPDX-License-Identifier: Apache-2.0
#include "model/matter.h"

static bool is_owed(const struct obligation *o, bool hints)
{
	return o->is_set && (hints || o->level != SEVERITY_HINT);
}

static bool production_matters(const struct effect *e, bool hints)
{
	if (e->owes)
		return is_owed(e->owes, hints);
	return e->family && (is_owed(&e->family->must_be_consumed, hints) ||
			     is_owed(&e->family->must_be_completed, hints));
}

static bool effect_matters(const struct effect *e, bool hints)
{
	switch (e->kind) {
	case EFFECT_PRODUCE:
	case EFFECT_REARM:
		return production_matters(e, hints);
	case EFFECT_CONSUME:
	case EFFECT_CONSUME_NO_RESULT:
	case EFFECT_COMPLETE:
	case EFFECT_TRANSFER:
	case EFFECT_CONVERT:
	case EFFECT_SHARE:
	case EFFECT_UNREF:
	case EFFECT_WAIT_ALL:
	case EFFECT_WAIT_ANY:
	case EFFECT_RETURN_BACK:
	case EFFECT_INVALIDATE_ALL:
	case EFFECT_MAYBE_CONSUME:
		return true;
	case EFFECT_NONE:
	case EFFECT_PRODUCE_EMPTY:
	case EFFECT_PRODUCE_DETACHED:
	case EFFECT_BORROW:
	case EFFECT_READ:
	case EFFECT_OBSERVE:
	case EFFECT_WAIT:
	case EFFECT_REF:
	case EFFECT_CANCEL:
	case EFFECT_GUARD:
	case EFFECT_DESTROY:
	case EFFECT_SPAWN:
	case EFFECT_FORGET:
	case EFFECT_COUNT:
		break;
	}
	return false;
}

static bool outcome_matters(const struct outcome *o, bool hints)
{
	for (uint32_t i = 0; i < o->effect_count; i++)
		if (effect_matters(&o->effects[i], hints))
			return true;
	return false;
}

static bool choice_matters(const struct choice *c, bool hints)
{
	for (uint32_t i = 0; i < c->outcome_count; i++)
		if (outcome_matters(&c->outcomes[i], hints))
			return true;
	return c->has_unchecked && effect_matters(&c->unchecked, hints);
}

static bool takes(enum effect_kind k)
{
	struct effect e = { .kind = k };

	return effect_matters(&e, false);
}

// What the function that is run must do, or does.
static bool callback_matters(const struct callback *c)
{
	return takes(c->must) || takes(c->gives) || takes(c->on_return) ||
	       takes(c->return_false) || takes(c->return_true);
}

bool operation_matters(const struct operation *op, bool hints)
{
	for (uint32_t i = 0; i < op->choice_count; i++)
		if (choice_matters(&op->choices[i], hints))
			return true;
	for (uint32_t i = 0; i < op->callback_count; i++)
		if (callback_matters(&op->callbacks[i]))
			return true;
	return false;
}

static bool is_action(enum effect_kind k)
{
	return k != EFFECT_NONE && k != EFFECT_FORGET && k != EFFECT_OBSERVE &&
	       k != EFFECT_GUARD && k != EFFECT_BORROW;
}

bool operation_acts(const struct operation *op)
{
	for (uint32_t i = 0; i < op->choice_count; i++)
		for (uint32_t k = 0; k < op->choices[i].outcome_count; k++) {
			const struct outcome *o = &op->choices[i].outcomes[k];
			for (uint32_t n = 0; n < o->effect_count; n++)
				if (is_action(o->effects[n].kind))
					return true;
		}
	return false;
}

bool family_matters(const struct family *f)
{
	if (f->mode == MODE_MULTI)
		return false;
	for (int i = 0; i < STORAGE_COUNT; i++)
		if (f->storage[i] != PERMIT_ALLOW)
			return true;
	return f->is_made_by_calls || f->match == MATCH_RECORD ||
	       f->match == MATCH_TEMPLATE;
}
