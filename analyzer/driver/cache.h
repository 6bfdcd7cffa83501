// SPDX-License-Identifier: Apache-2.0
// A folder of what earlier runs found out. An entry is bytes under a kind and a
// key, and its key must name all that the bytes depend on: what is there is
// never wrong, at most missing. Any number of processes may use a folder at
// once, and end at any moment.
#ifndef ONCELINT_DRIVER_CACHE_H
#define ONCELINT_DRIVER_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

enum cache_kind {
	CACHE_RECORD, // what a command depended on, and which artifacts it gave
	CACHE_ARTIFACT,
	CACHE_LINK,      // what linking gave
	CACHE_RUN,       // all of a run
	CACHE_FIX,       // what was proven to mend a unit's findings
	CACHE_SOLUTIONS, // of functions, by what they rest on: of the last link
	CACHE_KIND_COUNT
};

const char *cache_kind_word(enum cache_kind kind); // "artifact"

struct cache_key {
	uint64_t low, high;
};

// Adds text or bytes to a key; an empty one is all zero. The order matters, and
// where one ends and the next begins.
void cache_key_add(struct cache_key *key, const void *data, size_t size);
void cache_key_text(struct cache_key *key, const char *text); // NULL is one too
void cache_key_number(struct cache_key *key, uint64_t n);

// All zero is a cache that has nothing and keeps nothing.
struct cache {
	const char *path; // borrowed
	uint64_t limit;   // bytes
	int folder;       // descriptor, -1: not there yet
	bool is_on;
	bool is_full;          // it could not be written: no more tries
	uint64_t token, count; // for names of temporary files
	// What this process did and has not yet put into the totals.
	uint64_t hits, misses, added_bytes, added_entries;
};

// Nothing is made before the first cache_put.
void cache_open(struct cache *c, const char *path, uint64_t limit);

// Counts what was done and, above the limit, drops what was not used for
// longest.
void cache_close(struct cache *c);

// Appends the entry to `out`. False: there is none, or it was damaged and is
// gone now.
bool cache_get(struct cache *c, enum cache_kind kind,
	       const struct cache_key *key, struct str *out);

// A failure costs only the entry: the first one of a run is told on standard
// error.
void cache_put(struct cache *c, enum cache_kind kind,
	       const struct cache_key *key, const void *data, size_t size);

struct cache_stats {
	uint64_t entries[CACHE_KIND_COUNT];
	uint64_t bytes[CACHE_KIND_COUNT]; // on the disk
	uint64_t hits, misses; // of units, since the folder was made or cleared
};

// Counts what there is in a folder; one that is not there is empty.
MUST_USE bool cache_count(const char *path, struct cache_stats *out,
			  struct err *e);

// Drops all entries; `out` gets what they were.
MUST_USE bool cache_clear(const char *path, struct cache_stats *out,
			  struct err *e);

#endif
