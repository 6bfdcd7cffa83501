// SPDX-License-Identifier: Apache-2.0
//
// Counts what a program takes from malloc, over all threads: a counter per
// thread misses what workers allocate on a caller's behalf. Linking or
// preloading the library is all it takes; it forwards to the next malloc.
#ifndef BENCH_COUNT_H
#define BENCH_COUNT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Calls that gave memory, and the bytes that were asked for. Frees do not
// count: the cost of an allocation is not undone by returning it.
struct count {
	uint64_t calls;
	uint64_t bytes;
};

// Since the program began. Zeros under a sanitizer, which owns malloc.
struct count count_now(void);

// The difference to an earlier count.
static inline struct count count_minus(struct count now, struct count before)
{
	now.calls -= before.calls;
	now.bytes -= before.bytes;
	return now;
}

#ifdef __cplusplus
}
#endif
#endif
