// SPDX-License-Identifier: Apache-2.0
// Accessors, records made and freed by helpers, and ways through arrays.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include <request.h>

struct job {
	struct request *request;
	int fd;
	struct job *next;
};

int chance(void);
void note(const char *, int);
int serve(int);

static struct request *take(struct job *j)
{
	struct request *r = j->request;

	j->request = NULL;
	return r;
}

static struct request *peek(struct job *j)
{
	return j->request;
}

static void set(struct job *j, struct request *r)
{
	j->request = r;
}

int ok_take(struct job *j)
{
	struct request *r = take(j);

	return r ? request_wait(r) : 0;
}

int ok_take2(struct job *j)
{
	struct request *r = take(j), *q = take(j);
	int s = 0;

	if (r)
		s = request_wait(r);
	if (q)
		s += request_wait(q);
	return s;
}

int bad_peek(struct job *j)
{
	int s = request_wait(peek(j));

	return s + request_wait(peek(j)); // expect: double-consume
}

int ok_set(struct job *j)
{
	int s = request_wait(peek(j));

	set(j, request_open(1));
	return s + request_wait(peek(j));
}

int ok_local(void)
{
	struct job j = { .request = request_open(1) };
	struct request *r = take(&j);

	return request_wait(r);
}

int ok_compound(void)
{
	struct job *j = malloc(sizeof(*j));

	*j = (struct job){ .request = request_open(1), .fd = -1 };
	int s = request_wait(j->request);
	free(j);
	return s;
}

static struct job *job_new(int what)
{
	struct job *j = calloc(1, sizeof(*j));

	if (!j)
		return NULL;
	j->request = request_open(what);
	if (!j->request) {
		free(j);
		return NULL;
	}
	return j;
}

static int job_free(struct job *j)
{
	int s;

	if (!j)
		return 0;
	s = request_wait(j->request);
	free(j);
	return s;
}

int ok_new(void)
{
	struct job *j = job_new(1);

	if (!j)
		return -1;
	return job_free(j);
}

int ok_new2(void)
{
	struct job *j = job_new(1);
	struct job *k = job_new(2);
	int s = job_free(j);

	return s + job_free(k);
}

int bad_new(void)
{
	struct job *j = job_new(1);

	if (!j)
		return -1;
	request_wait(j->request);
	return job_free(j); // expect: double-consume
}

int ok_array(int n)
{
	struct job *v[8];
	int s = 0;

	for (int i = 0; i < 8; i++)
		v[i] = job_new(i);
	for (int i = 0; i < 8; i++)
		s += job_free(v[i]);
	return s;
}

int ok_heap(int n)
{
	struct job *v = calloc(n, sizeof(*v));
	int s = 0;

	if (!v)
		return -1;
	for (int i = 0; i < n; i++)
		v[i].request = request_open(i);
	for (int i = 0; i < n; i++)
		if (v[i].request)
			s += request_wait(v[i].request);
	free(v);
	return s;
}

static int open_pair(const char *a, const char *b, int *x, int *y)
{
	*x = open(a, 0);
	if (*x < 0)
		return -1;
	*y = open(b, 0);
	if (*y < 0) {
		close(*x);
		return -1;
	}
	return 0;
}

int ok_pair(void)
{
	int x, y;

	if (open_pair("a", "b", &x, &y) < 0)
		return -1;
	close(x);
	close(y);
	return 0;
}

int ok_pair2(void)
{
	int x = -1, y = -1;

	if (open_pair("a", "b", &x, &y))
		return -1;
	close(x);
	return close(y);
}

int bad_pair(void)
{
	int x = -1, y = -1;

	if (open_pair("a", "b", &x, &y)) {
		close(x); // expect: double-consume
		return -1;
	}
	close(x);
	return close(y);
}

int ok_errno(struct request *r)
{
	int rc, out;

	while ((rc = request_try(r, &out)) != 0 && errno == EAGAIN)
		;
	return rc == 0 ? out : -1;
}

int ok_try_then_wait(struct request *r)
{
	int out;

	if (request_try(r, &out) == 0)
		return out;
	return request_wait(r);
}

int ok_try_bool(struct request *r)
{
	int out;
	int ok = !request_try(r, &out);

	if (!ok)
		out = request_wait(r);
	return out;
}

int ok_switch(struct request *r, int k)
{
	int s = 0;

	switch (k) {
	case 1:
		s = request_wait(r);
		break;
	case 2:
		request_free(r);
		break;
	default:
		request_submit(r);
	}
	return s;
}

int ok_do(struct request *r)
{
	int s = 0, first = 1;

	do {
		if (first)
			s = request_wait(r);
		first = 0;
	} while (chance());
	return s;
}

int ok_while_once(struct request *r)
{
	int s = 0;

	while (1) {
		s = request_wait(r);
		if (s >= 0)
			break;
		else
			break;
	}
	return s;
}

int ok_compact(struct request *v[], int n)
{
	int k = 0, s = 0;

	for (int i = 0; i < n; i++) {
		if (request_done(v[i]))
			s += request_wait(v[i]);
		else
			v[k++] = v[i];
	}
	for (int i = 0; i < k; i++)
		s += request_wait(v[i]);
	return s;
}

int ok_last_swap(struct request *v[], int n)
{
	int s = 0;

	while (n > 0) {
		int i = chance() ? 0 : n - 1;
		s += request_wait(v[i]);
		v[i] = v[--n];
	}
	return s;
}

int ok_two_d(struct request *v[4][4])
{
	int s = 0;

	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			s += request_wait(v[i][j]);
	return s;
}

int ok_stride(struct request *v[], int n)
{
	int s = 0;

	for (int i = 0; i < n; i += 2)
		s += request_wait(v[i]);
	for (int i = 1; i < n; i += 2)
		s += request_wait(v[i]);
	return s;
}

int ok_halves(struct request *v[], int n)
{
	int s = 0;

	for (int i = 0; i < n / 2; i++)
		s += request_wait(v[i]);
	for (int i = n / 2; i < n; i++)
		s += request_wait(v[i]);
	return s;
}

int ok_continue(struct request *v[], int n)
{
	int s = 0;
	int i = 0;

	for (; i < n; i++) {
		if (!chance())
			break;
		s += request_wait(v[i]);
	}
	for (; i < n; i++)
		request_free(v[i]);
	return s;
}

int ok_reverse(struct request *v[], int n)
{
	int s = 0;

	for (int i = n; i-- > 0;)
		s += request_wait(v[i]);
	return s;
}

int ok_ptr_end(struct request **v, struct request **end)
{
	int s = 0;

	while (v != end)
		s += request_wait(*v++);
	return s;
}

int ok_null_term(struct request **v)
{
	int s = 0;

	for (; *v; v++)
		s += request_wait(*v);
	return s;
}

int bad_compacted(struct request *v[], int n)
{
	int k = 0, s = 0;

	for (int i = 0; i < n; i++) {
		if (request_done(v[i]))
			s += request_wait(v[i]);
		v[k++] = v[i];
	}
	for (int i = 0; i < k; i++)
		s += request_wait(v[i]); // expect: double-consume
	return s;
}

int bad_reversed_and_again(struct request *v[], int n)
{
	int s = 0;

	for (int i = n; i-- > 0;)
		s += request_wait(v[i]);
	for (int i = 0; i < n; i++)
		s += request_wait(v[i]); // expect-todo: double-consume
	return s;
}

int bad_first_kept(struct request *v[], int n)
{
	int s = 0;

	while (n > 0)
		s += request_wait(v[0]) + --n; // expect: double-consume
	return s;
}

// What each element was given by the same call is a value each.
pthread_t somebodys_thread(void);

void ok_filled_by_a_stranger(void)
{
	pthread_t threads[5];
	int i;

	for (i = 0; i < 5; i++)
		threads[i] = somebodys_thread();
	for (i = 0; i < 5; i++)
		pthread_join(threads[i], NULL);
}

void bad_filled_by_a_stranger(void)
{
	pthread_t threads[5];
	int i;

	for (i = 0; i < 5; i++)
		threads[i] = somebodys_thread();
	pthread_join(threads[3], NULL);
	pthread_join(threads[3], NULL); // expect: double-consume
}

// Whoever has the address of a part has the whole.

int *ok_address_of_a_part(void)
{
	struct request *r = request_open(1);

	return &r->state;
}

int bad_value_of_a_part(void)
{
	struct request *r = request_open(1); // expect: never-consumed "'r'"

	return r->state;
}
