// SPDX-License-Identifier: Apache-2.0
// What solving a function gave, in flat form, and a table of such by what they
// rest on: equal keys have equal solutions, whoever made them and when.
#ifndef ONCELINT_MODEL_SOLUTION_H
#define ONCELINT_MODEL_SOLUTION_H

#include "base/err.h"
#include "model/finding.h"
#include "model/rules.h"
#include "model/summary.h"

struct solution {
	const struct operation *operation; // the summary
	struct findings findings;
	VEC(struct note) notes;
};

// Appends the flat form. Paths below `root` (NULL: none) are kept relative to
// it.
void solution_write(const struct solution *x, const char *root,
		    struct str *out);

// Everything in `out` belongs to `a`.
MUST_USE bool solution_read(const void *data, size_t size, const char *root,
			    const struct rules *rules, struct arena *a,
			    struct solution *out, struct err *e);

// Of all that callers can tell from it, places in the source too; not zero.
// Equal below any root.
uint64_t operation_hash(const struct operation *op, const char *root);
uint64_t contract_hash(const struct contract *c, const char *root);

// ---- the table

struct solution_key {
	uint64_t low, high;
};

struct solution_key solution_key_of(const void *data, size_t size);

struct solution_entry;

struct solutions { // all zero: empty
	struct arena arena;
	struct solution_entry *by_key;
	uint32_t added; // by solutions_add()
};

// Adds those that solutions_write() wrote. `data` is borrowed; what is not of
// that form is left out.
void solutions_load(struct solutions *s, const void *data, size_t size);

// A solution's flat form, which is borrowed; NULL: there is none.
const void *solutions_find(struct solutions *s, const struct solution_key *key,
			   size_t *size);
void solutions_add(struct solutions *s, const struct solution_key *key,
		   const void *data, size_t size);

// Appends those that were found or added; the others are of no use any more.
void solutions_write(const struct solutions *s, struct str *out);

void solutions_release(struct solutions *s);

#endif
