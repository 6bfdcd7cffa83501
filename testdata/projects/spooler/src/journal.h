// SPDX-License-Identifier: Apache-2.0
// What was accepted, written so that it survives us.
#pragma once
#include <sys/types.h>

struct journal {
	int fd;
	off_t end;
};

int journal_open(struct journal *j, const char *path);
// Appends one line and waits until it is written. The bytes, or -1.
ssize_t journal_append(struct journal *j, const char *line);
void journal_close(struct journal *j);
