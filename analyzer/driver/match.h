// SPDX-License-Identifier: Apache-2.0
// Which finding of today is which of the base: in passes, most alike first,
// each finding used once.
#ifndef ONCELINT_DRIVER_MATCH_H
#define ONCELINT_DRIVER_MATCH_H

#include "driver/diff.h"
#include "model/finding.h"
#include "report/source.h"

enum carried_cause {
	CARRIED_NONE,
	CARRIED_EXACT,    // where it was, or where the lines before it moved it
	CARRIED_MOVED,    // elsewhere in its file, or in another one
	CARRIED_FILE,     // its file has another name
	CARRIED_FUNCTION, // its function has another name
	CARRIED_EDITED,   // its own lines have changed
	CARRIED_CAUSE_COUNT
};

struct match_side {
	struct finding *const *findings;
	uint32_t count;
	const char *root; // paths are compared below it
	struct source_cache *sources;
	// Now only, one a finding: it is known to be old, so that only the one
	// at the same place can be its like.
	const bool *is_old;
};

struct carried {
	enum carried_cause cause;
	uint32_t other; // index on the other side, unless CARRIED_NONE
};

struct matches {
	struct carried *now; // one a finding
	struct carried *old;
};

// `d` leads from the old files to those of now, with paths below now's root.
void match_findings(struct matches *m, struct arena *a,
		    const struct match_side *old, const struct match_side *now,
		    const struct diff *d);

#endif
