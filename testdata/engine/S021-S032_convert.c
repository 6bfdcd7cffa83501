// SPDX-License-Identifier: Apache-2.0
#include <aio.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <request.h>

static void *work(void *arg)
{
	return arg;
}

// A detach is the second end of the thread's one life, whatever the first was.
void bad_S021_joined_then_detached(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_join(t, NULL);
	pthread_detach(t); // expect: double-consume
}

void bad_S021_detached_twice(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_detach(t);
	pthread_detach(t); // expect: use-after-transfer
}

void bad_S022_detached_then_joined(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_detach(t);
	pthread_join(t, NULL); // expect: use-after-transfer "'t'"
}

int bad_S022_freed_then_waited_for(struct request *r)
{
	request_free(r);
	return request_wait(r); // expect: use-after-transfer
}

void ok_S022_one_or_the_other(int patient)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (patient)
		pthread_join(t, NULL);
	else
		pthread_detach(t);
}

int bad_S023_waited_for_after_share(struct request *r)
{
	struct shared_request *s = request_share(r);

	return request_wait(r) + // expect: use-after-transfer "'r'"
	       shared_request_read(s);
}

int bad_S024_shared_after_wait(struct request *r)
{
	int outcome = request_wait(r);
	struct shared_request *s;

	s = request_share(r); // expect: use-after-transfer
	return outcome + shared_request_read(s);
}

int bad_S024_shared_twice(struct request *r)
{
	struct shared_request *a = request_share(r);
	struct shared_request *b;

	b = request_share(r); // expect: use-after-transfer
	return shared_request_read(a) + shared_request_read(b);
}

int ok_S025_shared_is_read_often(void)
{
	struct shared_request *s = request_share(request_open(1));
	int sum = 0;

	for (int i = 0; i < 3; i++)
		sum += shared_request_read(s);
	return sum + shared_request_read(s);
}

int ok_S026_shared_by_the_declared_exit(struct request *r)
{
	struct shared_request *s;
	struct shared_request *list[1];

	s = request_share(r);
	list[0] = s;
	shared_request_wait_all(list, 1);
	shared_request_wait_all(list, 1);
	return shared_request_read(s) + shared_request_read(s);
}

int ok_S027_new_name_once(void)
{
	return request_wait(request_requeue(request_open(1), 2));
}

int bad_S027_new_name_twice(struct request *r)
{
	struct request *moved = request_requeue(r, 2);
	int outcome = request_wait(moved);

	return outcome +
	       request_wait(moved); // expect: double-consume "'moved'"
}

int bad_S028_old_name_after_requeueing(struct request *r)
{
	struct request *moved = request_requeue(r, 2);
	int outcome = request_wait(r); // expect: use-after-transfer "'r'"

	return outcome + request_wait(moved);
}

int bad_S028_old_one_after_conversion(void)
{
	struct request r = { .what = 1 };
	struct shared_request *s;

	if (request_start(&r) != 0)
		return -1;
	s = request_share(&r);
	request_poll(&r); // expect: use-after-transfer
	return shared_request_read(s);
}

int ok_S029_polled_then_waited_for(void)
{
	struct request *r = request_open(1);

	request_poll(r);
	request_poll(r);
	request_block(r);
	request_poll(r);
	return request_wait(r);
}

int ok_S029_aio_error_many_times(struct aiocb *cb)
{
	if (aio_write(cb) != 0)
		return -1;
	(void)aio_error(cb);
	while (aio_error(cb) == EINPROGRESS)
		usleep(100);
	if (aio_error(cb) != 0)
		return (int)aio_return(cb);
	return (int)aio_return(cb);
}

void ok_S029_signalled_then_joined(pthread_t t)
{
	pthread_kill(t, SIGTERM);
	pthread_setname_np(t, "leaving");
	pthread_kill(t, SIGTERM);
	pthread_join(t, NULL);
}

void bad_S030_polled_after_wait(struct request *r)
{
	request_wait(r);
	request_poll(r); // expect: use-after-consume
}

void bad_S030_blocked_on_after_wait(struct request *r)
{
	request_wait(r);
	request_block(r); // expect: use-after-consume
}

void bad_S030_signal_after_join(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	pthread_join(t, NULL);
	pthread_kill(t, SIGTERM); // expect: use-after-consume
}

int bad_S030_kill_after_reaping(void)
{
	pid_t child = fork();

	if (child <= 0)
		return -1;
	waitpid(child, NULL, 0);
	return kill(child, SIGKILL); // expect: use-after-consume
}

int ok_S031_guard_after_wait(struct request *r)
{
	int outcome = request_wait(r);

	if (r == NULL || request_live(r))
		return -1;
	return outcome;
}

int ok_S032_memory_released_after_wait(void)
{
	struct request *r = malloc(sizeof(*r));
	int outcome;

	if (r == NULL)
		return -1;
	if (request_start(r) != 0) {
		free(r);
		return -1;
	}
	outcome = request_wait(r);
	free(r);
	return outcome;
}
