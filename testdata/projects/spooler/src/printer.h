// SPDX-License-Identifier: Apache-2.0
// The thread that prints. Stopping waits for the page that is under way.
#pragma once
#include "queue.h"

struct printer {
	pthread_t thread;
	struct queue jobs;
	unsigned long pages;
};

int printer_start(struct printer *p);
// No job is accepted any more; those that wait are printed.
void printer_stop(struct printer *p);
void printer_destroy(struct printer *p);
