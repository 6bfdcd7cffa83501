// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

int near_round(int n);
int near_join(unsigned long t, int n);

int far_round(int n)
{
	int fd = dup(n);

	if (fd < 0)
		return n ? near_join(0, n) : 0;
	n = near_round(n - 1);
	close(fd);
	close(fd); // expect: double-consume "'fd'"
	return n;
}
