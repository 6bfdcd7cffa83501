// SPDX-License-Identifier: Apache-2.0
#include "worker.h"

void bad_S130_stop_and_destroy(void)
{
	struct worker w;

	if (worker_start(&w) != 0)
		return;
	worker_stop(&w);
	worker_destroy(&w); // expect: double-consume
}

void ok_S130_destroy_alone(void)
{
	struct worker w;

	if (worker_start(&w) != 0)
		return;
	worker_destroy(&w);
}

void ok_S133_guarded(void)
{
	struct client c = { .running = 0 };

	if (client_start(&c) != 0)
		return;
	client_stop(&c);
	client_destroy(&c);
}
