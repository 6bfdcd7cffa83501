// SPDX-License-Identifier: Apache-2.0
#include <request.h>

struct envelope {
	int weight;
	struct request *pending;
};

int unwrap(struct envelope e)
{
	struct request *r = e.pending;

	return request_wait(r);
}

int unwrap_at(struct envelope *e)
{
	return e->weight * request_wait(e->pending);
}

int weigh(struct envelope e)
{
	return e.weight;
}
