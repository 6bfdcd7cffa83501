// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

static void *detaches_itself(void *arg)
{
	pthread_detach(pthread_self());
	return arg;
}

void bad_join_after_detach(pthread_t worker)
{
	pthread_detach(worker);
	pthread_join(worker, NULL); // expect: use-after-transfer "'worker'"
}

int bad_made_detached(void)
{
	pthread_attr_t attr;
	pthread_t worker;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_create(&worker, &attr, work, NULL) != 0)
		return -1;
	return pthread_join(worker, NULL); // expect: use-after-transfer
}

int bad_detached_by_itself(void)
{
	pthread_t worker;

	if (pthread_create(&worker, NULL, detaches_itself, NULL) != 0)
		return -1;
	return pthread_join(worker, NULL); // expect: use-after-transfer
}

int ok_made_detached(void)
{
	pthread_attr_t attr;
	pthread_t worker;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	return pthread_create(&worker, &attr, work, NULL);
}

void ok_detach_or_join(pthread_t worker, int wait)
{
	if (wait)
		pthread_join(worker, NULL);
	else
		pthread_detach(worker);
}

// Whoever starts the thread leaves one that gives itself up; the two are never
// seen in one function.
struct pump {
	pthread_t thread;
	volatile int runs;
};

void idle(void);

static void *pump_main(void *arg)
{
	struct pump *p = arg;

	pthread_detach(pthread_self());
	while (p->runs)
		idle();
	return NULL;
}

int pump_start(struct pump *p)
{
	p->runs = 1;
	return pthread_create(&p->thread, NULL, pump_main, p);
}

void bad_pump_stop(struct pump *p)
{
	p->runs = 0;
	pthread_join(p->thread, NULL); // expect: use-after-transfer "'pump_start'"
}
