// SPDX-License-Identifier: Apache-2.0
#include <aio.h>
#include <mpi.h>
#include <pthread.h>

#include <request.h>

#define N 3

void note(const char *text, int value);

void bad_S166_same_one_twice(struct request *r)
{
	struct request *list[2] = { r, r };

	request_wait_all(list, 2); // expect: wait-all
}

int bad_S168_by_its_own_name(struct request *a, struct request *b)
{
	struct request *list[2];

	list[0] = a;
	list[1] = b;
	request_wait_all(list, 2);
	return request_wait(b); // expect: wait-all "'b'"
}

int bad_S168_element_after_wait_all(struct request *list[N])
{
	request_wait_all(list, N);
	return request_wait(list[1]); // expect: wait-all
}

int bad_S169_element_before_wait_all(struct request *list[N])
{
	int outcome = request_wait(list[1]);

	request_wait_all(list, N); // expect: wait-all
	return outcome;
}

void bad_S168_freed_after_mpi_waitall(MPI_Request r[N])
{
	MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
	for (int i = 0; i < N; i++)
		MPI_Request_free(&r[i]); // expect: wait-all
}

void ok_S170_single_wait_nulls(MPI_Request r[N])
{
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);
	MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
}

void bad_S171_one_never_started(double *v)
{
	MPI_Request r[N];

	MPI_Irecv(&v[0], 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &r[0]);
	MPI_Irecv(&v[2], 1, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD, &r[2]);
	// expect+1: consume-unstarted "[1]"
	MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
}

void bad_S171_request_never_started(void)
{
	struct request a = { .what = 1 };
	struct request b = { .what = 2 };
	struct request *list[2] = { &a, &b };

	request_start(&a);
	request_wait_all(list, 2); // expect: consume-unstarted "[1]"
}

void ok_S172_exactly_the_started(double *v)
{
	MPI_Request r[N];

	MPI_Irecv(&v[0], 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &r[0]);
	MPI_Irecv(&v[1], 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &r[1]);
	MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

void ok_S172_started_in_a_loop(double *v)
{
	MPI_Request r[N];

	for (int i = 0; i < N; i++)
		MPI_Irecv(&v[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, &r[i]);
	MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
}

void ok_S172_one_outside_an_array(double *v)
{
	MPI_Request r;

	MPI_Irecv(v, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &r);
	MPI_Waitall(1, &r, MPI_STATUSES_IGNORE);
}

void ok_S173_started_again(void)
{
	struct request a = { .what = 1 };
	struct request b = { .what = 2 };
	struct request *list[2] = { &a, &b };

	request_start(&a);
	request_start(&b);
	request_wait_all(list, 2);
	request_start(&a);
	request_start(&b);
	request_wait_all(list, 2);
}

void bad_S173_waited_for_again(void)
{
	struct request a = { .what = 1 };
	struct request b = { .what = 2 };
	struct request *list[2] = { &a, &b };

	request_start(&a);
	request_start(&b);
	request_wait_all(list, 2);
	request_wait_all(list, 2); // expect: wait-all
}

void ok_S174_wait_any_until_all_are_done(double *v)
{
	MPI_Request r[N];
	int index;

	for (int i = 0; i < N; i++)
		MPI_Irecv(&v[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, &r[i]);
	for (int done = 0; done < N; done++) {
		MPI_Waitany(N, r, &index, MPI_STATUS_IGNORE);
		note("arrived", index);
	}
}

void ok_S174_until_none_is_left(struct request *list[N])
{
	int index;

	while ((index = request_wait_any(list, N)) >= 0)
		list[index] = 0;
}

void bad_S175_not_converted(struct request *a, struct request *b)
{
	void *list[2] = { a, b };

	// expect+1: wait-all
	shared_request_wait_all((struct shared_request **)list, 2);
}

void ok_S175_converted(struct request *a, struct request *b)
{
	struct shared_request *list[2];

	list[0] = request_share(a);
	list[1] = request_share(b);
	shared_request_wait_all(list, 2);
	note("first", shared_request_read(list[0]));
}

int bad_S176_request_never_started(void)
{
	struct request r = { .what = 1 };

	return request_wait(&r); // expect: consume-unstarted "'r'"
}

void bad_S176_mpi_wait_without_a_start(void)
{
	MPI_Request r;

	MPI_Wait(&r, MPI_STATUS_IGNORE); // expect: consume-unstarted
}

void bad_S176_join_without_a_thread(void)
{
	pthread_t t;

	pthread_join(t, NULL); // expect: consume-unstarted
}

int bad_S176_aio_without_a_start(int fd)
{
	struct aiocb cb = { .aio_fildes = fd };

	return (int)aio_return(&cb); // expect: consume-unstarted
}
