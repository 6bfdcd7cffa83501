// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>
#include <threads.h>

static int work(void *arg)
{
	return arg != NULL;
}

void bad_joined_twice(thrd_t worker)
{
	thrd_join(worker, NULL);
	thrd_join(worker, NULL); // expect: double-consume "'worker'"
}

int bad_joined_on_one_path(int early)
{
	thrd_t worker;

	if (thrd_create(&worker, work, NULL) != thrd_success)
		return -1;
	if (early)
		thrd_join(worker, NULL);
	return thrd_join(worker, NULL); // expect: double-consume
}

int ok_joined_once(void)
{
	thrd_t worker;

	if (thrd_create(&worker, work, NULL) != thrd_success)
		return -1;
	return thrd_join(worker, NULL);
}

int ok_made_anew(void)
{
	thrd_t worker;

	for (int i = 0; i < 3; i++) {
		if (thrd_create(&worker, work, NULL) != thrd_success)
			return -1;
		thrd_join(worker, NULL);
	}
	return 0;
}
