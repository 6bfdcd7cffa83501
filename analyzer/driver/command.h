// SPDX-License-Identifier: Apache-2.0
// The commands of the program.
#ifndef ONCELINT_DRIVER_COMMAND_H
#define ONCELINT_DRIVER_COMMAND_H

#include "driver/options.h"

#ifndef ONCELINT_VERSION
#	define ONCELINT_VERSION "0.0.0"
#endif
#ifndef ONCELINT_DATE // of the version, as manual pages want it
#	define ONCELINT_DATE "January 1, 1970"
#endif

// Finds the command of argv[1], parses its options and runs it; returns the
// exit status: 0 clean, 1 findings, 2 usage, configuration or tool error, 3
// some units could not be analysed.
int command_run(int argc, char **argv);

// Each command gets parsed options and an arena that lives as long. A failure
// is returned through `e`, everything else is the exit status.
typedef int command_fn(const struct options *o, struct arena *a, struct err *e);

struct command {
	const char *name;
	const char *operands;
	const char *help; // one clause
	unsigned mask;    // its options: ON_CHECK, ...
	command_fn *run;
	const char *notes; // printed below the options
};

// The n-th command, or NULL past the last.
const struct command *command_at(unsigned n);

command_fn check_command; // run.c
command_fn tu_command;    // tu.c
command_fn cc_command;
command_fn link_command;    // gather.c
command_fn plan_command;    // shard.c
command_fn test_command;    // fixtures.c
command_fn explain_command; // inspect.c
command_fn rules_command;
command_fn debug_command;  // debug.c
command_fn report_command; // history.c
command_fn diff_command;
command_fn history_command;
command_fn triage_command;
command_fn baseline_command; // baseline.c
command_fn cache_command;    // forget.c
command_fn version_command;
command_fn init_command;        // init.c
command_fn completions_command; // completions.c
command_fn manual_command;      // manual.c

#endif
