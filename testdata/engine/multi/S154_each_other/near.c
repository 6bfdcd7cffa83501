// SPDX-License-Identifier: Apache-2.0
// Functions that call each other from files about different libraries: each is
// solved by the rules of its own.
#include <pthread.h>

int far_round(int n);

int near_round(int n)
{
	return n > 0 ? far_round(n - 1) : 0;
}

int near_join(pthread_t t, int n)
{
	pthread_join(t, NULL);
	if (far_round(n))
		pthread_join(t, NULL); // expect: double-consume
	return near_round(n);
}
