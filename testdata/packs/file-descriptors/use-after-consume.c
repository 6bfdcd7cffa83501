// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

ssize_t bad_written_after_close(const char *path)
{
	int fd = open(path, 1);

	if (fd < 0)
		return -1;
	close(fd);
	return write(fd, "x", 1); // expect: use-after-consume
}

ssize_t ok_written_then_closed(const char *path)
{
	int fd = open(path, 1);
	ssize_t n;

	if (fd < 0)
		return -1;
	n = write(fd, "x", 1);
	close(fd);
	return n;
}
