// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include <request.h>

int chance(void);
void note(const char *text, int value);

struct owner {
	struct request *request;
	int taken;
};

static void *work(void *arg)
{
	return arg;
}

// Whoever exchanges the flag first has the right.

int ok_exchanged(struct request *r)
{
	int taken = 0;
	int sum = 0;

	if (!__atomic_exchange_n(&taken, 1, __ATOMIC_SEQ_CST))
		sum += request_wait(r);
	if (!__atomic_exchange_n(&taken, 1, __ATOMIC_SEQ_CST))
		sum += request_wait(r);
	return sum;
}

int bad_exchanged_for_nothing(struct request *r)
{
	int taken = 0;
	int sum = 0;

	if (!__atomic_exchange_n(&taken, 0, __ATOMIC_SEQ_CST))
		sum += request_wait(r);
	if (!__atomic_exchange_n(&taken, 1, __ATOMIC_SEQ_CST))
		sum += request_wait(r); // expect: double-consume "'r'"
	return sum;
}

int ok_compared_and_swapped(struct request *r)
{
	int taken = 0;
	int sum = 0;

	if (__sync_bool_compare_and_swap(&taken, 0, 1))
		sum += request_wait(r);
	if (__sync_bool_compare_and_swap(&taken, 0, 1))
		sum += request_wait(r);
	return sum;
}

int bad_compared_and_swapped_back(struct request *r)
{
	int taken = 0;
	int sum = 0;

	if (__sync_bool_compare_and_swap(&taken, 0, 1))
		sum += request_wait(r);
	if (__sync_bool_compare_and_swap(&taken, 1, 0))
		sum += request_wait(r); // expect: double-consume "'r'"
	return sum;
}

int ok_old_value_compared(struct request *r)
{
	int taken = 0;
	int sum = 0;

	if (__sync_val_compare_and_swap(&taken, 0, 1) == 0)
		sum += request_wait(r);
	if (__sync_val_compare_and_swap(&taken, 0, 1) == 0)
		sum += request_wait(r);
	return sum;
}

void ok_owner_stop(struct owner *o)
{
	if (!__atomic_exchange_n(&o->taken, 1, __ATOMIC_SEQ_CST))
		request_wait(o->request);
}

void ok_owner_stopped_twice(struct owner *o)
{
	ok_owner_stop(o);
	ok_owner_stop(o);
}

int ok_pointer_taken_out(struct request **place)
{
	struct request *r = __atomic_exchange_n(place, NULL, __ATOMIC_ACQ_REL);
	struct request *s = __atomic_exchange_n(place, NULL, __ATOMIC_ACQ_REL);

	return (r ? request_wait(r) : 0) + (s ? request_wait(s) : 0);
}

int bad_pointer_looked_at(struct request **place)
{
	struct request *r = __atomic_load_n(place, __ATOMIC_ACQUIRE);
	struct request *s = __atomic_load_n(place, __ATOMIC_ACQUIRE);

	return request_wait(r) + request_wait(s); // expect: double-consume
}

// Threads that are made detached, by an object that says so.

int ok_made_detached(void)
{
	pthread_attr_t attr;
	pthread_t t;
	int r;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	r = pthread_create(&t, &attr, work, NULL);
	pthread_attr_destroy(&attr);
	return r;
}

int bad_made_detached_and_joined(void)
{
	pthread_attr_t attr;
	pthread_t t;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_create(&t, &attr, work, NULL) != 0)
		return -1;
	pthread_join(t, NULL); // expect: use-after-transfer "'t'"
	pthread_attr_destroy(&attr);
	return 0;
}

int bad_made_joinable(void)
{
	pthread_attr_t attr;
	pthread_t t;
	int r;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
	r = pthread_create(&t, &attr, work, NULL); // expect: never-consumed "'t'"
	pthread_attr_destroy(&attr);
	return r;
}

int ok_made_joinable_and_joined(void)
{
	pthread_attr_t attr;
	pthread_t t;
	int r;

	pthread_attr_init(&attr);
	r = pthread_create(&t, &attr, work, NULL);
	pthread_attr_destroy(&attr);
	if (r == 0)
		pthread_join(t, NULL);
	return r;
}

int ok_detached_if_wanted(int detached)
{
	pthread_attr_t attr;
	pthread_t t;
	int r;

	pthread_attr_init(&attr);
	if (detached)
		pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	r = pthread_create(&t, &attr, work, NULL);
	pthread_attr_destroy(&attr);
	if (r == 0 && !detached)
		pthread_join(t, NULL);
	return r;
}

// A callback that starts it again may run in any call that is not seen.

static struct request *current;

static void again(void *arg)
{
	(void)arg;
	current = request_open(1);
}

void ok_callback_registered(void)
{
	request_when_idle(again, NULL);
}

int ok_started_again_by_a_callback(void)
{
	int sum;

	if (!current)
		return 0;
	sum = request_wait(current);
	note("waiting", sum);
	return sum + request_wait(current);
}

// Labels of macros.

#define WAIT_OR_FAIL(r, sum)                                                   \
	do {                                                                   \
		__label__ out;                                                 \
		if (!(r))                                                      \
			goto out;                                              \
		(sum) += request_wait(r);                                      \
	out:;                                                                  \
	} while (0)

int ok_two_expansions(struct request *a, struct request *b)
{
	int sum = 0;

	WAIT_OR_FAIL(a, sum);
	WAIT_OR_FAIL(b, sum);
	return sum;
}

int bad_two_expansions(struct request *a)
{
	int sum = 0;

	WAIT_OR_FAIL(a, sum);
	WAIT_OR_FAIL(a, sum); // expect: double-consume "'a'"
	return sum;
}

// GNU's generic builtins get and give values through pointers.

int ok_generic(struct owner *o)
{
	struct request *r, *none = NULL;

	__atomic_exchange(&o->request, &none, &r, __ATOMIC_SEQ_CST);
	int sum = r ? request_wait(r) : 0;
	__atomic_load(&o->request, &r, __ATOMIC_SEQ_CST);
	return sum + (r ? request_wait(r) : 0);
}

int bad_generic(struct owner *o)
{
	struct request *r;

	__atomic_load(&o->request, &r, __ATOMIC_SEQ_CST);
	int sum = request_wait(r);
	__atomic_load(&o->request, &r, __ATOMIC_SEQ_CST);
	return sum + request_wait(r); // expect: double-consume
}

int ok_generic_store(struct owner *o)
{
	struct request *r = request_start(1);

	request_wait(o->request);
	__atomic_store(&o->request, &r, __ATOMIC_SEQ_CST);
	return request_wait(o->request);
}

int ok_generic_compare(struct owner *o)
{
	struct request *r = o->request, *none = NULL;

	if (!__atomic_compare_exchange(&o->request, &r, &none, 0,
				       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		return 0;
	return request_wait(r) + (o->request ? request_wait(o->request) : 0);
}

// A thread that gives itself up once it is told to: when, nobody knows here.
struct listener {
	pthread_t thread;
	int running;
};

static void *listen_on(void *arg)
{
	struct listener *l = arg;

	while (l->running)
		chance();
	pthread_detach(pthread_self());
	return NULL;
}

int bad_joined_after_it_gave_itself_up(struct listener *l)
{
	l->running = 1;
	if (pthread_create(&l->thread, NULL, listen_on, l) != 0)
		return -1;
	l->running = 0;
	return pthread_join(l->thread, NULL); // expect: use-after-transfer
}

// Who takes it says so where everybody looks first: with a lock around, one of
// them is late. Locks are not seen, so that is taken for granted.
struct shared {
	pthread_mutex_t lock;
	struct request *request;
	int taken;
};

static void *take_marked(void *arg)
{
	struct shared *s = arg;

	pthread_mutex_lock(&s->lock);
	if (!s->taken) {
		s->taken = 1;
		request_wait(s->request);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

static void *take_nulled(void *arg)
{
	struct shared *s = arg;

	pthread_mutex_lock(&s->lock);
	if (s->request) {
		request_wait(s->request);
		s->request = NULL;
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

int ok_two_that_mark_it(struct shared *s)
{
	pthread_t one, other;

	if (pthread_create(&one, NULL, take_marked, s) != 0)
		return -1;
	if (pthread_create(&other, NULL, take_marked, s) == 0)
		pthread_join(other, NULL);
	return pthread_join(one, NULL);
}

int ok_many_that_null_it(struct shared *s)
{
	pthread_t all[4];
	int started = 0;

	for (int i = 0; i < 4; i++)
		if (pthread_create(&all[i], NULL, take_nulled, s) != 0)
			abort();
	while (started < 4)
		pthread_join(all[started++], NULL);
	return 0;
}

int ok_marked_here_and_there(struct shared *s)
{
	pthread_t one;

	if (pthread_create(&one, NULL, take_marked, s) != 0)
		return -1;
	pthread_mutex_lock(&s->lock);
	if (!s->taken) {
		s->taken = 1;
		request_wait(s->request);
	}
	pthread_mutex_unlock(&s->lock);
	return pthread_join(one, NULL);
}

int bad_nobody_asks_here(struct shared *s)
{
	pthread_t one;

	if (pthread_create(&one, NULL, take_marked, s) != 0)
		return -1;
	request_wait(s->request); // expect: concurrent-consume
	return pthread_join(one, NULL);
}

int bad_asks_for_the_other_mark(struct shared *s)
{
	pthread_t one;

	if (pthread_create(&one, NULL, take_marked, s) != 0)
		return -1;
	if (s->request) {
		request_wait(s->request); // expect: concurrent-consume
		s->request = NULL;
	}
	return pthread_join(one, NULL);
}

static void *take_if_asked(void *arg)
{
	struct shared *s = arg;

	if (s->taken)
		request_wait(s->request);
	return NULL;
}

int bad_mark_that_nobody_sets(struct shared *s)
{
	pthread_t one, other;

	if (pthread_create(&one, NULL, take_if_asked, s) != 0)
		return -1;
	// expect+1: concurrent-consume
	if (pthread_create(&other, NULL, take_if_asked, s) == 0)
		pthread_join(other, NULL);
	return pthread_join(one, NULL);
}
