// SPDX-License-Identifier: Apache-2.0
// Paths as texts, and files read whole.
#ifndef ONCELINT_BASE_FILE_H
#define ONCELINT_BASE_FILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

// The path from `directory` (absolute) with '.', '..' and doubled slashes
// taken out. Links are not followed: a build tool's spelling is kept.
char *path_absolute(struct arena *a, const char *directory, const char *path);

// The working directory, absolute.
char *path_current(struct arena *a);

// All but the last component ("/" for "/x", "." for "x").
char *path_directory(struct arena *a, const char *path);
// The last component: a pointer into `path`.
const char *path_base(const char *path);
char *path_join(struct arena *a, const char *directory, const char *name);

// Whether `path` is `directory` or inside it, both absolute.
bool path_is_below(const char *path, const char *directory);
// What remains of `path` below `directory`: a pointer into `path`, which is
// returned whole when it is not below.
const char *path_relative(const char *path, const char *directory);

bool path_exists(const char *path);
bool path_is_directory(const char *path);

// Looks for `name` in `directory` and its parents; NULL if nowhere.
char *path_find_upward(struct arena *a, const char *directory,
		       const char *name);

// Replaces the file in one step: until all of it is on the disk, what stood
// under that name stays. It keeps its permissions, and a link stays a link. A
// device or pipe is written to as it is. Failure names
// the file and the reason and leaves no half file behind.
MUST_USE bool file_write(const char *path, const struct str *text,
			 struct err *e);

// Writes all of it to something open, however much is taken at once. False with
// errno set otherwise.
MUST_USE bool file_write_all(int fd, const void *data, size_t size);

// Appends the whole file to `out`. Failure names the file and the reason.
MUST_USE bool file_read(const char *path, struct str *out, struct err *e);

#endif
