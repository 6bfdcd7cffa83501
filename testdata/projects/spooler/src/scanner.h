// SPDX-License-Identifier: Apache-2.0
// The thread that reads pages in. It may be stopped early, or not at all.
#pragma once
#include "queue.h"

struct scanner {
	pthread_t thread;
	bool running;
	struct queue *out;
	unsigned next_id;
	unsigned pages;
};

int scanner_start(struct scanner *s, struct queue *out, unsigned pages);
void scanner_stop(struct scanner *s);
void scanner_destroy(struct scanner *s);
