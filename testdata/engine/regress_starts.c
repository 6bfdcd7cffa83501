// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include <request.h>

int chance(void);
void anything(void);
void note(const char *text, int value);

struct job {
	struct request *request;
	int kind;
	struct job *next;
};

static void *work(void *arg)
{
	return arg;
}

// A start whose result the caller does not look at: it may well have succeeded.

static int start(struct request *r)
{
	return request_start(r);
}

int ok_start_untested(void)
{
	struct request r = { .what = 1 };

	start(&r);
	return request_wait(&r);
}

int bad_start_untested(void)
{
	struct request r = { .what = 1 };
	int outcome;

	start(&r);
	outcome = request_wait(&r);
	return outcome + request_wait(&r); // expect: double-consume "'r'"
}

static void start_thread(pthread_t *t)
{
	if (pthread_create(t, NULL, work, NULL) != 0) {
		note("no thread", 0);
		abort();
	}
}

void ok_start_without_a_result(void)
{
	pthread_t t;

	start_thread(&t);
	pthread_join(t, NULL);
}

void bad_start_without_a_result(void)
{
	pthread_t t;

	start_thread(&t);
	pthread_join(t, NULL);
	pthread_join(t, NULL); // expect: double-consume "'t'"
}

static int start_two(pthread_t t[2])
{
	if (pthread_create(&t[0], NULL, work, NULL) != 0)
		abort();
	if (pthread_create(&t[1], NULL, work, NULL) != 0) {
		pthread_join(t[0], NULL);
		return -1;
	}
	return 0;
}

void ok_started_both_or_none(void)
{
	pthread_t t[2];

	if (start_two(t) != 0)
		return;
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
}

void bad_started_both_or_none(void)
{
	pthread_t t[2];

	if (start_two(t) != 0) {
		pthread_join(t[0], NULL); // expect: double-consume
		return;
	}
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
}

static int open_job(struct job *j)
{
	j->request = request_open(1);
	return j->request != NULL;
}

int ok_answer_is_whether_there_is_one(void)
{
	struct job j;

	if (!open_job(&j))
		return -1;
	return request_wait(j.request);
}

int bad_answer_is_whether_there_is_one(void)
{
	struct job j;
	int outcome;

	if (!open_job(&j))
		return -1;
	outcome = request_wait(j.request);
	return outcome + request_wait(j.request); // expect: double-consume "'j.request'"
}

// A handle that is started again through a pointer to it is the new operation.

static void restart(struct request *r)
{
	request_wait(r);
	request_start(r);
}

int ok_restarted_by_a_helper(struct request *r)
{
	restart(r);
	return request_wait(r);
}

int bad_restarted_by_a_helper(struct request *r)
{
	int outcome;

	restart(r);
	outcome = request_wait(r);
	return outcome + request_wait(r); // expect: double-consume "'r'"
}

int ok_restarted_through_a_pointer(void)
{
	struct request r = { .what = 1 };
	struct request *p = &r;
	int outcome;

	if (request_start(&r) != 0)
		return -1;
	outcome = request_wait(p);
	if (request_start(p) != 0)
		return outcome;
	return outcome + request_wait(&r);
}

int bad_restarted_through_a_pointer(void)
{
	struct request r = { .what = 1 };
	struct request *p = &r;
	int outcome;

	if (request_start(&r) != 0)
		return -1;
	outcome = request_wait(p);
	if (request_start(p) != 0)
		return outcome;
	outcome += request_wait(p);
	return outcome + request_wait(&r); // expect: double-consume "'r'"
}

void ok_thread_started_through_a_pointer(pthread_t *t)
{
	pthread_join(*t, NULL);
	if (pthread_create(t, NULL, work, NULL) != 0)
		return;
	pthread_join(*t, NULL);
}

void bad_thread_started_through_a_pointer(pthread_t *t)
{
	pthread_join(*t, NULL);
	if (pthread_create(t, NULL, work, NULL) != 0)
		return;
	pthread_join(*t, NULL);
	pthread_join(*t, NULL); // expect: double-consume
}

// A global may be another operation after any function that is not seen.

struct request *current;
static pthread_t keeper;

int ok_global_and_an_unknown_function(void)
{
	int outcome = request_wait(current);

	anything();
	return outcome + request_wait(current);
}

int bad_global_and_no_function(void)
{
	int outcome = request_wait(current);

	return outcome + request_wait(current); // expect: double-consume "'current'"
}

void keeper_start(void)
{
	if (pthread_create(&keeper, NULL, work, NULL) != 0)
		abort();
}

void ok_file_local_and_an_unknown_function(void)
{
	pthread_join(keeper, NULL);
	anything();
	pthread_join(keeper, NULL);
}

void bad_file_local_and_no_function(void)
{
	pthread_join(keeper, NULL);
	pthread_join(keeper, NULL); // expect: double-consume "'keeper'"
}

void ok_file_local_started_again(void)
{
	pthread_join(keeper, NULL);
	keeper_start();
	pthread_join(keeper, NULL);
}

// One cause is told once, whichever later operation meets it first.

int bad_met_by_either_branch(struct request *r)
{
	int outcome = request_wait(r);

	if (chance())
		return request_wait(r); // expect: double-consume
	outcome += request_wait(r);
	return outcome;
}

int bad_met_in_a_row(struct request *r)
{
	int sum = request_wait(r);

	sum += request_wait(r); // expect: double-consume
	sum += request_wait(r);
	return sum + request_wait(r);
}

// What a turn of a loop makes is the turn's own.

int ok_opened_each_turn(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		struct request *r = request_open(i);

		if (!r)
			continue;
		sum += request_wait(r);
	}
	return sum;
}

int bad_opened_each_turn_but_left(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		struct request *r = request_open(i); // expect: never-consumed "'r'"

		if (!r)
			continue;
		if (chance())
			break;
		sum += request_wait(r);
	}
	return sum;
}

int ok_last_turn_kept(int n)
{
	struct request *r = NULL;

	for (int i = 0; i < n; i++) {
		if (r)
			request_wait(r);
		r = request_open(i);
	}
	return r ? request_wait(r) : 0;
}

int bad_last_turn_kept(int n)
{
	struct request *r = NULL;

	for (int i = 0; i < n; i++)
		r = request_open(i); // expect: overwritten-handle "'r'"
	return r ? request_wait(r) : 0;
}

// Records in an array, each with a handle of its own.

int ok_record_elements(int n)
{
	struct job jobs[8];
	int sum = 0;

	for (int i = 0; i < n; i++)
		jobs[i].request = request_open(i);
	for (int i = 0; i < n; i++)
		if (jobs[i].request)
			sum += request_wait(jobs[i].request);
	return sum;
}

int bad_record_elements(int n)
{
	struct job jobs[8];
	int sum = 0;

	for (int i = 0; i < n; i++)
		jobs[i].request = request_open(i);
	for (int i = 0; i < n; i++)
		sum += request_wait(jobs[i].request);
	for (int i = 0; i < n; i++)
		sum += request_wait(jobs[i].request); // expect: double-consume
	return sum;
}

int ok_pointer_walks_the_array(struct job *jobs, int n)
{
	int sum = 0;

	for (struct job *j = jobs; j < jobs + n; j++)
		sum += request_wait(j->request);
	return sum;
}

static struct job table[4];

int ok_static_table(void)
{
	int sum = 0;

	for (size_t i = 0; i < 4; i++) {
		if (!table[i].request)
			continue;
		sum += request_wait(table[i].request);
		table[i].request = NULL;
	}
	return sum;
}

int bad_static_table(void)
{
	int sum = request_wait(table[0].request);

	if (sum > 3)
		sum += request_wait(table[0].request); // expect: double-consume
	table[0].request = NULL;
	return sum;
}

// A list: each of its places is another handle, and all are one cause.

int ok_list_walked_once(struct job *first)
{
	int sum = 0;

	for (struct job *j = first; j; j = j->next)
		sum += request_wait(j->request);
	return sum;
}

int bad_list_walked_twice(struct job *first)
{
	int sum = 0;

	for (struct job *j = first; j; j = j->next)
		sum += request_wait(j->request);
	for (struct job *j = first; j; j = j->next)
		sum += request_wait(j->request); // expect: double-consume
	return sum;
}

int ok_list_some_of_it(struct job *first)
{
	int sum = 0;

	for (struct job *j = first; j; j = j->next)
		if (j->kind)
			sum += request_wait(j->request);
	return sum;
}

int ok_list_tested_and_cleared(struct job *first)
{
	int sum = 0;

	for (struct job *j = first; j; j = j->next) {
		if (j->request)
			sum += request_wait(j->request);
		j->request = NULL;
	}
	return sum;
}

int ok_list_taken_apart(struct job *first)
{
	int sum = 0;

	while (first) {
		struct job *next = first->next;

		sum += request_wait(first->request);
		free(first);
		first = next;
	}
	return sum;
}

int ok_list_cleared_and_walked_again(struct job *first)
{
	int sum = 0;

	for (struct job *j = first; j; j = j->next) {
		sum += request_wait(j->request);
		j->request = NULL;
	}
	for (struct job *j = first; j; j = j->next)
		if (j->request)
			sum += request_wait(j->request);
	return sum;
}

int bad_list_element_twice(struct job *first)
{
	int sum = 0;

	for (struct job *j = first; j; j = j->next) {
		sum += request_wait(j->request);
		if (j->kind)
			sum += request_wait(j->request); // expect: double-consume
	}
	return sum;
}

// How many there are is a quotient of sizes.

void ok_as_many_as_there_are(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_create(&t[2], NULL, work, NULL);
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		pthread_join(t[i], NULL);
}

void bad_one_too_few(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_create(&t[2], NULL, work, NULL); // expect: never-consumed "'t[2]'"
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]) - 1; i++)
		pthread_join(t[i], NULL);
}

void ok_nobody_knows_how_many(int n)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
}

// Each thread is itself.

struct worker {
	pthread_t thread;
	int is_alone;
};

static void *lets_itself_go(void *arg)
{
	struct worker *w = arg;

	if (w->is_alone)
		pthread_detach(pthread_self());
	return NULL;
}

static void work_on(struct worker *first, struct worker *w)
{
	if (!first->is_alone)
		pthread_create(&first->thread, NULL, lets_itself_go, first);
	else
		pthread_create(&w->thread, NULL, lets_itself_go, w);
}

void ok_one_after_the_other(struct worker *first, struct worker *list, int n)
{
	for (int i = 0; i < n; i++)
		work_on(first, &list[i]);
}
