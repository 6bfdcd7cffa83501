// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <unistd.h>

int bad_closed_after_fdopen(const char *path)
{
	int fd = open(path, 0);
	FILE *file;

	if (fd < 0)
		return -1;
	file = fdopen(fd, "r");
	if (!file) {
		close(fd);
		return -1;
	}
	fclose(file);
	return close(fd); // expect: use-after-transfer
}

int ok_closed_with_the_stream(const char *path)
{
	int fd = open(path, 0);
	FILE *file;

	if (fd < 0)
		return -1;
	file = fdopen(fd, "r");
	if (!file)
		return close(fd);
	return fclose(file);
}
