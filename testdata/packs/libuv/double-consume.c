// SPDX-License-Identifier: Apache-2.0
#include <uv.h>

struct client {
	uv_tcp_t tcp;
	uv_timer_t timer;
};

void bad_closed_twice(struct client *client)
{
	uv_close((uv_handle_t *)&client->timer, NULL);
	uv_close((uv_handle_t *)&client->timer, NULL); // expect: double-consume
}

void bad_closed_on_error_too(uv_timer_t *timer, int failed)
{
	if (failed)
		uv_close((uv_handle_t *)timer, NULL);
	uv_close((uv_handle_t *)timer, NULL); // expect: double-consume "'timer'"
}

void bad_thread_joined_twice(uv_thread_t thread)
{
	uv_thread_join(&thread);
	uv_thread_join(&thread); // expect: double-consume
}

void ok_closing_is_tested(uv_timer_t *timer, int failed)
{
	if (failed)
		uv_close((uv_handle_t *)timer, NULL);
	if (!uv_is_closing((uv_handle_t *)timer))
		uv_close((uv_handle_t *)timer, NULL);
}

void ok_two_handles(struct client *client)
{
	uv_close((uv_handle_t *)&client->tcp, NULL);
	uv_close((uv_handle_t *)&client->timer, NULL);
}
