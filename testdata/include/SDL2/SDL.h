// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct SDL_Thread SDL_Thread;
typedef int (*SDL_ThreadFunction)(void *data);
extern SDL_Thread *SDL_CreateThread(SDL_ThreadFunction fn, const char *name,
				    void *data);
extern void SDL_WaitThread(SDL_Thread *thread, int *status);
extern void SDL_DetachThread(SDL_Thread *thread);
extern unsigned long SDL_GetThreadID(SDL_Thread *thread);

#ifdef __cplusplus
}
#endif
