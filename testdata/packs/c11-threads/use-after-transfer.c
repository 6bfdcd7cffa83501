// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>
#include <threads.h>

void bad_join_after_detach(thrd_t worker)
{
	thrd_detach(worker);
	thrd_join(worker, NULL); // expect: use-after-transfer
}

void ok_either(thrd_t worker, int wait)
{
	if (wait)
		thrd_join(worker, NULL);
	else
		thrd_detach(worker);
}
