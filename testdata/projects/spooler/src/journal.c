// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int journal_open(struct journal *j, const char *path)
{
	j->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	j->end = 0;
	return j->fd < 0 ? -1 : 0;
}

// Blocks, but lets a signal handler run in between.
static void wait_for(struct aiocb *cb)
{
	const struct aiocb *list[1] = { cb };

	while (aio_error(cb) == EINPROGRESS)
		aio_suspend(list, 1, NULL);
}

ssize_t journal_append(struct journal *j, const char *line)
{
	char buffer[256];
	size_t n = strnlen(line, sizeof(buffer) - 1);
	struct aiocb cb = {
		.aio_fildes = j->fd,
		.aio_buf = buffer,
		.aio_nbytes = n + 1,
		.aio_offset = j->end,
	};
	ssize_t written;

	memcpy(buffer, line, n);
	buffer[n] = '\n';
	if (aio_write(&cb) != 0)
		return -1;
	wait_for(&cb);
	written = aio_return(&cb);
	if (written > 0)
		j->end += written;
	return written;
}

void journal_close(struct journal *j)
{
	if (j->fd >= 0)
		close(j->fd);
	j->fd = -1;
}
