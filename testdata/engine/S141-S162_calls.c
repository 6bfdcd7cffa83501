// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stddef.h>

#include <request.h>

void note(const char *text, int value);
void register_thread(pthread_t t);
void remember(struct request *r);

static void *work(void *arg)
{
	return arg;
}

static void S141_finish(pthread_t t)
{
	note("finishing", 0);
	pthread_join(t, NULL);
}

void bad_S141_helper_by_value_then_joined(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	S141_finish(t);
	pthread_join(t, NULL); // expect: double-consume "'t'"
}

void bad_S141_joined_then_helper(pthread_t t)
{
	pthread_join(t, NULL);
	S141_finish(t); // expect: double-consume
}

void bad_S141_helper_twice(pthread_t t)
{
	S141_finish(t);
	S141_finish(t); // expect: double-consume
}

void ok_S141_helper_alone(pthread_t t)
{
	S141_finish(t);
}

static int S142_drain(struct request *r)
{
	return request_wait(r) + 1;
}

static void S142_join(pthread_t *t)
{
	pthread_join(*t, NULL);
}

int bad_S142_helper_by_pointer(void)
{
	struct request r = { .what = 1 };
	int outcome;

	if (request_start(&r) != 0)
		return -1;
	outcome = S142_drain(&r);
	return outcome + request_wait(&r); // expect: double-consume
}

void bad_S142_place_by_pointer(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	S142_join(&t);
	pthread_join(t, NULL); // expect: double-consume
}

static void S142_inner(struct request *r)
{
	note("outcome", S142_drain(r));
}

int bad_S142_two_levels_down(struct request *r)
{
	S142_inner(r);
	return request_wait(r); // expect: double-consume
}

static void S143_maybe_join(pthread_t t, int eager)
{
	if (eager)
		pthread_join(t, NULL);
}

void bad_S143_helper_on_one_path(pthread_t t, int eager)
{
	S143_maybe_join(t, eager);
	pthread_join(t, NULL); // expect: double-consume
}

static int S143_join_now(pthread_t t, int eager)
{
	if (!eager)
		return -1;
	pthread_join(t, NULL);
	return 0;
}

void ok_S143_helper_says_what_it_did(pthread_t t, int eager)
{
	if (S143_join_now(t, eager) != 0)
		pthread_join(t, NULL);
}

static int S144_ready(struct request *r)
{
	request_poll(r);
	return request_done(r);
}

int ok_S144_helper_only_polls(struct request *r)
{
	while (!S144_ready(r))
		note("waiting", 1);
	return request_wait(r);
}

static int S145_start(pthread_t *t)
{
	return pthread_create(t, NULL, work, NULL);
}

static void S145_wait(pthread_t t)
{
	pthread_join(t, NULL);
}

void ok_S145_start_and_wait_wrappers(void)
{
	pthread_t t;

	if (S145_start(&t) != 0)
		return;
	S145_wait(t);
}

static struct request *S145_open(int what)
{
	struct request *r = request_open(what);

	note("opened", what);
	return r;
}

int ok_S145_open_wrapper(void)
{
	return S142_drain(S145_open(4));
}

int bad_S145_through_wrappers(void)
{
	struct request *r = S145_open(4);
	int outcome = S142_drain(r);

	return outcome + S142_drain(r); // expect: double-consume
}

void bad_S145_wrapper_starts_nobody_waits(void)
{
	pthread_t t;

	if (S145_start(&t) != 0) // expect: never-consumed
		return;
	note("started", 1);
}

static int S146_run_to_the_end(pthread_t *t)
{
	if (pthread_create(t, NULL, work, NULL) != 0)
		return -1;
	pthread_join(*t, NULL);
	return 0;
}

void bad_S146_helper_consumed_it_already(void)
{
	pthread_t t;

	if (S146_run_to_the_end(&t) != 0)
		return;
	pthread_join(t, NULL); // expect: double-consume
}

struct S148_parcel {
	int weight;
	struct request *pending;
};

static int S148_deliver(struct S148_parcel p)
{
	return request_wait(p.pending) + p.weight;
}

static int S148_deliver_first(struct request **list)
{
	return request_wait(list[0]);
}

static int S148_deliver_anything(void *anything)
{
	struct request *r = anything;

	return request_wait(r);
}

int bad_S148_in_a_struct(struct request *r)
{
	struct S148_parcel p = { .weight = 1, .pending = r };
	int outcome = S148_deliver(p);

	return outcome + request_wait(r); // expect: double-consume
}

int bad_S148_in_an_array(struct request *r)
{
	struct request *list[2] = { r, NULL };
	int outcome = S148_deliver_first(list);

	return outcome + request_wait(r); // expect: double-consume
}

int bad_S148_as_void(struct request *r)
{
	int outcome = S148_deliver_anything(r);

	return outcome + request_wait(r); // expect: double-consume
}

static int S151_joined;

static void S151_join_unless_done(pthread_t t)
{
	if (!S151_joined)
		pthread_join(t, NULL);
}

void ok_S151_flag_set(pthread_t t)
{
	pthread_join(t, NULL);
	S151_joined = 1;
	S151_join_unless_done(t);
}

void bad_S151_flag_cleared(pthread_t t)
{
	pthread_join(t, NULL);
	S151_joined = 0;
	S151_join_unless_done(t); // expect: double-consume
}

void bad_S151_flag_unknown(pthread_t t)
{
	pthread_join(t, NULL);
	S151_join_unless_done(t); // expect: double-consume
}

void ok_S152_unknown_function_has_it(void)
{
	struct request *r = request_open(1);
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) == 0)
		register_thread(t);
	remember(r);
}

// S160..S162: a thread function is handed the request, or ends its own thread.
static void *S160_waiter(void *arg)
{
	struct request *r = arg;

	note("outcome", request_wait(r));
	return NULL;
}

void bad_S160_two_threads_wait(struct request *r)
{
	pthread_t a, b;

	if (pthread_create(&a, NULL, S160_waiter, r) != 0)
		return;
	// expect+1: concurrent-consume
	if (pthread_create(&b, NULL, S160_waiter, r) == 0)
		pthread_join(b, NULL);
	pthread_join(a, NULL);
}

void ok_S160_one_request_each(struct request *r, struct request *s)
{
	pthread_t a, b;

	if (pthread_create(&a, NULL, S160_waiter, r) != 0)
		return;
	if (pthread_create(&b, NULL, S160_waiter, s) == 0)
		pthread_join(b, NULL);
	pthread_join(a, NULL);
}

void bad_S161_thread_and_parent_wait(struct request *r)
{
	pthread_t a;

	if (pthread_create(&a, NULL, S160_waiter, r) != 0)
		return;
	request_wait(r); // expect: concurrent-consume
	pthread_join(a, NULL);
}

static void *S162_self_detaching(void *arg)
{
	pthread_detach(pthread_self());
	return arg;
}

void bad_S162_parent_joins_a_detached_one(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, S162_self_detaching, NULL) != 0)
		return;
	pthread_join(t, NULL); // expect: use-after-transfer
}

void ok_S162_parent_lets_it_go(void)
{
	pthread_t t;

	pthread_create(&t, NULL, S162_self_detaching, NULL);
}

static void S163_finish(void *arg)
{
	struct request *r = arg;

	note("outcome", request_wait(r));
}

int bad_S163_called_once_then_outside(struct request *r)
{
	request_when_idle(S163_finish, r);
	return request_wait(r); // expect: double-consume
}

void ok_S163_called_once(struct request *r)
{
	request_when_idle(S163_finish, r);
}
