// SPDX-License-Identifier: Apache-2.0
#include <xcb/xcb.h>

uint32_t bad_reply_twice(xcb_connection_t *c)
{
	xcb_intern_atom_cookie_t cookie = xcb_intern_atom(c, 0, 2, "ab");
	xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(c, cookie, NULL);

	if (!reply)
		reply = xcb_intern_atom_reply(c, cookie, NULL); // expect: double-consume "'cookie'"
	return reply ? reply->atom : 0;
}

void bad_checked_twice(xcb_connection_t *c)
{
	xcb_void_cookie_t cookie = xcb_map_window_checked(c, 1);

	xcb_request_check(c, cookie);
	xcb_request_check(c, cookie); // expect: double-consume
}

void ok_batched(xcb_connection_t *c, xcb_intern_atom_reply_t *reply[2])
{
	xcb_intern_atom_cookie_t a = xcb_intern_atom(c, 0, 1, "a");
	xcb_intern_atom_cookie_t b = xcb_intern_atom(c, 0, 1, "b");

	reply[0] = xcb_intern_atom_reply(c, a, NULL);
	reply[1] = xcb_intern_atom_reply(c, b, NULL);
}

void ok_no_reply_expected(xcb_connection_t *c)
{
	xcb_map_window(c, 1);
	xcb_flush(c);
}
