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

struct artifact {
	const char *file; // absolute
	enum unit_status status;
	const char *reason; // degraded or failed: why; else NULL
	uint32_t function_count;
	uint32_t skipped_functions;
	uint32_t state_limit_hits;
	uint32_t error_count; // of the compiler
	uint64_t parse_us;    // processor time: the compiler library's,
	uint64_t lower_us;    // ours up to the IR,
	uint64_t solve_us;    // and ours from there
	struct findings findings;
	VEC(struct summary) summaries;
	VEC(struct note) notes;
	VEC(const char *) dependencies; // files read, absolute
};

// Appends the flat form to `out`.
void artifact_write(const struct artifact *x, struct str *out);

// Everything in `out` belongs to `a`. Families are looked up in `rules` by pack
// and id.
MUST_USE bool artifact_read(const void *data, size_t size,
			    const struct rules *rules, struct arena *a,
			    struct artifact *out, struct err *e);

#endif
