// SPDX-License-Identifier: Apache-2.0
// A run's rows in an order that a database file takes quickly.
#ifndef ONCELINT_STORE_BULK_H
#define ONCELINT_STORE_BULK_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

struct store_db;

struct snippet {    // a source line
	int64_t id; // hash of the text; 0: there is none
	const char *text;
	size_t length;
};

#define RECENT_SNIPPETS 4096

// All zero is empty.
struct bulk {
	struct arena arena;
	VEC(struct snippet) snippets; // not written yet
	int64_t recent[RECENT_SNIPPETS];
	bool was_empty;
	VEC(const char *) indexes; // not there: the SQL that makes them
};

// Once a connection.
MUST_USE bool bulk_declare(struct store_db *s, struct err *e);
// At the run's begin: takes the indexes of an empty database away.
MUST_USE bool bulk_begin(struct store_db *s, struct err *e);
struct snippet snippet_of(const char *text, size_t length);
// Keeps a source line; its text must live until the run ends.
MUST_USE bool bulk_add_snippet(struct store_db *s, const struct snippet *x,
			       struct err *e);
// Before the run's end: what is not written is, and the indexes are made.
MUST_USE bool bulk_end(struct store_db *s, struct err *e);
void bulk_release(struct bulk *b);

#endif
