// SPDX-License-Identifier: Apache-2.0
// One printer and what belongs to it.
#pragma once
#include "archive.h"
#include "journal.h"
#include "printer.h"
#include "scanner.h"

struct spooler {
	struct printer printer;
	struct scanner scanner;
	struct journal journal;
	struct archive archive;
	unsigned next_id;
};

int spooler_open(struct spooler *s, const char *journal, const char *archive);
int spooler_print(struct spooler *s, const char *text);
void spooler_close(struct spooler *s);
