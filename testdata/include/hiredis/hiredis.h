// SPDX-License-Identifier: Apache-2.0
#pragma once
#ifdef __cplusplus
extern "C" {
#endif

typedef struct redisContext {
	int err;
} redisContext;
extern redisContext *redisConnect(const char *host, int port);
extern void *redisCommand(redisContext *context, const char *format, ...);
extern void redisFree(redisContext *context);

#ifdef __cplusplus
}
#endif
