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

void bad_error_and_value(GTask *task, int n)
{
	if (n < 0)
		g_task_return_new_error(task, 1, 2, "negative");
	g_task_return_int(task, n); // expect: double-complete "'task'"
}

void bad_returned_when_cancelled(GTask *task)
{
	if (g_task_return_error_if_cancelled(task))
		g_task_return_boolean(task, FALSE); // expect: double-complete
}

void bad_call_answered_twice(GDBusMethodInvocation *call, GVariant *value)
{
	if (!value)
		g_dbus_method_invocation_return_dbus_error(call, "no", "none");
	g_dbus_method_invocation_return_value(call, value); // expect: double-complete
}

void ok_returned_unless_cancelled(GTask *task)
{
	if (g_task_return_error_if_cancelled(task))
		return;
	g_task_return_boolean(task, TRUE);
}

void ok_either(GTask *task, int n)
{
	if (n < 0)
		g_task_return_new_error(task, 1, 2, "negative");
	else
		g_task_return_int(task, n);
	g_object_unref(task);
}

void ok_in_a_thread(gpointer source, GAsyncReadyCallback ready)
{
	GTask *task = g_task_new(source, NULL, ready, NULL);

	g_task_run_in_thread(task, compute);
	g_object_unref(task);
}

// A list takes a pointer out by comparing it with what it holds.
struct list {
	gpointer data;
	struct list *next;
};

struct list *list_remove(struct list *list, gconstpointer data);
const char *call_name(const GDBusMethodInvocation *call);

void ok_answered_and_taken_out(struct list *waiting)
{
	while (waiting) {
		GDBusMethodInvocation *call = waiting->data;

		g_dbus_method_invocation_return_value(call, NULL);
		waiting = list_remove(waiting, call);
	}
}

const char *bad_looked_at_afterwards(GDBusMethodInvocation *call)
{
	g_dbus_method_invocation_return_value(call, NULL);
	return call_name(call); // expect: use-after-consume
}
