// SPDX-License-Identifier: Apache-2.0
//
// What happened to the last operations of one core, and where.
#ifndef RUNTIME_HISTORY_H
#define RUNTIME_HISTORY_H

#include <once/check.h>

enum { HISTORY_ROWS = 4 };

// A few generations per core, found by the generation itself: no lookup.
// Written by those who have the right to the transition, read by reporters at
// any time, so every field is atomic and a row is believed only if its
// generation is the same before and after.
struct history_row {
	_Atomic uint64_t generation;
	_Atomic uint64_t at[VT_EVENT_COUNT]; // stack_here; 0: not happened
};

// Gives the core a history. False without memory: then nothing is known of it,
// and reports say so.
bool history_make(struct vt_core *core);

static inline struct history_row *history_row(const struct vt_core *core,
					      uint64_t token)
{
	struct history_row *rows = core->trace;

	return rows ? &rows[token % HISTORY_ROWS] : NULL;
}

static inline bool history_is_of(struct history_row *row, uint64_t token)
{
	return row && atomic_load_explicit(&row->generation,
					   memory_order_acquire) == token;
}

// Begins the row of a generation. NULL if production was told before and its
// token asked for once more, or there is no memory.
static inline struct history_row *history_begin(struct vt_core *core,
						uint64_t token)
{
	struct history_row *row;

	if (!core->trace && !history_make(core))
		return NULL;
	row = history_row(core, token);
	if (history_is_of(row, token))
		return NULL;
	for (int i = 0; i < VT_EVENT_COUNT; i++)
		atomic_store_explicit(&row->at[i], 0, memory_order_relaxed);
	atomic_store_explicit(&row->generation, token, memory_order_release);
	return row;
}

// Where `event` is to be recorded. NULL if it is not, as when the row serves
// another generation by now.
static inline _Atomic uint64_t *
history_place(struct vt_core *core, enum vt_event event, uint64_t token)
{
	struct history_row *row;

	if (event == VT_EVENT_PRODUCE) {
		row = history_begin(core, token);
		return row ? &row->at[event] : NULL;
	}
	row = history_row(core, token);
	return history_is_of(row, token) ? &row->at[event] : NULL;
}

// Whether it is known where `event` happened to `token`.
bool history_has(const struct vt_core *core, enum vt_event event,
		 uint64_t token);

// Fills report->at as far as it is known.
void history_get(const struct vt_core *core, uint64_t token,
		 struct vt_report *report);

// The generation that ends with these 16 bits, or 0.
uint64_t history_find(const struct vt_core *core, uint16_t low);

void history_free(struct vt_core *core);

#endif
