// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void bad_joined_twice(pthread_t worker)
{
	pthread_join(worker, NULL);
	pthread_join(worker, NULL); // expect: double-consume "'worker'"
}

void bad_joined_after_try(pthread_t worker)
{
	if (pthread_tryjoin_np(worker, NULL) == 0)
		pthread_join(worker, NULL); // expect: double-consume
}

void bad_loop(pthread_t worker, int n)
{
	for (int i = 0; i < n; i++)
		pthread_join(worker, NULL); // expect: double-consume
}

int bad_copy(void)
{
	pthread_t a, b;

	if (pthread_create(&a, NULL, work, NULL) != 0)
		return -1;
	b = a;
	pthread_join(a, NULL);
	return pthread_join(b, NULL); // expect: double-consume
}

int ok_timed_then_joined(pthread_t worker, const struct timespec *until)
{
	if (pthread_timedjoin_np(worker, NULL, until) == ETIMEDOUT)
		return pthread_join(worker, NULL);
	return 0;
}

int ok_try_until_done(pthread_t worker)
{
	int rc;

	do {
		rc = pthread_tryjoin_np(worker, NULL);
	} while (rc == EBUSY);
	return rc;
}

int ok_new_thread_in_the_variable(void)
{
	pthread_t worker;

	if (pthread_create(&worker, NULL, work, NULL) != 0)
		return -1;
	pthread_join(worker, NULL);
	if (pthread_create(&worker, NULL, work, NULL) != 0)
		return -1;
	return pthread_join(worker, NULL);
}
