// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>
#include <threads.h>

static int work(void *arg)
{
	return arg != NULL;
}

int bad_never_joined(void)
{
	thrd_t worker;

	return thrd_create(&worker, work, NULL); // expect: never-consumed
}

int ok_detached(void)
{
	thrd_t worker;

	if (thrd_create(&worker, work, NULL) != thrd_success)
		return -1;
	return thrd_detach(worker);
}
