// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <request.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

extern int verbose;
void note(const char *text, int value);

static void *work(void *arg)
{
	return arg;
}

struct S052_worker {
	pthread_t thread;
	int running;
};

void ok_S052_flag_cleared(struct S052_worker *w)
{
	if (w->running) {
		pthread_join(w->thread, NULL);
		w->running = 0;
	}
	note("stopped", w->running);
	if (w->running) {
		pthread_join(w->thread, NULL);
		w->running = 0;
	}
}

void ok_S052_local_flag(int eager)
{
	bool joined = false;
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (eager) {
		pthread_join(t, NULL);
		joined = true;
	}
	note("eager", eager);
	if (!joined)
		pthread_join(t, NULL);
}

struct S053_worker {
	pthread_t thread;
	int running;
};

void bad_S053_flag_never_cleared(struct S053_worker *w)
{
	if (w->running)
		pthread_join(w->thread, NULL);
	if (w->running)
		pthread_join(w->thread, NULL); // expect: double-consume
}

int ok_S054_nulled_and_tested(int eager)
{
	struct request *r = request_open(1);
	int outcome = 0;

	if (eager) {
		outcome = request_wait(r);
		r = NULL;
	}
	if (r != NULL)
		outcome = request_wait(r);
	return outcome;
}

struct S054_worker {
	pthread_t thread;
};

void ok_S054_field_zeroed_and_tested(struct S054_worker *w)
{
	if (w->thread) {
		pthread_join(w->thread, NULL);
		w->thread = 0;
	}
	if (w->thread)
		pthread_join(w->thread, NULL);
}

void bad_S055_zeroed_then_joined(pthread_t t)
{
	pthread_join(t, NULL);
	t = 0;
	pthread_join(t, NULL); // expect: consume-unstarted
}

int bad_S055_nulled_then_waited_for(struct request *r)
{
	int outcome = request_wait(r);

	r = NULL;
	return outcome + request_wait(r); // expect: consume-unstarted
}

void ok_S056_never_taken(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (0)
		pthread_join(t, NULL);
	while (false)
		pthread_join(t, NULL);
	pthread_join(t, NULL);
}

void bad_S057_always_taken(struct request *r)
{
	if (1)
		request_wait(r);
	if (1)
		request_wait(r); // expect: double-consume
}

static const int S057_five = 5;

void bad_S057_constant_compared(struct request *r)
{
	if (S057_five == 5)
		request_wait(r);
	if (S057_five != 4)
		request_wait(r); // expect: double-consume
}

void bad_S058_random(struct request *r)
{
	if (rand() & 1)
		note("odd", request_wait(r));
	if (rand() & 1)
		request_wait(r); // expect: double-consume
}

void bad_S058_global_may_change(struct request *r)
{
	if (verbose)
		note("verbose", request_wait(r));
	if (!verbose)
		request_wait(r); // expect: double-consume
}

int ok_S059_retried_after_failure(struct request *r, int *outcome)
{
	if (request_try(r, outcome) != 0) {
		request_block(r);
		return request_try(r, outcome);
	}
	return 0;
}

int bad_S060_again_after_success(struct request *r, int *outcome)
{
	if (request_try(r, outcome) == 0)
		*outcome += request_wait(r); // expect: double-consume
	else
		*outcome = request_wait(r);
	return *outcome;
}

void ok_S059_join_after_busy(pthread_t t)
{
	if (pthread_tryjoin_np(t, NULL) == EBUSY)
		pthread_join(t, NULL);
}

void bad_S060_join_after_tryjoin(pthread_t t)
{
	if (pthread_tryjoin_np(t, NULL) != 0) {
		note("busy", 1);
		return;
	}
	pthread_join(t, NULL); // expect: double-consume
}

void ok_S061_result_kept(pthread_t t)
{
	int rc = pthread_tryjoin_np(t, NULL);

	note("tried", rc);
	if (rc == EBUSY) {
		note("waiting", rc);
		rc = pthread_join(t, NULL);
	}
	note("joined", rc);
}

void bad_S061_result_kept(pthread_t t)
{
	int rc = pthread_tryjoin_np(t, NULL);

	note("tried", rc);
	if (!rc)
		pthread_join(t, NULL); // expect: double-consume
}

// Nobody wrote to `t`, whatever the turn: what came in is consumed.
static int S061_until_it_is_free(pthread_t t) // expect summary: "t: consume if return == 0; t: guard if return != 16 and return != 0"
{
	int rc;

	do {
		rc = pthread_tryjoin_np(t, NULL);
		note("tried", rc);
	} while (rc == EBUSY);
	return rc;
}

static void *S061_work(void *p)
{
	return p;
}

int ok_S061_tried_by_a_helper(void)
{
	pthread_t t;
	int rc;

	if (pthread_create(&t, NULL, S061_work, NULL) != 0)
		return -1;
	rc = S061_until_it_is_free(t);
	return rc == 0 ? 0 : -1;
}

int ok_S061_wait_with_nohang(pid_t child)
{
	int status = 0;
	pid_t got = waitpid(child, &status, WNOHANG);

	if (got == 0)
		got = waitpid(child, &status, 0);
	return got == child ? status : -1;
}

int ok_S061_wait_interrupted(pid_t child)
{
	int status = 0;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

int ok_S061_flag_written_by_the_test(MPI_Request r)
{
	int flag = 0;

	while (!flag)
		MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
	return flag;
}

void ok_S062_try_or_join(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (pthread_tryjoin_np(t, NULL))
		pthread_join(t, NULL);
}

void bad_S062_meaning_swapped(pthread_t t)
{
	if (!pthread_tryjoin_np(t, NULL))
		pthread_join(t, NULL); // expect: double-consume
}

int ok_S063_new_handle_each_turn(int n)
{
	int sum = 0;

	for (struct request *r; n > 0 && (r = request_open(n)) != NULL; n--)
		sum += request_wait(r);
	return sum;
}

void ok_S064_likely(int eager)
{
	pthread_t t;

	if (unlikely(pthread_create(&t, NULL, work, NULL) != 0))
		return;
	if (likely(eager))
		pthread_join(t, NULL);
	if (unlikely(!eager))
		pthread_join(t, NULL);
}

void ok_S064_likely_result(pthread_t t)
{
	if (unlikely(pthread_tryjoin_np(t, NULL) != 0))
		pthread_join(t, NULL);
}

void bad_S064_likely(pthread_t t, int a)
{
	if (likely(a))
		pthread_join(t, NULL);
	if (likely(a))
		pthread_join(t, NULL); // expect: double-consume
}
