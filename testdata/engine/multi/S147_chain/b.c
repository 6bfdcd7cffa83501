// SPDX-License-Identifier: Apache-2.0
#include "chain.h"

static void *work(void *arg)
{
	return arg;
}

int b_start(pthread_t *t)
{
	return pthread_create(t, NULL, work, NULL);
}

void b_finish(pthread_t t)
{
	c_finish(t);
}

int b_look(struct request *r)
{
	return c_look(r);
}

int b_maybe(struct request *r, int eager)
{
	return eager ? request_wait(r) : 0;
}
