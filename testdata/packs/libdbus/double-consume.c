// SPDX-License-Identifier: Apache-2.0
#include <dbus/dbus.h>

DBusMessage *bad_stolen_twice(DBusPendingCall *pending)
{
	DBusMessage *reply = dbus_pending_call_steal_reply(pending);

	if (reply)
		dbus_message_unref(reply);
	return dbus_pending_call_steal_reply(pending); // expect: double-consume "'pending'"
}

DBusMessage *ok_blocked_and_stolen(DBusConnection *bus, DBusMessage *call)
{
	DBusPendingCall *pending;
	DBusMessage *reply;

	if (!dbus_connection_send_with_reply(bus, call, &pending, -1))
		return NULL;
	if (!pending)
		return NULL;
	dbus_pending_call_block(pending);
	reply = dbus_pending_call_steal_reply(pending);
	dbus_pending_call_unref(pending);
	return reply;
}

static void on_reply(DBusPendingCall *pending, void *data)
{
	DBusMessage *reply = dbus_pending_call_steal_reply(pending);

	(void)data;
	if (reply)
		dbus_message_unref(reply);
	dbus_pending_call_unref(pending);
}

int ok_notified(DBusConnection *bus, DBusMessage *call)
{
	DBusPendingCall *pending;

	if (!dbus_connection_send_with_reply(bus, call, &pending, -1))
		return -1;
	return dbus_pending_call_set_notify(pending, on_reply, NULL, NULL);
}
