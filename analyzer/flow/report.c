// SPDX-License-Identifier: Apache-2.0
// From checks, made in every state that reaches an operation, to findings: one
// per handle and cause, definite if the check failed in every state.
#include <stdlib.h>
#include <string.h>

#include "flow/contract.h"
#include "flow/trace.h"

static bool is_debt(enum finding_kind kind)
{
	return kind == KIND_NEVER_CONSUMED || kind == KIND_OVERWRITTEN_HANDLE;
}

// Debts are told where the handle is made, all others where they happen.
static uint32_t check_op(struct solver *sv, enum finding_kind kind,
			 const struct handle *h)
{
	if (kind == KIND_NEVER_CONSUMED && h->made != NONE)
		return sv->traces.at[h->made].op;
	return sv->op_number;
}

// Elements of one array are one cause.
static uint32_t without_index(const struct solver *sv, uint32_t region)
{
	while (region != NONE) {
		const struct region *r = &sv->m.regions.at[region];
		if (r->kind != REGION_INDEX && r->kind != REGION_ELEMENT &&
		    r->kind != REGION_CONTENT)
			break;
		region = r->parent;
	}
	return region;
}

// Debts, handles without an operation, and all else are counted apart.
static int sort_of(enum finding_kind kind)
{
	return is_debt(kind) ? 0 : kind == KIND_CONSUME_UNSTARTED ? 2 : 1;
}

static struct check *find_check(struct solver *sv, uint32_t op, uint32_t region,
				uint8_t facet, enum finding_kind kind,
				const struct occasion *o)
{
	for (uint32_t i = 0; i < sv->checks.count; i++) {
		struct check *c = &sv->checks.at[i];
		if (c->op == op && c->facet == facet &&
		    sort_of(c->kind) == sort_of(kind) && c->inner == o->inner &&
		    (without_index(sv, c->region) ==
			     without_index(sv, region) ||
		     (is_debt(kind) && c->kind == KIND_NEVER_CONSUMED)))
			return c;
	}
	return NULL;
}

static const char *handle_text(struct solver *sv, const struct handle *h,
			       uint32_t region)
{
	struct str s = STR_INIT;
	const char *text;

	if (region == NONE)
		region = h->region;
	if (region == NONE)
		return "the result";
	region_text(&sv->m, region, &s);
	text = arena_strndup(sv->engine->told, s.text, s.length);
	str_release(&s);
	return text;
}

void check_add(struct solver *sv, struct state *s, enum finding_kind kind,
	       bool wrong, bool certain, const struct handle *h,
	       uint32_t region, uint8_t facet, const struct occasion *o)
{
	struct handle *live = state_handle(s, h->symbol);
	uint32_t op = check_op(sv, kind, h);
	struct check *c;

	if (wrong && (h->flags & HANDLE_REPORTED))
		return;
	if (wrong && !certain && !sv->engine->options->strict)
		wrong = false;
	if (sv->reporting) {
		c = find_check(sv, op, region, facet, kind, o);
		if (!c) {
			struct check fresh = { .op = op,
					       .region = region,
					       .facet = facet,
					       .kind = kind,
					       .made = NONE,
					       .inner = o->inner };
			VEC_PUSH(sv->keep, &sv->checks, fresh);
			c = &VEC_LAST(&sv->checks);
		}
		c->total++;
		if (!wrong && c->made == NONE && h->made != NONE)
			c->made = sv->traces.at[h->made].op;
		if (wrong && !c->wrong++) {
			c->kind = kind;
			c->handle = *h;
			c->trace = s->trace;
			c->what = o->what;
			c->end =
				sv->op_number == NONE ? sv->leave : sv->op->loc;
			c->loc = c->end;
			c->place = handle_text(sv, h, region);
		}
	}
	// Told once: what follows on this path is the same mistake.
	if (wrong && live && !is_debt(kind))
		live->flags |= HANDLE_REPORTED;
}

// ---- wording

static const char *message_of(struct solver *sv, const struct check *c)
{
	struct arena *a = sv->engine->told;
	const struct family *f = c->handle.family;
	const char *t = f->title, *p = c->place;
	const char *w = c->what ? c->what : "this";

	switch (c->kind) {
	case KIND_DOUBLE_CONSUME:
		return arena_printf(a, "%s '%s' is consumed again by '%s'", t,
				    p, w);
	case KIND_USE_AFTER_CONSUME:
		return arena_printf(
			a, "%s '%s' is used by '%s' after it was consumed", t,
			p, w);
	case KIND_USE_AFTER_TRANSFER:
		if (c->handle.set[c->facet] & TS_CONSUMED)
			return arena_printf(a,
					    "%s '%s' is handed over by '%s' "
					    "after it was consumed",
					    t, p, w);
		return arena_printf(a,
				    "%s '%s' is used by '%s' after it was "
				    "handed over",
				    t, p, w);
	case KIND_CONCURRENT_CONSUME:
		return arena_printf(a,
				    "%s '%s' can be consumed by '%s' while "
				    "another thread consumes it",
				    t, p, w);
	case KIND_STORED_HANDLE:
		return arena_printf(a,
				    "%s '%s' is kept in %s, where one "
				    "consumption cannot be ensured",
				    t, p, w);
	case KIND_WAIT_ALL:
		return arena_printf(a,
				    "%s '%s' is given to a wait for several "
				    "and consumed besides it by '%s'",
				    t, p, w);
	case KIND_RESULT_BEFORE_COMPLETION:
		return arena_printf(a,
				    "the result of %s '%s' is taken by '%s' "
				    "before it is known to be complete",
				    t, p, w);
	case KIND_NEVER_CONSUMED:
		return arena_printf(a, "%s '%s' is never consumed%s", t, p,
				    c->total > c->wrong ? " on some path" : "");
	case KIND_OVERWRITTEN_HANDLE:
		return arena_printf(
			a, "%s '%s' is written over while it is pending", t, p);
	case KIND_CONSUME_UNSTARTED:
		return arena_printf(a,
				    "%s '%s' is consumed by '%s' without "
				    "having been started",
				    t, p, w);
	case KIND_DOUBLE_COMPLETE:
		return arena_printf(a, "%s '%s' is completed again by '%s'", t,
				    p, w);
	case KIND_NEVER_COMPLETED:
		return arena_printf(a, "%s '%s' is not completed on this path",
				    t, p);
	case KIND_ALWAYS_ASYNC:
	case KIND_SYNC_PATH_TASK:
	case KIND_UNMEASURED_POOLING:
	case KIND_COUNT:
		break;
	}
	return "";
}

// Whether the earlier event lies in an earlier turn of the same loop.
static bool is_loop(struct solver *sv, const struct check *c)
{
	uint32_t last = c->handle.last[c->facet], op;

	if (last == NONE || c->op == NONE || is_debt(c->kind))
		return false;
	op = sv->traces.at[last].op;
	return op != NONE && op >= c->op && sweep_same_loop(sv, op, c->op);
}

// Where the handle's variable is, for stories that begin with nothing.
static struct loc declared_at(const struct solver *sv, const struct check *c)
{
	uint32_t region = c->region == NONE ? c->handle.region : c->region;

	if (region == NONE)
		return sv->f->loc;
	const struct region *r = &sv->m.regions.at[region_home(&sv->m, region)];
	if (r->kind == REGION_VARIABLE && sv->f->variables.at[r->id].loc.line)
		return sv->f->variables.at[r->id].loc;
	return sv->f->loc;
}

static void tell_start(struct story *st, const struct check *c, uint32_t *from)
{
	const struct solver *sv = st->sv;
	uint32_t made = c->handle.made, last = c->handle.last[c->facet];

	*from = NONE;
	if (made != NONE) {
		story_event(st, &sv->traces.at[made], "");
		*from = made;
	}
	if (is_debt(c->kind) || c->kind == KIND_NEVER_COMPLETED ||
	    c->kind == KIND_STORED_HANDLE)
		return;
	if (last != NONE && last != made) {
		if (made != NONE)
			story_conditions(st, made, last);
		story_event(st, &sv->traces.at[last], "first ");
		*from = last;
	}
	if (*from == NONE)
		story_step(st, STEP_PRODUCE, declared_at(sv, c), false, 0,
			   "declared here, and nothing starts it");
}

static void tell_end(struct story *st, const struct check *c)
{
	struct arena *a = st->arena;
	enum step_kind kind = STEP_CONSUME;
	const char *text;

	switch (c->kind) {
	case KIND_NEVER_CONSUMED:
		story_step(st, STEP_LEAVE, c->end, true, 0,
			   "it goes out of reach here without having been "
			   "consumed");
		return;
	case KIND_NEVER_COMPLETED:
		story_step(st, STEP_LEAVE, c->end, true, 0,
			   "the path leaves here without completing it");
		return;
	case KIND_OVERWRITTEN_HANDLE:
		story_step(st, STEP_STORE, c->end, true, 0,
			   "the place is written over here");
		return;
	case KIND_STORED_HANDLE:
		kind = STEP_STORE;
		text = arena_printf(a, "kept in %s here", c->what);
		break;
	case KIND_USE_AFTER_CONSUME:
		kind = STEP_OBSERVE;
		text = arena_printf(a, "used here by '%s'", c->what);
		break;
	case KIND_DOUBLE_COMPLETE:
		kind = STEP_COMPLETE;
		text = arena_printf(a, "completed again here by '%s'", c->what);
		break;
	default:
		text = arena_printf(
			a, "%s here by '%s'%s",
			c->kind == KIND_DOUBLE_CONSUME ? "consumed again"
						       : "then used",
			c->what,
			is_loop(st->sv, c) ? ", in a later turn of the loop"
					   : "");
		break;
	}
	story_step(st, kind, c->loc, true, 0, text);
	if (c->inner && c->inner->loc.line)
		story_step(st, kind, c->inner->loc, false, 1,
			   arena_printf(a, "inside '%s', '%s' does it", c->what,
					c->inner->operation
						? c->inner->operation
						: "this"));
}

static const char *with_reason(struct story *st, const char *message,
			       const struct check *c)
{
	const struct family *f = c->handle.family;
	struct arena *a = st->arena;
	bool again = c->kind == KIND_DOUBLE_CONSUME ||
		     c->kind == KIND_DOUBLE_COMPLETE;

	if (is_loop(st->sv, c))
		message = arena_printf(a, "%s in a later turn of the loop",
				       message);
	if (!again || !f->second_detail)
		return message;
	return arena_printf(a, "%s: %s", message, f->second_detail);
}

static enum severity severity_of(const struct check *c, enum certainty y)
{
	enum severity s = kind_info(c->kind)->severity;
	const struct obligation *o =
		c->kind == KIND_NEVER_COMPLETED
			? &c->handle.family->must_be_completed
			: c->handle.owes;

	if (is_debt(c->kind) || c->kind == KIND_NEVER_COMPLETED)
		return o->level;
	if (s == SEVERITY_ERROR && y == CERTAINTY_POSSIBLE)
		return SEVERITY_WARNING;
	return s;
}

static void report(struct solver *sv, const struct check *c)
{
	struct arena *a = sv->engine->told;
	struct story st = { .sv = sv, .arena = a };
	struct finding *f = ARENA_NEW(a, struct finding);
	uint32_t from;

	f->kind = c->kind;
	f->certainty = c->wrong == c->total || is_loop(sv, c)
			       ? CERTAINTY_DEFINITE
			       : CERTAINTY_POSSIBLE;
	f->severity = severity_of(c, f->certainty);
	if (f->severity == SEVERITY_HINT && !sv->engine->options->hints)
		return;
	f->family = c->handle.family->id;
	f->pack = c->handle.family->pack;
	f->handle = c->place;
	f->operation = c->what ? c->what : "";
	f->message = with_reason(&st, message_of(sv, c), c);
	f->function = sv->f->name;
	f->function_key = sv->f->key;
	f->loc = c->loc;
	if (c->kind == KIND_NEVER_CONSUMED && c->handle.made != NONE) {
		f->loc = sv->traces.at[c->handle.made].loc;
		f->operation = sv->traces.at[c->handle.made].text;
	}
	tell_start(&st, c, &from);
	story_conditions(&st, from, c->trace);
	tell_end(&st, c);
	f->steps = st.steps.at;
	f->step_count = st.steps.count;
	VEC_PUSH(a, &sv->engine->out->findings.list, f);
}

// The same member of different objects.
static bool same_shape(const struct solver *sv, const struct check *a,
		       const struct check *b)
{
	const struct region *x, *y;
	uint32_t r = without_index(sv, a->region);
	uint32_t q = without_index(sv, b->region);

	if (r == NONE || q == NONE || a->inner != b->inner)
		return false;
	x = &sv->m.regions.at[r];
	y = &sv->m.regions.at[q];
	return x->kind == REGION_FIELD && y->kind == REGION_FIELD &&
	       str_equal(x->field, y->field);
}

// The event that made the handle unusable: what meets it later is the same
// mistake again.
static bool same_cause(struct solver *sv, const struct check *a,
		       const struct check *b)
{
	uint32_t x = a->handle.last[a->facet], y = b->handle.last[b->facet];

	if (a->kind != KIND_NEVER_CONSUMED && is_debt(a->kind))
		return false;
	if (a->op == b->op && a->kind == b->kind && same_shape(sv, a, b))
		return true; // one operation that walks a list
	if (a->handle.symbol != b->handle.symbol || a->facet != b->facet ||
	    is_debt(a->kind) != is_debt(b->kind) || x == NONE || y == NONE)
		return false;
	const struct trace *t = &sv->traces.at[x], *u = &sv->traces.at[y];
	return t->op != NONE && t->op == u->op &&
	       (t->inner == u->inner ||
		(t->inner && u->inner &&
		 loc_equal(&t->inner->loc, &u->inner->loc)));
}

static int by_op(const void *a, const void *b)
{
	const struct check *x = a, *y = b;

	if (x->op != y->op)
		return x->op < y->op ? -1 : 1;
	return sort_of(x->kind) - sort_of(y->kind);
}

static bool same_handle(const struct solver *sv, const struct check *a,
			const struct check *b)
{
	return a->op == b->op && a->facet == b->facet && a->inner == b->inner &&
	       without_index(sv, a->region) == without_index(sv, b->region);
}

// States in which the handle has no operation were counted apart from those in
// which it has one, `x`. It is no mistake of its own where the latter are
// wrong, and none where it takes a guess.
static void join_unstarted(struct solver *sv, struct check *c, struct check *x)
{
	uint32_t of_both = c->total + x->total;

	c->total = x->total = of_both;
	if (x->wrong || (!sv->engine->options->strict && x->made != NONE &&
			 is_decided_again(sv, x->made, c->op)))
		c->wrong = 0;
}

static void join_all_unstarted(struct solver *sv)
{
	for (uint32_t i = 0; i < sv->checks.count; i++) {
		struct check *c = &sv->checks.at[i];
		if (c->kind != KIND_CONSUME_UNSTARTED || !c->wrong)
			continue;
		for (struct check *x = c;
		     x-- > sv->checks.at && x->op == c->op;)
			if (sort_of(x->kind) == 1 && same_handle(sv, x, c))
				join_unstarted(sv, c, x);
	}
}

// What the rules say that callers of this very function see: none if they do
// not name it.
static struct operation_list own_operations(struct solver *sv)
{
	const struct function *f = sv->f;
	const struct rules *r = sv->engine->rules;
	struct callee *c = ARENA_NEW(sv->engine->arena, struct callee);
	const struct type **parameters = ARENA_ARRAY(
		sv->engine->arena, const struct type *, f->parameter_count + 1);

	if (f->kind != FUNCTION_PLAIN || f->is_static)
		return (struct operation_list){ NULL, 0 };
	for (uint32_t i = 0; i < f->parameter_count; i++)
		parameters[i] = f->variables.at[i].type;
	*c = (struct callee){ .kind = CALLEE_FUNCTION,
			      .usr = f->usr,
			      .key = f->key,
			      .name = f->name,
			      .short_name = f->name,
			      .result = f->result,
			      .parameters = parameters,
			      .parameter_count = f->parameter_count };
	return r->operations_of_call(r->data, c, NULL);
}

// How a library does what its rules say is its own affair.
static bool is_own_affair(struct operation_list own, const struct family *f)
{
	for (uint32_t i = 0; i < own.count; i++) {
		const struct operation *o = own.at[i];
		for (uint32_t k = 0; !o->is_regex && k < o->choice_count; k++)
			for (uint32_t j = 0; j < o->choices[k].outcome_count;
			     j++)
				if (o->choices[k].outcomes[j].effect_count &&
				    o->choices[k].outcomes[j].effects->family ==
					    f)
					return true;
	}
	return false;
}

// Where somebody else completes what a handler leaves, one that completes the
// handle on no path means to leave it.
static bool is_left_to_others(struct solver *sv, const struct check *c)
{
	const struct contracts *all = sv->engine->contracts;

	if (c->kind != KIND_NEVER_COMPLETED)
		return false;
	for (uint32_t i = 0; i < sv->exits.count; i++) {
		struct handle *h =
			state_handle(sv->exits.at[i], c->handle.symbol);
		if (h && (h->set[c->facet] & TS_DEAD))
			return false;
	}
	const struct contract_entry *x = contracts_of(all, sv->f->key);
	return x && (x->c.callback->return_false == EFFECT_COMPLETE ||
		     x->c.callback->on_return == EFFECT_COMPLETE);
}

void report_checks(struct solver *sv)
{
	struct operation_list own;
	uint32_t count = 0;

	if (!sv->checks.count)
		return;
	own = own_operations(sv);
	qsort(sv->checks.at, sv->checks.count, sizeof(*sv->checks.at), by_op);
	join_all_unstarted(sv);
	for (uint32_t i = 0; i < sv->checks.count; i++) {
		const struct check *c = &sv->checks.at[i];
		bool known = false;
		for (uint32_t j = 0; j < count && !known; j++)
			known = same_cause(sv, &sv->checks.at[j], c);
		if (!c->wrong || known ||
		    is_own_affair(own, c->handle.family) ||
		    is_left_to_others(sv, c))
			continue;
		report(sv, c);
		sv->checks.at[count++] = *c;
	}
}
