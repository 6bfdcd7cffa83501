// SPDX-License-Identifier: Apache-2.0
// A field of a type that this file keeps to itself, and that nothing here reads:
// what is left in it is lost when what was set with it comes to its end.
#include <pthread.h>
#include <stddef.h>

#include <request.h>

struct lamp { // nothing reads `thread` or `blink`
	struct request *power;
	pthread_t thread;
	struct request *blink;
	int is_on;
};

static void *glow(void *arg)
{
	struct lamp *l = arg;

	l->is_on = 1;
	return NULL;
}

int bad_thread_in_a_field(struct lamp *l)
{
	l->power = request_open(1);
	return pthread_create(&l->thread, NULL, glow, l); // expect: never-consumed "'l->thread'"
}

void bad_request_in_a_field(struct lamp *l, struct request *power)
{
	l->power = power;
	l->blink = request_open(1); // expect: never-consumed "'l->blink'"
}

int good_detached_from_the_start(struct lamp *l)
{
	pthread_attr_t attr;
	int failed;

	l->power = request_open(1);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	failed = pthread_create(&l->thread, &attr, glow, l);
	pthread_attr_destroy(&attr);
	return failed;
}

void good_wait_for_a_copy(struct lamp *l)
{
	struct request *r = request_open(1);

	l->power = request_open(1);
	l->blink = r;
	request_wait(r);
}

void keep_elsewhere(struct request *r);

void good_somebody_else_has_it(struct lamp *l)
{
	struct request *r = request_open(1);

	l->power = request_open(1);
	keep_elsewhere(r);
	l->blink = r;
}

void good_nothing_set_with_it(struct lamp *l)
{
	l->blink = request_open(1);
}

void lamp_end(struct lamp *l)
{
	request_wait(l->power);
	l->is_on = 0;
}

// Unknown code may set the mark that keeps the second start from being one.
struct candle {
	pthread_t thread;
	int is_on;
};

static void light(struct candle *c)
{
	if (c->is_on)
		return;
	c->is_on = 1;
	pthread_create(&c->thread, NULL, glow, c);
}

void look_at(struct candle *c);

void good_lit_once(void)
{
	static struct candle c;

	light(&c);
	look_at(&c);
	light(&c);
}

// Nothing of this has an end: it may be for ever.
struct lighthouse {
	struct request *oil;
	pthread_t thread;
};

int good_for_ever(struct lighthouse *l)
{
	l->oil = request_open(1);
	return pthread_create(&l->thread, NULL, glow, NULL);
}

// Each of these is looked at by somebody.
struct door {
	struct request *bell;
	pthread_t joined;
	pthread_t lent;
	struct request *copied;
	struct request *tested;
	struct request *list[4];
};

int good_started(struct door *d)
{
	d->bell = request_open(0);
	d->copied = request_open(1);
	d->tested = request_open(2);
	d->list[0] = request_open(3);
	return pthread_create(&d->joined, NULL, glow, NULL) ||
	       pthread_create(&d->lent, NULL, glow, NULL);
}

void lend(pthread_t *thread);

struct request *good_ended(struct door *d, int i)
{
	request_wait(d->bell);
	pthread_join(d->joined, NULL);
	lend(&d->lent);
	if (d->tested)
		request_ignore(d->list[i]);
	return d->copied;
}
