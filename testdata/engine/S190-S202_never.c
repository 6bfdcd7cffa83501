// SPDX-License-Identifier: Apache-2.0
#include <aio.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

#include <request.h>

void note(const char *text, int value);
void fail(const char *why) __attribute__((noreturn));
void adopt(struct request *r);

static void *work(void *arg)
{
	return arg;
}

void bad_S190_call_as_a_statement(void)
{
	request_open(1); // expect: never-consumed
}

void bad_S190_in_a_comma(int n)
{
	for (int i = 0; i < n; request_open(i), i++) // expect: never-consumed
		note("turn", i);
}

void bad_S191_cast_to_void(void)
{
	(void)request_open(1); // expect: never-consumed
}

void ok_S192_shared_form_discarded(struct request *r)
{
	request_share(r);
}

void bad_S193_thread_never_joined(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL); // expect: never-consumed "'t'"
}

void bad_S193_request_never_waited_for(void)
{
	struct request *r = request_open(1); // expect: never-consumed "'r'"

	request_poll(r);
}

int bad_S193_local_request(void)
{
	struct request r = { .what = 1 };

	return request_start(&r); // expect: never-consumed
}

void bad_S193_mpi_request(double *v)
{
	MPI_Request r;

	MPI_Isend(v, 1, MPI_DOUBLE, 1, 0, // expect: never-consumed "'r'"
		  MPI_COMM_WORLD, &r);
}

int bad_S193_aiocb(int fd, void *buffer)
{
	struct aiocb cb = { .aio_fildes = fd, .aio_buf = buffer };

	return aio_read(&cb); // expect: never-consumed "'cb'"
}

void bad_S194_one_arm_only(int eager)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0) // expect: never-consumed
		return;
	if (eager)
		pthread_join(t, NULL);
}

int bad_S194_early_return(int c)
{
	struct request *r = request_open(1); // expect: never-consumed

	if (c)
		return -1;
	return request_wait(r);
}

void bad_S194_loop_may_not_run(int n)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0) // expect: never-consumed
		return;
	for (int i = 0; i < n; i++) {
		pthread_join(t, NULL);
		break;
	}
}

void bad_S195_missing_default(int mode)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0) // expect: never-consumed
		return;
	switch (mode) {
	case 0:
		pthread_join(t, NULL);
		break;
	case 1:
		pthread_detach(t);
		break;
	}
}

int bad_S195_one_case(int mode)
{
	struct request *r = request_open(1); // expect: never-consumed
	int outcome = 0;

	switch (mode) {
	case 0:
		outcome = request_wait(r);
		break;
	case 1:
		note("skipped", mode);
		break;
	default:
		request_free(r);
	}
	return outcome;
}

void ok_S195_all_cases(int mode)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	switch (mode) {
	case 0:
		pthread_join(t, NULL);
		break;
	default:
		pthread_detach(t);
	}
}

void ok_S196_path_ends_in_abort(int broken)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (broken)
		abort();
	if (broken > 1)
		fail("broken");
	pthread_join(t, NULL);
}

int ok_S197_return_before_the_start(int c)
{
	struct request r = { .what = 1 };

	if (c)
		return -1;
	if (request_start(&r) != 0)
		return -2;
	return request_wait(&r);
}

int ok_S197_no_memory(void)
{
	struct request *r = request_open(1);

	if (!r)
		return -1;
	return request_wait(r);
}

void ok_S198_detached(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) == 0)
		pthread_detach(t);
}

void ok_S198_made_detached(void)
{
	pthread_attr_t attr;
	pthread_t t;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(&t, &attr, work, NULL);
	pthread_attr_destroy(&attr);
}

void ok_S198_handed_over(int c)
{
	struct request *r = request_open(1);

	if (c)
		request_submit(r);
	else
		adopt(r);
}

struct S198_queue {
	struct request *first;
};

void ok_S198_stored(struct S198_queue *q)
{
	struct request *r = request_open(1);

	q->first = r;
}

int ok_S200_ignored_on_one_path(int c)
{
	struct request *r = request_open(1);

	if (c) {
		request_ignore(r);
		return 0;
	}
	return request_wait(r);
}

void ok_S200_cast_to_void_on_one_path(int c)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (c) {
		(void)t;
		return;
	}
	pthread_join(t, NULL);
}

int bad_S200_another_path_is_judged(int c)
{
	struct request *r = request_open(1); // expect: never-consumed

	if (c == 1) {
		(void)r;
		return 0;
	}
	if (c == 2)
		return -1;
	return request_wait(r);
}

static void S201_finish(struct request **r)
{
	if (*r)
		request_wait(*r);
}

static void S201_always_finish(struct request **r)
{
	request_wait(*r);
}

void ok_S201_cleanup_attribute(void)
{
	__attribute__((cleanup(S201_finish))) struct request *r =
		request_open(1);

	request_poll(r);
}

void bad_S201_explicit_and_cleanup(void)
{
	__attribute__((cleanup(S201_always_finish))) struct request *r =
		request_open(1);

	note("outcome", request_wait(r));
} // expect: double-consume "'r'"

int ok_S202_cleanup_dismissed(void)
{
	__attribute__((cleanup(S201_finish))) struct request *r =
		request_open(1);
	int outcome = request_wait(r);

	r = NULL;
	return outcome;
}
