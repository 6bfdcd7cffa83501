// SPDX-License-Identifier: Apache-2.0
#include "archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int archive_open(struct archive *a, const char *path)
{
	a->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	a->end = 0;
	a->lost = 0;
	return a->fd < 0 ? -1 : 0;
}

int archive_keep(struct archive *a, const char *page, size_t n)
{
	static char buffer[4096];
	static struct aiocb cb;
	int error;

	if (n > sizeof(buffer))
		return -1;
	memcpy(buffer, page, n);
	memset(&cb, 0, sizeof(cb));
	cb.aio_fildes = a->fd;
	cb.aio_buf = buffer;
	cb.aio_nbytes = n;
	cb.aio_offset = a->end;
	if (aio_write(&cb) != 0)
		return -1;

	error = aio_error(&cb);
	if (error != 0 && error != EINPROGRESS)
		fprintf(stderr, "archive: %s\n", strerror(error));
	if (aio_return(&cb) != (ssize_t)n) {
		a->lost++;
		return -1;
	}
	a->end += (off_t)n;
	return 0;
}

void archive_close(struct archive *a)
{
	if (a->lost)
		fprintf(stderr, "archive: %lu pages lost\n", a->lost);
	if (a->fd >= 0)
		close(a->fd);
	a->fd = -1;
}
