// SPDX-License-Identifier: Apache-2.0
#include "worker.h"

static void *work(void *arg)
{
	return arg;
}

int worker_start(struct worker *w)
{
	w->quit = 0;
	return pthread_create(&w->thread, NULL, work, w);
}

void worker_stop(struct worker *w)
{
	w->quit = 1;
	pthread_join(w->thread, NULL);
}

void worker_destroy(struct worker *w)
{
	pthread_join(w->thread, NULL);
}

int client_start(struct client *c)
{
	if (pthread_create(&c->thread, NULL, work, c) != 0)
		return -1;
	c->running = 1;
	return 0;
}

void client_stop(struct client *c)
{
	if (c->running) {
		pthread_join(c->thread, NULL);
		c->running = 0;
	}
}

void client_destroy(struct client *c)
{
	client_stop(c);
}
