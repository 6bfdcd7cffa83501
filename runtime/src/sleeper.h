// SPDX-License-Identifier: Apache-2.0
//
// A thread that sleeps until a continuation wakes it.
#ifndef RUNTIME_SLEEPER_H
#define RUNTIME_SLEEPER_H

#include <pthread.h>
#include <stdbool.h>

struct sleeper {
	pthread_mutex_t lock;
	pthread_cond_t woken;
	bool done;
};

#define SLEEPER_INIT                                                           \
	{ PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false }

// A vt_fn. Does not touch the sleeper once it may have seen the flag.
static inline void sleeper_wake(void *arg)
{
	struct sleeper *s = arg;

	pthread_mutex_lock(&s->lock);
	s->done = true;
	pthread_cond_signal(&s->woken);
	pthread_mutex_unlock(&s->lock);
}

static inline void sleeper_wait(struct sleeper *s)
{
	pthread_mutex_lock(&s->lock);
	while (!s->done)
		pthread_cond_wait(&s->woken, &s->lock);
	pthread_mutex_unlock(&s->lock);
	pthread_cond_destroy(&s->woken);
	pthread_mutex_destroy(&s->lock);
}

#endif
