// SPDX-License-Identifier: Apache-2.0
// Any text as C or C++, through parser, lowering, engine and the message that a
// worker sends. The first byte chooses the language. Nothing may crash, leak or
// run for long.
#include <stdio.h>
#include <stdlib.h>

#include "driver/unit.h"
#include "pack/load.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct analysis analysis;
static struct rules rules;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct err e = ERR_INIT;

	(void)argc;
	(void)argv;
	analysis.packs = packset_new();
	if (!packset_load_builtin(analysis.packs, &e) ||
	    !packset_finish(analysis.packs, &e)) {
		fprintf(stderr, "%s\n", e.text.text);
		exit(2);
	}
	analysis.options.strict = analysis.options.hints = true;
	packset_rules(analysis.packs, &rules);
	return 0;
}

// Fixtures start like this: their headers are found, others are missing.
#define INCLUDES SOURCE_ROOT "/testdata/include"

static void analyse(const char *file, const char *const *arguments,
		    const char *text, size_t length)
{
	struct front_buffer buffer = { file, text, length };
	struct front_command command = { .file = file,
					 .directory = SOURCE_ROOT,
					 .words = arguments,
					 .buffers = &buffer,
					 .buffer_count = 1 };
	struct arena a = { 0 };
	struct artifact x, y;
	struct str message = STR_INIT;
	struct err e = ERR_INIT;

	unit_analyse(&analysis, &command, false, &a, &x);
	artifact_write(&x, NULL, &message);
	if (!artifact_read(message.text, message.length, NULL, &rules, &a, &y, &e))
		abort();
	str_release(&message);
	arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const c[] = { "clang",    "-std=c17", "-nostdinc",
					 "-isystem", INCLUDES,   NULL };
	static const char *const cplusplus[] = { "clang",     "-std=c++20",
						 "-nostdinc", "-nostdinc++",
						 "-isystem",  INCLUDES,
						 NULL };

	if (!size)
		return 0;
	if (*data & 1)
		analyse("/fuzz.c", c, (const char *)data + 1, size - 1);
	else
		analyse("/fuzz.cpp", cplusplus, (const char *)data + 1,
			size - 1);
	return 0;
}
