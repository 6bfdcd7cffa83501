// SPDX-License-Identifier: Apache-2.0
// The command line: one list of options (options.def) for all commands.
#ifndef ONCELINT_DRIVER_OPTIONS_H
#define ONCELINT_DRIVER_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"
#include "model/finding.h"

#define ON_CHECK 1u
#define ON_TEST 2u
#define ON_DEBUG 4u
#define ON_RULES 8u
#define ON_EXPLAIN 16u
#define ON_VERSION 32u
#define ON_REPORT 64u
#define ON_DIFF 128u
#define ON_HISTORY 256u
#define ON_TRIAGE 512u
#define ON_BASELINE 1024u
#define ON_INIT 2048u
#define ON_COMPLETIONS 4096u
#define ON_MANUAL 8192u
#define ON_CACHE 16384u
#define ON_TU 32768u
#define ON_LINK 65536u
#define ON_PLAN 131072u
#define ON_CC 262144u
#define ON_ALL 524287u
#define ON_ENGINE (ON_TU | ON_LINK | ON_PLAN)
#define ON_STORE (ON_REPORT | ON_DIFF | ON_HISTORY | ON_TRIAGE | ON_BASELINE)
#define ON_OUTPUT (ON_CHECK | ON_LINK | ON_REPORT | ON_DIFF)

// Which findings count for the exit status, besides their severity.
enum fail_scope {
	FAIL_ON_REPORTED, // not said: all that is reported
	FAIL_ON_NEW,
	FAIL_ON_ALL
};

enum when_colored { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

// A format and where it goes: each -o belongs to the -f before it, or else to
// the next one.
struct output {
	const char *format;
	const char *path; // NULL: standard output
};

// Texts are borrowed from argv, or belong to the arena of options_parse.
struct options {
	const char *command_line; // as typed
	const char *build;
	VEC(struct output) outputs; // at least one, one to standard output
	const char *category;
	const char *run;
	const char *state;
	const char *reason;
	const char *author;
	const char *base;
	const char *baseline;
	const char *diff;
	const char *database;
	const char *config;
	const char *cache;
	const char *root;
	const char *result; // a file
	const char *archive;
	const char *depfile;
	const char *directory;
	const char *emit;
	VEC(const char *) extra_arguments;
	VEC(const char *) extra_first;
	bool no_database;
	bool no_cache;
	bool no_skip;
	bool is_strict;
	bool has_hints;
	bool is_quiet;
	bool is_help;
	bool has_jobs;
	bool has_timeout;
	bool has_memory;
	bool has_cache_size;
	bool has_fail_on;
	bool never_fails;
	bool hides_fixed;
	bool fails_on_stale;
	bool fails; // of 'tu': findings of the unit are a failure
	bool keeps_going;
	bool is_fixing;
	bool shows_fixes; // and does not do them
	enum fail_scope fail_scope;
	enum severity fail_on;
	enum when_colored color;
	uint32_t jobs; // 0: in this process
	uint32_t timeout;
	uint32_t memory;
	uint32_t cache_size; // MiB
	uint32_t shards;     // 0: not said
	uint32_t shard;      // from 1; 0: not said
	VEC(const char *) rules;
	VEC(const char *) operands; // what is no option, before `--`
	bool has_flags;             // there was a `--`
	const char *const *flags;   // what follows it
	uint32_t flag_count;
};

// Parses argv[1..] of the command `name`, which takes the options of `mask`.
// What follows the first operand of `tu` and `cc` is no option, unless there is
// a `--`.
MUST_USE bool options_parse(struct options *o, struct arena *a, unsigned mask,
			    const char *name, int argc, char **argv,
			    struct err *e);

// The options of a verb, which is the first operand.
struct options options_rest(const struct options *o);

struct option_row {
	const char *text;  // "build"
	char letter;       // 'p', or 0
	const char *value; // "DIR"; NULL: it takes none
	unsigned commands; // ON_CHECK | ...
	const char *help;
};

// The n-th option of options.def, or NULL past the last.
const struct option_row *option_at(unsigned n);

// Appends one line for each option of `mask`.
void options_help(struct str *out, unsigned mask);

#endif
