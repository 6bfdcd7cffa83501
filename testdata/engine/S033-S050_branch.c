// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include <request.h>

int chance(void);
void note(const char *text, int value);
void fail(const char *why) __attribute__((noreturn));

static void *work(void *arg)
{
	return arg;
}

void ok_S033_each_arm_once(int eager)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (eager) {
		note("joining", 0);
		pthread_join(t, NULL);
	} else {
		pthread_join(t, NULL);
		note("joined", 0);
	}
}

void bad_S034_in_an_if_then_after(int eager)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (eager)
		pthread_join(t, NULL);
	note("stopping", eager);
	pthread_join(t, NULL); // expect: double-consume
}

int bad_S035_then_again_in_an_if(struct request *r, int verbose)
{
	int outcome = request_wait(r);

	if (verbose)
		note("outcome", request_wait(r)); // expect: double-consume
	return outcome;
}

void bad_S036_else_and_unrelated_if(pthread_t t, int a, int b)
{
	if (a)
		note("later", a);
	else
		pthread_join(t, NULL);
	if (b)
		pthread_join(t, NULL); // expect: double-consume
}

int ok_S037_arm_returns(int eager)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return -1;
	if (eager) {
		pthread_join(t, NULL);
		return 1;
	}
	pthread_join(t, NULL);
	return 0;
}

int ok_S037_arm_breaks_out(struct request *r, int n)
{
	int outcome = 0;

	for (int i = 0; i < n; i++) {
		if (chance()) {
			outcome = request_wait(r);
			return outcome;
		}
		if (i == n - 1) {
			outcome = request_wait(r);
			break;
		}
	}
	return outcome;
}

void ok_S038_arm_exits(int broken)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (broken) {
		pthread_join(t, NULL);
		exit(EXIT_FAILURE);
	}
	pthread_join(t, NULL);
}

void ok_S038_arm_aborts(struct request *r, int broken)
{
	if (broken) {
		note("outcome", request_wait(r));
		abort();
	}
	note("outcome", request_wait(r));
}

void ok_S038_arm_calls_noreturn(struct request *r, int broken)
{
	if (broken) {
		request_wait(r);
		fail("broken");
	}
	request_wait(r);
}

int ok_S039_ternary_arms(struct request *r, int twice)
{
	return twice ? 2 * request_wait(r) : request_wait(r);
}

int ok_S039_ternary_picks(struct request *a, struct request *b, int first)
{
	return request_wait(first ? a : b);
}

void bad_S039_ternary_then_after(struct request *r, int c)
{
	int outcome = c ? request_wait(r) : 0;

	outcome += request_wait(r); // expect: double-consume
	note("outcome", outcome);
}

void ok_S040_switch_with_breaks(int mode)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	switch (mode) {
	case 0:
		pthread_join(t, NULL);
		break;
	case 1:
		pthread_detach(t);
		break;
	default:
		pthread_join(t, NULL);
		break;
	}
}

void bad_S041_falls_through(pthread_t t, int mode)
{
	switch (mode) {
	case 0:
		pthread_join(t, NULL);
	case 1:
		pthread_join(t, NULL); // expect: double-consume
		break;
	}
}

void bad_S041_falls_through_marked(struct request *r, int mode)
{
	switch (mode) {
	case 0:
		request_wait(r);
		__attribute__((fallthrough));
	default:
		request_wait(r); // expect: double-consume
	}
}

void ok_S042_goto_over(int eager)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (eager) {
		pthread_join(t, NULL);
		goto out;
	}
	pthread_join(t, NULL);
out:
	note("joined", eager);
}

void bad_S043_goto_forward(struct request *r, int eager)
{
	if (eager) {
		request_wait(r);
		goto drain;
	}
	request_poll(r);
drain:
	request_wait(r); // expect: double-consume
}

void bad_S043_goto_back(struct request *r)
{
	int tries = 0;

again:
	request_wait(r); // expect: double-consume
	if (tries++ < 3)
		goto again;
}

int bad_S044_and(struct request *r)
{
	return request_wait(r) && request_wait(r); // expect: double-consume
}

int bad_S044_or(struct request *r)
{
	return request_wait(r) || request_wait(r); // expect: double-consume
}

int bad_S045_and_then_after(struct request *r, int c)
{
	if (c && request_wait(r))
		note("positive", c);
	return request_wait(r); // expect: double-consume
}

void ok_S046_opposite_tests(int eager)
{
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (eager)
		pthread_join(t, NULL);
	note("between", eager);
	if (!eager)
		pthread_join(t, NULL);
}

void ok_S047_different_values(struct request *r, int i)
{
	if (i == 1)
		note("one", request_wait(r));
	if (i == 2)
		note("two", request_wait(r));
}

void ok_S047_ranges_apart(struct request *r, int i)
{
	if (i < 10)
		note("few", request_wait(r));
	if (i >= 10)
		note("many", request_wait(r));
}

void bad_S048_test_changed_in_between(struct request *r, int c)
{
	if (c)
		note("first", request_wait(r));
	c = chance();
	if (!c)
		request_wait(r); // expect: double-consume
}

void bad_S048_value_changed_in_between(pthread_t t, int i)
{
	if (i == 1)
		pthread_join(t, NULL);
	i++;
	if (i == 2)
		pthread_join(t, NULL); // expect: double-consume
}

void ok_S049_test_kept_in_a_bool(int n)
{
	bool done = n > 3;
	pthread_t t;

	if (pthread_create(&t, NULL, work, NULL) != 0)
		return;
	if (done)
		pthread_join(t, NULL);
	note("done", done);
	if (!done)
		pthread_join(t, NULL);
}

void bad_S049_same_bool_twice(pthread_t t, int n)
{
	bool done = n > 3;

	if (done)
		pthread_join(t, NULL);
	note("done", done);
	if (done)
		pthread_join(t, NULL); // expect: double-consume
}

int ok_S050_live_test(struct request *r, int c)
{
	int outcome = 0;

	if (c)
		outcome = request_wait(r);
	if (request_live(r))
		outcome = request_wait(r);
	return outcome;
}
