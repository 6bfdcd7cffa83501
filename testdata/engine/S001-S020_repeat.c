// SPDX-License-Identifier: Apache-2.0
#include <aio.h>
#include <pthread.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include <request.h>

void note(const char *text, int value);

static void *work(void *arg)
{
	return arg;
}

static int task(void *arg)
{
	return arg != NULL;
}

void bad_S001_join_twice(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_join(t, NULL);
	pthread_join(t, NULL); // expect: double-consume "'t'"
}

void ok_S001_join_once(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_join(t, NULL);
}

int bad_S002_first_in_initialiser(void)
{
	struct request *r = request_open(1);
	int first = request_wait(r);
	int second = request_wait(r); // expect: double-consume "'r'"

	return first + second;
}

int ok_S002_in_initialiser(void)
{
	struct request *r = request_open(1);
	int outcome = request_wait(r);

	return outcome;
}

int bad_S003_parameter(pthread_t t)
{
	int failed = pthread_join(t, NULL);

	return failed | pthread_join(t, NULL); // expect: double-consume
}

int ok_S003_parameter(pthread_t t)
{
	return pthread_join(t, NULL);
}

void bad_S004_three_times(struct request *r)
{
	request_wait(r);
	request_wait(r); // expect: double-consume "'r'"
	request_wait(r);
}

void bad_S005_thrd_join(void)
{
	thrd_t t;

	if (thrd_create(&t, task, NULL) != thrd_success)
		return;
	thrd_join(t, NULL);
	thrd_join(t, NULL); // expect: double-consume
}

int bad_S005_waitpid(void)
{
	int status = 0;
	pid_t child = fork();

	if (child <= 0)
		return -1;
	waitpid(child, &status, 0);
	waitpid(child, &status, 0); // expect: double-consume "'child'"
	return status;
}

int ok_S005_waitpid_of_two(void)
{
	int status = 0;
	pid_t a = fork();
	pid_t b;

	if (a <= 0)
		return -1;
	b = fork();
	if (b == 0)
		_exit(0);
	if (b > 0)
		waitpid(b, &status, 0);
	waitpid(a, &status, 0);
	return status;
}

int bad_S005_aio_return(struct aiocb *cb)
{
	const struct aiocb *list[1] = { cb };
	int n;

	if (aio_read(cb) != 0)
		return -1;
	while (aio_error(cb) == EINPROGRESS)
		aio_suspend(list, 1, NULL);
	n = (int)aio_return(cb);
	note("bytes", (int)aio_return(cb)); // expect: double-consume "'cb'"
	return n;
}

int ok_S005_aio_return(struct aiocb *cb)
{
	const struct aiocb *list[1] = { cb };

	if (aio_read(cb) != 0)
		return -1;
	while (aio_error(cb) == EINPROGRESS)
		aio_suspend(list, 1, NULL);
	return (int)aio_return(cb);
}

int bad_S006_own_request(void)
{
	struct request r = { .what = 3 };

	if (request_start(&r) != 0)
		return -1;
	request_wait(&r);
	return request_wait(&r); // expect: double-consume "'r'"
}

int ok_S006_own_request(void)
{
	struct request r = { .what = 3 };

	if (request_start(&r) != 0)
		return -1;
	return request_wait(&r);
}

void bad_S011_parenthesised(pthread_t t)
{
	(pthread_join)((t), NULL);
	pthread_join(((t)), NULL); // expect: double-consume
}

void bad_S011_cast(pthread_t t)
{
	(void)pthread_join(t, NULL);
	(void)pthread_join((pthread_t)t, NULL); // expect: double-consume
}

int bad_S011_comma(struct request *r, int i)
{
	i++, request_wait(r);
	return i--, request_wait(r); // expect: double-consume
}

int ok_S011_comma(struct request *r, int i)
{
	return i++, (request_wait)((r));
}

void bad_S012_through_pointer(pthread_t *t)
{
	pthread_join(*t, NULL);
	pthread_join(t[0], NULL); // expect: double-consume
}

typedef pthread_t S013_worker;
typedef S013_worker S013_reader;

void bad_S013_typedef(void)
{
	S013_reader reader;

	if (pthread_create(&reader, NULL, work, NULL) != 0)
		return;
	pthread_join(reader, NULL);
	pthread_join(reader, NULL); // expect: double-consume "'reader'"
}

typedef struct request S013_ticket;

int bad_S013_typedef_of_record(S013_ticket *ticket)
{
	request_wait(ticket);
	return request_wait(ticket); // expect: double-consume "'ticket'"
}

int ok_S016_new_handle_each(void)
{
	int a = request_wait(request_open(1));
	int b = request_wait(request_open(1));

	return a + b;
}

int ok_S017_interleaved(void)
{
	struct request a = { .what = 1 };
	struct request b = { .what = 2 };
	int sum;

	request_start(&a);
	request_start(&b);
	sum = request_wait(&a);
	sum += request_wait(&b);
	return sum;
}

void bad_S018_one_of_two(void)
{
	pthread_t a, b;

	if (pthread_create(&a, NULL, work, NULL) != 0)
		return;
	if (pthread_create(&b, NULL, work, NULL) == 0) {
		pthread_join(b, NULL);
		pthread_join(b, NULL); // expect: double-consume "'b'"
	}
	pthread_join(a, NULL);
}

int ok_S019_on_the_spot(void)
{
	return request_wait(request_open(1)) + request_wait(request_open(2)) +
	       request_wait(request_open(3));
}

int ok_S020_unevaluated(struct request *r)
{
	int size = (int)sizeof(request_wait(r));
	int align = (int)_Alignof(__typeof__(request_wait(r)));

	return size + align + request_wait(r);
}
