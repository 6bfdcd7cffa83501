// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

extern void *memset(void *to, int byte, size_t n);
extern void *memcpy(void *to, const void *from, size_t n);
extern int memcmp(const void *a, const void *b, size_t n);
extern size_t strlen(const char *s);
extern int strcmp(const char *a, const char *b);

#ifdef __cplusplus
}
#endif
