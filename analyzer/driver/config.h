// SPDX-License-Identifier: Apache-2.0
// The file .oncelint.json (rules/config-schema.json), joined with the command
// line into what a run goes by.
#ifndef ONCELINT_DRIVER_CONFIG_H
#define ONCELINT_DRIVER_CONFIG_H

#include "driver/options.h"

enum kind_level {
	LEVEL_DEFAULT,
	LEVEL_OFF,
	LEVEL_SET // to `severity`
};

// Paths are absolute.
struct config {
	const char *current;  // working directory
	const char *file;     // NULL: there is none
	const char *root;     // of the project: where the file is, else current
	const char *build;    // NULL: to be looked for
	const char *database; // NULL: keep nothing
	const char *cache;    // NULL: use none
	VEC(const char *) rules;
	VEC(const char *) exclude; // shell patterns
	struct {
		enum kind_level level;
		enum severity severity;
	} kinds[KIND_COUNT];
	uint32_t jobs;
	uint32_t timeout;    // seconds
	uint32_t memory;     // MiB
	uint32_t cache_size; // MiB
	bool is_strict;
	bool has_hints;
	bool is_skipping; // units that hold nothing that matters
	bool never_fails;
	enum severity fail_on;
};

// Reads the file that `o` names, or the one found upward, if any; then lets the
// command line override it. Everything belongs to `a`.
MUST_USE bool config_load(struct config *c, struct arena *a,
			  const struct options *o, struct err *e);

// The same without a file: what fixtures are tested with.
void config_defaults(struct config *c, struct arena *a,
		     const struct options *o);

// Whether findings that are a hint by themselves can be reported.
bool config_shows_hints(const struct config *c);

// Whether the project leaves this path out.
bool config_excludes(const struct config *c, const char *path);

#endif
