// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <glib.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct _GObject GObject;
typedef struct _GClosure GClosure;
typedef void (*GCallback)(void);
typedef int GConnectFlags;
#define G_CALLBACK(f) ((GCallback)(f))
extern gpointer g_object_ref(gpointer object);
extern void g_object_unref(gpointer object);
extern gpointer g_type_check_instance_cast(gpointer object, gulong type);
extern gulong g_signal_connect_data(gpointer instance, const gchar *signal,
				    GCallback handler, gpointer data,
				    GDestroyNotify notify, GConnectFlags flags);
#define g_signal_connect(instance, signal, handler, data)                      \
	g_signal_connect_data((instance), (signal), (handler), (data), NULL, 0)
extern void g_signal_handler_disconnect(gpointer instance, gulong id);
extern void g_signal_handler_block(gpointer instance, gulong id);
extern gboolean g_signal_handler_is_connected(gpointer instance, gulong id);
extern void g_clear_signal_handler(gulong *id, gpointer instance);

#ifdef __cplusplus
}
#endif
