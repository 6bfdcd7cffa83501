// SPDX-License-Identifier: Apache-2.0
// Copies of what was printed. Nobody waits for them while printing.
#pragma once
#include <aio.h>
#include <stddef.h>

struct archive {
	int fd;
	off_t end;
	unsigned long lost;
};

int archive_open(struct archive *a, const char *path);
// Keeps one page. 0, or -1 if it could not be kept whole.
int archive_keep(struct archive *a, const char *page, size_t n);
void archive_close(struct archive *a);
