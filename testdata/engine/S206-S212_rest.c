// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stddef.h>

#include <request.h>

int more(void);
void note(const char *text, int value);

#define JOIN_TWICE(t)                                                          \
	do {                                                                   \
		pthread_join((t), NULL);                                       \
		pthread_join((t), NULL);                                       \
	} while (0)

#define JOIN(t) pthread_join((t), NULL)

#define WAIT_IF(c, r) ((c) ? request_wait(r) : 0)

void bad_S206_inside_a_macro(pthread_t t)
{
	JOIN_TWICE(t); // expect: double-consume
}

void bad_S206_macro_used_twice(pthread_t t)
{
	JOIN(t);
	JOIN(t); // expect: double-consume
}

int bad_S206_argument_of_a_macro(struct request *r, int c)
{
	int outcome = WAIT_IF(c, r);

	return outcome + request_wait(r); // expect: double-consume
}

int ok_S206_macro_used_once(struct request *r, int c)
{
	return c ? WAIT_IF(1, r) : request_wait(r);
}

void ok_S208_not_compiled(pthread_t t)
{
#if 0
	pthread_join(t, NULL);
#endif
	pthread_join(t, NULL);
}

int ok_S208_after_return(struct request *r)
{
	return request_wait(r);
	return request_wait(r);
}

// S209: nothing says that this one may be waited for only once.
struct S209_latch;
struct S209_latch *S209_latch_open(void);
int S209_latch_wait(struct S209_latch *l);

int ok_S209_not_described(void)
{
	struct S209_latch *l = S209_latch_open();
	int first = S209_latch_wait(l);

	S209_latch_open();
	return first + S209_latch_wait(l);
}

void ok_S210_suppressed(pthread_t t)
{
	pthread_join(t, NULL);
	// oncelint-ignore(double-consume): the second answer is what is tested
	pthread_join(t, NULL);
}

void ok_S210_suppressed_on_the_line(struct request *r)
{
	request_wait(r);
	request_wait(r); // oncelint-ignore(double-consume): a test of the wait
}

// oncelint-ignore(double-consume): wherever it is used, its body is what is meant
#define JOINED_TWICE(t)                                                        \
	do {                                                                   \
		pthread_join(t, NULL);                                         \
		pthread_join(t, NULL);                                         \
	} while (0)

void ok_S210_suppressed_in_a_macro(pthread_t t)
{
	JOINED_TWICE(t);
}

// oncelint-ignore-begin(double-consume): a stretch of tests
void ok_S210_suppressed_in_a_stretch(pthread_t t)
{
	pthread_join(t, NULL);
	pthread_join(t, NULL);
}
// oncelint-ignore-end

void bad_S210_after_the_stretch(pthread_t t)
{
	pthread_join(t, NULL);
	pthread_join(t, NULL); // expect: double-consume "'t'"
}

// S211: 2^24 ways through; they may be given up, not waited for.
#define ONE_WAY(n)                                                             \
	do {                                                                   \
		if (more())                                                    \
			request_poll(r);                                       \
		if (more())                                                    \
			note("way", n);                                        \
	} while (0)
#define FOUR_WAYS(n)                                                           \
	ONE_WAY(n);                                                            \
	ONE_WAY((n) + 1);                                                      \
	ONE_WAY((n) + 2);                                                      \
	ONE_WAY((n) + 3)

int ok_S211_many_ways(struct request *r)
{
	FOUR_WAYS(0);
	FOUR_WAYS(4);
	FOUR_WAYS(8);
	return request_wait(r);
}

#define MAYBE(t)                                                               \
	do {                                                                   \
		if (more())                                                    \
			pthread_join(t, NULL);                                 \
	} while (0)

void ok_S211_many_handles(pthread_t *t, pthread_t a, pthread_t b, pthread_t c,
			  pthread_t d)
{
	MAYBE(a);
	MAYBE(b);
	MAYBE(c);
	MAYBE(d);
	MAYBE(t[0]);
	MAYBE(t[1]);
	MAYBE(t[2]);
	MAYBE(t[3]);
	MAYBE(t[4]);
	MAYBE(t[5]);
	MAYBE(t[6]);
	MAYBE(t[7]);
	MAYBE(t[8]);
	MAYBE(t[9]);
}

void ok_S212_empty_switch(struct request *r, int mode)
{
	switch (mode)
		;
	switch (request_wait(r)) {
	}
}

int ok_S212_goto_into_a_switch(struct request *r, int mode)
{
	int outcome = 0;

	if (mode > 1)
		goto second;
	switch (mode) {
	case 0:
		outcome = request_wait(r);
		break;
	second:
	case 1:
		outcome = request_wait(r) + 1;
		break;
	}
	return outcome;
}

int ok_S212_duffs_device(struct request *r, int n)
{
	int left = (n + 3) / 4;

	if (n > 0) {
		switch (n % 4) {
		case 0:
			do {
				note("four", n);
				__attribute__((fallthrough));
			case 3:
				note("three", n);
				__attribute__((fallthrough));
			case 2:
				note("two", n);
				__attribute__((fallthrough));
			case 1:
				note("one", n);
			} while (--left > 0);
		}
	}
	return request_wait(r);
}

int ok_S212_computed_goto(struct request *r, int mode)
{
	static const void *const table[] = { &&first, &&second };

	goto *table[mode & 1];
first:
	return request_wait(r);
second:
	return -request_wait(r);
}

int ok_S212_statement_expression(struct request *r)
{
	return ({
		int outcome = request_wait(r);

		outcome ?: -1;
	});
}
