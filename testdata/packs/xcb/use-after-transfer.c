// SPDX-License-Identifier: Apache-2.0
#include <xcb/xcb.h>

void *bad_reply_after_discard(xcb_connection_t *c)
{
	xcb_intern_atom_cookie_t cookie = xcb_intern_atom(c, 0, 2, "ab");

	xcb_discard_reply(c, cookie.sequence);
	return xcb_intern_atom_reply(c, cookie, NULL); // expect: use-after-transfer
}

void ok_discarded(xcb_connection_t *c)
{
	xcb_intern_atom_cookie_t cookie = xcb_intern_atom(c, 0, 2, "ab");

	xcb_discard_reply(c, cookie.sequence);
}
