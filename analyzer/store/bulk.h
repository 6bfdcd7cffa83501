// SPDX-License-Identifier: Apache-2.0
// The first run of a database, which writes most.
#ifndef ONCELINT_STORE_BULK_H
#define ONCELINT_STORE_BULK_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

struct store_db;

// All zero is empty.
struct bulk {
	struct arena arena;
	bool was_empty;
	char *index; // the SQL that makes it, NULL: it is there
};

// At the run's begin: takes the index of an empty database away.
MUST_USE bool bulk_begin(struct store_db *s, struct err *e);
// Before the run's end: makes it.
MUST_USE bool bulk_end(struct store_db *s, struct err *e);
void bulk_release(struct bulk *b);

#endif
