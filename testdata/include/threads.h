// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long thrd_t;
typedef int (*thrd_start_t)(void *);
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
extern int thrd_create(thrd_t *thread, thrd_start_t start, void *arg);
extern int thrd_join(thrd_t thread, int *result);
extern int thrd_detach(thrd_t thread);
extern int thrd_equal(thrd_t a, thrd_t b);
extern thrd_t thrd_current(void);
extern void thrd_yield(void);
extern int thrd_sleep(const struct timespec *time, struct timespec *left);
extern void thrd_exit(int result) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
