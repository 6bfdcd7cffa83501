// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stddef.h>

#include <request.h>

int more(void);
void note(const char *text, int value);

static void *work(void *arg)
{
	return arg;
}

// S130: one caller runs both, so the order is the caller's.
struct S130_worker {
	pthread_t thread;
	int quit;
};

static void S130_stop(struct S130_worker *w)
{
	w->quit = 1;
	pthread_join(w->thread, NULL);
}

static void S130_destroy(struct S130_worker *w)
{
	note("destroyed", w->quit);
	pthread_join(w->thread, NULL);
}

void bad_S130_stop_and_destroy(void)
{
	struct S130_worker w = { .quit = 0 };

	if (pthread_create(&w.thread, NULL, work, &w) != 0)
		return;
	S130_stop(&w);
	S130_destroy(&w); // expect: double-consume
}

void ok_S130_only_destroy(void)
{
	struct S130_worker w = { .quit = 0 };

	if (pthread_create(&w.thread, NULL, work, &w) != 0)
		return;
	S130_destroy(&w);
}

// S131: nobody is seen to call them; the later one is reported.
struct S131_worker {
	pthread_t thread;
};

void S131_stop(struct S131_worker *w)
{
	note("stop", 1);
	pthread_join(w->thread, NULL);
}

void bad_S131_destroy(struct S131_worker *w)
{
	pthread_join(w->thread, NULL); // expect: stored-handle
}

// S132: one method alone says nothing, a caller that runs it twice does.
struct S132_worker {
	pthread_t thread;
};

void ok_S132_stop(struct S132_worker *w)
{
	pthread_join(w->thread, NULL);
}

struct S132_client {
	pthread_t thread;
};

static void S132_close(struct S132_client *c)
{
	pthread_join(c->thread, NULL);
}

void bad_S132_closed_twice(int error)
{
	struct S132_client c;

	if (pthread_create(&c.thread, NULL, work, &c) != 0)
		return;
	if (error)
		S132_close(&c);
	S132_close(&c); // expect: double-consume
}

void bad_S132_closed_in_a_loop(void)
{
	struct S132_client c;

	if (pthread_create(&c.thread, NULL, work, &c) != 0)
		return;
	do
		S132_close(&c); // expect: double-consume
	while (more());
}

void ok_S132_closed_once(void)
{
	struct S132_client c;

	if (pthread_create(&c.thread, NULL, work, &c) != 0)
		return;
	S132_close(&c);
}

// S133: whoever comes first clears the flag that both look at.
struct S133_worker {
	pthread_t thread;
	int running;
};

int ok_S133_start(struct S133_worker *w)
{
	if (pthread_create(&w->thread, NULL, work, w) != 0)
		return -1;
	w->running = 1;
	return 0;
}

void ok_S133_stop(struct S133_worker *w)
{
	if (!w->running)
		return;
	pthread_join(w->thread, NULL);
	w->running = 0;
}

void ok_S133_destroy(struct S133_worker *w)
{
	if (w->running) {
		w->running = 0;
		pthread_join(w->thread, NULL);
	}
}

void ok_S133_both(struct S133_worker *w)
{
	ok_S133_stop(w);
	ok_S133_stop(w);
	ok_S133_destroy(w);
}

struct S134_relay {
	struct request *pending;
};

int bad_S134_passed_on_then_waited_for(struct S134_relay *relay)
{
	struct request *r = relay->pending;

	request_submit(r);
	return request_wait(relay->pending); // expect: use-after-transfer
}

struct S135_client {
	struct request *pending;
};

static struct request *S135_steal(struct request **place)
{
	struct request *r = *place;

	*place = NULL;
	return r;
}

int ok_S135_finish(struct S135_client *c)
{
	struct request *r = S135_steal(&c->pending);

	return r != NULL ? request_wait(r) : 0;
}

void ok_S135_drop(struct S135_client *c)
{
	struct request *r = S135_steal(&c->pending);

	if (r != NULL)
		request_free(r);
}

// S137: the same with one thread for the whole program.
static pthread_t S137_logger;

static void S137_flush(void)
{
	pthread_join(S137_logger, NULL);
}

static void S137_close(void)
{
	note("closing", 1);
	pthread_join(S137_logger, NULL);
}

void bad_S137_flush_and_close(void)
{
	if (pthread_create(&S137_logger, NULL, work, NULL) != 0)
		return;
	S137_flush();
	S137_close(); // expect: double-consume
}

int bad_S137_static_local(int finish)
{
	static struct request *r;
	int outcome;

	if (!finish) {
		r = request_open(1);
		return 0;
	}
	outcome = request_wait(r);
	return outcome + request_wait(r); // expect: double-consume
}

static pthread_t S138_background;

int ok_S138_global_never_joined(void)
{
	return pthread_create(&S138_background, NULL, work, NULL);
}

struct S138_service {
	pthread_t thread;
	struct request *pending;
};

int ok_S138_field_never_joined(struct S138_service *s)
{
	s->pending = request_open(1);
	return pthread_create(&s->thread, NULL, work, s);
}

struct S139_job {
	pthread_t thread;
	struct request *pending;
};

struct S139_job ok_S139_returned_in_a_struct(void)
{
	struct S139_job job = { .pending = request_open(1) };

	if (pthread_create(&job.thread, NULL, work, NULL) != 0)
		job.thread = 0;
	return job;
}

struct S140_box {
	struct request *pending;
};

void S140_fill(struct S140_box *b)
{
	b->pending = request_open(1);
}

int bad_S140_accessor(const struct S140_box *b)
{
	return request_result(b->pending); // expect: result-before-completion
}

struct S140_asking_box {
	struct request *pending;
};

int ok_S140_accessor(const struct S140_asking_box *b, int otherwise)
{
	if (!request_done(b->pending))
		return otherwise;
	return request_result(b->pending);
}
