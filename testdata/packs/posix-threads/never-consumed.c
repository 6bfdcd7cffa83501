// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

struct pool {
	pthread_t thread[4];
};

static void *work(void *arg)
{
	return arg;
}

int bad_never_joined(void)
{
	pthread_t worker;

	return pthread_create(&worker, NULL, work, NULL); // expect: never-consumed "'worker'"
}

int bad_early_return(int wait)
{
	pthread_t worker;

	if (pthread_create(&worker, NULL, work, NULL) != 0) // expect: never-consumed
		return -1;
	if (!wait)
		return 0;
	return pthread_join(worker, NULL);
}

int ok_start_failed(void)
{
	pthread_t worker;

	if (pthread_create(&worker, NULL, work, NULL) != 0)
		return -1;
	return pthread_detach(worker);
}

int ok_kept_by_the_caller(struct pool *pool, int n)
{
	return pthread_create(&pool->thread[n], NULL, work, NULL);
}
