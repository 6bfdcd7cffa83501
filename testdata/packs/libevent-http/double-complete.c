// SPDX-License-Identifier: Apache-2.0
#include <event2/http.h>

static void bad_falls_through(struct evhttp_request *req, void *arg)
{
	if (!arg)
		evhttp_send_error(req, 404, "not found");
	evhttp_send_reply(req, 200, "ok", arg); // expect: double-complete "'req'"
}

static void ok_either(struct evhttp_request *req, void *arg)
{
	if (!arg)
		evhttp_send_error(req, 404, "not found");
	else
		evhttp_send_reply(req, 200, "ok", arg);
}

void serve(struct evhttp *http)
{
	evhttp_set_gencb(http, bad_falls_through, 0);
	evhttp_set_cb(http, "/", ok_either, 0);
}

void ok_looked_at_first(struct evhttp_request *req, struct evbuffer *body)
{
	if (evhttp_request_get_uri(req)[0] != '/')
		evhttp_send_error(req, 400, "bad request");
	else
		evhttp_send_reply(req, 200, "ok", body);
}
