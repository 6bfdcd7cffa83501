// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <glib-object.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct _GTask GTask;
typedef struct _GAsyncResult GAsyncResult;
typedef struct _GCancellable GCancellable;
typedef struct _GFile GFile;
typedef struct _GBytes GBytes;
typedef struct _GVariant GVariant;
typedef struct _GDBusMethodInvocation GDBusMethodInvocation;
typedef struct _GDBusConnection GDBusConnection;
typedef void (*GAsyncReadyCallback)(GObject *source, GAsyncResult *result,
				    gpointer data);
typedef void (*GTaskThreadFunc)(GTask *task, gpointer source, gpointer data,
				GCancellable *cancellable);

#define G_TASK(p) ((GTask *)g_type_check_instance_cast((p), 1))
#define G_FILE(p) ((GFile *)g_type_check_instance_cast((p), 2))

extern GTask *g_task_new(gpointer source, GCancellable *cancellable,
			 GAsyncReadyCallback callback, gpointer data);
extern void g_task_return_pointer(GTask *task, gpointer result,
				  GDestroyNotify free_result);
extern void g_task_return_boolean(GTask *task, gboolean result);
extern void g_task_return_int(GTask *task, gssize result);
extern void g_task_return_error(GTask *task, GError *error);
extern void g_task_return_new_error(GTask *task, GQuark domain, gint code,
				    const char *format, ...);
extern gboolean g_task_return_error_if_cancelled(GTask *task);
extern gboolean g_task_set_return_on_cancel(GTask *task, gboolean yes);
extern void g_task_run_in_thread(GTask *task, GTaskThreadFunc func);
extern void g_task_run_in_thread_sync(GTask *task, GTaskThreadFunc func);
extern void g_task_attach_source(GTask *task, GSource *source,
				 GSourceFunc callback);
extern gpointer g_task_propagate_pointer(GTask *task, GError **error);
extern gboolean g_task_propagate_boolean(GTask *task, GError **error);
extern gssize g_task_propagate_int(GTask *task, GError **error);
extern gpointer g_task_get_task_data(GTask *task);
extern gboolean g_task_had_error(GTask *task);
extern gboolean g_task_get_completed(GTask *task);

extern void g_file_load_contents_async(GFile *file, GCancellable *cancellable,
				       GAsyncReadyCallback callback,
				       gpointer data);
extern gboolean g_file_load_contents_finish(GFile *file, GAsyncResult *result,
					    char **contents, gsize *length,
					    char **etag, GError **error);

extern gulong g_cancellable_connect(GCancellable *cancellable,
				    GCallback callback, gpointer data,
				    GDestroyNotify notify);
extern void g_cancellable_disconnect(GCancellable *cancellable, gulong id);

extern void g_dbus_method_invocation_return_value(GDBusMethodInvocation *call,
						  GVariant *parameters);
extern void g_dbus_method_invocation_return_dbus_error(
	GDBusMethodInvocation *call, const gchar *name, const gchar *message);
extern const gchar *
g_dbus_method_invocation_get_sender(GDBusMethodInvocation *call);
extern void g_bus_unown_name(guint id);
extern guint g_bus_own_name_on_connection(GDBusConnection *connection,
					  const gchar *name, int flags,
					  GCallback acquired, GCallback lost,
					  gpointer data, GDestroyNotify notify);

#ifdef __cplusplus
}
#endif
