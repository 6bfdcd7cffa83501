// SPDX-License-Identifier: Apache-2.0
// Unified diffs, read strictly: what does not add up is a failure and not an
// empty answer, since an empty answer looks like a clean change.
#ifndef ONCELINT_DRIVER_DIFF_H
#define ONCELINT_DRIVER_DIFF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"

// Old lines that new ones stand for; either count may be 0.
struct diff_change {
	uint32_t old_line; // the first, or the one that would follow
	uint32_t old_count;
	uint32_t new_line;
	uint32_t new_count;
};

// Texts are NULL where there is no such file.
struct diff_file {
	const char *old_name; // as in the diff: "a/src/pool.c"
	const char *new_name;
	const char *old_path; // absolute; see diff_resolve()
	const char *new_path;
	uint32_t line; // of the diff
	VEC(struct diff_change) changes;
};

struct diff {
	VEC(struct diff_file) files;
};

// Reads a diff that messages call `name`. Text between files is passed over, as
// mails and `git show` have some. Everything belongs to `a`.
MUST_USE bool diff_read(struct diff *d, struct arena *a, const char *name,
			const char *text, size_t length, struct err *e);

// Finds out which files are meant: below `top` or `current`, with or without
// the prefix ("a/") of the name. Sorts the files by their new paths. A file
// that is there twice is a failure: the diff is one of several steps.
MUST_USE bool diff_resolve(struct diff *d, struct arena *a, const char *name,
			   const char *top, const char *current, struct err *e);

// By absolute path, links followed if need be; NULL if it was not changed.
const struct diff_file *diff_find(const struct diff *d, const char *path);
const struct diff_file *diff_find_old(const struct diff *d, const char *path);

// Whether a line of the new file is new or was changed.
bool diff_has_line(const struct diff_file *f, uint32_t line);

// The new number of an old line; 0 if the line was changed or is gone.
uint32_t diff_new_line(const struct diff_file *f, uint32_t line);

#endif
