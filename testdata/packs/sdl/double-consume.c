// SPDX-License-Identifier: Apache-2.0
#include <SDL2/SDL.h>

static int work(void *data)
{
	return data != NULL;
}

void bad_waited_twice(SDL_Thread *thread)
{
	SDL_WaitThread(thread, NULL);
	SDL_WaitThread(thread, NULL); // expect: double-consume "'thread'"
}

void ok_waited_once(void)
{
	SDL_Thread *thread = SDL_CreateThread(work, "worker", NULL);

	SDL_WaitThread(thread, NULL);
}

void ok_null_is_fine(SDL_Thread *thread)
{
	SDL_WaitThread(thread, NULL);
	thread = NULL;
	SDL_WaitThread(thread, NULL);
}
