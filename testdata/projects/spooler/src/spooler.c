// SPDX-License-Identifier: Apache-2.0
#include "spooler.h"

#include <stdio.h>
#include <string.h>

int spooler_open(struct spooler *s, const char *journal, const char *archive)
{
	memset(s, 0, sizeof(*s));
	s->next_id = 1;
	if (journal_open(&s->journal, journal) != 0)
		return -1;
	if (archive_open(&s->archive, archive) != 0)
		goto no_archive;
	if (printer_start(&s->printer) != 0)
		goto no_printer;
	// A spooler without a scanner is a spooler all the same.
	if (scanner_start(&s->scanner, &s->printer.jobs, 3) != 0)
		fprintf(stderr, "spooler: no scanner\n");
	return 0;

no_printer:
	archive_close(&s->archive);
no_archive:
	journal_close(&s->journal);
	return -1;
}

int spooler_print(struct spooler *s, const char *text)
{
	struct job job = { .id = s->next_id++ };

	snprintf(job.text, sizeof(job.text), "%s", text);
	if (journal_append(&s->journal, job.text) < 0)
		return -1;
	if (!queue_push(&s->printer.jobs, &job))
		return -1;
	return archive_keep(&s->archive, job.text, strlen(job.text));
}

void spooler_close(struct spooler *s)
{
	scanner_stop(&s->scanner);
	printer_stop(&s->printer);
	printf("%lu pages\n", s->printer.pages);

	scanner_destroy(&s->scanner);
	printer_destroy(&s->printer);
	archive_close(&s->archive);
	journal_close(&s->journal);
}
