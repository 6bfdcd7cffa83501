// SPDX-License-Identifier: Apache-2.0
// runtime/examples/buffer.c, written wrongly.
#include <once/executor.h>

struct buffer {
	struct vt_loop *loop;
};

struct value_task buffer_put(struct buffer *buffer, uint64_t item);
struct value_task buffer_get(struct buffer *buffer);

void bad_does_not_look_whether_it_was_put(struct buffer *buffer, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		buffer_put(buffer, i); // expect: never-consumed
}

uint64_t bad_gives_up_half_way(struct buffer *buffer, uint64_t limit)
{
	uint64_t item = 0;

	for (uint64_t i = 0; i < limit; i++) {
		struct value_task get = buffer_get(buffer); // expect: never-consumed "'get'"

		if (item > limit)
			break;
		if (vt_loop_run_until(buffer->loop, &get, &item) != 0)
			return 0;
	}
	return item;
}

uint64_t bad_takes_the_same_one_again(struct buffer *buffer, uint64_t limit)
{
	struct value_task get = buffer_get(buffer);
	uint64_t item = 0;

	do {
		if (vt_loop_run_until(buffer->loop, &get, &item) != 0) // expect: double-consume
			return 0;
	} while (item < limit);
	return item;
}

uint64_t ok_takes_each(struct buffer *buffer, int n)
{
	uint64_t item = 0;

	for (int i = 0; i < n; i++) {
		struct value_task get = buffer_get(buffer);

		if (vt_loop_run_until(buffer->loop, &get, &item) != 0)
			return 0;
	}
	return item;
}
