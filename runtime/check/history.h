// SPDX-License-Identifier: Apache-2.0
//
// What happened to the last operations of one core, and where.
#ifndef RUNTIME_HISTORY_H
#define RUNTIME_HISTORY_H

#include <once/check.h>

// Records; allocates the history at the first event. Without memory nothing is
// known of this core, and reports say so.
void history_add(struct vt_core *core, enum vt_event event, uint64_t token,
		 uint32_t stack, uint64_t thread);

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
