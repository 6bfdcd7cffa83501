// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long pthread_t;
typedef struct {
	int state;
} pthread_attr_t;
typedef struct {
	int state;
} pthread_mutex_t;
typedef struct {
	int state;
} pthread_cond_t;
typedef struct {
	unsigned long bits[16];
} cpu_set_t;
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_INITIALIZER                                              \
	{                                                                      \
		0                                                              \
	}
#define PTHREAD_COND_INITIALIZER                                               \
	{                                                                      \
		0                                                              \
	}
extern int pthread_create(pthread_t *thread, const pthread_attr_t *attr,
			  void *(*start)(void *), void *arg);
extern int pthread_join(pthread_t thread, void **result);
extern int pthread_tryjoin_np(pthread_t thread, void **result);
extern int pthread_timedjoin_np(pthread_t thread, void **result,
				const struct timespec *until);
extern int pthread_clockjoin_np(pthread_t thread, void **result,
				clockid_t clock, const struct timespec *until);
extern int pthread_detach(pthread_t thread);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t a, pthread_t b);
extern int pthread_kill(pthread_t thread, int signal);
extern int pthread_cancel(pthread_t thread);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int pthread_getname_np(pthread_t thread, char *name, size_t n);
extern int pthread_setaffinity_np(pthread_t thread, size_t n,
				  const cpu_set_t *cpus);
extern int pthread_getcpuclockid(pthread_t thread, clockid_t *clock);
extern void pthread_exit(void *result) __attribute__((noreturn));
extern int pthread_attr_init(pthread_attr_t *attr);
extern int pthread_attr_destroy(pthread_attr_t *attr);
extern int pthread_attr_setdetachstate(pthread_attr_t *attr, int state);
extern int pthread_mutex_lock(pthread_mutex_t *mutex);
extern int pthread_mutex_unlock(pthread_mutex_t *mutex);
extern int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex);
extern int pthread_cond_signal(pthread_cond_t *cond);
extern int pthread_cond_broadcast(pthread_cond_t *cond);

#ifdef __cplusplus
}
#endif
