// SPDX-License-Identifier: Apache-2.0
#include "scanner.h"

#include <stdio.h>

static void *scanner_main(void *arg)
{
	struct scanner *s = arg;

	for (unsigned i = 0; i < s->pages; i++) {
		struct job job = { .id = s->next_id++ };

		snprintf(job.text, sizeof(job.text), "scanned page %u", i + 1);
		if (!queue_push(s->out, &job))
			break;
	}
	return NULL;
}

int scanner_start(struct scanner *s, struct queue *out, unsigned pages)
{
	int rc;

	s->out = out;
	s->next_id = 1000;
	s->pages = pages;
	s->running = false;
	rc = pthread_create(&s->thread, NULL, scanner_main, s);
	if (rc == 0)
		s->running = true;
	return rc;
}

void scanner_stop(struct scanner *s)
{
	if (!s->running)
		return;
	pthread_join(s->thread, NULL);
	s->running = false;
}

void scanner_destroy(struct scanner *s)
{
	scanner_stop(s);
	s->out = NULL;
}
