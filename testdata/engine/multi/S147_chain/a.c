// SPDX-License-Identifier: Apache-2.0
#include "chain.h"

void bad_S147_two_files(pthread_t t)
{
	e_finish(t);
	pthread_join(t, NULL); // expect: double-consume
}

void bad_S147_three_files(void)
{
	pthread_t t;

	if (b_start(&t) != 0)
		return;
	d_finish(&t);
	pthread_join(t, NULL); // expect: double-consume "'t'"
}

void bad_S147_four_files(pthread_t t)
{
	pthread_join(t, NULL);
	c_finish(t); // expect: double-consume
}

void bad_S147_five_files(pthread_t t)
{
	b_finish(t);
	b_finish(t); // expect: double-consume
}

int bad_S147_on_one_path(struct request *r, int eager)
{
	b_maybe(r, eager);
	return request_wait(r); // expect: double-consume
}

void ok_S147_once(void)
{
	pthread_t t;

	if (b_start(&t) != 0)
		return;
	b_finish(t);
}

void bad_S147_nobody_finishes(void)
{
	pthread_t t;

	if (b_start(&t) != 0) // expect: never-consumed
		return;
}

int ok_S147_only_looked_at(struct request *r)
{
	while (!b_look(r))
		;
	return request_wait(r);
}
