// SPDX-License-Identifier: Apache-2.0
#include "printer.h"

#include <stdio.h>

static void *printer_main(void *arg)
{
	struct printer *p = arg;
	struct job job;

	while (queue_pop(&p->jobs, &job)) {
		printf("page %lu: job %u: %s\n", ++p->pages, job.id, job.text);
		fflush(stdout);
	}
	return NULL;
}

int printer_start(struct printer *p)
{
	int rc = queue_init(&p->jobs);

	if (rc != 0)
		return rc;
	p->pages = 0;
	rc = pthread_create(&p->thread, NULL, printer_main, p);
	if (rc != 0)
		queue_release(&p->jobs);
	return rc;
}

void printer_stop(struct printer *p)
{
	queue_close(&p->jobs);
	pthread_join(p->thread, NULL);
}

void printer_destroy(struct printer *p)
{
	// The thread may still look at the queue.
	queue_close(&p->jobs);
	pthread_join(p->thread, NULL);
	queue_release(&p->jobs);
}
