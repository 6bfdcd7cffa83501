// SPDX-License-Identifier: Apache-2.0
#include <gio/gio.h>

gssize bad_propagated_twice(GAsyncResult *result, GError **error)
{
	GTask *task = G_TASK(result);

	if (g_task_propagate_int(task, error) < 0)
		return -1;
	return g_task_propagate_int(task, error); // expect: double-consume "'task'"
}

gboolean bad_finished_twice(GFile *file, GAsyncResult *result)
{
	char *text;
	gsize n;

	if (!g_file_load_contents_finish(file, result, &text, &n, NULL, NULL))
		return FALSE;
	return g_file_load_contents_finish(file, result, &text, &n, NULL, NULL); // expect: double-consume
}

gpointer bad_thread_joined_twice(gpointer data, GThreadFunc work)
{
	GThread *thread = g_thread_new("worker", work, data);

	g_thread_join(thread);
	return g_thread_join(thread); // expect: double-consume "'thread'"
}

gpointer ok_thread_joined_per_reference(gpointer data, GThreadFunc work)
{
	GThread *thread = g_thread_new("worker", work, data);

	g_thread_ref(thread);
	g_thread_join(thread);
	return g_thread_join(thread);
}

gboolean ok_finished_once(GFile *file, GAsyncResult *result, gboolean wanted)
{
	char *text;
	gsize n;

	if (!wanted)
		return FALSE;
	return g_file_load_contents_finish(file, result, &text, &n, NULL, NULL);
}

gssize ok_propagated_once(GAsyncResult *result, GError **error)
{
	return g_task_propagate_int(G_TASK(result), error);
}
