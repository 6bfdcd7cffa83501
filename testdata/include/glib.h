// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef void *gpointer;
typedef const void *gconstpointer;
typedef int gboolean;
typedef int gint;
typedef unsigned int guint;
typedef unsigned int guint32;
typedef long gssize;
typedef unsigned long gulong;
typedef size_t gsize;
typedef char gchar;
typedef guint32 GQuark;
typedef int GPid;
#define TRUE 1
#define FALSE 0
#define G_SOURCE_REMOVE FALSE
#define G_SOURCE_CONTINUE TRUE

typedef struct _GError GError;
struct _GError {
	GQuark domain;
	gint code;
	gchar *message;
};
extern void g_error_free(GError *error);
extern void g_clear_error(GError **error);

extern void g_set_error_literal(GError **error, GQuark domain, gint code,
				const gchar *message);
extern void g_return_if_fail_warning(const char *domain, const char *function,
				     const char *expression);
#define g_return_if_fail(e)                                                    \
	do {                                                                   \
		if (!(e)) {                                                    \
			g_return_if_fail_warning(NULL, __func__, #e);          \
			return;                                                \
		}                                                              \
	} while (0)
#define g_return_val_if_fail(e, value)                                         \
	do {                                                                   \
		if (!(e)) {                                                    \
			g_return_if_fail_warning(NULL, __func__, #e);          \
			return (value);                                        \
		}                                                              \
	} while (0)
extern gpointer g_malloc0(gsize n);
extern void g_free(gpointer memory);
#define g_new0(type, n) ((type *)g_malloc0(sizeof(type) * (n)))

typedef gpointer (*GThreadFunc)(gpointer data);
typedef void (*GFunc)(gpointer data, gpointer user_data);
typedef void (*GDestroyNotify)(gpointer data);
typedef gboolean (*GSourceFunc)(gpointer data);
typedef void (*GSourceOnceFunc)(gpointer data);
typedef void (*GChildWatchFunc)(GPid pid, gint status, gpointer data);

typedef struct _GThread GThread;
extern GThread *g_thread_new(const gchar *name, GThreadFunc func,
			     gpointer data);
extern GThread *g_thread_try_new(const gchar *name, GThreadFunc func,
				 gpointer data, GError **error);
extern GThread *g_thread_ref(GThread *thread);
extern void g_thread_unref(GThread *thread);
extern gpointer g_thread_join(GThread *thread);
extern GThread *g_thread_self(void);

typedef struct _GThreadPool GThreadPool;
extern GThreadPool *g_thread_pool_new(GFunc func, gpointer data, gint max,
				      gboolean exclusive, GError **error);
extern gboolean g_thread_pool_push(GThreadPool *pool, gpointer data,
				   GError **error);
extern void g_thread_pool_free(GThreadPool *pool, gboolean immediate,
			       gboolean wait);

typedef struct _GSource GSource;
typedef struct _GMainContext GMainContext;
extern guint g_idle_add(GSourceFunc func, gpointer data);
extern guint g_idle_add_once(GSourceOnceFunc func, gpointer data);
typedef struct _GIOChannel GIOChannel;
typedef enum { G_IO_IN = 1, G_IO_HUP = 16, G_IO_NVAL = 32 } GIOCondition;
typedef gboolean (*GIOFunc)(GIOChannel *source, GIOCondition condition,
			    gpointer data);
extern guint g_io_add_watch(GIOChannel *channel, GIOCondition condition,
			    GIOFunc func, gpointer data);
extern guint g_timeout_add(guint interval, GSourceFunc func, gpointer data);
extern guint g_timeout_add_seconds(guint interval, GSourceFunc func,
				   gpointer data);
extern guint g_timeout_add_full(gint priority, guint interval, GSourceFunc func,
				gpointer data, GDestroyNotify notify);
extern guint g_child_watch_add(GPid pid, GChildWatchFunc func, gpointer data);
extern guint g_source_attach(GSource *source, GMainContext *context);
extern gboolean g_source_remove(guint id);
extern GSource *g_main_context_find_source_by_id(GMainContext *context,
						 guint id);
typedef void (*GClearHandleFunc)(guint id);
extern void g_clear_handle_id(guint *id, GClearHandleFunc func);
extern gpointer g_steal_pointer(gpointer place);

#ifdef __cplusplus
}
#endif
