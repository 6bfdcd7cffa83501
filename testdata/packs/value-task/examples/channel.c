// SPDX-License-Identifier: Apache-2.0
// runtime/examples/channel.c, written wrongly.
#include <once/channel.h>
#include <once/task.h>
#include <stddef.h>

int bad_second_await(struct vt_channel *channel, uint64_t *item)
{
	struct value_task read = vt_channel_read(channel, NULL);
	struct value_task copy = read;
	int rc = value_task_wait(&read, item);

	if (rc)
		return rc;
	return value_task_wait(&copy, item); // expect: double-consume
}

struct vt_task *bad_converted_twice(struct vt_channel *channel)
{
	struct value_task read = vt_channel_read(channel, NULL);
	struct value_task copy = read;
	struct vt_task *first = value_task_as_task(&read);
	struct vt_task *second;

	if (!first) {
		value_task_discard(&read);
		return NULL;
	}
	second = value_task_as_task(&copy); // expect: use-after-transfer
	vt_task_unref(first);
	return second;
}

struct vt_task *bad_converted_after_the_first_await(struct vt_channel *channel,
						    uint64_t *item)
{
	struct value_task read = vt_channel_read(channel, NULL);

	if (value_task_wait(&read, item) != 0)
		return NULL;
	return value_task_as_task(&read); // expect: use-after-transfer "'read'"
}

int bad_preserved_and_taken(struct vt_channel *channel, uint64_t *item)
{
	struct value_task read = vt_channel_read(channel, NULL);
	struct value_task copy = read;
	struct value_task kept = value_task_preserve(&read);
	int rc = value_task_wait(&kept, item);

	value_task_unpreserve(&kept);
	if (rc)
		return rc;
	return value_task_wait(&copy, item); // expect: use-after-transfer
}

int bad_taken_after_unpreserve(struct vt_channel *channel, uint64_t *item)
{
	struct value_task read = vt_channel_read(channel, NULL);
	struct value_task kept = value_task_preserve(&read);

	value_task_unpreserve(&kept);
	return value_task_wait(&kept, item); // expect: use-after-consume "'kept'"
}

int bad_two_continuations(struct vt_channel *channel, vt_fn *fn, void *a,
			  void *b)
{
	struct value_task read = vt_channel_read(channel, NULL);
	int rc = value_task_on_done(&read, fn, a);

	if (rc != VT_PENDING)
		return value_task_discard(&read);
	return value_task_on_done(&read, fn, b); // expect: double-consume
}

uint64_t bad_read_beside_another(struct vt_channel *channel)
{
	struct value_task read = vt_channel_read(channel, NULL);
	uint64_t item = 0;

	read = vt_channel_read(channel, NULL); // expect: overwritten-handle "'read'"
	return value_task_wait(&read, &item) == 0 ? item : 0;
}

int bad_closed_twice(struct vt_channel *channel, int error)
{
	if (error)
		vt_channel_close(channel, error);
	return vt_channel_close(channel, 0); // expect: double-complete
}

int bad_used_after_it_was_freed(struct vt_channel *channel, uint64_t *item)
{
	vt_channel_free(channel);
	return vt_channel_try_read(channel, item); // expect: use-after-consume
}

int bad_cancelled_after_the_last_reference(struct vt_channel *channel)
{
	struct vt_cancel *cancel = vt_cancel_new();
	struct value_task read = vt_channel_read(channel, cancel);

	vt_cancel_unref(cancel);
	vt_cancel_request(cancel); // expect: use-after-consume "'cancel'"
	return value_task_discard(&read);
}

int ok_discarded_on_every_way_out(struct vt_channel *channel, uint64_t *item)
{
	struct value_task read = vt_channel_read(channel, NULL);
	int rc = VT_PENDING;

	if (value_task_is_done(&read))
		rc = value_task_take(&read, item);
	value_task_discard(&read);
	return rc;
}
