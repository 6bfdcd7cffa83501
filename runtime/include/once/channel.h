// SPDX-License-Identifier: Apache-2.0
//
// A queue of words between producers and consumers who wait without blocking.
// Waiting costs no memory once the pool is warm.
#ifndef ONCE_CHANNEL_H
#define ONCE_CHANNEL_H

#include <once/cancel.h>
#include <once/value_task.h>

#ifdef __cplusplus
extern "C" {
#endif

struct vt_channel;

enum {
	// One reader at a time: a second read while one waits is refused. Also
	// promises the channel that it need not queue readers.
	VT_CHANNEL_SINGLE_READER = 1,
};

// `capacity` items at most, 0 for no bound. NULL if there is no memory.
VT_MUST_USE struct vt_channel *vt_channel_new(size_t capacity, unsigned flags);

// Closes the channel, drops its items and frees it. Nobody may wait on it or
// use it any more. NULL is fine.
void vt_channel_free(struct vt_channel *channel);

// The next item. Fails with EPIPE when the channel is closed and empty (or with
// the error it was closed with), with EBUSY when a single-reader channel has a
// reader waiting already, with ECANCELED on a request of `cancel` (NULL: none),
// with ENOMEM. An item is lost to no reader that was cancelled or discarded.
VT_MUST_USE struct value_task vt_channel_read(struct vt_channel *channel,
					      struct vt_cancel *cancel);

// Puts `item` in, waiting for room. The value is 0. Fails as a read does.
VT_MUST_USE struct value_task vt_channel_write(struct vt_channel *channel,
					       uint64_t item,
					       struct vt_cancel *cancel);

// At once or not at all: 0, VT_PENDING if it would have to wait, VT_ECLOSED,
// VT_ENOMEM. A read is refused with VT_EBUSY beside a waiting single reader.
VT_MUST_USE int vt_channel_try_read(struct vt_channel *channel, uint64_t *item);
VT_MUST_USE int vt_channel_try_write(struct vt_channel *channel, uint64_t item);

// No more writes; readers get what is queued, then `error` (0: EPIPE). The
// channel's producer side is completed once: VT_EALREADY the second time.
int vt_channel_close(struct vt_channel *channel, int error);

// Items in the queue at this moment.
size_t vt_channel_count(struct vt_channel *channel);

#ifdef __cplusplus
}
#endif
#endif
