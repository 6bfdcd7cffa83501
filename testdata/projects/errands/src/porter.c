/* SPDX-License-Identifier: Apache-2.0 */
#include "porter.h"

#include <pthread.h>
#include <stdlib.h>

struct porter {
	pthread_t thread;
	int load;
};

static void *carry(void *data)
{
	struct porter *p = data;

	p->load--;
	return NULL;
}

struct porter *porter_hire(int load)
{
	struct porter *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->load = load;
	if (pthread_create(&p->thread, NULL, carry, p) != 0) {
		free(p);
		return NULL;
	}
	return p;
}

void porter_dismiss(struct porter *p)
{
	pthread_join(p->thread, NULL);
}
