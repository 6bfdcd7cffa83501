// SPDX-License-Identifier: Apache-2.0
// The text of source files, each read once.
#ifndef ONCELINT_REPORT_SOURCE_H
#define ONCELINT_REPORT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/utf.h"

struct source_file {
	const char *path;
	const char *text; // NULL if it cannot be read
	size_t length;
	const uint32_t *lines; // offset of each line's start
	uint32_t line_count;
};

struct source_entry;

// All zero is empty. Texts live in an arena of its own.
struct source_cache {
	struct arena arena;
	struct source_entry *entries;
};

void source_release(struct source_cache *c);

// Never NULL; a file that cannot be read has no lines. Belongs to the cache.
const struct source_file *source_get(struct source_cache *c, const char *path);

// Whether the cache knows the file already.
bool source_has(const struct source_cache *c, const char *path);

// Gives the cache a text that the disk does not have (an editor's buffer).
void source_put(struct source_cache *c, const char *path, const char *text,
		size_t length);

// Line `number` (from 1) without its end; NULL past the last.
const char *source_line(const struct source_file *f, uint32_t number,
			size_t *length);

// The column in another unit; as it is when the line is not known.
uint32_t source_column(const struct source_file *f, uint32_t line,
		       uint32_t byte_column, enum column_unit unit);

#endif
