// SPDX-License-Identifier: Apache-2.0
#include <gio/gio.h>

static void compute(GTask *task, gpointer source, gpointer data,
		    GCancellable *cancellable)
{
	(void)source;
	(void)data;
	(void)cancellable;
	g_task_return_int(task, 1);
}

void bad_returned_after_the_hand_over(GTask *task)
{
	g_task_run_in_thread(task, compute);
	g_task_return_int(task, 2); // expect: use-after-transfer
}

void ok_handed_over_or_returned(GTask *task, int is_known)
{
	if (is_known)
		g_task_return_int(task, 2);
	else
		g_task_run_in_thread(task, compute);
}
