// SPDX-License-Identifier: Apache-2.0
#include <glib.h>

struct view {
	guint timer;
	guint idle;
};

void update(struct view *view);

static gboolean on_timer(gpointer data)
{
	update(data);
	return G_SOURCE_REMOVE;
}

static gboolean on_idle(gpointer data)
{
	struct view *view = data;

	update(view);
	view->idle = 0;
	return G_SOURCE_REMOVE;
}

void view_start(struct view *view)
{
	view->timer = g_timeout_add(100, on_timer, view);
	view->idle = g_idle_add(on_idle, view);
}

void bad_removed_after_it_ran(struct view *view)
{
	if (view->timer)
		g_source_remove(view->timer); // expect-todo: stored-handle
}

void ok_zeroed_by_the_callback(struct view *view)
{
	if (view->idle)
		g_source_remove(view->idle);
}
