// SPDX-License-Identifier: Apache-2.0
#include "chain.h"

void c_finish(pthread_t t)
{
	pthread_t copy = t;

	d_finish(&copy);
}

int c_look(struct request *r)
{
	request_poll(r);
	return request_done(r);
}
