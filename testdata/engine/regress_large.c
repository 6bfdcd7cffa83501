// SPDX-License-Identifier: Apache-2.0
// A function that writes very much tells little of its ways.
#include <pthread.h>

#define TEN(x, p)                                                              \
	x(p##0) x(p##1) x(p##2) x(p##3) x(p##4) x(p##5) x(p##6) x(p##7)        \
		x(p##8) x(p##9)
#define HUNDRED(x, p)                                                          \
	TEN(x, p##0) TEN(x, p##1) TEN(x, p##2) TEN(x, p##3) TEN(x, p##4)       \
	TEN(x, p##5) TEN(x, p##6) TEN(x, p##7) TEN(x, p##8) TEN(x, p##9)
#define THOUSAND(x, p)                                                         \
	HUNDRED(x, p##0) HUNDRED(x, p##1) HUNDRED(x, p##2) HUNDRED(x, p##3)    \
	HUNDRED(x, p##4) HUNDRED(x, p##5) HUNDRED(x, p##6) HUNDRED(x, p##7)    \
	HUNDRED(x, p##8) HUNDRED(x, p##9)

#define FIELD(name) int name;
#define WRITE(name) many.name = n;

struct many {
	THOUSAND(FIELD, a)
};

struct many many;

static int stop_after_a_hundred(pthread_t t, int n)
{
	HUNDRED(WRITE, a0)
	if (!n)
		return 0;
	pthread_join(t, NULL);
	return 1;
}

void bad_after_a_hundred(pthread_t t, int n)
{
	if (stop_after_a_hundred(t, n))
		pthread_join(t, NULL); // expect: double-consume
}

void ok_after_a_hundred(pthread_t t, int n)
{
	if (!stop_after_a_hundred(t, n))
		pthread_join(t, NULL);
}

static int stop_after_a_thousand(pthread_t t, int n)
{
	THOUSAND(WRITE, a)
	if (!n)
		return 0;
	pthread_join(t, NULL);
	return 1;
}

void bad_after_a_thousand(pthread_t t, int n)
{
	if (stop_after_a_thousand(t, n))
		pthread_join(t, NULL); // expect-todo: double-consume
}

void ok_after_a_thousand(pthread_t t, int n)
{
	if (!stop_after_a_thousand(t, n))
		pthread_join(t, NULL);
}
