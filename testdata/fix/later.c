// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

void *work(void *);

int bad_named_after_detach(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return -1;
	pthread_detach(thread);
	pthread_setname_np(thread, "worker"); // expect: use-after-transfer
	return 0;
}

// A return is in between.
int hard_left_in_between(int quick)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return -1;
	pthread_detach(thread);
	if (quick)
		return 1;
	pthread_setname_np(thread, "worker"); // expect: use-after-transfer
	return 0;
}
