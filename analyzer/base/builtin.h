// SPDX-License-Identifier: Apache-2.0
// Data files that are built into the program, so that it needs none beside it.
#ifndef ONCELINT_BASE_BUILTIN_H
#define ONCELINT_BASE_BUILTIN_H

#include <stddef.h>

struct builtin_file {
	const char *path; // "rules/packs/posix-threads.json"
	const char *text; // ends in a zero byte that is not counted
	size_t length;
};

// Sorted by path; the array is made by cmake/Embed.cmake.
extern const struct builtin_file builtin_files[];
extern const size_t builtin_file_count;

// NULL if there is no such file.
const struct builtin_file *builtin_find(const char *path);

#endif
