// SPDX-License-Identifier: Apache-2.0
//
// A ring of items, those who wait for one, and those who wait for room; never
// both items and readers. Continuations run with the lock released.
#include <once/channel.h>

#include <errno.h>
#include <stdlib.h>

#include "trace.h"
#include "waiter.h"

struct vt_channel {
	pthread_mutex_t lock;
	size_t capacity; // 0: no bound
	unsigned flags;
	uint64_t *items;
	size_t room;
	size_t head;
	size_t count;
	bool closed;
	struct trace_mark closed_at;
	int error;
	struct waiter_list readers;
	struct trace_mark read_at;
	struct waiter_list writers;
};

enum { FIRST_ROOM = 16 };

struct vt_channel *vt_channel_new(size_t capacity, unsigned flags)
{
	struct vt_channel *ch = calloc(1, sizeof(*ch));

	if (!ch)
		return NULL;
	ch->capacity = capacity;
	ch->flags = flags;
	ch->room = capacity ? capacity : FIRST_ROOM;
	ch->items = calloc(ch->room, sizeof(*ch->items));
	if (!ch->items) {
		free(ch);
		return NULL;
	}
	pthread_mutex_init(&ch->lock, NULL);
	waiter_list_init(&ch->readers, &ch->lock);
	waiter_list_init(&ch->writers, &ch->lock);
	return ch;
}

void vt_channel_free(struct vt_channel *channel)
{
	TRACE_ENTRY();
	if (!channel)
		return;
	if (!channel->closed)
		vt_channel_close(channel, 0);
	pthread_mutex_destroy(&channel->lock);
	free(channel->items);
	free(channel);
}

// ---- the ring; the lock is held

static bool grow(struct vt_channel *ch)
{
	size_t room = ch->room * 2;
	uint64_t *items;

	if (ch->room > SIZE_MAX / 2 / sizeof(*items))
		return false;
	items = malloc(room * sizeof(*items));
	if (!items)
		return false;
	for (size_t i = 0; i < ch->count; i++)
		items[i] = ch->items[(ch->head + i) % ch->room];
	free(ch->items);
	ch->items = items;
	ch->room = room;
	ch->head = 0;
	return true;
}

static bool is_full(const struct vt_channel *ch)
{
	return ch->capacity && ch->count == ch->capacity;
}

static int push(struct vt_channel *ch, uint64_t item)
{
	if (ch->count == ch->room && !grow(ch))
		return VT_ENOMEM;
	ch->items[(ch->head + ch->count++) % ch->room] = item;
	return VT_OK;
}

static uint64_t pop(struct vt_channel *ch)
{
	uint64_t item = ch->items[ch->head];

	ch->head = (ch->head + 1) % ch->room;
	ch->count--;
	return item;
}

// ---- at once

// Gives `item` to a reader or to the ring; the lock is held and released. A
// reader who was discarded meanwhile leaves the item to the next one.
static int put(struct vt_channel *ch, uint64_t item)
{
	struct waiter *reader;
	int rc;

	while ((reader = waiter_pop(&ch->readers))) {
		pthread_mutex_unlock(&ch->lock);
		rc = waiter_finish(reader, item, 0);
		if (rc != VT_EDISCARDED)
			return VT_OK;
		pthread_mutex_lock(&ch->lock);
	}
	rc = is_full(ch) ? VT_PENDING : push(ch, item);
	pthread_mutex_unlock(&ch->lock);
	return rc;
}

int vt_channel_try_write(struct vt_channel *channel, uint64_t item)
{
	TRACE_ENTRY();
	pthread_mutex_lock(&channel->lock);
	if (channel->closed) {
		pthread_mutex_unlock(&channel->lock);
		return VT_ECLOSED;
	}
	return put(channel, item);
}

// Whether a read is refused because the single reader waits already.
static bool has_reader(const struct vt_channel *ch)
{
	return (ch->flags & VT_CHANNEL_SINGLE_READER) && ch->readers.head;
}

static int second_read(const struct vt_channel *ch, int code)
{
	(void)ch;
	return TRACE_OBJECT(SECOND_READ, "channel", ch, CONSUME, &ch->read_at,
			    code);
}

// Takes an item from the ring and lets the first waiting writer put his in. The
// lock is held and released.
static uint64_t get(struct vt_channel *ch)
{
	uint64_t item = pop(ch);
	struct waiter *writer = waiter_pop(&ch->writers);

	// There is room: a ring with waiting writers never grows.
	if (writer)
		push(ch, writer->item);
	pthread_mutex_unlock(&ch->lock);
	if (writer)
		waiter_finish(writer, 0, 0);
	return item;
}

int vt_channel_try_read(struct vt_channel *channel, uint64_t *item)
{
	TRACE_ENTRY();
	int rc = VT_PENDING;

	pthread_mutex_lock(&channel->lock);
	if (channel->count) {
		*item = get(channel);
		return VT_OK;
	}
	if (has_reader(channel))
		rc = VT_EBUSY;
	else if (channel->closed)
		rc = VT_ECLOSED;
	pthread_mutex_unlock(&channel->lock);
	return rc == VT_EBUSY ? second_read(channel, rc) : rc;
}

// ---- or later

struct value_task vt_channel_read(struct vt_channel *channel,
				  struct vt_cancel *cancel)
{
	TRACE_ENTRY();
	struct value_task t;
	int error = 0;

	pthread_mutex_lock(&channel->lock);
	if (channel->count)
		return value_task_value(get(channel));
	if (has_reader(channel))
		error = EBUSY;
	else if (channel->closed)
		error = channel->error;
	else {
		TRACE_MARK(&channel->read_at);
		t = waiter_add(&channel->readers, 0, cancel);
	}
	pthread_mutex_unlock(&channel->lock);
	if (!error)
		return t;
	if (error == EBUSY)
		second_read(channel, VT_EBUSY);
	return value_task_error(error);
}

struct value_task vt_channel_write(struct vt_channel *channel, uint64_t item,
				   struct vt_cancel *cancel)
{
	TRACE_ENTRY();
	struct value_task t;
	int rc;

	do {
		pthread_mutex_lock(&channel->lock);
		if (channel->closed) {
			pthread_mutex_unlock(&channel->lock);
			return value_task_error(channel->error);
		}
		if (is_full(channel)) {
			t = waiter_add(&channel->writers, item, cancel);
			pthread_mutex_unlock(&channel->lock);
			return t;
		}
		rc = put(channel, item);
	} while (rc == VT_PENDING);
	return rc ? value_task_error(ENOMEM) : value_task_value(0);
}

int vt_channel_close(struct vt_channel *channel, int error)
{
	TRACE_ENTRY();
	struct waiter *w;

	pthread_mutex_lock(&channel->lock);
	if (channel->closed) {
		pthread_mutex_unlock(&channel->lock);
		return TRACE_OBJECT(DOUBLE_COMPLETE, "channel", channel,
				    COMPLETE, &channel->closed_at, VT_EALREADY);
	}
	channel->closed = true;
	TRACE_MARK(&channel->closed_at);
	channel->error = error > 0 ? error : EPIPE;
	for (;;) {
		w = waiter_pop(&channel->readers);
		if (!w)
			w = waiter_pop(&channel->writers);
		pthread_mutex_unlock(&channel->lock);
		if (!w)
			return VT_OK;
		waiter_finish(w, 0, channel->error);
		pthread_mutex_lock(&channel->lock);
	}
}

size_t vt_channel_count(struct vt_channel *channel)
{
	size_t count;

	pthread_mutex_lock(&channel->lock);
	count = channel->count;
	pthread_mutex_unlock(&channel->lock);
	return count;
}
