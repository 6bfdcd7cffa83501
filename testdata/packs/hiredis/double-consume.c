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
