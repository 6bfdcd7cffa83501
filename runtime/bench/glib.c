// SPDX-License-Identifier: Apache-2.0
//
// The same lookups with GTask, and GAsyncQueue beside the channel.
#include "bench.h"

#include <gio/gio.h>
#include <stdbool.h>

#include <once/executor.h>

static void take(GTask *task)
{
	gssize value = g_task_propagate_int(task, NULL);

	if (value != 42)
		bench_fail("g_task_propagate_int");
	bench_sink += (uint64_t)value;
}

// Without a callback the result is there when g_task_return_int returns.
static void hit(uint64_t n)
{
	while (n--) {
		GTask *task = g_task_new(NULL, NULL, NULL, NULL);

		g_task_return_int(task, 42);
		take(task);
		g_object_unref(task);
	}
}

static void done(GObject *object, GAsyncResult *result, gpointer is_done)
{
	(void)object;
	take(G_TASK(result));
	*(bool *)is_done = true;
}

static gboolean answer(gpointer task)
{
	g_task_return_int(task, 42);
	g_object_unref(task);
	return G_SOURCE_REMOVE;
}

static void miss(uint64_t n)
{
	while (n--) {
		bool is_done = false;
		GTask *task = g_task_new(NULL, NULL, done, &is_done);

		g_idle_add(answer, task);
		while (!is_done)
			g_main_context_iteration(NULL, TRUE);
	}
}

static void queue(uint64_t n)
{
	static GAsyncQueue *items;

	if (!items)
		items = g_async_queue_new();
	while (n--) {
		g_async_queue_push(items, GSIZE_TO_POINTER(n + 1));
		bench_sink += GPOINTER_TO_SIZE(g_async_queue_try_pop(items));
	}
}

const struct bench bench_glib[] = {
	{ "hit/GTask", hit, 100000 },
	{ "miss/GTask", miss, 50000 },
	{ "channel, item there/GAsyncQueue", queue, 200000 },
	{ 0 },
};
