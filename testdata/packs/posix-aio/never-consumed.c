// SPDX-License-Identifier: Apache-2.0
#include <aio.h>

int bad_left_under_way(int fd, char *buf)
{
	struct aiocb block = { .aio_fildes = fd, .aio_buf = buf };

	return aio_read(&block); // expect: never-consumed "'block'"
}

ssize_t ok_waited_for(int fd, char *buf)
{
	struct aiocb block = { .aio_fildes = fd, .aio_buf = buf };

	if (aio_read(&block) != 0)
		return -1;
	while (aio_error(&block) == EINPROGRESS)
		;
	return aio_return(&block);
}
