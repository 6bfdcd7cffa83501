// SPDX-License-Identifier: Apache-2.0
// Which handle a place holds, and what becomes of it when the place ends, is
// written over, moved from, or seen by unknown code.
#include <string.h>

#include "flow/contract.h"

static bool is_record(const struct type *t)
{
	return t && t->kind == TYPE_RECORD;
}

uint32_t handle_region(struct solver *sv, uint32_t region,
		       const struct family *family)
{
	const struct region *r = &sv->m.regions.at[region];

	if (r->kind != REGION_CONTENT &&
	    (is_record(r->type) ||
	     (!r->type && (family->match == MATCH_RECORD ||
			   family->match == MATCH_TEMPLATE))))
		return region_content(&sv->m, region);
	return region;
}

bool handle_is_benign(const struct handle *h)
{
	return str_equal(h->family->second, "benign") &&
	       h->family->after != AFTER_NULLED && !(h->flags & HANDLE_GARBAGE);
}

static bool is_null(const struct family *family, int64_t value)
{
	for (uint32_t i = 0; i < family->null_count; i++) {
		const struct null_value *n = &family->nulls[i];
		if (n->is_pointer && value == 0)
			return true;
		if (n->is_integer && n->integer == value)
			return true;
	}
	return value == 0 && family->match == MATCH_POINTER_TO;
}

static struct handle *unknown_handle(struct solver *sv, struct state *s,
				     uint32_t symbol, uint32_t region,
				     const struct family *family, uint8_t set)
{
	struct handle h = { .symbol = symbol,
			    .family = family,
			    .owes = &family->must_be_consumed,
			    .made = NONE,
			    .region = region };

	memset(h.set, set, sizeof(h.set));
	memset(h.last, 0xff, sizeof(h.last));
	return state_handle_add(s, sv->scratch, &h);
}

static struct handle *bound_handle(struct solver *sv, struct state *s,
				   uint32_t region, const struct family *family,
				   uint8_t set)
{
	struct value v = eval_fresh(sv, s, REGION_SLOT(region),
				    sv->m.regions.at[region].type);

	state_bind(s, sv->scratch, region, v);
	return unknown_handle(sv, s, v.id, region, family, set);
}

// A sample that stands for many elements is not changed through one of them.
static struct handle *one_of_many(struct solver *sv, struct state *s,
				  const struct handle *sample, uint32_t region)
{
	struct handle copy = *sample;
	struct value v = eval_fresh(sv, s, REGION_SLOT(region),
				    sv->m.regions.at[region].type);

	copy.symbol = v.id;
	copy.region = region;
	state_bind(s, sv->scratch, region, v);
	return state_handle_add(s, sv->scratch, &copy);
}

static struct subject symbol_subject(struct solver *sv, struct state *s,
				     uint32_t symbol, uint32_t region,
				     const struct family *family)
{
	struct handle *h = state_handle(s, symbol);

	if (h && (h->flags & HANDLE_WEAK) && region != NONE &&
	    !state_bound(s, region))
		h = one_of_many(sv, s, h, region);
	else if (!h)
		h = unknown_handle(sv, s, symbol, region, family, TS_UNKNOWN);
	if (region != NONE) {
		h->region = region;
		if (region_is_weak(&sv->m, region))
			h->flags |= HANDLE_WEAK;
		// So that it is found when the element loses its name.
		if (!state_bound(s, region))
			state_bind(s, sv->scratch, region,
				   (struct value){ .kind = VALUE_SYMBOL,
						   .id = h->symbol });
	}
	if (state_test(s, &sv->m, h->symbol, BINARY_EQUAL, 0) == TRUTH_YES &&
	    is_null(family, 0) && !(h->set[0] & TS_DEAD))
		memset(h->set, TS_EMPTY, sizeof(h->set));
	return (struct subject){ region, h->symbol, h, false };
}

struct subject handle_at(struct solver *sv, struct state *s, uint32_t region,
			 const struct family *family)
{
	uint32_t r = handle_region(sv, region, family);
	struct value v = eval_load(sv, s, r);
	struct subject subject = { .region = r };

	switch (v.kind) {
	case VALUE_SYMBOL:
		return symbol_subject(sv, s, v.id, r, family);
	case VALUE_INTEGER:
		subject.is_null = is_null(family, v.integer);
		subject.handle =
			bound_handle(sv, s, r, family,
				     subject.is_null ? TS_EMPTY : TS_UNKNOWN);
		// An object of zeros has no operation, but is no null.
		if (sv->m.regions.at[r].kind == REGION_CONTENT)
			subject.is_null = false;
		if (subject.is_null) // the place stays null
			state_bind(s, sv->scratch, r, v);
		break;
	case VALUE_UNINITIALIZED:
		subject.handle = bound_handle(sv, s, r, family, TS_EMPTY);
		subject.handle->flags |= HANDLE_GARBAGE;
		break;
	case VALUE_ADDRESS:
		// A pointer handle that points to a known object.
		return handle_at(sv, s, region_content(&sv->m, v.id), family);
	case VALUE_UNKNOWN:
	case VALUE_FUNCTION:
	case VALUE_CLOSURE:
	case VALUE_TEXT:
		subject.handle = bound_handle(sv, s, r, family, TS_UNKNOWN);
		subject.handle->flags |= HANDLE_STRANGE;
		break;
	}
	subject.symbol = subject.handle->symbol;
	return subject;
}

struct subject handle_of_value(struct solver *sv, struct state *s,
			       struct value v, uint32_t region,
			       const struct family *family)
{
	if (region != NONE)
		return handle_at(sv, s, region, family);
	if (v.kind == VALUE_SYMBOL)
		return symbol_subject(sv, s, v.id, NONE, family);
	if (v.kind == VALUE_ADDRESS)
		return handle_at(sv, s, region_content(&sv->m, v.id), family);
	struct subject subject = { .region = NONE };
	uint8_t set = TS_UNKNOWN;
	if (v.kind == VALUE_INTEGER && is_null(family, v.integer)) {
		subject.is_null = true;
		set = TS_EMPTY;
	}
	subject.symbol = symbol_made(&sv->m, sv->op_number, NONE, NULL);
	if (!eval_is_new(sv, subject.symbol))
		state_forget_symbols(s, &sv->m, &subject.symbol, 1);
	subject.handle =
		unknown_handle(sv, s, subject.symbol, NONE, family, set);
	return subject;
}

static bool owes(const struct handle *h, const struct obligation *o)
{
	uint8_t set = h->set[o->facet];

	return o->is_set && (set & TS_LIVE) && !(set & ~TS_LIVE);
}

// A debt that came with a parameter is due when the parameter ends.
static bool is_called_in(const struct solver *sv, const struct handle *h,
			 const struct obligation *o, unsigned at)
{
	bool received = h->made != NONE && sv->traces.at[h->made].op == NONE;

	return (o->at & at) ||
	       (received && at == AT_SCOPE_EXIT && (o->at & AT_PARAMETER));
}

static void check_debt(struct solver *sv, struct state *s,
		       const struct handle *h, uint32_t region, unsigned at)
{
	const struct obligation *consume = h->owes;
	const struct obligation *complete = &h->family->must_be_completed;
	struct occasion o = { .what = NULL };
	if (sv->f->kind == FUNCTION_INITIALIZER)
		return; // the member or global has it
	enum finding_kind kind = at == AT_OVERWRITE ? KIND_OVERWRITTEN_HANDLE
						    : KIND_NEVER_CONSUMED;

	if (is_called_in(sv, h, consume, at) && owes(h, consume))
		check_add(sv, s, kind, true, true, h, region, consume->facet,
			  &o);
	if (is_called_in(sv, h, complete, at) && owes(h, complete))
		check_add(sv, s, KIND_NEVER_COMPLETED, true, true, h, region,
			  complete->facet, &o);
}

// Takes the handles below `region` out of the state's bindings and gives each
// that nobody else holds to `check_debt`.
static void end_handles(struct solver *sv, struct state *s, uint32_t region,
			unsigned at)
{
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		struct binding b = s->bindings.at[i];
		if (b.value.kind != VALUE_SYMBOL ||
		    !region_within(&sv->m, b.region, region))
			continue;
		struct handle *h = state_handle(s, b.value.id);
		if (!h)
			continue;
		s->bindings.at[i].value.kind = VALUE_UNKNOWN;
		if (handle_is_lost(sv, s, h, b.region))
			check_debt(sv, s, h, b.region, at);
	}
}

void handle_end(struct solver *sv, struct state *s, uint32_t region)
{
	end_handles(sv, s, region, AT_SCOPE_EXIT);
	state_unbind_within(s, &sv->m, region);
}

// What a caller finds there is garbage, which tells it what was done.
void handle_free(struct solver *sv, struct state *s, uint32_t region)
{
	handle_end(sv, s, region);
	eval_store(sv, s, region,
		   (struct value){ .kind = VALUE_UNINITIALIZED });
}

void handle_overwrite(struct solver *sv, struct state *s, uint32_t region)
{
	if (!region_is_weak(&sv->m, region))
		end_handles(sv, s, region, AT_OVERWRITE);
}

void handle_dereferenced(struct solver *sv, struct state *s, struct value v,
			 uint32_t region)
{
	static const struct occasion o = { .what = "an access" };
	struct handle *h =
		v.kind == VALUE_SYMBOL ? state_handle(s, v.id) : NULL;

	if (!h || h->family->match != MATCH_POINTER_TO ||
	    h->family->after != AFTER_FREED || !(h->set[0] & TS_DEAD))
		return;
	check_add(sv, s, KIND_USE_AFTER_CONSUME, true,
		  !(h->set[0] & ~TS_DEAD) && !(h->flags & HANDLE_MAYBE), h,
		  region, 0, &o);
}

void handle_restart(struct solver *sv, struct state *s, uint32_t symbol)
{
	struct handle *h = state_handle(s, symbol);

	if (h && (h->flags & HANDLE_OWED) &&
	    !(h->flags & (HANDLE_ESCAPED | HANDLE_WEAK | HANDLE_MAYBE)))
		check_debt(sv, s, h, h->region, AT_OVERWRITE);
}

void handle_discard(struct solver *sv, struct state *s, struct value v,
		    bool on_purpose)
{
	struct handle *h =
		v.kind == VALUE_SYMBOL ? state_handle(s, v.id) : NULL;

	if (!h)
		return;
	// A written (void) on a place that has a name says that it is meant;
	// the value of a call that is made here is still lost.
	if (on_purpose) {
		h->flags |= HANDLE_ESCAPED;
		return;
	}
	if (h->made != NONE && sv->traces.at[h->made].step == STEP_PRODUCE &&
	    state_holders(s, &sv->m, h->symbol) <= 1 &&
	    !(h->flags & HANDLE_ESCAPED)) {
		check_debt(sv, s, h, h->region, AT_DISCARD);
		h = state_handle(s, v.id);
		h->flags |= HANDLE_ESCAPED; // told once
	}
}

void handle_moved_out(struct solver *sv, struct state *s, uint32_t region,
		      const struct handle *old, bool given_away)
{
	struct handle *h =
		bound_handle(sv, s, region, old->family, TS_TRANSFERRED);

	h->flags = HANDLE_BY_MOVE;
	if (!given_away)
		h->flags |= HANDLE_NULL_OK;
	struct trace t = { .symbol = h->symbol,
			   .step = STEP_TRANSFER,
			   .op = sv->op_number,
			   .loc = sv->op->loc,
			   .text = "moved away here" };
	uint32_t node = trace_add(sv, s, &t);
	h = state_handle(s, h->symbol);
	h->made = old->made;
	for (int i = 0; i < FACET_MAX; i++)
		h->last[i] = node;
}

// Moving a handle that was consumed hands an empty one on; what the call that
// is given the object does to it comes after.
static void check_move(struct solver *sv, struct state *s,
		       const struct handle *h, uint32_t region)
{
	struct occasion o = { .what = "std::move" };
	bool dead = (h->set[0] & TS_DEAD) != 0;

	if (h->family->facet_count != 1 ||
	    (h->last[0] != NONE &&
	     sv->traces.at[h->last[0]].op == sv->op_number))
		return;
	check_add(sv, s, KIND_USE_AFTER_TRANSFER, dead,
		  dead && !(h->set[0] & ~TS_DEAD), h, region, 0, &o);
}

void handles_escape_within(struct state *s, const struct memory *m,
			   uint32_t region)
{
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		struct handle *h = b->value.kind == VALUE_SYMBOL
					   ? state_handle(s, b->value.id)
					   : NULL;
		if (h && region_within(m, b->region, region))
			h->flags |= HANDLE_ESCAPED;
	}
}

void handle_given(struct solver *sv, struct state *s, uint32_t region)
{
	const struct family *family =
		eval_family(sv, sv->m.regions.at[region].type);
	struct subject x;

	if (!family || family->identity != IDENTITY_OBJECT)
		return;
	x = handle_at(sv, s, region, family);
	check_move(sv, s, x.handle, x.region);
}

// To shift an empty object from place to place is harmless; to hand it to
// somebody who expects an operation is not.
static bool is_given_away(struct solver *sv, uint32_t dst)
{
	const struct region *r;

	if (dst == NONE)
		return true;
	r = &sv->m.regions.at[dst];
	return r->kind == REGION_CAPTURE ||
	       (r->kind == REGION_VARIABLE &&
		sv->f->variables.at[r->id].kind == VARIABLE_RETURN);
}

// A number or pointer in an object that is moved is the object's own affair:
// what a class leaves behind is known of the handles that are objects.
static bool is_a_part(const struct solver *sv, const struct handle *h,
		      uint32_t region, uint32_t moved)
{
	const struct region *r = &sv->m.regions.at[region];

	return h->family->identity != IDENTITY_OBJECT && region != moved &&
	       !(r->kind == REGION_CONTENT && r->parent == moved);
}

void handle_move(struct solver *sv, struct state *s, uint32_t dst, uint32_t src)
{
	const struct family *family =
		eval_family(sv, sv->m.regions.at[src].type);
	VEC(struct binding) held = { 0 };

	if (dst == src)
		return;
	if (family)
		handle_at(sv, s, src, family);
	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		if (b->value.kind == VALUE_SYMBOL &&
		    region_within(&sv->m, b->region, src) &&
		    state_handle(s, b->value.id))
			VEC_PUSH(sv->scratch, &held, *b);
	}
	for (uint32_t i = 0; i < held.count && is_given_away(sv, dst); i++)
		check_move(sv, s, state_handle(s, held.at[i].value.id),
			   held.at[i].region);
	if (dst != NONE)
		eval_copy(sv, s, dst, src);
	for (uint32_t i = 0; i < held.count; i++) {
		struct handle *h = state_handle(s, held.at[i].value.id);
		if (!h || h->family->move_copies)
			continue;
		struct handle old = *h;
		if (dst == NONE)
			h->flags |= HANDLE_ESCAPED;
		if (dst == NONE && is_a_part(sv, h, held.at[i].region, src)) {
			state_bind(s, sv->scratch, held.at[i].region,
				   (struct value){ .kind = VALUE_UNKNOWN });
			continue;
		}
		handle_moved_out(sv, s, held.at[i].region, &old,
				 is_given_away(sv, dst));
	}
}

void handle_escape(struct solver *sv, struct state *s, struct value v)
{
	struct handle *h;

	if (v.kind != VALUE_SYMBOL)
		return;
	h = state_handle(s, v.id);
	if (!h) {
		state_escape(s, sv->scratch, v.id);
		return;
	}
	h->flags |= HANDLE_ESCAPED;
	// Whoever has the pointer can use the object's right; whoever has a
	// copy of an id can, too. What is dead stays dead for an id.
	for (int i = 0; i < FACET_MAX; i++)
		if (h->family->identity == IDENTITY_POINTEE ||
		    !(h->set[i] & TS_DEAD))
			h->set[i] = TS_UNKNOWN;
}

// The contract under which this function is somebody's callback, or NULL.
static const struct callback *own_contract(const struct solver *sv)
{
	const struct contract_entry *x =
		contracts_of(sv->engine->contracts, sv->f->key);

	return x ? x->c.callback : NULL;
}

// Some callbacks say by their value that somebody else is to complete it.
static bool is_left_by_value(struct solver *sv, struct state *s)
{
	const struct callback *cb = own_contract(sv);
	struct value v;

	if (!cb || sv->f->return_variable == NONE ||
	    (cb->return_false == EFFECT_NONE && cb->return_true == EFFECT_NONE))
		return false;
	v = eval_load(sv, s, region_variable(&sv->m, sv->f->return_variable));
	if (v.kind != VALUE_INTEGER)
		return true;
	return (v.integer ? cb->return_true : cb->return_false) != EFFECT_NONE;
}

// The object that parameter `i` is, or refers to.
static uint32_t parameter_object(struct solver *sv, uint32_t i)
{
	const struct type *type = sv->f->variables.at[i].type;
	uint32_t region = region_variable(&sv->m, i);

	if (type->kind != TYPE_RVALUE_REFERENCE)
		return region;
	return region_pointee(&sv->m, symbol_entry(&sv->m, region),
			      type->pointee);
}

// Whether the handle is still where the parameter brought it. An object that
// was passed by value is judged when its lifetime ends.
static bool is_still_there(struct solver *sv, struct state *s,
			   const struct handle *h)
{
	for (uint32_t i = 0; i < sv->f->parameter_count; i++) {
		uint32_t r = parameter_object(sv, i);
		struct value v =
			eval_load(sv, s, handle_region(sv, r, h->family));
		if (v.kind == VALUE_SYMBOL && v.id == h->symbol)
			return sv->f->variables.at[i].type->kind != TYPE_RECORD;
	}
	return false;
}

static void parameter_owed(struct solver *sv, struct state *s, uint32_t i,
			   const struct family *family, uint8_t set,
			   const char *by)
{
	struct subject x = handle_at(sv, s, parameter_object(sv, i), family);
	struct trace t = { .symbol = x.symbol,
			   .step = STEP_PRODUCE,
			   .op = NONE,
			   .loc = sv->f->variables.at[i].loc,
			   .text = by };
	uint32_t node = trace_add(sv, s, &t);
	struct handle *h = state_handle(s, x.symbol);

	memset(h->set, set, sizeof(h->set));
	h->flags |= HANDLE_OWED;
	h->made = node;
}

// Functions that are handed to somebody who gives them a handle to deal with.
static void contracts_owed(struct solver *sv, struct state *s)
{
	const struct contract_entry *x =
		contracts_of(sv->engine->contracts, sv->f->key);

	for (; x; x = x->next) {
		const struct contract *c = &x->c;
		const struct callback *cb = c->callback;
		bool complete = cb->gives == EFFECT_COMPLETE;
		if (!c->family || cb->must == EFFECT_NONE ||
		    cb->parameter >= sv->f->parameter_count ||
		    eval_family(sv, sv->f->variables.at[cb->parameter].type) !=
			    c->family)
			continue;
		parameter_owed(sv, s, cb->parameter, c->family,
			       complete ? TS_COMPLETE : TS_PENDING, c->by);
		return;
	}
}

// What a handle's own class does inside is its own affair.
static bool is_of_class(const struct function *f, const struct type *type)
{
	if (type->kind == TYPE_RVALUE_REFERENCE)
		type = type->pointee;
	return f->class_name && type && str_equal(f->class_name, type->name);
}

void parameters_owed(struct solver *sv, struct state *s)
{
	for (uint32_t i = 0; i < sv->f->parameter_count; i++) {
		const struct type *type = sv->f->variables.at[i].type;
		const struct family *family = eval_family(sv, type);
		if (family && type->kind != TYPE_REFERENCE &&
		    !is_of_class(sv->f, type) &&
		    ((family->must_be_consumed.at |
		      family->must_be_completed.at) &
		     AT_PARAMETER))
			parameter_owed(sv, s, i, family, TS_PENDING,
				       "the caller");
	}
	contracts_owed(sv, s);
}

void parameters_leave(struct solver *sv, struct state *s, struct loc loc)
{
	static const struct occasion o = { .what = "return" };

	if (is_left_by_value(sv, s))
		return;
	for (uint32_t i = 0; i < s->handles.count; i++) {
		struct handle h = s->handles.at[i];
		const struct obligation *must = &h.family->must_be_completed;
		if (!(h.flags & HANDLE_OWED) || h.made == NONE ||
		    sv->traces.at[h.made].op != NONE ||
		    !is_still_there(sv, s, &h) ||
		    (h.flags & (HANDLE_ESCAPED | HANDLE_MAYBE)))
			continue;
		sv->leave = loc;
		check_add(sv, s, KIND_NEVER_COMPLETED, owes(&h, must), true, &h,
			  h.region, must->facet, &o);
	}
}
