// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hiredis/hiredis.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct redisAsyncContext {
	redisContext c;
	int err;
} redisAsyncContext;
typedef void redisCallbackFn(redisAsyncContext *context, void *reply,
			     void *data);
extern redisAsyncContext *redisAsyncConnect(const char *host, int port);
extern int redisAsyncCommand(redisAsyncContext *context, redisCallbackFn *fn,
			     void *data, const char *format, ...);
extern void redisAsyncDisconnect(redisAsyncContext *context);
extern void redisAsyncFree(redisAsyncContext *context);

#ifdef __cplusplus
}
#endif
