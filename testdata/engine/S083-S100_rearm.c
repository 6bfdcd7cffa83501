// SPDX-License-Identifier: Apache-2.0
#include <aio.h>
#include <mpi.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include <request.h>

int chance(void);
void note(const char *text, int value);
void renew(struct request *r);
void renew_thread(pthread_t *t);
int look(const struct request *r);
int look_at_block(const struct aiocb *cb);

static void *work(void *arg)
{
	return arg;
}

void ok_S083_started_again(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_join(t, NULL);
	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_join(t, NULL);
}

int ok_S083_opened_again(void)
{
	struct request *r = request_open(1);
	int sum = request_wait(r);

	r = request_open(2);
	return sum + request_wait(r);
}

void bad_S084_started_again_on_one_path(struct request *r, int again)
{
	request_wait(r);
	if (again)
		request_start(r);
	request_wait(r); // expect: double-consume
}

int bad_S084_reassigned_on_one_path(struct request *r, int again)
{
	int sum = request_wait(r);

	if (again)
		r = request_open(2);
	return sum + request_wait(r); // expect: double-consume
}

void bad_S089_swapped(pthread_t a, pthread_t b)
{
	pthread_t keep;

	pthread_join(a, NULL);
	keep = a;
	a = b;
	b = keep;
	pthread_join(a, NULL);
	pthread_join(b, NULL); // expect: double-consume
}

void ok_S088_swapped(pthread_t a, pthread_t b)
{
	pthread_t keep;

	pthread_join(a, NULL);
	keep = a;
	a = b;
	b = keep;
	pthread_join(a, NULL);
}

static struct request *S085_logged(struct request *r)
{
	note("logged", r->what);
	return r;
}

int ok_S085_through_itself(struct request *r)
{
	r = S085_logged(r);
	r = S085_logged(r);
	return request_wait(r);
}

int ok_S086_self_assignment(struct request *r)
{
	struct request *same = r;

	r = same;
	return request_wait(r);
}

int ok_S090_out_parameter_remakes(struct aiocb *cb)
{
	int sum = 0;

	for (int i = 0; i < 2; i++) {
		if (aio_read(cb) != 0)
			return -1;
		while (aio_error(cb) == EINPROGRESS)
			usleep(10);
		sum += (int)aio_return(cb);
	}
	return sum;
}

int ok_S091_unknown_function_may_remake(struct request *r)
{
	int sum = request_wait(r);

	renew(r);
	return sum + request_wait(r);
}

void ok_S091_unknown_function_gets_the_place(pthread_t t)
{
	pthread_join(t, NULL);
	renew_thread(&t);
	pthread_join(t, NULL);
}

int bad_S092_const_pointer_after_wait(struct request *r)
{
	int outcome = request_wait(r);

	return outcome + look(r); // expect: use-after-consume
}

int bad_S092_const_pointer_changes_nothing(struct request *r)
{
	int sum = look(r);

	sum += request_wait(r);
	sum += request_wait(r); // expect: double-consume
	return sum;
}

struct S094_job {
	pthread_t thread;
	int state;
};

void bad_S094_other_member_assigned(struct S094_job *j)
{
	pthread_join(j->thread, NULL);
	j->state = 0;
	pthread_join(j->thread, NULL); // expect: double-consume
}

struct S094_pair {
	pthread_t a, b;
};

void bad_S094_other_handle_started(struct S094_pair *p)
{
	pthread_join(p->a, NULL);
	if (pthread_create(&p->b, NULL, work, NULL) != 0)
		return;
	pthread_join(p->a, NULL); // expect: double-consume
	pthread_join(p->b, NULL);
}

static void S095_again(struct request *r)
{
	r->what++;
	request_start(r);
}

int ok_S095_remade_by_a_helper(struct request *r, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += request_wait(r);
		S095_again(r);
	}
	return sum;
}

int bad_S097_zeroed(void)
{
	struct request r = { .what = 1 };
	int outcome;

	if (request_start(&r) != 0)
		return -1;
	outcome = request_wait(&r);
	memset(&r, 0, sizeof(r));
	return outcome + request_wait(&r); // expect: consume-unstarted
}

void bad_S097_set_to_none(pthread_t t)
{
	pthread_join(t, NULL);
	t = (pthread_t)0;
	pthread_join(t, NULL); // expect: consume-unstarted
}

int ok_S097_zeroed_and_started(void)
{
	struct request r = { .what = 1 };
	int outcome;

	if (request_start(&r) != 0)
		return -1;
	outcome = request_wait(&r);
	memset(&r, 0, sizeof(r));
	if (request_start(&r) != 0)
		return outcome;
	return outcome + request_wait(&r);
}

void bad_S098_send_over_a_pending_one(double *v)
{
	MPI_Request r;

	MPI_Isend(v, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &r);
	MPI_Isend(v, 1, MPI_DOUBLE, 2, 0, // expect: overwritten-handle
		  MPI_COMM_WORLD, &r);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
}

void bad_S098_each_further_one(double *v)
{
	MPI_Request r;

	MPI_Isend(v, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &r);
	MPI_Ibarrier(MPI_COMM_WORLD, &r); // expect: overwritten-handle
	MPI_Ibarrier(MPI_COMM_WORLD, &r); // expect: overwritten-handle
	MPI_Wait(&r, MPI_STATUS_IGNORE);
}

int bad_S098_aio_resubmitted(struct aiocb *cb)
{
	if (aio_read(cb) != 0)
		return -1;
	aio_read(cb); // expect: overwritten-handle "'cb'"
	while (aio_error(cb) == EINPROGRESS)
		usleep(10);
	return (int)aio_return(cb);
}

int bad_S098_request_restarted(void)
{
	struct request r = { .what = 1 };

	if (request_start(&r) != 0)
		return -1;
	r.what = 2;
	request_start(&r); // expect: overwritten-handle "'r'"
	return request_wait(&r);
}

void bad_S098_thread_over_thread(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_create(&t, NULL, work, NULL); // expect: overwritten-handle
	pthread_join(t, NULL);
}

int bad_S098_assigned_over(void)
{
	struct request *r = request_open(1);

	r = request_open(2); // expect: overwritten-handle
	return request_wait(r);
}

void ok_S098_copy_kept_first(void)
{
	pthread_t t, first;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	first = t;
	if (pthread_create(&t, NULL, work, NULL) == 0)
		pthread_join(t, NULL);
	pthread_join(first, NULL);
}

void bad_S099_send_in_a_loop(double *v, int n)
{
	MPI_Request r = MPI_REQUEST_NULL;

	for (int i = 0; i < n; i++)
		MPI_Ibcast(v, 1, MPI_DOUBLE, i, // expect: overwritten-handle
			   MPI_COMM_WORLD, &r);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
}

void bad_S099_thread_in_a_loop(int n)
{
	pthread_t t = 0;

	for (int i = 0; i < n; i++)
		if (chance()) // expect+1: overwritten-handle
			pthread_create(&t, NULL, work, NULL);
	if (t)
		pthread_join(t, NULL);
}

void ok_S099_waited_for_in_the_loop(double *v, int n)
{
	MPI_Request r;

	for (int i = 0; i < n; i++) {
		MPI_Ibcast(v, 1, MPI_DOUBLE, i, MPI_COMM_WORLD, &r);
		note("sent", i);
		MPI_Wait(&r, MPI_STATUS_IGNORE);
	}
}
