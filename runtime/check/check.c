// SPDX-License-Identifier: Apache-2.0
//
// From refusals to misuses, from misuses to the sink.
#include <once/check.h>

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core.h"
#include "../src/pool.h"
#include "../src/trace.h"
#include "history.h"
#include "stack.h"

TRACE_THREAD_LOCAL void *trace_entry_frame;

static void print_misuse(void *context, const struct vt_report *report)
{
	(void)context;
	vt_report_print(report, 2);
}

static const struct vt_sink default_sink = { .misuse = print_misuse };

static _Atomic(const struct vt_sink *) sink = &default_sink;
static _Atomic int policy = VT_POLICY_REPORT;
static _Atomic uint64_t counts[VT_MISUSE_COUNT];

void vt_check_set_sink(const struct vt_sink *s)
{
	atomic_store(&sink, s ? s : &default_sink);
}

void vt_check_set_policy(enum vt_policy p)
{
	atomic_store(&policy, (int)p);
}

bool vt_check_enabled(void)
{
	return true;
}

uint64_t vt_check_count(enum vt_misuse misuse)
{
	return atomic_load(&counts[misuse]);
}

// ---- places

static void *entry_or(void *frame)
{
	return trace_entry_frame ? trace_entry_frame : frame;
}

void trace_mark(struct trace_mark *mark)
{
	mark->here = stack_here(entry_or(__builtin_frame_address(0)));
}

STACK_WALKER void trace_event(struct vt_core *core, enum vt_event event,
			      uint64_t token)
{
	_Atomic uint64_t *place = history_place(core, event, token);
	const struct vt_sink *s;

	if (place)
		atomic_store_explicit(
			place, stack_here(entry_or(__builtin_frame_address(0))),
			memory_order_release);
	s = atomic_load_explicit(&sink, memory_order_acquire);
	if (s->event)
		s->event(s->context, event, core, token);
}

void trace_release(struct vt_core *core)
{
	history_free(core);
}

// ---- misuses

static void tell(const struct vt_report *report)
{
	const struct vt_sink *s =
		atomic_load_explicit(&sink, memory_order_acquire);
	int p = atomic_load(&policy);

	atomic_fetch_add(&counts[report->misuse], 1);
	if (p == VT_POLICY_SKIP)
		return;
	if (s->misuse)
		s->misuse(s->context, report);
	if (p == VT_POLICY_ABORT)
		abort();
}

int trace_misuse(enum vt_misuse misuse, const char *family,
		 struct vt_core *core, uint64_t token, int code)
{
	struct vt_report report = { .misuse = misuse,
				    .family = family,
				    .source = core,
				    .generation = token };

	if (core)
		history_get(core, token, &report);
	stack_get(stack_here(entry_or(__builtin_frame_address(0))),
		  &report.again);
	tell(&report);
	return code;
}

int trace_object(enum vt_misuse misuse, const char *family, const void *object,
		 enum vt_event event, const struct trace_mark *mark, int code)
{
	struct vt_report report = { .misuse = misuse,
				    .family = family,
				    .source = object };

	stack_get(mark->here, &report.at[event]);
	stack_get(stack_here(entry_or(__builtin_frame_address(0))),
		  &report.again);
	tell(&report);
	return code;
}

// The winner of a race may not have written down where he was; it is a matter
// of a few instructions.
static void await_consumer(const struct vt_core *core, uint64_t token)
{
	for (int i = 0; i < 1000; i++) {
		if (history_has(core, VT_EVENT_CONSUME, token))
			return;
		sched_yield();
	}
}

static enum vt_misuse consumed_again(struct vt_core *core, uint64_t token,
				     int code)
{
	uint64_t word = core_load(core);
	struct vt_report first = { 0 };

	await_consumer(core, token);
	if (code == VT_ECLAIMED) {
		history_get(core, token, &first);
		return first.at[VT_EVENT_CONSUME].thread == stack_thread()
			       ? VT_MISUSE_DOUBLE_CONSUME
			       : VT_MISUSE_CONCURRENT;
	}
	return word & CORE_LIVE ? VT_MISUSE_AFTER_RECYCLE
				: VT_MISUSE_DOUBLE_CONSUME;
}

static enum vt_misuse misuse_of(struct vt_core *core, uint64_t token,
				enum trace_call call, int code)
{
	switch (call) {
	case TRACE_LOOK:
		return VT_MISUSE_USE_AFTER_CONSUME;
	case TRACE_COMPLETE:
		return VT_MISUSE_DOUBLE_COMPLETE;
	case TRACE_ATTACH:
		if (code == VT_EBUSY)
			return VT_MISUSE_SECOND_CONTINUATION;
		return consumed_again(core, token, code);
	case TRACE_TAKE:
		if (code == VT_EINCOMPLETE)
			return VT_MISUSE_INCOMPLETE;
		if (code == VT_EBUSY)
			return VT_MISUSE_CONCURRENT;
		return consumed_again(core, token, code);
	}
	return VT_MISUSE_DOUBLE_CONSUME;
}

int trace_refused(struct vt_core *core, uint64_t token, enum trace_call call,
		  int code)
{
	return trace_misuse(misuse_of(core, token, call, code), "value_task",
			    core, token, code);
}

// ---- emptied variables

enum { GHOST_SHIFT = 16 };

uint64_t trace_ghost(const struct value_task *held)
{
	if (held->word & VT_TAG_MASK)
		return 0;
	return (uint64_t)held->word << GHOST_SHIFT |
	       (held->payload & ((1 << GHOST_SHIFT) - 1));
}

int trace_empty(const struct value_task *t)
{
	const void *source = (const void *)(t->payload >> GHOST_SHIFT);
	struct vt_slot *slot;
	uint64_t token;

	if (!t->payload)
		return trace_misuse(VT_MISUSE_EMPTY, "value_task", NULL, 0,
				    VT_EEMPTY);
	// A source of the user's own may be gone.
	slot = pool_find(source);
	if (!slot)
		return trace_misuse(VT_MISUSE_DOUBLE_CONSUME, "value_task",
				    NULL, 0, VT_EEMPTY);
	token = history_find(&slot->core, (uint16_t)t->payload);
	return trace_misuse(VT_MISUSE_DOUBLE_CONSUME, "value_task", &slot->core,
			    token, VT_EEMPTY);
}

// ---- leaks

enum { LEAKS_TOLD = 256 };

struct leaks {
	size_t count;
	struct vt_core *core[LEAKS_TOLD];
};

static void collect(void *context, struct vt_slot *slot)
{
	struct leaks *leaks = context;

	if (leaks->count < LEAKS_TOLD)
		leaks->core[leaks->count] = &slot->core;
	leaks->count++;
}

static void tell_leak(struct vt_core *core)
{
	uint64_t word = core_load(core);
	struct vt_report report = { .family = "value_task",
				    .source = core,
				    .generation = core_generation(word) };

	report.misuse = word & CORE_DONE ? VT_MISUSE_NEVER_CONSUMED
					 : VT_MISUSE_NEVER_COMPLETED;
	history_get(core, report.generation, &report);
	tell(&report);
}

size_t vt_check_leaks(void)
{
	struct leaks leaks = { 0 };

	pool_visit_live(collect, &leaks);
	for (size_t i = 0; i < leaks.count && i < LEAKS_TOLD; i++)
		tell_leak(leaks.core[i]);
	return leaks.count;
}

__attribute__((constructor)) static void read_environment(void)
{
	const char *on = getenv("ONCE_ON");
	const char *stack = getenv("ONCE_STACK");

	if (on && !strcmp(on, "abort"))
		vt_check_set_policy(VT_POLICY_ABORT);
	if (on && !strcmp(on, "skip"))
		vt_check_set_policy(VT_POLICY_SKIP);
	if (stack && !strcmp(stack, "none"))
		stack_set_depth(0);
	if (stack && !strcmp(stack, "site"))
		stack_set_depth(1);
}

__attribute__((destructor)) static void at_exit(void)
{
	vt_check_leaks();
}
