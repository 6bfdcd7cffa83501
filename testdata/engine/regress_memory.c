// SPDX-License-Identifier: Apache-2.0
// Handles in memory that is allocated, returned and given back.
#include <aio.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

struct worker {
	int number;
	pthread_t thread;
};

void note_worker(struct worker *w);
void keep_worker(struct worker *w);

static void *work(void *p)
{
	return p;
}

void bad_freed_while_it_runs(void)
{
	struct worker *w = malloc(sizeof(*w));

	if (!w)
		return;
	if (pthread_create(&w->thread, NULL, work, NULL) != 0) { // expect: never-consumed "'w->thread'"
		free(w);
		return;
	}
	free(w);
}

void ok_joined_and_freed(void)
{
	struct worker *w = malloc(sizeof(*w));

	if (!w)
		return;
	if (pthread_create(&w->thread, NULL, work, NULL) == 0)
		pthread_join(w->thread, NULL);
	free(w);
}

pthread_t ok_freed_but_copied(void)
{
	struct worker *w = malloc(sizeof(*w));
	pthread_t t = 0;

	if (w && pthread_create(&w->thread, NULL, work, NULL) == 0)
		t = w->thread;
	free(w);
	return t;
}

void ok_freed_but_seen_by_others(void)
{
	struct worker *w = malloc(sizeof(*w));

	if (w && pthread_create(&w->thread, NULL, work, NULL) == 0)
		keep_worker(w);
	free(w);
}

// ---- memory that a function makes for its caller

static struct worker *worker_new(int n) // expect summary: "- if return == 0; return->thread: produce, return->number = n if return != 0"
{
	struct worker *w = malloc(sizeof(*w));

	if (!w)
		return NULL;
	if (pthread_create(&w->thread, NULL, work, NULL) != 0) {
		free(w);
		return NULL;
	}
	w->number = n;
	return w;
}

static struct worker *worker_kept(int n)
{
	struct worker *w = malloc(sizeof(*w));

	if (!w)
		return NULL;
	keep_worker(w);
	w->number = n;
	if (pthread_create(&w->thread, NULL, work, NULL) != 0)
		return NULL;
	return w;
}

static void worker_free(struct worker *w)
{
	if (pthread_kill(w->thread, 0) == 0)
		note_worker(NULL);
	free(w);
}

static void worker_stop(struct worker *w)
{
	pthread_join(w->thread, NULL);
	free(w);
}

void bad_made_and_freed(void)
{
	struct worker *w = worker_new(1); // expect: never-consumed "'w->thread'"

	if (w)
		worker_free(w);
}

void bad_made_and_joined_twice(void)
{
	struct worker *w = worker_new(1);

	if (!w)
		return;
	pthread_join(w->thread, NULL);
	worker_stop(w); // expect: double-consume "'w->thread'"
}

void ok_made_and_stopped(void)
{
	struct worker *w = worker_new(1);

	if (w)
		worker_stop(w);
	else
		free(w);
}

void ok_made_and_returned_elsewhere(struct worker **out)
{
	*out = worker_new(2);
}

void ok_kept_by_others_from_the_start(void)
{
	struct worker *w = worker_kept(1);

	if (w)
		free(w);
}

// ---- objects and arrays

struct transfer {
	struct aiocb block;
	char bytes[512];
};

static struct transfer *transfer_start(int fd)
{
	struct transfer *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->block.aio_fildes = fd;
	t->block.aio_buf = t->bytes;
	if (aio_read(&t->block) != 0) {
		free(t);
		return NULL;
	}
	return t;
}

static void transfer_cancel(struct transfer *t)
{
	aio_cancel(t->block.aio_fildes, &t->block);
	free(t);
}

void bad_freed_under_way(int fd)
{
	struct transfer *t = transfer_start(fd); // expect: never-consumed "'t->block'"

	if (t)
		transfer_cancel(t);
}

long ok_read_to_the_end(int fd)
{
	struct transfer *t = transfer_start(fd);
	long n;

	if (!t)
		return -1;
	while (aio_error(&t->block) != 0)
		note_worker(NULL);
	n = aio_return(&t->block);
	free(t);
	return n;
}

void bad_requests_freed(int *numbers, int count)
{
	MPI_Request *r = malloc(sizeof(*r) * (unsigned)count);

	for (int i = 0; i < count; i++)
		MPI_Isend(&numbers[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r[i]); // expect: never-consumed
	free(r);
}

void ok_requests_waited_for(int *numbers, int count)
{
	MPI_Request *r = malloc(sizeof(*r) * (unsigned)count);

	for (int i = 0; i < count; i++)
		MPI_Isend(&numbers[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r[i]);
	MPI_Waitall(count, r, MPI_STATUSES_IGNORE);
	free(r);
}

// How many there are may be another number the second time: nobody knows that
// the loop that joins stops before the last one.

unsigned worker_count = 4;

int ok_joined_by_a_second_loop(void)
{
	struct worker *all = malloc(worker_count * sizeof(*all));
	int error = 0;

	if (!all)
		return -1;
	for (unsigned i = 0; i < worker_count; i++) {
		all[i].number = (int)i;
		error = pthread_create(&all[i].thread, NULL, work, NULL);
		if (error)
			break;
	}
	note_worker(NULL);
	for (unsigned i = 0; i < worker_count; i++)
		pthread_join(all[i].thread, NULL);
	free(all);
	return error;
}

// A helper that shows the place to somebody else before it joins.

void show(pthread_t *t);

static void finish(pthread_t *t) // expect summary: "*t: forget, *t: borrow, *t: consume, t: forget"
{
	show(t);
	pthread_join(*t, NULL);
}

void ok_finished(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL))
		return;
	finish(&t);
}

void bad_finished_and_joined(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL))
		return;
	finish(&t);
	pthread_join(t, NULL); // expect: double-consume "'t'"
}

// Elements that are started and joined by one helper: none of them came in.

static void start_and_join(pthread_t *all)
{
	int i;

	for (i = 0; i < 4; i++)
		if (pthread_create(&all[i], NULL, work, NULL))
			abort();
	for (i = 0; i < 4; i++)
		pthread_join(all[i], NULL);
}

void ok_started_and_joined(void)
{
	pthread_t all[4];

	start_and_join(all);
	start_and_join(all);
}
