// SPDX-License-Identifier: Apache-2.0
#include "base/vec.h"

void *vec_grown(struct arena *a, void *at, uint32_t count, uint32_t *room,
		size_t size)
{
	if (*room > UINT32_MAX / 2)
		bug("a vector of more than %u elements", *room);
	*room = *room ? *room * 2 : size > 128 ? 2 : 8;
	void *p = arena_calloc(a, *room, size);
	if (count)
		memcpy(p, at, count * size);
	return p;
}
