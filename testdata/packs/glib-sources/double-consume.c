// SPDX-License-Identifier: Apache-2.0
#include <gio/gio.h>

struct view {
	gulong handler;
};

void update(struct view *view);

static gboolean again(gpointer data)
{
	update(data);
	return G_SOURCE_CONTINUE;
}

void bad_removed_twice(gpointer data)
{
	guint id = g_timeout_add(100, again, data);

	g_source_remove(id);
	g_source_remove(id); // expect: double-consume "'id'"
}

void bad_disconnected_twice(struct view *view, gpointer object)
{
	view->handler = g_signal_connect(object, "changed", G_CALLBACK(update),
					 view);
	g_signal_handler_disconnect(object, view->handler);
	g_signal_handler_disconnect(object, view->handler); // expect: double-consume
}

void ok_cleared(struct view *view, gpointer object)
{
	view->handler = g_signal_connect(object, "changed", G_CALLBACK(update),
					 view);
	g_clear_signal_handler(&view->handler, object);
	g_clear_signal_handler(&view->handler, object);
}

void ok_removed_once(gpointer data)
{
	guint id = g_timeout_add(100, again, data);

	if (id)
		g_source_remove(id);
	id = 0;
	if (id)
		g_source_remove(id);
}
