// SPDX-License-Identifier: Apache-2.0
// What an operation does to one handle: the check, then the new typestate.
#include <string.h>

#include "flow/engine.h"

static enum step_kind effect_step(enum effect_kind k)
{
	switch (k) {
	case EFFECT_PRODUCE:
	case EFFECT_PRODUCE_EMPTY:
	case EFFECT_PRODUCE_DETACHED:
	case EFFECT_BORROW:
	case EFFECT_REARM:
		return STEP_PRODUCE;
	case EFFECT_CONSUME:
	case EFFECT_UNREF:
	case EFFECT_WAIT_ALL:
	case EFFECT_WAIT_ANY:
	case EFFECT_MAYBE_CONSUME:
	case EFFECT_DESTROY:
		return STEP_CONSUME;
	case EFFECT_COMPLETE:
		return STEP_COMPLETE;
	case EFFECT_CONSUME_NO_RESULT:
	case EFFECT_TRANSFER:
	case EFFECT_CONVERT:
	case EFFECT_SHARE:
	case EFFECT_RETURN_BACK:
	case EFFECT_INVALIDATE_ALL:
		return STEP_TRANSFER;
	case EFFECT_NONE:
	case EFFECT_READ:
	case EFFECT_OBSERVE:
	case EFFECT_WAIT:
	case EFFECT_REF:
	case EFFECT_CANCEL:
	case EFFECT_GUARD:
	case EFFECT_SPAWN:
	case EFFECT_FORGET:
	case EFFECT_COUNT:
		break;
	}
	return STEP_OBSERVE;
}

static bool is_handing_over(enum effect_kind k)
{
	return effect_step(k) == STEP_TRANSFER;
}

static bool takes(enum effect_kind k)
{
	return k == EFFECT_CONSUME || k == EFFECT_UNREF ||
	       k == EFFECT_WAIT_ALL || k == EFFECT_WAIT_ANY ||
	       k == EFFECT_MAYBE_CONSUME;
}

// The name of what is wrong when `e` meets a handle whose right is gone.
static enum finding_kind dead_kind(struct solver *sv, const struct handle *h,
				   const struct occasion *o, uint8_t set)
{
	enum effect_kind k = o->effect->kind;
	bool again_all = k == EFFECT_WAIT_ALL || k == EFFECT_WAIT_ANY;

	if (k == EFFECT_COMPLETE)
		return set & TS_CONSUMED ? KIND_DOUBLE_COMPLETE
					 : KIND_USE_AFTER_TRANSFER;
	if ((h->flags & HANDLE_BY_WAIT_ALL) && (again_all || takes(k)))
		return again_all || !(h->flags & HANDLE_BY_MOVE)
			       ? KIND_WAIT_ALL
			       : KIND_USE_AFTER_TRANSFER;
	if ((set & TS_TRANSFERRED) ||
	    ((h->flags & HANDLE_BY_WAIT_ALL) && (h->flags & HANDLE_BY_MOVE)))
		return KIND_USE_AFTER_TRANSFER;
	if ((sv->by_thread || (h->flags & HANDLE_BY_THREAD)) && takes(k))
		return KIND_CONCURRENT_CONSUME;
	if (again_all)
		return KIND_WAIT_ALL;
	if (takes(k) || k == EFFECT_CONSUME_NO_RESULT)
		return KIND_DOUBLE_CONSUME;
	return is_handing_over(k) ? KIND_USE_AFTER_TRANSFER
				  : KIND_USE_AFTER_CONSUME;
}

// Elements that one name stands for: only a second pass over all of them is
// certain to meet a consumed one.
static bool meets_itself(struct solver *sv, const struct handle *h,
			 uint8_t facet)
{
	uint32_t last = h->last[facet];

	if (!(h->flags & HANDLE_WEAK) || last == NONE)
		return false;
	const struct trace *t = &sv->traces.at[last];
	bool all_at_once = (h->flags & HANDLE_BY_WAIT_ALL) ||
			   (t->inner && !t->inner->is_maybe);
	if (t->op == NONE || sweep_same_loop(sv, t->op, sv->op_number))
		return true;
	if (all_at_once)
		return false;
	return !sweep_covers(sv, t->op) ||
	       (sweep_covers(sv, sv->op_number) &&
		!sweep_same_bounds(sv, t->op, sv->op_number));
}

static bool needs_live(enum effect_kind k)
{
	switch (effect_step(k)) {
	case STEP_CONSUME:
		return k != EFFECT_DESTROY;
	case STEP_TRANSFER:
		return k != EFFECT_INVALIDATE_ALL;
	case STEP_COMPLETE:
		return true;
	case STEP_OBSERVE:
		return k == EFFECT_OBSERVE || k == EFFECT_WAIT ||
		       k == EFFECT_READ || k == EFFECT_CANCEL;
	case STEP_PRODUCE:
	case STEP_CONDITION:
	case STEP_CALL:
	case STEP_LOOP:
	case STEP_LEAVE:
	case STEP_STORE:
		break;
	}
	return false;
}

// Whether nothing happens when the handle is null or has no operation.
static bool is_empty_fine(const struct handle *h, const struct effect *e)
{
	return e->null_ok && !(h->flags & HANDLE_GARBAGE);
}

// What may be taken again may be looked at.
static bool is_harmless(const struct handle *h, const struct effect *e)
{
	return (takes(e->kind) || effect_step(e->kind) == STEP_OBSERVE) &&
	       handle_is_benign(h);
}

static enum after_consume after(const struct handle *h, const struct effect *e)
{
	return e->has_after ? e->after : h->family->after;
}

// The variable of what was taken is empty: giving that up is nothing.
static bool is_given_up(const struct handle *h, const struct effect *e)
{
	return e->kind == EFFECT_CONSUME_NO_RESULT && is_empty_fine(h, e) &&
	       after(h, e) == AFTER_EMPTY &&
	       !(h->set[e->facet] & (TS_LIVE | TS_UNKNOWN));
}

// The rules about what may follow what. One check per operation and handle.
static void check_effect(struct solver *sv, struct state *s,
			 const struct subject *x, const struct occasion *o)
{
	const struct effect *e = o->effect;
	struct handle *h = x->handle;
	uint8_t set = h->set[e->facet];
	uint8_t dead = set & TS_DEAD;
	enum finding_kind kind = KIND_DOUBLE_CONSUME;
	bool wrong = false, certain = true;

	if (!needs_live(e->kind) || h->family->mode == MODE_MULTI)
		return;
	if (is_harmless(h, e))
		return;
	if (e->null_ok && e->kind == EFFECT_TRANSFER && !(set & TS_LIVE))
		return; // an empty object shifted to another place
	if (dead && h->permits <= 0 && !meets_itself(sv, h, e->facet)) {
		kind = dead_kind(sv, h, o, dead);
		wrong = true;
		certain = dead == set;
	} else if (set == TS_EMPTY && !(h->flags & HANDLE_WEAK) &&
		   ((h->flags & HANDLE_NULLED) || !eval_is_indexed(sv)) &&
		   (takes(e->kind) || e->kind == EFFECT_CONSUME_NO_RESULT) &&
		   !is_empty_fine(h, e)) {
		kind = (h->flags & HANDLE_NULLED) &&
				       (h->flags & HANDLE_BY_WAIT_ALL)
			       ? KIND_WAIT_ALL
			       : KIND_CONSUME_UNSTARTED;
		wrong = true;
		certain = !(h->flags & HANDLE_DOUBTED);
	} else if (e->requires_complete && set == TS_PENDING) {
		kind = KIND_RESULT_BEFORE_COMPLETION;
		wrong = true;
	}
	if (h->flags & HANDLE_MAYBE)
		certain = false;
	// Two threads that can both do it need no more than the chance.
	certain |= kind == KIND_CONCURRENT_CONSUME;
	check_add(sv, s, kind, wrong, certain, h,
		  o->is_element ? o->element : x->region, e->facet, o);
}

static void set_all(struct handle *h, uint8_t set)
{
	memset(h->set, set, sizeof(h->set));
}

static void complete_others(struct handle *h, int but)
{
	for (int i = 0; i < FACET_MAX; i++)
		if (i != but && (h->set[i] & TS_PENDING))
			h->set[i] = (uint8_t)((h->set[i] & ~TS_PENDING) |
					      TS_COMPLETE);
}

static void note(struct solver *sv, struct state *s, uint32_t symbol,
		 const struct occasion *o)
{
	struct trace t = { .symbol = symbol,
			   .step = effect_step(o->effect->kind),
			   .effect = o->effect->kind,
			   .op = sv->op_number,
			   .loc = sv->op->loc,
			   .text = o->what,
			   .inner = o->inner };
	uint32_t node = trace_add(sv, s, &t);
	struct handle *h = state_handle(s, symbol);

	if (t.step == STEP_PRODUCE) {
		h->made = node;
		for (int i = 0; i < FACET_MAX; i++)
			h->last[i] = node;
	} else if (t.step == STEP_OBSERVE) {
		h->flags |= HANDLE_OBSERVED;
	} else {
		h->last[o->effect->facet] = node;
	}
}

static void take(struct solver *sv, struct handle *h, const struct occasion *o)
{
	const struct effect *e = o->effect;
	uint8_t *set = &h->set[e->facet];

	if (h->family->mode == MODE_COUNTED && h->permits > 0) {
		h->permits--;
		return;
	}
	if (e->kind == EFFECT_MAYBE_CONSUME || e->is_maybe) {
		*set |= TS_CONSUMED;
		h->flags |= HANDLE_MAYBE;
		if (sv->by_thread)
			h->flags |= HANDLE_BY_THREAD;
		return;
	}
	if (e->requires_complete && *set == TS_UNKNOWN &&
	    !(h->flags & (HANDLE_GUARDED | HANDLE_PROVEN)))
		h->flags |= HANDLE_UNPROVEN;
	if (e->null_ok && *set == TS_UNKNOWN)
		h->flags |= HANDLE_NULL_OK;
	*set = TS_CONSUMED;
	if (e->kind == EFFECT_WAIT_ALL || e->kind == EFFECT_WAIT_ANY)
		h->flags |= HANDLE_BY_WAIT_ALL;
	if (o->is_move)
		h->flags |= HANDLE_BY_MOVE;
	if (sv->by_thread)
		h->flags |= HANDLE_BY_THREAD;
}

// One of several was consumed, nobody can tell which.
static void take_any(struct handle *h, const struct effect *e)
{
	h->set[e->facet] |= TS_CONSUMED;
	h->flags |= HANDLE_MAYBE;
}

static void change(struct solver *sv, struct handle *h,
		   const struct occasion *o)
{
	const struct effect *e = o->effect;
	uint8_t *set = &h->set[e->facet];

	switch (e->kind) {
	case EFFECT_CONSUME:
	case EFFECT_UNREF:
	case EFFECT_WAIT_ALL:
	case EFFECT_MAYBE_CONSUME:
		take(sv, h, o);
		break;
	case EFFECT_WAIT_ANY:
		take_any(h, e);
		break;
	case EFFECT_CONSUME_NO_RESULT:
	case EFFECT_CONVERT:
	case EFFECT_SHARE:
	case EFFECT_RETURN_BACK:
	case EFFECT_TRANSFER:
	case EFFECT_INVALIDATE_ALL:
		if (e->is_maybe) {
			*set |= TS_TRANSFERRED;
			h->flags |= HANDLE_MAYBE;
			break;
		}
		if (e->kind == EFFECT_CONSUME_NO_RESULT && e->null_ok &&
		    *set == TS_UNKNOWN)
			h->flags |= HANDLE_NULL_OK;
		*set = TS_TRANSFERRED;
		break;
	case EFFECT_COMPLETE:
		*set = (uint8_t)(e->is_maybe ? *set | TS_CONSUMED
					     : TS_CONSUMED);
		h->flags |= e->is_maybe ? HANDLE_MAYBE : 0u;
		complete_others(h, e->facet);
		break;
	case EFFECT_READ:
		h->flags &= ~(uint32_t)HANDLE_OWED;
		h->flags |= HANDLE_PAID;
		break;
	case EFFECT_WAIT:
		complete_others(h, -1);
		h->flags |= HANDLE_PROVEN;
		break;
	case EFFECT_REF:
		h->permits++;
		break;
	case EFFECT_FORGET:
		set_all(h, TS_UNKNOWN);
		h->flags |= HANDLE_ESCAPED;
		break;
	case EFFECT_NONE:
	case EFFECT_PRODUCE:
	case EFFECT_PRODUCE_EMPTY:
	case EFFECT_PRODUCE_DETACHED:
	case EFFECT_BORROW:
	case EFFECT_REARM:
	case EFFECT_OBSERVE:
	case EFFECT_CANCEL:
	case EFFECT_GUARD:
	case EFFECT_DESTROY:
	case EFFECT_SPAWN:
	case EFFECT_COUNT:
		break;
	}
}

static struct handle made_handle(const struct occasion *o, uint32_t symbol,
				 uint32_t region)
{
	struct handle h = {
		.symbol = symbol,
		.family = o->effect->family,
		.owes = o->effect->owes ? o->effect->owes
					: &o->effect->family->must_be_consumed,
		.made = NONE,
		.region = region
	};

	memset(h.last, 0xff, sizeof(h.last));
	switch (o->effect->kind) {
	case EFFECT_PRODUCE_EMPTY:
		set_all(&h, TS_EMPTY);
		break;
	case EFFECT_PRODUCE_DETACHED:
		set_all(&h, TS_TRANSFERRED);
		h.flags = HANDLE_DETACHED;
		break;
	case EFFECT_BORROW:
		set_all(&h, TS_UNKNOWN);
		h.flags = HANDLE_BORROWED;
		break;
	default:
		set_all(&h, TS_PENDING);
		h.flags = HANDLE_OWED;
		break;
	}
	return h;
}

// The value of an empty handle is the family's first null.
static void assume_null(struct solver *sv, struct state *s,
			const struct handle *h)
{
	for (uint32_t i = 0; i < h->family->null_count; i++) {
		const struct null_value *n = &h->family->nulls[i];
		int64_t k = n->is_integer ? n->integer : 0;
		if (n->macro && !constant_value(sv->engine, n->macro, &k))
			continue;
		state_assume(s, sv->scratch, &sv->m, h->symbol, BINARY_EQUAL,
			     k);
		return;
	}
}

static bool is_kind(const struct solver *sv, uint32_t region,
		    enum type_kind kind)
{
	const struct type *type =
		region == NONE ? NULL : sv->m.regions.at[region].type;

	return type && type->kind == kind;
}

// Whether the object behind a pointer starts again, and the pointer stays. A
// summary may name the object itself.
static bool is_restart(struct solver *sv, const struct state *s,
		       uint32_t region, struct value v, const struct effect *e)
{
	if (e->family->match != MATCH_POINTER_TO ||
	    (e->is_placed && is_kind(sv, region, TYPE_POINTER)))
		return false;
	return v.kind == VALUE_ADDRESS ||
	       (v.kind == VALUE_SYMBOL && !is_kind(sv, region, TYPE_RECORD) &&
		state_test(s, &sv->m, v.id, BINARY_NOT_EQUAL, 0) != TRUTH_NO);
}

// A new operation at `region`, or behind the value `v` if that is NONE.
static void produce(struct solver *sv, struct state *s, uint32_t region,
		    struct value v, const struct occasion *o)
{
	const struct family *family = o->effect->family;
	uint32_t symbol;

	// It starts behind a pointer that others may have as well.
	bool is_elsewhere = family->match == MATCH_POINTER_TO &&
			    !o->effect->is_placed && v.kind == VALUE_UNKNOWN &&
			    is_kind(sv, region, TYPE_POINTER);
	if (is_restart(sv, s, region, v, o->effect))
		region = v.kind == VALUE_ADDRESS ? region_content(&sv->m, v.id)
						 : NONE;
	if (region != NONE) {
		region = handle_region(sv, region, family);
		handle_overwrite(sv, s, region);
		struct value fresh = eval_fresh(sv, s, o->slot + 1,
						sv->m.regions.at[region].type);
		eval_store(sv, s, region, fresh);
		symbol = fresh.id;
	} else if (v.kind == VALUE_SYMBOL) {
		symbol = v.id;
		handle_restart(sv, s, symbol);
	} else {
		return;
	}
	struct handle h = made_handle(o, symbol, region);
	if (region != NONE && region_is_weak(&sv->m, region))
		h.flags |= HANDLE_WEAK;
	if (eval_is_indexed(sv))
		h.flags |= HANDLE_INDEXED;
	if (is_elsewhere)
		h.flags |= HANDLE_ESCAPED;
	state_handle_add(s, sv->scratch, &h);
	if (o->effect->kind == EFFECT_PRODUCE_EMPTY &&
	    h.family->identity == IDENTITY_VALUE)
		assume_null(sv, s, &h);
	for (uint32_t i = 0; i < o->effect->known_count; i++)
		state_assume(s, sv->scratch, &sv->m, symbol,
			     o->effect->known[i].operator,
			     o->effect->known[i].values[0]);
	note(sv, s, symbol, o);
}

static bool makes(enum effect_kind k)
{
	return effect_step(k) == STEP_PRODUCE;
}

static void null_place(struct solver *sv, struct state *s,
		       const struct subject *x, const struct effect *e,
		       uint32_t slot)
{
	if (after(x->handle, e) != AFTER_NULLED || x->region == NONE ||
	    region_is_weak(&sv->m, x->region) || e->is_maybe)
		return;
	if (e->kind == EFFECT_CONSUME || e->kind == EFFECT_CONSUME_NO_RESULT ||
	    e->kind == EFFECT_WAIT_ALL) {
		// A copy of the handle still has the old value: the place gets
		// a new, empty one.
		struct handle h = *x->handle;
		struct value v = eval_fresh(sv, s, slot + 1, NULL);
		h.symbol = v.id;
		h.flags |= HANDLE_NULLED;
		set_all(&h, TS_EMPTY);
		state_handle_add(s, sv->scratch, &h);
		state_bind(s, sv->scratch, x->region, v);
		assume_null(sv, s, &h);
	}
}

// Waiting for a thread orders what it did before what follows.
static void thread_ended(struct solver *sv, struct state *s,
			 const struct handle *thread)
{
	uint32_t op;

	if (thread->made == NONE)
		return;
	op = sv->traces.at[thread->made].op;
	for (uint32_t i = 0; i < s->handles.count; i++) {
		struct handle *h = &s->handles.at[i];
		for (int k = 0; (h->flags & HANDLE_BY_THREAD) && k < FACET_MAX;
		     k++)
			if (h->last[k] != NONE &&
			    sv->traces.at[h->last[k]].op == op)
				h->flags &= ~(uint32_t)HANDLE_BY_THREAD;
	}
}

void effect_apply(struct solver *sv, struct state *s, uint32_t region,
		  struct value v, const struct occasion *o)
{
	const struct effect *e = o->effect;

	if (e->kind == EFFECT_NONE || e->kind == EFFECT_SPAWN || !e->family)
		return;
	if (makes(e->kind)) {
		produce(sv, s, region, v, o);
		return;
	}
	if (e->kind == EFFECT_DESTROY) {
		if (region != NONE)
			handle_end(sv, s, region);
		return;
	}
	if (region == NONE && v.kind == VALUE_INTEGER)
		return; // a constant is nobody's handle: waitpid(-1, ...)
	struct subject x = handle_of_value(sv, s, v, region, e->family);
	if (x.is_null && (e->null_ok || !takes(e->kind)))
		return;
	if (is_given_up(x.handle, e))
		return;
	check_effect(sv, s, &x, o);
	x.handle = state_handle(s, x.symbol);
	if (x.is_null ||
	    (e->kind == EFFECT_WAIT_ANY && x.handle->set[e->facet] == TS_EMPTY))
		return;
	struct handle old = *x.handle;
	if (e->is_moved && x.region != NONE) {
		handle_moved_out(sv, s, x.region, &old, !e->null_ok);
		return;
	}
	change(sv, x.handle, o);
	// What happened to one element is no longer what happened to all.
	if (x.region != NONE && !region_is_weak(&sv->m, x.region) &&
	    memcmp(old.set, x.handle->set, sizeof(old.set)) != 0)
		x.handle->flags &= ~(uint32_t)HANDLE_WEAK;
	if (e->blocks && takes(e->kind))
		thread_ended(sv, s, x.handle);
	if (e->kind != EFFECT_GUARD && e->kind != EFFECT_REF)
		note(sv, s, x.symbol, o);
	null_place(sv, s, &x, e, o->slot);
}

// The place that still holds what turned out to be consumed is null as well.
static void null_settled(struct solver *sv, struct state *s,
			 const struct handle *h, const struct effect *e)
{
	struct subject x = { .region = h->region,
			     .symbol = h->symbol,
			     .handle = state_handle(s, h->symbol) };
	const struct value *v =
		h->region == NONE ? NULL : state_bound(s, h->region);

	if (v && v->kind == VALUE_SYMBOL && v->id == h->symbol)
		null_place(sv, s, &x, e, REGION_SLOT(h->region));
}

void effect_settle(struct solver *sv, struct state *s,
		   const struct handle *before, const struct effect *e,
		   uint32_t op, const char *what)
{
	struct occasion o = { .effect = e, .what = what };
	uint32_t old_op = sv->op_number;
	const struct op *old = sv->op;
	struct handle h = *before;

	sv->op_number = op;
	sv->op = sv->ops[op];
	if (makes(e->kind)) {
		h = made_handle(&o, before->symbol, before->region);
		if (h.region != NONE && region_is_weak(&sv->m, h.region))
			h.flags |= HANDLE_WEAK;
		const struct handle *now = state_handle(s, h.symbol);
		if (now) // seen by others, or forgiven, since the call
			h.flags |= now->flags & HANDLE_ESCAPED;
		state_handle_add(s, sv->scratch, &h);
		note(sv, s, h.symbol, &o);
	} else {
		change(sv, &h, &o);
		state_handle_add(s, sv->scratch, &h);
		if (e->kind != EFFECT_NONE)
			note(sv, s, h.symbol, &o);
		null_settled(sv, s, &h, e);
	}
	sv->op_number = old_op;
	sv->op = old;
}
