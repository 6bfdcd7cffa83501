// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>

#include <request.h>

int chance(void);
int amount(void);

// Two tests of one thing are not two things that may happen.

int ok_less_or_not(struct request *r, int a, int b)
{
	int sum = 0;

	if (a < b)
		sum = request_wait(r);
	if (a >= b)
		sum = request_wait(r);
	return sum;
}

int ok_less_or_turned_round(struct request *r, int a, int b)
{
	int sum = 0;

	if (a < b)
		sum = request_wait(r);
	if (b <= a)
		sum = request_wait(r);
	return sum;
}

int bad_less_or_equal(struct request *r, int a, int b)
{
	int sum = 0;

	if (a <= b)
		sum = request_wait(r);
	if (a >= b)
		sum += request_wait(r); // expect: double-consume "'r'"
	return sum;
}

int bad_less_and_changed(struct request *r, int a, int b)
{
	int sum = 0;

	if (a < b)
		sum = request_wait(r);
	a = amount();
	if (a >= b)
		sum += request_wait(r); // expect: double-consume "'r'"
	return sum;
}

int ok_even_or_odd(struct request *r, int n)
{
	int sum = 0;

	if (n % 2 == 0)
		sum = request_wait(r);
	if (n % 2 != 0)
		sum = request_wait(r);
	return sum;
}

int bad_even_or_by_three(struct request *r, int n)
{
	int sum = 0;

	if (n % 2 == 0)
		sum = request_wait(r);
	if (n % 3 == 0)
		sum += request_wait(r); // expect: double-consume "'r'"
	return sum;
}

int ok_one_bit(struct request *r, unsigned int flags)
{
	int sum = 0;

	if (flags & 4)
		sum = request_wait(r);
	if (!(flags & 4))
		sum = request_wait(r);
	return sum;
}

int bad_two_bits(struct request *r, unsigned int flags)
{
	int sum = 0;

	if (flags & 4)
		sum = request_wait(r);
	if (flags & 8)
		sum += request_wait(r); // expect: double-consume "'r'"
	return sum;
}

int ok_both_or_not(struct request *r, int a, int b)
{
	int both = a > 3 && b > 3;
	int sum = 0;

	if (both)
		sum = request_wait(r);
	if (!both)
		sum = request_wait(r);
	return sum;
}

int ok_both_written_out(struct request *r, int a, int b)
{
	int sum = 0;

	if (a && b)
		sum = request_wait(r);
	if (!a || !b)
		sum = request_wait(r);
	return sum;
}

int bad_either(struct request *r, int a, int b)
{
	int sum = 0;

	if (a || b)
		sum = request_wait(r);
	if (!a || !b)
		sum += request_wait(r); // expect: double-consume "'r'"
	return sum;
}

int ok_counted(struct request *r)
{
	int taken = 0;
	int sum = 0;

	if (chance()) {
		sum = request_wait(r);
		taken++;
	}
	if (taken == 0)
		sum = request_wait(r);
	return sum;
}

int bad_counted(struct request *r)
{
	int taken = 0;
	int sum = 0;

	if (chance()) {
		sum = request_wait(r);
		taken++;
	}
	if (taken <= 1)
		sum += request_wait(r); // expect: double-consume "'r'"
	return sum;
}

// Two tests that are said to agree.

int ok_both_or_none(struct request *r, int *a, int *b)
{
	int sum = a ? request_wait(r) : 0;

	if ((a == 0) != (b == 0))
		return sum;
	return b ? sum : request_wait(r);
}

int bad_both_or_one(struct request *r, int *a, int *b)
{
	int sum = a ? request_wait(r) : 0;

	if ((a == 0) == (b == 0))
		return sum;
	return b ? sum : request_wait(r); // expect: double-consume "'r'"
}

// What a helper does with a null that no caller gives it says nothing.
static int take_or_wait(struct request *r, const char *name)
{
	if (name == NULL) {
		request_wait(r);
		return 0;
	}
	return -1;
}

int ok_helper_for_a_null_that_is_not_given(struct request *r, char **names)
{
	if (take_or_wait(r, names[0]) == -1)
		return -1;
	return request_wait(r);
}

int bad_helper_for_a_null_that_is_given(struct request *r, const char *name)
{
	int outcome;

	if (name)
		return request_wait(r);
	outcome = take_or_wait(r, name);
	return outcome + request_wait(r); // expect: double-consume
}

// A switch that names every value of its type has no other way.
enum way { WAY_NEW, WAY_OLD };

int ok_each_way_waits(enum way way)
{
	struct request *r = request_open(1);
	int sum = 0;

	switch (way) {
	case WAY_NEW:
		sum = request_wait(r);
		break;
	case WAY_OLD:
		sum = -request_wait(r);
		break;
	}
	return sum;
}

int bad_one_way_does_not(enum way way)
{
	struct request *r = request_open(1); // expect: never-consumed
	int sum = 0;

	switch (way) {
	case WAY_NEW:
		sum = request_wait(r);
		break;
	}
	return sum;
}

// Both sides of a bitwise `and` have to be something.

void done_yet(int *done);

void ok_started_when_done(int from_here)
{
	int done = 0, over = 0;
	struct request r;

	while (!over) {
		if (!done) {
			done_yet(&done);
			if (done & (from_here > 0))
				request_start(&r);
		} else {
			if (from_here > 0)
				request_wait(&r);
			over = 1;
		}
	}
}

int bad_waited_for_in_both(struct request *r, int n, int m)
{
	int s = 0;

	if ((n > 0) & (m > 0))
		s += request_wait(r);
	if (n > 0)
		s += request_wait(r); // expect: double-consume
	return s;
}

int ok_waited_for_in_one(struct request *r, int n, int m)
{
	int s = 0;

	if ((n > 0) & (m > 0))
		s += request_wait(r);
	if (n <= 0)
		s += request_wait(r);
	return s;
}
