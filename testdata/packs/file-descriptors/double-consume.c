// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int fcntl(int fd, int what, ...);
#define F_GETFL 3
#define F_SETFL 4
#define O_NONBLOCK 04000

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

int bad_close_repeated_when_interrupted(int fd)
{
	int r;

	do {
		r = close(fd); // expect: double-consume "'fd'"
	} while (r < 0 && errno == EINTR);
	return r;
}

// Some systems keep a socket open that would block: it is closed once more after
// it was told to wait.
int ok_closed_in_the_other_mode(int fd)
{
	int r = close(fd);

	if (r < 0 && errno == EWOULDBLOCK) {
		int flags = fcntl(fd, F_GETFL, 0);
		if (flags >= 0)
			fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
		r = close(fd);
	}
	return r;
}

int bad_closed_twice_in_the_other_mode(int fd)
{
	fcntl(fd, F_SETFL, 0);
	close(fd);
	return close(fd); // expect: double-consume "'fd'"
}
