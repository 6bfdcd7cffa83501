// SPDX-License-Identifier: Apache-2.0
//
// A benchmark is a name and a function that does one operation n times. The
// tables of the optional libraries are there when the library is.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bench {
	const char *name;      // GROUP/WHAT
	void (*run)(uint64_t); // NULL ends a table
	unsigned n;            // operations per measurement
};

extern const struct bench bench_core[];
extern const struct bench bench_chain[];
extern const struct bench bench_stream[];
extern const struct bench bench_coroutine[];
extern const struct bench bench_std[];
extern const struct bench bench_glib[];
extern const struct bench bench_boost[];
extern const struct bench bench_qt[];

// Results go here, so that no work is optimised away.
extern volatile uint64_t bench_sink;

// The run queue on which misses are answered, by the same thread: a hop to
// another one costs the same for all and hides what differs.
extern struct vt_loop *bench_loop;

// Ends the program: a benchmark that does not do its work measures nothing.
void bench_fail(const char *what);

#ifdef __cplusplus
}
#endif
#endif
