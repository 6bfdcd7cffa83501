// SPDX-License-Identifier: Apache-2.0
// Growing arrays. A vector is three fields of the struct that owns it; its
// memory is from an arena (old copies stay there until the arena goes).
#ifndef ONCELINT_BASE_VEC_H
#define ONCELINT_BASE_VEC_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

#define VEC(type)                                                              \
	struct {                                                               \
		type *at;                                                      \
		uint32_t count;                                                \
		uint32_t room;                                                 \
	}

void *vec_grown(struct arena *a, void *at, uint32_t count, uint32_t *room,
		size_t size);

// Appends; evaluates `vec` more than once, the element once.
#define VEC_PUSH(arena, vec, ...)                                              \
	do {                                                                   \
		if ((vec)->count == (vec)->room)                               \
			(vec)->at =                                            \
				vec_grown((arena), (vec)->at, (vec)->count,    \
					  &(vec)->room, sizeof(*(vec)->at));   \
		(vec)->at[(vec)->count++] = (__VA_ARGS__);                     \
	} while (0)

#define VEC_LAST(vec) ((vec)->at[(vec)->count - 1])

// for each: `struct x *p` walks the elements
#define VEC_EACH(type, p, vec)                                                 \
	for (type *p = (vec)->at;                                              \
	     (vec)->count && p < (vec)->at + (vec)->count; p++)

#endif
