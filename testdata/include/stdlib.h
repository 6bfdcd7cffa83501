// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

extern void *malloc(size_t n);
extern void *calloc(size_t n, size_t size);
extern void *realloc(void *p, size_t n);
extern void free(void *p);
extern void abort(void) __attribute__((noreturn));
extern void exit(int status) __attribute__((noreturn));
extern void _Exit(int status) __attribute__((noreturn));
extern int rand(void);
extern int atoi(const char *s);
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

#ifdef __cplusplus
}
#endif
