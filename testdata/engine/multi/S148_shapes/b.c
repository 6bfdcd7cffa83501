// SPDX-License-Identifier: Apache-2.0
#include "shapes.h"

int deliver(struct request *r)
{
	return request_wait(r);
}

int deliver_anything(void *anything)
{
	return deliver(anything);
}

int deliver_first(struct request **list)
{
	return request_wait(list[0]);
}

int deliver_all(struct request **list, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += request_wait(list[i]);
	return sum;
}

int deliver_parcel(struct parcel p)
{
	return p.weight * request_wait(p.pending);
}

int deliver_crate(const struct crate *c)
{
	return c->weight * request_wait(c->pending);
}

int deliver_global(void)
{
	return request_wait(waiting);
}
