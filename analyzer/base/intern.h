// SPDX-License-Identifier: Apache-2.0
// One copy of each text, so that equal texts are equal pointers.
#ifndef ONCELINT_BASE_INTERN_H
#define ONCELINT_BASE_INTERN_H

#include <stddef.h>

#include "base/arena.h"

struct intern_entry;

// All zero is empty. Texts live in `arena`, borrowed from whoever set it.
struct intern {
	struct arena *arena;
	struct intern_entry *entries;
};

void intern_init(struct intern *t, struct arena *arena);
void intern_release(struct intern *t); // the texts stay with the arena

const char *intern(struct intern *t, const char *text); // NULL stays NULL
const char *intern_bytes(struct intern *t, const char *text, size_t length);

#endif
