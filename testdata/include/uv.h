// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct uv_loop_s uv_loop_t;
typedef struct uv_handle_s uv_handle_t;
typedef struct uv_stream_s uv_stream_t;
typedef struct uv_timer_s uv_timer_t;
typedef struct uv_idle_s uv_idle_t;
typedef struct uv_async_s uv_async_t;
typedef struct uv_tcp_s uv_tcp_t;
typedef struct uv_work_s uv_work_t;
typedef struct uv_write_s uv_write_t;
typedef unsigned long uv_thread_t;
typedef void (*uv_close_cb)(uv_handle_t *handle);
typedef void (*uv_timer_cb)(uv_timer_t *timer);
typedef void (*uv_idle_cb)(uv_idle_t *idle);
typedef void (*uv_async_cb)(uv_async_t *async);
typedef void (*uv_work_cb)(uv_work_t *req);
typedef void (*uv_after_work_cb)(uv_work_t *req, int status);
typedef void (*uv_write_cb)(uv_write_t *req, int status);
typedef void (*uv_thread_cb)(void *arg);
typedef struct {
	char *base;
	size_t len;
} uv_buf_t;
#define UV_HANDLE_FIELDS                                                       \
	void *data;                                                            \
	uv_loop_t *loop;                                                       \
	unsigned int flags;
struct uv_loop_s {
	void *data;
};
struct uv_handle_s {
	UV_HANDLE_FIELDS
};
struct uv_stream_s {
	UV_HANDLE_FIELDS
};
struct uv_timer_s {
	UV_HANDLE_FIELDS
};
struct uv_idle_s {
	UV_HANDLE_FIELDS
};
struct uv_async_s {
	UV_HANDLE_FIELDS
};
struct uv_tcp_s {
	UV_HANDLE_FIELDS
};
struct uv_work_s {
	void *data;
};
struct uv_write_s {
	void *data;
};
typedef enum { UV_RUN_DEFAULT, UV_RUN_ONCE, UV_RUN_NOWAIT } uv_run_mode;
extern uv_loop_t *uv_default_loop(void);
extern int uv_run(uv_loop_t *loop, uv_run_mode mode);
extern void uv_close(uv_handle_t *handle, uv_close_cb cb);
extern int uv_is_closing(const uv_handle_t *handle);
extern int uv_timer_init(uv_loop_t *loop, uv_timer_t *timer);
extern int uv_timer_start(uv_timer_t *timer, uv_timer_cb cb,
			  unsigned long timeout, unsigned long repeat);
extern int uv_timer_stop(uv_timer_t *timer);
extern int uv_idle_init(uv_loop_t *loop, uv_idle_t *idle);
extern int uv_idle_start(uv_idle_t *idle, uv_idle_cb cb);
extern int uv_async_init(uv_loop_t *loop, uv_async_t *async, uv_async_cb cb);
extern int uv_async_send(uv_async_t *async);
extern int uv_queue_work(uv_loop_t *loop, uv_work_t *req, uv_work_cb work,
			 uv_after_work_cb after);
extern int uv_write(uv_write_t *req, uv_stream_t *stream, const uv_buf_t *bufs,
		    unsigned int n, uv_write_cb cb);
extern int uv_thread_create(uv_thread_t *thread, uv_thread_cb entry, void *arg);
extern int uv_thread_join(uv_thread_t *thread);

#ifdef __cplusplus
}
#endif
