// SPDX-License-Identifier: Apache-2.0
#include <gio/gio.h>

struct store {
	GTask *pending;
	int n;
};

struct job {
	GTask *task;
	int kind;
};

gboolean fetch(GFile *file, GError **error);
GBytes *fetch_bytes(GFile *file, GError **error);
void schedule(struct job *job);
void schedule_anything(gpointer data);
gboolean is_ready(GFile *file);
void note(const char *text, int value);

// A function that gives FALSE has set the error, one that gives TRUE has not.

void ok_error_or_value(GTask *task, GFile *file)
{
	GError *error = NULL;

	if (!fetch(file, &error))
		g_task_return_error(task, error);
	else
		g_task_return_boolean(task, TRUE);
}

void ok_error_told_by_the_pointer(GTask *task, GFile *file)
{
	GError *error = NULL;

	if (!fetch(file, &error))
		note("failed", 0);
	if (error != NULL) {
		g_task_return_error(task, error);
		return;
	}
	g_task_return_boolean(task, TRUE);
}

void ok_answered_when_the_error_is_set(GTask *task, GFile *file)
{
	GError *error = NULL;
	GBytes *bytes = fetch_bytes(file, &error);

	if (error)
		g_task_return_error(task, error);
	if (bytes)
		g_task_return_pointer(task, bytes, NULL);
}

void bad_answered_when_the_error_is_set(GTask *task, GFile *file)
{
	GError *error = NULL;
	GBytes *bytes = fetch_bytes(file, &error);

	if (error)
		g_task_return_error(task, error);
	if (!bytes)
		g_task_return_pointer(task, NULL, NULL); // expect: double-complete "'task'"
	else
		g_task_return_pointer(task, bytes, NULL);
}

static gboolean load(GTask *task, GFile *file, GError **error)
{
	if (!is_ready(file)) {
		g_set_error_literal(error, 1, 2, "not ready");
		return FALSE;
	}
	g_task_return_boolean(task, fetch(file, NULL));
	return TRUE;
}

void ok_answered_by_the_helper_or_here(GTask *task, GFile *file)
{
	GError *error = NULL;

	if (!load(task, file, &error))
		g_task_return_error(task, error);
}

void bad_answered_by_the_helper_and_here(GTask *task, GFile *file)
{
	GError *error = NULL;

	if (load(task, file, &error))
		g_task_return_boolean(task, TRUE); // expect: double-complete "'task'"
	else
		g_task_return_error(task, error);
}

void ok_thread_that_fails_or_answers(GTask *task, gpointer source,
				     gpointer data, GCancellable *cancellable)
{
	GError *error = NULL;

	(void)data;
	(void)cancellable;
	if (!fetch(source, &error)) {
		g_task_return_error(task, error);
		return;
	}
	g_task_return_boolean(task, TRUE);
}

void ok_started(GFile *file, GAsyncReadyCallback ready)
{
	GTask *task = g_task_new(file, NULL, ready, NULL);

	g_task_run_in_thread(task, ok_thread_that_fails_or_answers);
	g_object_unref(task);
}

static void bad_thread_that_forgets(GTask *task, gpointer source,
				    gpointer data, GCancellable *cancellable)
{
	GError *error = NULL;

	(void)data;
	(void)cancellable;
	if (!fetch(source, &error)) {
		g_error_free(error);
		return; // expect: never-completed "'task'"
	}
	g_task_return_boolean(task, TRUE);
}

void ok_started_too(GFile *file, GAsyncReadyCallback ready)
{
	GTask *task = g_task_new(file, NULL, ready, NULL);

	g_task_run_in_thread(task, bad_thread_that_forgets);
	g_object_unref(task);
}

// A failed precondition is a mistake of the caller's, and no path of its own.

static void finish(GTask *task, GFile *file)
{
	g_return_if_fail(file != NULL);
	g_task_return_boolean(task, is_ready(file));
	g_object_unref(task);
}

void ok_taken_after_a_precondition(GFile *file, GAsyncReadyCallback ready)
{
	finish(g_task_new(file, NULL, ready, NULL), file);
}

static gboolean answer(GTask *task, int value)
{
	g_return_val_if_fail(value >= 0, FALSE);
	g_task_return_int(task, value);
	return TRUE;
}

void ok_answered_after_a_precondition(GFile *file, GAsyncReadyCallback ready,
				      int value)
{
	GTask *task = g_task_new(file, NULL, ready, NULL);

	answer(task, value);
	g_object_unref(task);
}

void bad_answered_after_a_precondition(GFile *file, GAsyncReadyCallback ready,
				       int value)
{
	GTask *task = g_task_new(file, NULL, ready, NULL);

	answer(task, value);
	g_task_return_int(task, value); // expect: double-complete "'task'"
	g_object_unref(task);
}

// An ordinary test that leaves is one.

static void answer_some(GTask *task, int value)
{
	if (value < 0)
		return;
	g_task_return_int(task, value);
}

void bad_answered_on_some_paths(GFile *file, GAsyncReadyCallback ready,
				int value)
{
	GTask *task = g_task_new(file, NULL, ready, NULL);

	answer_some(task, value);
	g_object_unref(task);
} // expect: never-completed "'task'"

// What is kept in memory that unknown code is given may be answered there.

static void queue(GTask *task, int kind)
{
	struct job *job = g_new0(struct job, 1);

	job->task = task;
	job->kind = kind;
	schedule(job);
}

void ok_kept_in_memory_given_away(GFile *file, GAsyncReadyCallback ready)
{
	GTask *task = g_task_new(file, NULL, ready, NULL);

	queue(task, 1);
}

void ok_kept_in_memory_given_away_here(GFile *file, GAsyncReadyCallback ready)
{
	GTask *task = g_task_new(file, NULL, ready, NULL);
	struct job *job = g_new0(struct job, 1);

	job->task = task;
	schedule_anything(job);
}

static gboolean run_job(gpointer data)
{
	struct job *job = data;

	g_task_return_int(job->task, job->kind);
	g_object_unref(job->task);
	g_free(job);
	return G_SOURCE_REMOVE;
}

void ok_kept_in_memory_of_a_callback(GFile *file, GAsyncReadyCallback ready)
{
	struct job *job = g_new0(struct job, 1);

	job->task = g_task_new(file, NULL, ready, NULL);
	g_idle_add(run_job, job);
}

void bad_kept_in_memory_that_is_freed(GFile *file, GAsyncReadyCallback ready)
{
	GTask *task = g_task_new(file, NULL, ready, NULL);
	struct job *job = g_new0(struct job, 1);

	job->task = task;
	note("made", job->kind);
	g_free(job);
} // expect-todo: never-completed "'task'"

void ok_kept_for_later(struct store *s, GFile *file, GAsyncReadyCallback ready)
{
	s->pending = g_task_new(file, NULL, ready, NULL);
	s->n++;
}

// Only a handler that receives a method call owes it an answer.

static void on_changed(gpointer object, gpointer what, gpointer data)
{
	(void)object;
	(void)what;
	(void)data;
	note("changed", 0);
}

static gboolean on_task(gpointer object, GTask *task, gpointer data)
{
	(void)object;
	(void)data;
	return g_task_get_completed(task);
}

static gboolean bad_on_call(gpointer object, GDBusMethodInvocation *call,
			    gpointer data)
{
	(void)object;
	if (!data)
		return TRUE; // expect: never-completed "'call'"
	g_dbus_method_invocation_return_value(call, NULL);
	return TRUE;
}

static gboolean ok_on_call(gpointer object, GDBusMethodInvocation *call,
			   gpointer data)
{
	(void)object;
	if (!data)
		return FALSE;
	g_dbus_method_invocation_return_value(call, NULL);
	return TRUE;
}

void ok_connected(gpointer object)
{
	g_signal_connect(object, "notify", G_CALLBACK(on_changed), NULL);
	g_signal_connect(object, "started", G_CALLBACK(on_task), NULL);
	g_signal_connect(object, "handle-stop", G_CALLBACK(bad_on_call), NULL);
	g_signal_connect(object, "handle-start", G_CALLBACK(ok_on_call), NULL);
}

// What is pushed belongs to the pool's function.

static void run_pooled(gpointer data, gpointer user)
{
	GTask *task = data;

	(void)user;
	g_task_return_boolean(task, TRUE);
	g_object_unref(task);
}

void ok_pushed(gpointer source, GAsyncReadyCallback ready)
{
	GThreadPool *pool = g_thread_pool_new(run_pooled, NULL, 2, FALSE, NULL);

	g_thread_pool_push(pool, g_task_new(source, NULL, ready, NULL), NULL);
	g_thread_pool_free(pool, FALSE, TRUE);
}

void bad_pushed_after_the_end(gpointer source, GAsyncReadyCallback ready)
{
	GTask *task = g_task_new(source, NULL, ready, NULL);
	GThreadPool *pool = g_thread_pool_new(run_pooled, NULL, 2, FALSE, NULL);

	g_thread_pool_free(pool, FALSE, TRUE);
	g_thread_pool_push(pool, task, NULL); // expect: use-after-consume "'pool'"
}

// The outcome of another operation, handed on to a task that waited for it.

static void on_loaded(GObject *source, GAsyncResult *result, gpointer data)
{
	GTask *task = G_TASK(data);
	GError *error = NULL;
	char *text;
	gsize n;

	if (!g_file_load_contents_finish(G_FILE(source), result, &text, &n,
					 NULL, &error))
		g_task_return_error(task, error);
	else
		g_task_return_pointer(task, text, g_free);
	g_object_unref(task);
}

void ok_loaded(GFile *file, GCancellable *cancellable,
	       GAsyncReadyCallback ready, gpointer data)
{
	GTask *task = g_task_new(file, cancellable, ready, data);

	if (!is_ready(file)) {
		g_task_return_new_error(task, 1, 2, "not ready");
		g_object_unref(task);
		return;
	}
	g_file_load_contents_async(file, cancellable, on_loaded, task);
}

void bad_loaded_anyway(GFile *file, GCancellable *cancellable,
		       GAsyncReadyCallback ready, gpointer data)
{
	GTask *task = g_task_new(file, cancellable, ready, data);

	if (!is_ready(file))
		g_task_return_new_error(task, 1, 2, "not ready");
	g_task_return_boolean(task, TRUE); // expect: double-complete "'task'"
	g_object_unref(task);
}

void ok_pending_one_answered(struct store *s, int value)
{
	GTask *task = g_steal_pointer(&s->pending);

	if (!task)
		return;
	g_task_return_int(task, value);
	g_object_unref(task);
}

// Handed on as user data, through two functions that know no handle.

static void ask(GFile *file, GAsyncReadyCallback done, gpointer data)
{
	GTask *task = g_task_new(file, NULL, done, data);

	g_task_return_boolean(task, TRUE);
}

static void ask_with_care(GFile *file, GAsyncReadyCallback done, gpointer data)
{
	if (!file)
		return;
	ask(file, done, data);
}

void ok_as_user_data(GFile *file, GAsyncReadyCallback done, gpointer data)
{
	GTask *task = g_task_new(file, NULL, done, data);

	ask_with_care(file, done, task);
}

// Whoever copies the bytes of a pointer has the pointer.

void append(gpointer list, gconstpointer element, guint size);
guint peek(const GTask *const *element);

void ok_copied(gpointer list, GThreadFunc work)
{
	GThread *thread = g_thread_new(NULL, work, list);

	append(list, &thread, sizeof(thread));
}

void bad_only_looked_at(gpointer list, GThreadFunc work)
{
	GThread *thread = g_thread_new(NULL, work, list); // expect: never-consumed

	note("thread", thread != NULL);
}

// What a thread does, it does once, and only if its conditions can hold.

struct exported {
	struct exported *owner;
	guint timer;
	guint other;
};

static gpointer take_back(gpointer data)
{
	struct exported *e = data;

	if (e->timer > 0)
		g_source_remove(e->timer);
	if (e->other > 0)
		g_source_remove(e->other);
	return NULL;
}

void ok_thread_takes_back(GSourceFunc tick, int other)
{
	struct exported e = { NULL, 0, 0 };

	if (other)
		e.other = g_timeout_add(10, tick, NULL);
	else
		e.timer = g_timeout_add(10, tick, NULL);
	g_thread_join(g_thread_new("take back", take_back, &e));
}

void bad_thread_takes_back(GSourceFunc tick)
{
	struct exported e = { NULL, 0, 0 };
	GThread *thread;

	e.timer = g_timeout_add(10, tick, NULL);
	thread = g_thread_new("take back", take_back, &e);
	g_source_remove(e.timer); // expect: concurrent-consume
	g_thread_join(thread);
}

// A task that another thread runs and waits for is done when that thread is.

static gpointer runs(gpointer task)
{
	g_task_run_in_thread_sync(task, NULL);
	return NULL;
}

gssize ok_run_by_a_thread(GFile *file, GAsyncReadyCallback done)
{
	GTask *task = g_task_new(file, NULL, done, NULL);

	g_thread_join(g_thread_new("runs", runs, task));
	return g_task_propagate_int(task, NULL);
}

// A callback that may take its own source back, and one that is made anew.

struct idle {
	guint id;
	struct idle *next;
};

static void idle_stop(struct idle *i)
{
	if (i->id > 0) {
		g_source_remove(i->id);
		i->id = 0;
	}
}

static gboolean idle_tick(gpointer data)
{
	struct idle *i = data;

	idle_stop(i);
	i->id = 0;
	return FALSE;
}

static void idle_again(struct idle *i)
{
	guint old = i->id;

	i->id = g_timeout_add(10, idle_tick, i);
	if (old > 0)
		g_source_remove(old);
}

void ok_made_anew_twice(struct idle *i)
{
	idle_again(i);
	idle_again(i);
}

// Removed and made anew; a pointer that was taken before leads to the new one,
// also after unknown code had the object that held it.
struct beacon {
	struct beat {
		guint timeout_id;
	} *beat;
};

static gboolean on_beat(gpointer data)
{
	return data != NULL;
}

void beacon_look(struct beacon *b);

void ok_made_anew_behind_a_pointer(struct beacon *b)
{
	struct beat *beat = b->beat;

	g_source_remove(beat->timeout_id);
	beat->timeout_id = g_timeout_add(10, on_beat, b);
	b->beat = NULL;
	beacon_look(b);
	g_source_remove(beat->timeout_id);
}

void ok_maybe_made_anew_behind_a_pointer(struct beacon *b)
{
	struct beat *beat = b->beat;

	g_source_remove(beat->timeout_id);
	beacon_look(b);
	g_source_remove(beat->timeout_id);
}

void bad_removed_twice_behind_a_pointer(struct beacon *b)
{
	struct beat *beat = b->beat;

	beacon_look(b);
	g_source_remove(beat->timeout_id);
	g_source_remove(beat->timeout_id); // expect: double-consume
}
