// SPDX-License-Identifier: Apache-2.0
//
// A few generations per core, found by the generation itself: no lookup.
// Written by those who have the right to the transition, read by reporters at
// any time, so every field is atomic and a row is believed only if its
// generation is the same before and after.
#include "history.h"

#include <stdlib.h>

#include "stack.h"

enum { KEPT = 4 };

struct row {
	_Atomic uint64_t generation;
	struct {
		_Atomic uint64_t thread; // 0: has not happened
		_Atomic uint32_t stack;
	} at[VT_EVENT_COUNT];
};

struct history {
	struct row rows[KEPT];
};

static struct row *row_of(const struct vt_core *core, uint64_t token)
{
	struct history *h = core->trace;

	return h ? &h->rows[token % KEPT] : NULL;
}

__attribute__((noinline)) static bool make(struct vt_core *core)
{
	core->trace = calloc(1, sizeof(struct history));
	return core->trace;
}

static void renew(struct row *row, uint64_t token)
{
	for (int i = 0; i < VT_EVENT_COUNT; i++)
		atomic_store_explicit(&row->at[i].thread, 0,
				      memory_order_relaxed);
	atomic_store_explicit(&row->generation, token, memory_order_release);
}

void history_add(struct vt_core *core, enum vt_event event, uint64_t token,
		 uint32_t stack, uint64_t thread)
{
	struct row *row;

	if (!core->trace && !(event == VT_EVENT_PRODUCE && make(core)))
		return;
	row = row_of(core, token);
	if (atomic_load_explicit(&row->generation, memory_order_relaxed) ==
	    token) {
		if (event == VT_EVENT_PRODUCE)
			return; // asked for its token once more
	} else if (event == VT_EVENT_PRODUCE) {
		renew(row, token);
	} else {
		return; // so late that the row serves another
	}
	atomic_store_explicit(&row->at[event].stack, stack,
			      memory_order_relaxed);
	atomic_store_explicit(&row->at[event].thread, thread,
			      memory_order_release);
}

bool history_has(const struct vt_core *core, enum vt_event event,
		 uint64_t token)
{
	struct row *row = row_of(core, token);

	return row &&
	       atomic_load_explicit(&row->generation, memory_order_acquire) ==
		       token &&
	       atomic_load_explicit(&row->at[event].thread,
				    memory_order_acquire);
}

void history_get(const struct vt_core *core, uint64_t token,
		 struct vt_report *report)
{
	struct row *row = row_of(core, token);

	if (!row || atomic_load_explicit(&row->generation,
					 memory_order_acquire) != token)
		return;
	for (int i = 0; i < VT_EVENT_COUNT; i++) {
		struct vt_place *place = &report->at[i];

		place->thread = atomic_load_explicit(&row->at[i].thread,
						     memory_order_acquire);
		if (place->thread)
			stack_get(atomic_load_explicit(&row->at[i].stack,
						       memory_order_relaxed),
				  place);
	}
	if (atomic_load_explicit(&row->generation, memory_order_acquire) ==
	    token)
		return;
	for (int i = 0; i < VT_EVENT_COUNT; i++)
		report->at[i] = (struct vt_place){ 0 };
}

uint64_t history_find(const struct vt_core *core, uint16_t low)
{
	const struct history *h = core->trace;

	for (int i = 0; h && i < KEPT; i++) {
		uint64_t generation = atomic_load_explicit(
			&h->rows[i].generation, memory_order_acquire);

		if (generation && (uint16_t)generation == low)
			return generation;
	}
	return 0;
}

void history_free(struct vt_core *core)
{
	free(core->trace);
	core->trace = NULL;
}
