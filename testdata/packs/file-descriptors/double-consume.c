// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <unistd.h>

int bad_closed_twice(const char *path, char *buf, size_t n)
{
	int fd = open(path, 0);

	if (fd < 0)
		return -1;
	if (read(fd, buf, n) < 0)
		close(fd);
	return close(fd); // expect: double-consume "'fd'"
}

int bad_pipe_end_closed_twice(void)
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	close(fds[0]);
	close(fds[1]);
	return close(fds[0]); // expect: double-consume
}

int ok_both_ends(void)
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	close(fds[0]);
	return close(fds[1]);
}

int ok_set_to_none(const char *path)
{
	int fd = open(path, 0);

	if (fd >= 0) {
		close(fd);
		fd = -1;
	}
	if (fd >= 0)
		close(fd);
	return 0;
}
