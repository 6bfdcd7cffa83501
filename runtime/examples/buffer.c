// SPDX-License-Identifier: Apache-2.0
//
// A data buffer over a slow store. Putting is done at once while there is room
// and getting while there is something; only when the buffer is full, or empty,
// does an operation wait for the store. Both give a value task, so the caller
// need not know which it was, and the many fast ones cost nothing.
#include <errno.h>

#include <once/frame.h>

#include "example.h"

enum { ROOM = 64, ITEMS = 6400 };

struct store {
	struct vt_loop *loop;
	uint64_t items[ITEMS];
	size_t written;
	size_t read;
	unsigned trips;
};

struct buffer {
	struct store *store;
	uint64_t items[ROOM];
	size_t head;
	size_t count;
};

// ---- the slow store: a trip moves a buffer's contents

struct trip {
	struct vt_frame frame;
	struct buffer *buffer;
	uint64_t item;
};

static struct value_task trip(struct buffer *buffer, vt_step_fn *step,
			      uint64_t item)
{
	struct trip *self = vt_frame_new(sizeof(*self), step);

	if (!self)
		return value_task_error(ENOMEM);
	self->buffer = buffer;
	self->item = item;
	return vt_frame_start(&self->frame);
}

// ---- putting

static void add(struct buffer *buffer, uint64_t item)
{
	buffer->items[buffer->count++] = item;
}

static void write_out(struct buffer *buffer)
{
	struct store *store = buffer->store;

	for (size_t i = 0; i < buffer->count; i++)
		store->items[store->written++] = buffer->items[i];
	buffer->count = 0;
	store->trips++;
}

static int flush_step(struct vt_frame *frame)
{
	struct trip *self = (struct trip *)frame;

	VT_BEGIN(frame);
	VT_YIELD(frame, vt_loop_executor(self->buffer->store->loop));
	write_out(self->buffer);
	add(self->buffer, self->item);
	VT_RETURN(frame, 0);
	VT_END(frame);
}

static struct value_task buffer_put(struct buffer *buffer, uint64_t item)
{
	if (buffer->count == ROOM)
		return trip(buffer, flush_step, item);
	add(buffer, item);
	return value_task_value(0);
}

// ---- getting

static uint64_t remove_first(struct buffer *buffer)
{
	buffer->count--;
	return buffer->items[buffer->head++];
}

static void read_in(struct buffer *buffer)
{
	struct store *store = buffer->store;

	buffer->head = 0;
	while (buffer->count < ROOM && store->read < store->written)
		buffer->items[buffer->count++] = store->items[store->read++];
	store->trips++;
}

static int refill_step(struct vt_frame *frame)
{
	struct trip *self = (struct trip *)frame;

	VT_BEGIN(frame);
	VT_YIELD(frame, vt_loop_executor(self->buffer->store->loop));
	read_in(self->buffer);
	if (!self->buffer->count)
		VT_FAIL(frame, EPIPE);
	VT_RETURN(frame, remove_first(self->buffer));
	VT_END(frame);
}

static struct value_task buffer_get(struct buffer *buffer)
{
	if (!buffer->count)
		return trip(buffer, refill_step, 0);
	return value_task_value(remove_first(buffer));
}

// ---- the callers

static void put_all(struct buffer *buffer)
{
	struct vt_loop *loop = buffer->store->loop;
	uint64_t ignored;

	for (uint64_t i = 0; i < ITEMS; i++) {
		struct value_task put = buffer_put(buffer, i);

		must(vt_loop_run_until(loop, &put, &ignored) == 0, "put");
	}
	write_out(buffer);
}

static void get_all(struct buffer *buffer)
{
	struct vt_loop *loop = buffer->store->loop;
	uint64_t item = 0;

	for (uint64_t i = 0; i < ITEMS; i++) {
		struct value_task get = buffer_get(buffer);

		must(vt_loop_run_until(loop, &get, &item) == 0, "get");
		must(item == i, "order");
	}
}

int main(void)
{
	struct store store = { .loop = vt_loop_new() };
	struct buffer in = { .store = &store };
	struct buffer out = { .store = &store };
	struct count before;
	struct value_task past;
	uint64_t item;

	must(store.loop, "vt_loop_new");
	past = buffer_get(&out); // warms the pool
	printf("getting from an empty store: %s\n",
	       vt_loop_run_until(store.loop, &past, &item) == EPIPE ? "EPIPE"
								    : "?");
	store.trips = 0;
	before = count_now();
	put_all(&in);
	printf("%d puts, %u of them waited or flushed: %llu B\n", ITEMS,
	       store.trips, bytes_since(before));
	store.trips = 0;
	before = count_now();
	get_all(&out);
	printf("%d gets, %u of them waited: %llu B\n", ITEMS, store.trips,
	       bytes_since(before));
	vt_loop_free(store.loop);
	return EXIT_SUCCESS;
}
