// SPDX-License-Identifier: Apache-2.0
#include <hiredis/async.h>

void bad_freed_after_disconnect(redisAsyncContext *context)
{
	redisAsyncDisconnect(context);
	redisAsyncFree(context); // expect: use-after-transfer
}

void ok_disconnected(redisAsyncContext *context)
{
	redisAsyncDisconnect(context);
}
