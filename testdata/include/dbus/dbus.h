// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int dbus_bool_t;
typedef struct DBusConnection DBusConnection;
typedef struct DBusMessage DBusMessage;
typedef struct DBusPendingCall DBusPendingCall;
typedef void (*DBusPendingCallNotifyFunction)(DBusPendingCall *pending,
					      void *data);
typedef void (*DBusFreeFunction)(void *memory);
extern dbus_bool_t dbus_connection_send_with_reply(DBusConnection *connection,
						   DBusMessage *message,
						   DBusPendingCall **pending,
						   int timeout);
extern void dbus_pending_call_block(DBusPendingCall *pending);
extern dbus_bool_t dbus_pending_call_get_completed(DBusPendingCall *pending);
extern DBusMessage *dbus_pending_call_steal_reply(DBusPendingCall *pending);
extern dbus_bool_t
dbus_pending_call_set_notify(DBusPendingCall *pending,
			     DBusPendingCallNotifyFunction notify, void *data,
			     DBusFreeFunction free_data);
extern void dbus_pending_call_cancel(DBusPendingCall *pending);
extern void dbus_pending_call_unref(DBusPendingCall *pending);
extern void dbus_message_unref(DBusMessage *message);

#ifdef __cplusplus
}
#endif
