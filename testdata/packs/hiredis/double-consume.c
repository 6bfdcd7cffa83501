// SPDX-License-Identifier: Apache-2.0
#include <hiredis/async.h>

void bad_freed_twice(redisAsyncContext *context)
{
	if (context->err)
		redisAsyncFree(context);
	redisAsyncFree(context); // expect: double-consume "'context'"
}

int ok_freed_on_error(void)
{
	redisAsyncContext *context = redisAsyncConnect("localhost", 6379);

	if (!context)
		return -1;
	if (context->err) {
		redisAsyncFree(context);
		return -1;
	}
	redisAsyncDisconnect(context);
	return 0;
}

static void on_reply(redisAsyncContext *context, void *reply, void *data)
{
	(void)reply;
	(void)data;
	redisAsyncDisconnect(context);
}

int ok_disconnected_by_the_reply(void)
{
	redisAsyncContext *context = redisAsyncConnect("localhost", 6379);

	if (!context)
		return -1;
	if (context->err) {
		redisAsyncFree(context);
		return -1;
	}
	return redisAsyncCommand(context, on_reply, 0, "PING");
}

int ok_blocking_context(void)
{
	redisContext *context = redisConnect("localhost", 6379);

	if (!context)
		return -1;
	redisCommand(context, "PING");
	redisFree(context);
	return 0;
}
