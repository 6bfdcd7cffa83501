// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

extern void __assert_fail(const char *text, const char *file, int line,
			  const char *function) __attribute__((noreturn));
#define assert(e)                                                              \
	((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif
