// SPDX-License-Identifier: Apache-2.0
#ifndef RUNTIME_SEGMENT_H
#define RUNTIME_SEGMENT_H

#include <once/pipe.h>

enum { SEGMENT_SIZE = 4096 };

struct segment {
	struct vt_pipe_segment view; // what the reader was shown
	struct segment *link;
	size_t start; // the bytes between are unread
	size_t end;
	size_t capacity;
	unsigned char data[];
};

// An empty segment of at least `size` bytes; pooled if it is of the usual size.
// NULL if there is no memory.
struct segment *segment_new(size_t size);
void segment_free(struct segment *s);

// Prepares the views of the first `size` unread bytes; NULL if that is 0.
const struct vt_pipe_segment *segment_show(struct segment *head, size_t size);

#endif
