// SPDX-License-Identifier: Apache-2.0
#include <gio/gio.h>

void note(const char *text, int value);

static void bad_leaves_early(GTask *task, gpointer source, gpointer data,
			     GCancellable *cancellable)
{
	(void)source;
	(void)cancellable;
	if (!data)
		return; // expect: never-completed "'task'"
	g_task_return_pointer(task, data, NULL);
}

static void ok_returns_always(GTask *task, gpointer source, gpointer data,
			      GCancellable *cancellable)
{
	(void)source;
	(void)cancellable;
	if (!data)
		g_task_return_new_error(task, 1, 2, "no data");
	else
		g_task_return_pointer(task, data, NULL);
}

static gboolean bad_forgets_the_call(gpointer skeleton,
				     GDBusMethodInvocation *call, gpointer data)
{
	(void)skeleton;
	if (!data)
		return TRUE; // expect: never-completed "'call'"
	g_dbus_method_invocation_return_value(call, NULL);
	return TRUE;
}

static gboolean ok_leaves_it_to_the_library(gpointer skeleton,
					    GDBusMethodInvocation *call,
					    gpointer data)
{
	(void)skeleton;
	if (!data)
		return FALSE;
	g_dbus_method_invocation_return_value(call, NULL);
	return TRUE;
}

// Nobody waits for a task without a callback.

static void ok_nobody_waits(GTask *task, gpointer source, gpointer data,
			    GCancellable *cancellable)
{
	(void)task;
	(void)source;
	(void)cancellable;
	note("done", data != NULL);
}

void ok_let_go(gpointer source)
{
	GTask *task = g_task_new(source, NULL, NULL, NULL);

	g_object_unref(task);
}

// FALSE says that the cancellation was quicker.

static void ok_cancelled_before(GTask *task, gpointer source, gpointer data,
				GCancellable *cancellable)
{
	(void)source;
	(void)cancellable;
	if (g_task_set_return_on_cancel(task, FALSE))
		g_task_return_pointer(task, data, NULL);
}

static void bad_not_cancelled(GTask *task, gpointer source, gpointer data,
			      GCancellable *cancellable)
{
	(void)source;
	(void)cancellable;
	if (!g_task_set_return_on_cancel(task, FALSE))
		g_task_return_pointer(task, data, NULL);
} // expect: never-completed "'task'"

// Some signals only ask whether the call may go on.

static gboolean ok_only_asked(gpointer skeleton, GDBusMethodInvocation *call,
			      gpointer data)
{
	(void)skeleton;
	(void)call;
	return data != NULL;
}

// The task is complete when the thread function comes back, with a value or not.

static void ok_only_works(GTask *task, gpointer source, gpointer data,
			  GCancellable *cancellable)
{
	(void)task;
	(void)source;
	(void)cancellable;
	note("done", data != NULL);
}

void start(gpointer skeleton, gpointer data, GAsyncReadyCallback done)
{
	GTask *first = g_task_new(skeleton, NULL, done, data);
	GTask *second = g_task_new(skeleton, NULL, done, data);
	GTask *third = g_task_new(skeleton, NULL, NULL, data);

	g_task_run_in_thread(first, bad_leaves_early);
	g_task_run_in_thread(second, ok_returns_always);
	g_task_run_in_thread(third, ok_nobody_waits);
	first = g_task_new(skeleton, NULL, done, data);
	second = g_task_new(skeleton, NULL, done, data);
	g_task_run_in_thread(first, ok_cancelled_before);
	g_task_run_in_thread(second, bad_not_cancelled);
	third = g_task_new(skeleton, NULL, done, data);
	g_task_run_in_thread(third, ok_only_works);
	g_signal_connect(skeleton, "authorize", G_CALLBACK(ok_only_asked),
			 data);
	g_signal_connect(skeleton, "handle-one",
			 G_CALLBACK(bad_forgets_the_call), data);
	g_signal_connect(skeleton, "handle-two",
			 G_CALLBACK(ok_leaves_it_to_the_library), data);
}

// Kept in an object that is made, if there is one to keep it in.

struct job {
	gpointer skeleton;
	GDBusMethodInvocation *call;
};

struct job *make_job(void);
void queue(struct job *job);

static struct job *job_new(gpointer skeleton, GDBusMethodInvocation *call)
{
	struct job *job = make_job();

	if (skeleton && call) {
		job->skeleton = g_object_ref(skeleton);
		job->call = g_object_ref(call);
	}
	return job;
}

static gboolean ok_kept_in_a_job(gpointer skeleton, GDBusMethodInvocation *call,
				 gpointer data)
{
	if (!data)
		g_dbus_method_invocation_return_value(call, NULL);
	else
		queue(job_new(skeleton, call));
	return TRUE;
}

void serve(gpointer skeleton)
{
	g_signal_connect(skeleton, "handle-three", G_CALLBACK(ok_kept_in_a_job),
			 NULL);
}
