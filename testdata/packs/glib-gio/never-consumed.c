// SPDX-License-Identifier: Apache-2.0
#include <glib.h>

void bad_thread_forgotten(GThreadFunc work)
{
	GThread *thread = g_thread_new("worker", work, NULL); // expect: never-consumed

	if (!thread)
		return;
}

void ok_thread_let_go(GThreadFunc work)
{
	g_thread_unref(g_thread_new("worker", work, NULL));
}

gboolean ok_thread_not_started(GThreadFunc work)
{
	GThread *thread = g_thread_try_new("worker", work, NULL, NULL);

	if (!thread)
		return FALSE;
	g_thread_join(thread);
	return TRUE;
}
