// SPDX-License-Identifier: Apache-2.0
// All that the analysis of one unit gives, and its flat form: what a worker
// sends and a cache keeps. Equal contents give equal bytes.
#ifndef ONCELINT_MODEL_ARTIFACT_H
#define ONCELINT_MODEL_ARTIFACT_H

#include "base/err.h"
#include "model/finding.h"
#include "model/rules.h"
#include "model/summary.h"

enum unit_status {
	UNIT_DONE,
	UNIT_SKIPPED,  // holds nothing that matters: was not parsed
	UNIT_CACHED,   // done in an earlier run
	UNIT_DEGRADED, // analysed in part
	UNIT_FAILED,   // not analysed
	UNIT_STATUS_COUNT
};

const char *unit_status_word(enum unit_status s); // "degraded"

// Processor time in microseconds.
struct unit_times {
	uint64_t parse_us; // the compiler library's,
	uint64_t lower_us; // ours up to the IR,
	uint64_t solve_us; // and ours from there
};

struct artifact {
	const char *file; // absolute
	enum unit_status status;
	const char *reason; // degraded or failed: why; else NULL
	uint32_t function_count;
	uint32_t skipped_functions;
	uint32_t state_limit_hits;
	uint32_t error_count;    // of the compiler
	struct unit_times times; // not in the flat form
	// What it was made from, as a hash; zero: unknown. Not in the flat
	// form.
	uint64_t origin[2];
	struct findings findings;
	VEC(struct note) notes;
	VEC(const char *) dependencies; // files read, absolute
	// For linking.
	VEC(struct summary) summaries;
	VEC(struct contract) contracts;
	VEC(const char *) self;    // functions that name the running handle
	VEC(const char *) rearmed; // globals that unknown code can change
	VEC(const char *) unread;  // fields that nobody reads
	VEC(struct stale) stale;
	VEC(const char *) packs;   // that were in use
	// In headers, of handles: what other units may get at them by.
	VEC(struct declaration) declarations;
	VEC(struct function *) functions; // kept: writing only
	const void *ir; // the same, flat, for ir_read(): reading only
	size_t ir_size;
	const void *flat; // all of this: reading only
	size_t flat_size;
	uint64_t hash; // of the flat form: reading only
};

// Appends the flat form to `out`. It holds no times. Paths below `root` (NULL:
// none) are kept relative to it.
void artifact_write(const struct artifact *x, const char *root,
		    struct str *out);

// Everything in `out` belongs to `a`, but `ir` and `flat` point into
// `data`. Families are looked up in `rules` by pack and id.
MUST_USE bool artifact_read(const void *data, size_t size, const char *root,
			    const struct rules *rules, struct arena *a,
			    struct artifact *out, struct err *e);

#endif
