// SPDX-License-Identifier: Apache-2.0
//
// What is not needed at every event.
#include "history.h"

#include <stdlib.h>

#include "stack.h"

bool history_make(struct vt_core *core)
{
	core->trace = calloc(HISTORY_ROWS, sizeof(struct history_row));
	return core->trace;
}

bool history_has(const struct vt_core *core, enum vt_event event,
		 uint64_t token)
{
	struct history_row *row = history_row(core, token);

	return history_is_of(row, token) &&
	       atomic_load_explicit(&row->at[event], memory_order_acquire);
}

void history_get(const struct vt_core *core, uint64_t token,
		 struct vt_report *report)
{
	struct history_row *row = history_row(core, token);

	if (!history_is_of(row, token))
		return;
	for (int i = 0; i < VT_EVENT_COUNT; i++)
		stack_get(
			atomic_load_explicit(&row->at[i], memory_order_acquire),
			&report->at[i]);
	if (history_is_of(row, token))
		return;
	for (int i = 0; i < VT_EVENT_COUNT; i++)
		report->at[i] = (struct vt_place){ 0 };
}

uint64_t history_find(const struct vt_core *core, uint16_t low)
{
	const struct history_row *rows = core->trace;

	for (int i = 0; rows && i < HISTORY_ROWS; i++) {
		uint64_t generation = atomic_load_explicit(
			&rows[i].generation, memory_order_acquire);

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
