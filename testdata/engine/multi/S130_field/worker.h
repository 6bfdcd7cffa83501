// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pthread.h>

struct worker {
	pthread_t thread;
	int quit;
};

int worker_start(struct worker *w);
void worker_stop(struct worker *w);
void worker_destroy(struct worker *w);

struct client {
	pthread_t thread;
	int running;
};

int client_start(struct client *c);
void client_stop(struct client *c);
void client_destroy(struct client *c);
