// SPDX-License-Identifier: Apache-2.0
//
// What every runtime test includes: cmocka in the order it wants.
#ifndef RUNTIME_TEST_H
#define RUNTIME_TEST_H

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#include <cmocka.h>
#ifdef __cplusplus
}
#endif
// clang-format on

#include <once/value_task.h>

// Instrumented, everything is ten times slower and fibers are not understood.
#if defined(__has_feature)
#	if __has_feature(thread_sanitizer)
#		define UNDER_TSAN 1
#	endif
#endif
#if defined(__SANITIZE_THREAD__)
#	define UNDER_TSAN 1
#endif
#ifndef UNDER_TSAN
#	define UNDER_TSAN 0
#endif

// How many pooled operations are under way; tests begin and end with 0.
static inline size_t live_slots(void)
{
	struct vt_pool_stats stats;

	vt_pool_stats_get(&stats);
	return stats.live;
}

// A vt_fn that counts its calls.
static inline void count_call(void *arg)
{
	++*(int *)arg;
}

#endif
