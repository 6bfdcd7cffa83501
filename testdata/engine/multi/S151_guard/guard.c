// SPDX-License-Identifier: Apache-2.0
#include "guard.h"

int joined;
pthread_t kept;

void join_unless_done(pthread_t t)
{
	if (!joined)
		pthread_join(t, NULL);
}

void join_now(pthread_t t)
{
	pthread_join(t, NULL);
}

void join_unless_kept(pthread_t t)
{
	if (t != kept)
		pthread_join(t, NULL);
}

void finish_with(finish_fn f, pthread_t t)
{
	f(t);
}
