// SPDX-License-Identifier: Apache-2.0
#include <event2/http.h>

void queue_push(struct evhttp_request *req);

static void bad_no_answer(struct evhttp_request *req, void *arg)
{
	if (!arg)
		return; // expect: never-completed
	evhttp_send_reply(req, 200, "ok", arg);
}

static void ok_answered_later(struct evhttp_request *req, void *arg)
{
	if (!arg)
		queue_push(req);
	else
		evhttp_send_reply(req, 200, "ok", arg);
}

void serve(struct evhttp *http)
{
	evhttp_set_gencb(http, bad_no_answer, 0);
	evhttp_set_cb(http, "/", ok_answered_later, 0);
}
