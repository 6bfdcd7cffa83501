// SPDX-License-Identifier: Apache-2.0
#include <SDL2/SDL.h>

void bad_waited_after_detach(SDL_Thread *thread)
{
	SDL_DetachThread(thread);
	SDL_WaitThread(thread, NULL); // expect: use-after-transfer
}

void ok_either(SDL_Thread *thread, int wait)
{
	if (wait)
		SDL_WaitThread(thread, NULL);
	else
		SDL_DetachThread(thread);
}
