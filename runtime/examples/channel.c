// SPDX-License-Identifier: Apache-2.0
//
// A channel with one reader. The first await of a read gives the item; the
// second is refused, and never gives the next one. A second read beside a
// waiting one is refused too. Converted to a task, once, it may be awaited as
// often as one likes. And waiting, twenty thousand times, costs no memory.
#include <errno.h>

#include <once/channel.h>
#include <once/task.h>

#include "example.h"

enum { READS = 20000 };

static void put(struct vt_channel *channel, uint64_t item)
{
	must(vt_channel_try_write(channel, item) == 0, "write");
}

static void second_await(struct vt_channel *channel)
{
	struct value_task read = vt_channel_read(channel, NULL);
	struct value_task copy = read;
	uint64_t item = 0;
	int rc;

	put(channel, 7);
	put(channel, 8);
	rc = value_task_wait(&read, &item);
	printf("first await: %s, item %d\n", vt_code_name(rc), (int)item);
	// oncelint-ignore(double-consume): what this function shows
	rc = value_task_take(&copy, &item);
	printf("second await: %s\n", vt_code_name(rc));
	must(vt_channel_try_read(channel, &item) == 0, "read");
	printf("the next item is still there: %d\n", (int)item);
}

static void second_read(struct vt_channel *channel)
{
	struct value_task read = vt_channel_read(channel, NULL);
	struct value_task beside = vt_channel_read(channel, NULL);
	uint64_t item = 0;

	printf("a read beside another: %s\n",
	       value_task_wait(&beside, &item) == EBUSY ? "refused" : "given");
	put(channel, 9);
	must(value_task_wait(&read, &item) == 0, "wait");
	printf("the first is not disturbed: %d\n", (int)item);
}

static void converted(struct vt_channel *channel)
{
	struct value_task read = vt_channel_read(channel, NULL);
	struct vt_task *task = value_task_as_task(&read);
	uint64_t first = 0;
	uint64_t second = 0;

	must(task, "as_task");
	put(channel, 10);
	must(vt_task_get(task, &first) == 0, "get");
	must(vt_task_get(task, &second) == 0, "get");
	printf("converted: %d and %d\n", (int)first, (int)second);
	vt_task_unref(task);
}

// Every other read finds its item there; the rest wait for it.
static uint64_t read_many(struct vt_channel *channel, unsigned reads)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < reads; i++) {
		bool there = i % 2;
		struct value_task read;
		uint64_t item;

		if (there)
			put(channel, i);
		read = vt_channel_read(channel, NULL);
		if (!there)
			put(channel, i);
		must(value_task_wait(&read, &item) == 0, "wait");
		sum += item;
	}
	return sum;
}

int main(void)
{
	struct vt_channel *channel =
		vt_channel_new(0, VT_CHANNEL_SINGLE_READER);
	struct count before;
	uint64_t sum;

	must(channel, "vt_channel_new");
	second_await(channel);
	second_read(channel);
	converted(channel);
	read_many(channel, 2);
	before = count_now();
	sum = read_many(channel, READS);
	must(sum == (uint64_t)READS * (READS - 1) / 2, "sum");
	printf("%d reads, half of them waiting: %llu B\n", READS,
	       bytes_since(before));
	vt_channel_free(channel);
	return EXIT_SUCCESS;
}
