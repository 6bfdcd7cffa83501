// SPDX-License-Identifier: Apache-2.0
// A file that does not name what ends a descriptor itself.
#include "shut.h"

#include <stdlib.h>
#include <unistd.h>

static void take_all(int *fds)
{
	int i;

	for (i = 0; i < 4; i++) {
		fds[i] = dup(0);
		if (fds[i] < 0)
			abort();
	}
	for (i = 0; i < 4; i++)
		shut(fds[i]);
}

static void take_the_same(const int *fds)
{
	int i;

	for (i = 0; i < 4; i++) {
		int fd = dup(0);

		if (fd != fds[i])
			abort();
	}
	for (i = 0; i < 4; i++)
		shut(fds[i]);
}

void ok_S148_numbers_given_out_again(void)
{
	int fds[4];

	take_all(fds);
	take_the_same(fds);
}

long bad_S148_written_after_the_end(void)
{
	int fd = dup(0);

	shut(fd);
	return write(fd, "x", 1); // expect: use-after-consume "'fd'"
}
