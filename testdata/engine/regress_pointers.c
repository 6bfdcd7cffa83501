// SPDX-License-Identifier: Apache-2.0
// Functions as values: whose body is known where the value is called, and
// nobody's where it is only given away.
#include <pthread.h>

typedef void stop_fn(pthread_t t);

void keep(stop_fn *f); // elsewhere

struct watch {
	stop_fn *stop;
};

static void second(pthread_t t);

// The two lead to each other, but not by calls of this file.
static void first(pthread_t t) // expect summary: "t: consume"
{
	keep(second);
	pthread_join(t, NULL);
}

static void second(pthread_t t) // expect summary: "t: consume"
{
	first(t);
}

void bad_given_away_and_called(pthread_t t)
{
	second(t);
	second(t); // expect: double-consume
}

void bad_called_through_a_variable(pthread_t t)
{
	stop_fn *f = first;

	f(t);
	pthread_join(t, NULL); // expect: double-consume
}

void bad_called_through_a_field(pthread_t t)
{
	struct watch w = { first };

	w.stop(t);
	pthread_join(t, NULL); // expect: double-consume
}

void bad_given_away_while_another_is_called(pthread_t t)
{
	stop_fn *f = first;

	keep(second);
	f(t);
	pthread_join(t, NULL); // expect: double-consume
}

void ok_given_away(struct watch *w, pthread_t t)
{
	w->stop = first;
	keep(second);
	pthread_join(t, NULL);
}
