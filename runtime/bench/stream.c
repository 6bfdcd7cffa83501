// SPDX-License-Identifier: Apache-2.0
//
// Channels, a word at a time, and pipes, a kilobyte at a time.
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <once/channel.h>
#include <once/pipe.h>

static void take(struct value_task *t)
{
	uint64_t value = 0;

	if (value_task_take(t, &value))
		bench_fail("take");
	bench_sink += value;
}

// Channel and pipe are made once, so that only the operations are counted.
static struct vt_channel *the_channel(void)
{
	static struct vt_channel *channel;

	if (!channel)
		channel = vt_channel_new(0, VT_CHANNEL_SINGLE_READER);
	if (!channel)
		bench_fail("vt_channel_new");
	return channel;
}

static void channel_ready(uint64_t n)
{
	struct vt_channel *channel = the_channel();

	while (n--) {
		struct value_task read;

		if (vt_channel_try_write(channel, n))
			bench_fail("write");
		read = vt_channel_read(channel, NULL);
		take(&read);
	}
}

static void channel_waiting(uint64_t n)
{
	struct vt_channel *channel = the_channel();

	while (n--) {
		struct value_task read = vt_channel_read(channel, NULL);

		if (vt_channel_try_write(channel, n))
			bench_fail("write");
		take(&read);
	}
}

// ---- pipes

enum { MESSAGE = 1024 };

static unsigned char message[MESSAGE] = { 1, 2, 3 };

static void pipe_read_one(struct vt_pipe_reader *reader)
{
	struct value_task read = vt_pipe_read(reader, NULL);
	struct vt_pipe_view view;

	take(&read);
	if (vt_pipe_view(reader, &view) || view.size != MESSAGE)
		bench_fail("view");
	bench_sink += view.first->bytes[0];
	if (vt_pipe_advance(reader, MESSAGE, MESSAGE))
		bench_fail("advance");
}

static void pipe_messages(uint64_t n)
{
	static struct vt_pipe *pipe;

	if (!pipe)
		pipe = vt_pipe_new(NULL);
	if (!pipe)
		bench_fail("vt_pipe_new");
	while (n--) {
		struct value_task flush;

		if (vt_pipe_write(pipe, message, sizeof(message)))
			bench_fail("write");
		flush = vt_pipe_flush(pipe);
		take(&flush);
		pipe_read_one(vt_pipe_reader(pipe));
	}
}

// A queue of messages, each on the heap: what one writes without a pipe.
static void heap_messages(uint64_t n)
{
	while (n--) {
		unsigned char *copy = malloc(MESSAGE);

		if (!copy)
			bench_fail("malloc");
		memcpy(copy, message, MESSAGE);
		__asm__ volatile("" : : "r"(copy) : "memory");
		bench_sink += copy[0];
		free(copy);
	}
}

static void kernel_pipe(uint64_t n)
{
	unsigned char copy[MESSAGE];
	int fd[2];

	if (pipe(fd))
		bench_fail("pipe");
	while (n--) {
		if (write(fd[1], message, MESSAGE) != MESSAGE ||
		    read(fd[0], copy, MESSAGE) != MESSAGE)
			bench_fail("pipe");
		bench_sink += copy[0];
	}
	close(fd[0]);
	close(fd[1]);
}

enum { N = 200000 };

const struct bench bench_stream[] = {
	{ "channel, item there/vt_channel", channel_ready, N },
	{ "channel, reader waits/vt_channel", channel_waiting, N },
	{ "pipe, 1 KiB/vt_pipe", pipe_messages, N },
	{ "pipe, 1 KiB/malloc and free", heap_messages, N },
	{ "pipe, 1 KiB/pipe(2)", kernel_pipe, N },
	{ 0 },
};
