// SPDX-License-Identifier: Apache-2.0
//
// Frames: one slot is source, state and locals. Whoever runs the step function
// completes the operation, so a function that ends in its first step needs no
// atomic operation and its frame is never seen by anybody.
#include "frame.h"

#include <errno.h>
#include <string.h>

#include "core.h"
#include "pool.h"
#include "trace.h"

_Static_assert(offsetof(struct vt_frame, core) ==
		       offsetof(struct vt_slot, core),
	       "a frame is a slot");

static struct vt_slot *slot_of(struct vt_frame *frame)
{
	return (struct vt_slot *)frame;
}

static int frame_status(void *source, uint64_t token)
{
	struct vt_frame *frame = source;

	return core_status(&frame->core, token);
}

static int frame_on_done(void *source, uint64_t token,
			 const struct vt_continuation *k)
{
	struct vt_frame *frame = source;

	return core_on_done(&frame->core, token, k);
}

static int frame_take(void *source, uint64_t token, uint64_t *value)
{
	struct vt_frame *frame = source;
	int rc = core_take(&frame->core, token, value);

	if (VT_LIKELY(rc >= 0))
		pool_return(slot_of(frame), frame->size_class);
	return rc;
}

static int frame_discard(void *source, uint64_t token)
{
	struct vt_frame *frame = source;
	int rc = core_discard(&frame->core, token);

	if (rc == VT_OK)
		pool_return(slot_of(frame), frame->size_class);
	return rc;
}

static const struct vt_source_ops frame_ops = {
	.status = frame_status,
	.on_done = frame_on_done,
	.take = frame_take,
	.discard = frame_discard,
};

struct vt_frame *frame_rent(size_t size, const struct vt_source_ops *ops)
{
	struct vt_frame *frame;
	unsigned bin;

	if (size < sizeof(*frame) || size > VT_FRAME_MAX)
		return NULL;
	bin = pool_bin(size);
	frame = (struct vt_frame *)pool_rent(bin);
	if (!frame)
		return NULL;
	frame->ops = ops;
	frame->value = 0;
	frame->line = 0;
	frame->size_class = bin;
	core_begin(&frame->core);
	return frame;
}

void *vt_frame_new(size_t size, vt_step_fn *step)
{
	TRACE_ENTRY();
	struct vt_frame *frame = frame_rent(size, &frame_ops);

	if (!frame)
		return NULL;
	frame->step = step;
	memset(frame + 1, 0, size - sizeof(*frame));
	return frame;
}

void vt_frame_free(void *frame)
{
	struct vt_frame *f = frame;

	if (f)
		pool_return(slot_of(f), f->size_class);
}

int vt_frame_error(int code)
{
	return code > 0 ? code : EINVAL;
}

static int run_step(struct vt_frame *frame)
{
	TRACE_CALLBACK();
	return frame->step(frame);
}

struct value_task vt_frame_start(struct vt_frame *frame)
{
	TRACE_ENTRY();
	uint64_t token = core_generation(core_load(&frame->core));
	int rc = run_step(frame);
	uint64_t value;

	if (rc == VT_PENDING)
		return value_task_from_source(frame, token);
	value = frame->value;
	vt_frame_free(frame);
	return rc ? value_task_error(vt_frame_error(rc))
		  : value_task_value(value);
}

void vt_frame_resume(void *arg)
{
	TRACE_ENTRY();
	struct vt_frame *frame = arg;
	int rc = run_step(frame);
	uint64_t token;

	if (rc == VT_PENDING)
		return;
	token = core_generation(core_load(&frame->core));
	if (rc)
		rc = core_fail(&frame->core, token, vt_frame_error(rc));
	else
		rc = core_complete(&frame->core, token, frame->value);
	if (rc == VT_EDISCARDED)
		vt_frame_free(frame);
}

static void run(struct vt_work *work)
{
	vt_frame_resume((char *)work - offsetof(struct vt_frame, work));
}

void vt_frame_post(struct vt_frame *frame, struct vt_executor *executor)
{
	frame->work.run = run;
	vt_executor_post(executor, &frame->work);
}
