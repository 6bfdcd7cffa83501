// SPDX-License-Identifier: Apache-2.0
#include <aio.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include <request.h>

void note(const char *text, int value);

static void *work(void *arg)
{
	return arg;
}

int bad_S177_waited_for_though_it_failed(void)
{
	struct request r = { .what = 1 };

	if (request_start(&r) != 0)
		return request_wait(&r); // expect: consume-unstarted
	return request_wait(&r);
}

void bad_S177_joined_though_it_failed(void)
{
	pthread_t t;
	int rc = pthread_create(&t, NULL, work, NULL);

	if (rc != 0) {
		note("no thread", rc);
		pthread_join(t, NULL); // expect: consume-unstarted "'t'"
		return;
	}
	pthread_join(t, NULL);
}

void ok_S177_failure_not_joined(void)
{
	pthread_t t;
	int rc = pthread_create(&t, NULL, work, NULL);

	if (rc != 0) {
		note("no thread", rc);
		return;
	}
	pthread_join(t, NULL);
}

int bad_S178_nothing_before(void)
{
	struct request *r = request_open(1);

	return request_result(r); // expect: result-before-completion "'r'"
}

int bad_S178_right_after_the_start(void)
{
	struct request r = { .what = 1 };

	if (request_start(&r) != 0)
		return -1;
	return request_result(&r); // expect: result-before-completion
}

int ok_S179_true_arm(struct request *r)
{
	if (request_done(r))
		return request_result(r);
	return -1;
}

int ok_S179_return_unless_done(struct request *r)
{
	if (!request_done(r))
		return -1;
	note("done", 1);
	return request_result(r);
}

int ok_S179_loop_until_done(struct request *r)
{
	while (!request_done(r))
		usleep(10);
	return request_result(r);
}

static int S179_take(struct request *r)
{
	return request_result(r);
}

int ok_S179_helper_after_the_test(struct request *r)
{
	return request_done(r) ? S179_take(r) : -1;
}

int bad_S180_other_arm(struct request *r)
{
	if (request_done(r))
		return request_result(r);
	else
		return request_result(r); // expect: result-before-completion
}

int bad_S180_return_if_done(struct request *r)
{
	if (request_done(r))
		return request_wait(r);
	return request_result(r); // expect: result-before-completion
}

int ok_S181_asserted(struct request *r)
{
	assert(request_done(r));
	return request_result(r);
}

int ok_S181_asserted_in_an_earlier_block(struct request *r, int verbose)
{
	assert(request_done(r));
	if (verbose)
		note("done", verbose);
	return request_result(r);
}

int bad_S181_asserted_after(void)
{
	struct request *r = request_open(1);
	int outcome = request_result(r); // expect: result-before-completion

	assert(request_done(r));
	return outcome;
}

int ok_S182_and(struct request *r)
{
	return request_done(r) && request_result(r) > 0;
}

int bad_S182_or(struct request *r)
{
	return request_done(r) ||
	       request_result(r) > 0; // expect: result-before-completion
}

int ok_S182_ternary(struct request *r)
{
	return request_done(r) ? request_result(r) : -1;
}

int ok_S183_kept_in_a_bool(struct request *r)
{
	bool done = request_done(r);

	note("done", done);
	if (!done)
		return -1;
	return request_result(r);
}

int bad_S183_other_value_of_the_bool(struct request *r)
{
	bool done = request_done(r);

	if (done)
		note("done", done);
	else
		return request_result(r); // expect: result-before-completion
	return request_result(r);
}

int bad_S184_done_of_another(struct request *a)
{
	struct request *b;

	if (!request_done(a))
		return -1;
	b = request_open(2);
	return request_result(b); // expect: result-before-completion "'b'"
}

int bad_S185_right_after_the_start(struct aiocb *cb)
{
	if (aio_read(cb) != 0)
		return -1;
	return (int)aio_return(cb); // expect: result-before-completion "'cb'"
}

int bad_S185_in_the_pending_arm(struct aiocb *cb)
{
	if (aio_read(cb) != 0)
		return -1;
	if (aio_error(cb) == EINPROGRESS)
		return (int)aio_return(cb); // expect: result-before-completion
	return (int)aio_return(cb);
}

int ok_S185_after_the_loop(struct aiocb *cb)
{
	if (aio_read(cb) != 0)
		return -1;
	while (aio_error(cb) == EINPROGRESS)
		usleep(10);
	return (int)aio_return(cb);
}

int ok_S185_in_the_loop(struct aiocb *cb)
{
	int error;

	if (aio_read(cb) != 0)
		return -1;
	for (;;) {
		error = aio_error(cb);
		if (error != EINPROGRESS)
			return (int)aio_return(cb);
		usleep(10);
	}
}

int ok_S186_fast_path(struct request *r)
{
	int outcome;

	if (request_done(r))
		outcome = request_result(r);
	else
		outcome = request_wait(r);
	return outcome;
}

int bad_S187_fast_path_and_again(struct request *r)
{
	int outcome = 0;

	if (request_done(r))
		outcome = request_result(r);
	outcome += request_wait(r); // expect: double-consume
	return outcome;
}

// What aio_error says may be a failure too; aio_return is owed all the same.
int ok_S188_finished_may_mean_failed(struct aiocb *cb)
{
	int error;

	if (aio_read(cb) != 0)
		return -1;
	while ((error = aio_error(cb)) == EINPROGRESS)
		usleep(10);
	if (error != 0)
		note("failed", error);
	return (int)aio_return(cb);
}

int ok_S189_blocking_wait(struct request *r)
{
	request_block(r);
	return request_result(r);
}

int bad_S189_blocked_on_one_path(int patient)
{
	struct request *r = request_open(1);

	if (patient)
		request_block(r);
	return request_result(r); // expect: result-before-completion
}
