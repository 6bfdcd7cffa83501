// SPDX-License-Identifier: Apache-2.0
#pragma once
#ifdef __cplusplus
extern "C" {
#endif

struct evbuffer;
struct evhttp;
struct evhttp_request;
extern void evhttp_set_gencb(struct evhttp *http,
			     void (*cb)(struct evhttp_request *, void *),
			     void *arg);
extern int evhttp_set_cb(struct evhttp *http, const char *path,
			 void (*cb)(struct evhttp_request *, void *),
			 void *arg);
extern const char *evhttp_request_get_uri(const struct evhttp_request *req);
extern void evhttp_send_reply(struct evhttp_request *req, int code,
			      const char *reason, struct evbuffer *body);
extern void evhttp_send_error(struct evhttp_request *req, int code,
			      const char *reason);

#ifdef __cplusplus
}
#endif
