// SPDX-License-Identifier: Apache-2.0
#include <SDL2/SDL.h>

static int work(void *data)
{
	return data != NULL;
}

void bad_discarded(void)
{
	SDL_CreateThread(work, "worker", NULL); // expect: never-consumed
}

void ok_detached(void)
{
	SDL_DetachThread(SDL_CreateThread(work, "worker", NULL));
}
