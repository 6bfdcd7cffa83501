// SPDX-License-Identifier: Apache-2.0
#include <uv.h>

static void on_timer(uv_timer_t *timer)
{
	uv_timer_stop(timer);
}

void bad_started_after_close(uv_timer_t *timer)
{
	uv_close((uv_handle_t *)timer, NULL);
	uv_timer_start(timer, on_timer, 10, 0); // expect: use-after-consume
}

void ok_stopped_and_closed(uv_timer_t *timer)
{
	uv_timer_start(timer, on_timer, 10, 0);
	uv_timer_stop(timer);
	uv_close((uv_handle_t *)timer, NULL);
}
