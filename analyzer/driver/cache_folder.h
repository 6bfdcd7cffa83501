// SPDX-License-Identifier: Apache-2.0
// What the cache's folder takes on the disk, and keeping it below its limit.
#ifndef ONCELINT_DRIVER_CACHE_FOLDER_H
#define ONCELINT_DRIVER_CACHE_FOLDER_H

#include "base/arena.h"
#include "driver/cache.h"

// Makes it with its parents, and marks it as what backups leave out. False and
// errno if that cannot be.
MUST_USE bool folder_make(const char *path, struct arena *scratch);

// What a file of this size takes.
uint64_t folder_rounded(uint64_t size);

// Adds to the totals what `c` did since the last time, and drops the entries
// that were not used for longest if there are too many. Failing costs only
// that.
void folder_account(struct cache *c);

#endif
