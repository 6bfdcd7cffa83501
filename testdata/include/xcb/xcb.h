// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct xcb_connection_t xcb_connection_t;
typedef struct {
	uint8_t error_code;
} xcb_generic_error_t;
typedef struct {
	unsigned int sequence;
} xcb_void_cookie_t;
typedef struct {
	unsigned int sequence;
} xcb_intern_atom_cookie_t;
typedef struct {
	unsigned int sequence;
} xcb_get_property_cookie_t;
typedef struct {
	uint32_t atom;
} xcb_intern_atom_reply_t;
typedef struct {
	uint32_t type;
} xcb_get_property_reply_t;
extern xcb_intern_atom_cookie_t xcb_intern_atom(xcb_connection_t *c,
						uint8_t only_if_exists,
						uint16_t n, const char *name);
extern xcb_intern_atom_reply_t *
xcb_intern_atom_reply(xcb_connection_t *c, xcb_intern_atom_cookie_t cookie,
		      xcb_generic_error_t **error);
extern xcb_get_property_cookie_t
xcb_get_property(xcb_connection_t *c, uint32_t window, uint32_t property);
extern xcb_get_property_reply_t *
xcb_get_property_reply(xcb_connection_t *c, xcb_get_property_cookie_t cookie,
		       xcb_generic_error_t **error);
extern xcb_void_cookie_t xcb_map_window(xcb_connection_t *c, uint32_t window);
extern xcb_void_cookie_t xcb_map_window_checked(xcb_connection_t *c,
						uint32_t window);
extern xcb_generic_error_t *xcb_request_check(xcb_connection_t *c,
					      xcb_void_cookie_t cookie);
extern void xcb_discard_reply(xcb_connection_t *c, unsigned int sequence);
extern int xcb_poll_for_reply(xcb_connection_t *c, unsigned int sequence,
			      void **reply, xcb_generic_error_t **error);
extern int xcb_flush(xcb_connection_t *c);

#ifdef __cplusplus
}
#endif
