// SPDX-License-Identifier: Apache-2.0
#include <dbus/dbus.h>

DBusMessage *bad_stolen_at_once(DBusConnection *bus, DBusMessage *call)
{
	DBusPendingCall *pending;

	if (!dbus_connection_send_with_reply(bus, call, &pending, -1))
		return NULL;
	return dbus_pending_call_steal_reply(pending); // expect: result-before-completion
}

DBusMessage *ok_stolen_when_completed(DBusConnection *bus, DBusMessage *call)
{
	DBusPendingCall *pending;

	if (!dbus_connection_send_with_reply(bus, call, &pending, -1))
		return NULL;
	if (!dbus_pending_call_get_completed(pending)) {
		dbus_pending_call_cancel(pending);
		return NULL;
	}
	return dbus_pending_call_steal_reply(pending);
}
