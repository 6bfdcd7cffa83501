// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <signal.h>

void bad_signal_after_join(pthread_t worker)
{
	pthread_join(worker, NULL);
	pthread_kill(worker, SIGTERM); // expect: use-after-consume
}

void bad_name_after_join(pthread_t worker)
{
	pthread_join(worker, NULL);
	pthread_setname_np(worker, "gone"); // expect: use-after-consume
}

void ok_cancel_then_join(pthread_t worker)
{
	pthread_setname_np(worker, "worker");
	pthread_cancel(worker);
	pthread_join(worker, NULL);
}
