// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>

#include <request.h>

void note(const char *text, int value);
int sum_of(int a, int b);
void adopt(struct request *r);
void adopt_thread(pthread_t t);
void run(const char *name, ...);
void keep_anything(void *anything);

static void *work(void *arg)
{
	return arg;
}

int bad_S101_handed_over_then_waited_for(void)
{
	struct request *r = request_open(1);

	request_submit(r);
	return request_wait(r); // expect: use-after-transfer "'r'"
}

void bad_S101_handed_over_twice(struct request *r)
{
	request_submit(r);
	request_submit(r); // expect: use-after-transfer
}

void ok_S101_handed_over_last(struct request *r)
{
	request_poll(r);
	request_submit(r);
}

int bad_S111_twice_in_one_call(struct request *r)
{
	return sum_of(request_wait(r),
		      request_wait(r)); // expect: double-consume
}

int ok_S111_two_in_one_call(struct request *a, struct request *b)
{
	return sum_of(request_wait(a), request_wait(b));
}

int ok_S115_comma_remade(struct request *r)
{
	return request_wait(r), request_start(r), request_wait(r);
}

int bad_S115_comma_remade_before(struct request *r)
{
	return request_start(r), request_wait(r),
	       request_wait(r); // expect: double-consume
}

struct request *ok_S119_returned(void)
{
	struct request *r = request_open(1);

	request_poll(r);
	return r;
}

pthread_t ok_S119_id_returned(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return 0;
	return t;
}

int ok_S119_out_parameter(struct request **out)
{
	struct request *r = request_open(1);

	if (r == NULL)
		return -1;
	*out = r;
	return 0;
}

int ok_S119_made_in_the_out_parameter(pthread_t *out)
{
	return pthread_create(out, NULL, work, NULL);
}

struct request *bad_S120_waited_for_then_returned(int verbose)
{
	struct request *r = request_open(1);

	if (verbose)
		note("opened", 1);
	request_wait(r);
	return r; // expect: use-after-transfer
}

void ok_S121_given_to_an_unknown_function(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	adopt_thread(t);
	adopt(request_open(1));
}

void ok_S123_variadic_and_void(struct request *r)
{
	struct request *own = request_open(1);
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) == 0)
		run("thread", t, r);
	keep_anything(own);
}

static struct request **S123_kept;

int ok_S123_address_stored_away(void)
{
	struct request **slot = malloc(sizeof(*slot));

	if (slot == NULL)
		return -1;
	*slot = request_open(1);
	S123_kept = slot;
	return 0;
}

int bad_S124_pointer_to_pointer(struct request **p)
{
	int outcome = request_wait(*p);

	return outcome + request_wait(*p); // expect: double-consume
}

void bad_S125_copy_of_the_id(void)
{
	pthread_t t, u;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	u = t;
	pthread_join(t, NULL);
	pthread_join(u, NULL); // expect: double-consume "'u'"
}

void ok_S125_joined_through_the_copy(void)
{
	pthread_t t, u;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	u = t;
	pthread_join(u, NULL);
}

int bad_S126_two_pointers(void)
{
	struct request r = { .what = 1 };
	struct request *p = &r;
	struct request *q = &r;

	if (request_start(p) != 0)
		return -1;
	request_wait(q);
	return request_wait(p); // expect: double-consume
}

int bad_S126_pointer_and_object(struct request *r)
{
	struct request *alias = r;
	int outcome = request_wait(alias);

	return outcome + request_wait(r); // expect: double-consume
}

void bad_S126_pointer_to_the_id(pthread_t t)
{
	pthread_t *p = &t;

	pthread_join(t, NULL);
	pthread_join(*p, NULL); // expect: double-consume
}

union S127_id {
	pthread_t thread;
	pthread_t same;
};

void bad_S127_union_members(void)
{
	union S127_id id;

	if (pthread_create(&id.thread, NULL, work, NULL) != 0)
		return;
	pthread_join(id.thread, NULL);
	pthread_join(id.same, NULL); // expect: double-consume
}

void ok_S128_copy_then_remade(void)
{
	pthread_t t, first;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	first = t;
	if (pthread_create(&t, NULL, work, NULL) != 0) {
		pthread_join(first, NULL);
		return;
	}
	pthread_join(first, NULL);
	pthread_join(t, NULL);
}

int bad_S129_function_pointer(struct request *r)
{
	int (*take)(struct request *) = request_wait;

	take(r);
	return take(r); // expect: double-consume
}

int ok_S129_function_pointer(struct request *r)
{
	int (*take)(struct request *) = request_wait;

	return take(r);
}

static struct request *S120_closed(void)
{
	struct request *r = request_open(1);

	request_wait(r);
	return r;
}

int ok_S120_caller_only_counts(void)
{
	return S120_closed() != NULL;
}

int bad_S120_caller_waits(void)
{
	struct request *r = S120_closed();

	return request_wait(r); // expect: double-consume
}
