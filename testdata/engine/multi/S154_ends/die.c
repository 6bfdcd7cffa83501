// SPDX-License-Identifier: Apache-2.0
#include "die.h"

#include <stdlib.h>

void tell(const char *text);

void die(const char *text)
{
	tell(text);
	exit(1);
}

void give_up(void)
{
	for (int i = 0; i < 3; i++)
		tell("giving up");
	die("gave up");
}

void complain(int is_fatal)
{
	tell("complaint");
	if (is_fatal)
		abort();
}
