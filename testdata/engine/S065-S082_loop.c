// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <pthread.h>

#include <request.h>

#define N 4

int more(void);
void note(const char *text, int value);

static void *work(void *arg)
{
	return arg;
}

void bad_S065_joined_in_a_for(int n)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_join(t, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(t, NULL); // expect: double-consume
}

void bad_S065_only_in_a_for(pthread_t t, int n)
{
	for (int i = 0; i < n; i++)
		pthread_join(t, NULL); // expect: double-consume "loop"
}

void bad_S065_in_a_while(struct request *r)
{
	while (more())
		request_wait(r); // expect: double-consume "loop"
}

void bad_S065_in_a_do(struct request *r)
{
	do {
		request_wait(r); // expect: double-consume "loop"
	} while (more());
}

void bad_S065_made_outside(void)
{
	struct request *r = request_open(1);

	do
		note("outcome", request_wait(r)); // expect: double-consume
	while (more());
}

int bad_S066_in_the_condition(struct request *r)
{
	int turns = 0;

	while (request_wait(r) == 0) // expect: double-consume "loop"
		turns++;
	return turns;
}

int bad_S066_in_a_for_condition(struct request *r)
{
	int i;

	for (i = 0; request_wait(r) > i; i++) // expect: double-consume
		note("turn", i);
	return i;
}

void ok_S067_made_in_the_body(int n)
{
	for (int i = 0; i < n; i++) {
		pthread_t t;

		if (pthread_create(&t, NULL, work, NULL) != 0)
			continue;
		pthread_join(t, NULL);
	}
}

int ok_S067_opened_in_the_body(int n)
{
	int sum = 0;

	while (n-- > 0) {
		struct request r = { .what = n };

		if (request_start(&r) != 0)
			break;
		sum += request_wait(&r);
	}
	return sum;
}

int ok_S068_then_break(struct request *r, int n)
{
	int outcome = 0;

	for (int i = 0; i < n; i++) {
		if (more())
			continue;
		outcome = request_wait(r);
		break;
	}
	return outcome;
}

int ok_S068_then_return(struct request *r)
{
	for (;;) {
		if (request_done(r))
			return request_result(r);
		note("pending", 0);
	}
}

void ok_S069_one_index_and_return(struct request *r, int n, int k)
{
	for (int i = 0; i < n; i++) {
		if (i == k) {
			note("outcome", request_wait(r));
			return;
		}
	}
}

void ok_S070_remade_before_the_next_turn(int n)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	while (n-- > 0) {
		pthread_join(t, NULL);
		if (pthread_create(&t, NULL, work, NULL) != 0)
			return;
	}
	pthread_join(t, NULL);
}

void bad_S071_continue_skips_the_remaking(struct request *r, int n)
{
	for (int i = 0; i < n; i++) {
		request_wait(r); // expect: double-consume "loop"
		if (more())
			continue;
		request_start(r);
	}
}

void bad_S072_in_the_body_and_after(pthread_t t)
{
	for (;;) {
		if (more()) {
			pthread_join(t, NULL);
			break;
		}
		note("busy", 1);
	}
	pthread_join(t, NULL); // expect: double-consume
}

void bad_S073_handed_over_at_the_bottom(struct request *r, int n)
{
	while (n-- > 0) {
		request_poll(r); // expect: use-after-transfer "loop"
		if (more())
			request_submit(r);
	}
}

void ok_S074_one_turn(pthread_t a, pthread_t b, pthread_t c)
{
	do {
		pthread_join(a, NULL);
	} while (0);
	while (1) {
		pthread_join(b, NULL);
		break;
	}
	for (int i = 0; i < 1; i++)
		pthread_join(c, NULL);
}

void bad_S074_one_turn_then_after(pthread_t a, pthread_t b, pthread_t c)
{
	do {
		pthread_join(a, NULL);
	} while (0);
	pthread_join(a, NULL); // expect: double-consume "'a'"
	while (1) {
		pthread_join(b, NULL);
		break;
	}
	pthread_join(b, NULL); // expect: double-consume "'b'"
	for (int i = 0; i < 1; i++)
		pthread_join(c, NULL);
	pthread_join(c, NULL); // expect: double-consume "'c'"
}

struct S075_entry {
	int key;
	struct request *waiter;
};

// Keys are unique, which only a strict check would doubt.
void ok_S075_one_key_matches(struct S075_entry *map, int n, struct request *r,
			     int key)
{
	for (int i = 0; i < n; i++) {
		if (map[i].key != key)
			continue;
		map[i].waiter = r;
	}
}

void ok_S076_array_of_threads(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
}

void ok_S076_joined_backwards(pthread_t *t, int n)
{
	for (int i = n - 1; i >= 0; i--)
		pthread_join(t[i], NULL);
}

int ok_S076_as_many_as_were_started(struct request *r, int n)
{
	int started = 0, sum = 0;

	for (int i = 0; i < n; i++) {
		if (request_start(&r[i]) != 0)
			break;
		started++;
	}
	for (int i = 0; i < started; i++)
		sum += request_wait(&r[i]);
	return sum;
}

void bad_S077_fixed_element(pthread_t *t, int n)
{
	for (int i = 0; i < n; i++)
		pthread_join(t[0], NULL); // expect: double-consume "loop"
}

void ok_S078_distinct_elements(pthread_t t[2])
{
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
}

struct S078_pair {
	pthread_t a, b;
};

void ok_S078_distinct_fields(struct S078_pair *p)
{
	pthread_join(p->a, NULL);
	pthread_join(p->b, NULL);
}

void ok_S078_nested(double *v)
{
	MPI_Request r[2][8][10];

	MPI_Isend(v, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &r[1][7][9]);
	MPI_Isend(v, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &r[1][7][8]);
	MPI_Isend(v, 1, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD, &r[0][7][9]);
	MPI_Wait(&r[1][7][8], MPI_STATUS_IGNORE);
	MPI_Wait(&r[0][7][9], MPI_STATUS_IGNORE);
	MPI_Wait(&r[1][7][9], MPI_STATUS_IGNORE);
}

void bad_S079_same_element(pthread_t t[2])
{
	pthread_join(t[1], NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL); // expect: double-consume "t[1]"
}

struct S079_pair {
	pthread_t a, b;
};

void bad_S079_same_field(struct S079_pair *p)
{
	pthread_join(p->a, NULL);
	pthread_join(p->b, NULL);
	pthread_join(p->a, NULL); // expect: double-consume
}

int ok_S080_each_element_once(struct request *list[N])
{
	int sum = 0;

	for (int i = 0; i < N; i++)
		sum += request_wait(list[i]);
	return sum;
}

void bad_S081_second_pass(pthread_t *t, int n)
{
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL); // expect: double-consume
}

int bad_S081_second_pass_over_requests(void)
{
	struct request r[N];
	int sum = 0;

	for (int i = 0; i < N; i++)
		request_start(&r[i]);
	for (int i = 0; i < N; i++)
		sum += request_wait(&r[i]);
	for (int i = 0; i < N; i++)
		sum -= request_wait(&r[i]); // expect: double-consume
	return sum;
}

void ok_S082_refilled_between(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
}
