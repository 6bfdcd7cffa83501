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

// A helper that asks whether there is a call after all, in a field that was
// empty before.

struct client {
	DBusConnection *bus;
	DBusPendingCall *pending;
};

static int send(DBusConnection *bus, DBusMessage *call,
		DBusPendingCall **pending)
{
	dbus_bool_t sent =
		dbus_connection_send_with_reply(bus, call, pending, -1);

	if (sent && pending && !*pending)
		return 0;
	return (int)sent;
}

void ok_sent_by_a_helper(struct client *c, DBusMessage *call)
{
	if (c->pending)
		return;
	if (!send(c->bus, call, &c->pending))
		return;
	dbus_pending_call_set_notify(c->pending, on_reply, c, NULL);
}

// To give up what is done with is nothing, wherever it stands.

static void drop(DBusPendingCall **pending)
{
	dbus_pending_call_cancel(*pending);
	dbus_pending_call_unref(*pending);
	*pending = NULL;
}

static void stop(DBusPendingCall *pending) // expect summary: "pending: consume_no_result"
{
	dbus_pending_call_cancel(pending);
}

void ok_dropped_by_a_helper(DBusPendingCall *pending)
{
	DBusMessage *reply = dbus_pending_call_steal_reply(pending);

	if (reply)
		dbus_message_unref(reply);
	stop(pending);
	drop(&pending);
}

DBusMessage *bad_stolen_after_a_helper_gave_up(DBusPendingCall *pending)
{
	stop(pending);
	return dbus_pending_call_steal_reply(pending); // expect: use-after-transfer "'pending'"
}
