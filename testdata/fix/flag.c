// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdbool.h>

struct pool {
	pthread_t thread;
	bool started;
	int verbose;
};

struct other {
	pthread_t thread;
	int joined;
};

void *work(void *);

int pool_start(struct pool *pool)
{
	if (pthread_create(&pool->thread, NULL, work, pool) != 0)
		return -1;
	pool->started = true;
	return 0;
}

static void pool_stop(struct pool *pool)
{
	if (pool->started)
		pthread_join(pool->thread, NULL);
}

static void pool_free(struct pool *pool)
{
	if (pool->started) {
		pthread_join(pool->thread, NULL);
	}
}

void bad_stopped_and_freed(struct pool *pool)
{
	pool_stop(pool);
	pool_free(pool); // expect: double-consume
}

void other_init(struct other *other)
{
	other->joined = 0;
}

void bad_negated(struct other *other)
{
	if (!other->joined) {
		pthread_join(other->thread, NULL);
	}
	if (!other->joined)
		pthread_join(other->thread, NULL); // expect: double-consume
}

// What `verbose` means is not known: nothing sets it.
void hard_no_flag(struct pool *pool)
{
	if (pool->verbose)
		pthread_join(pool->thread, NULL);
	if (pool->verbose)
		pthread_join(pool->thread, NULL); // expect: double-consume
}
