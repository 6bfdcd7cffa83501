// SPDX-License-Identifier: Apache-2.0
#include <xcb/xcb.h>

void bad_reply_never_fetched(xcb_connection_t *c)
{
	xcb_get_property_cookie_t cookie = xcb_get_property(c, 1, 2); // expect: never-consumed

	(void)cookie.sequence;
}

xcb_get_property_reply_t *ok_fetched(xcb_connection_t *c)
{
	return xcb_get_property_reply(c, xcb_get_property(c, 1, 2), NULL);
}
