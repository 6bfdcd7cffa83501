// SPDX-License-Identifier: Apache-2.0
// runtime/examples/cache_aside.c, written wrongly.
#include <errno.h>
#include <once/frame.h>
#include <once/task.h>

struct shop {
	struct vt_loop *loop;
};

struct value_task service_stock(struct shop *shop, uint64_t id);

struct miss {
	struct vt_frame frame;
	struct shop *shop;
	uint64_t id;
	struct value_task answer;
	uint64_t stock;
};

int bad_awaits_twice(struct vt_frame *frame)
{
	struct miss *self = (struct miss *)frame;
	int rc;

	VT_BEGIN(frame);
	self->answer = service_stock(self->shop, self->id);
	VT_AWAIT(frame, rc, &self->answer, &self->stock);
	if (rc)
		VT_FAIL(frame, rc);
	VT_AWAIT(frame, rc, &self->answer, &self->stock); // expect: double-consume
	if (rc)
		VT_FAIL(frame, rc);
	VT_RETURN(frame, self->stock);
	VT_END(frame);
}

int bad_asks_again_before_it_has_the_answer(struct vt_frame *frame)
{
	struct miss *self = (struct miss *)frame;
	int rc;

	VT_BEGIN(frame);
	self->answer = service_stock(self->shop, self->id);
	self->answer = service_stock(self->shop, self->id + 1); // expect: overwritten-handle
	VT_AWAIT(frame, rc, &self->answer, &self->stock);
	if (rc)
		VT_FAIL(frame, rc);
	VT_RETURN(frame, self->stock);
	VT_END(frame);
}

struct value_task bad_starts_twice(struct shop *shop, uint64_t id)
{
	struct miss *self = vt_frame_new(sizeof(*self), bad_awaits_twice);
	struct value_task first;

	if (!self)
		return value_task_error(ENOMEM);
	self->shop = shop;
	self->id = id;
	first = vt_frame_start(&self->frame);
	value_task_discard(&first);
	return vt_frame_start(&self->frame); // expect: double-consume
}

uint64_t bad_keeps_looking(struct shop *shop, uint64_t id)
{
	struct value_task t = service_stock(shop, id);
	uint64_t stock = 0;

	if (vt_loop_run_until(shop->loop, &t, &stock) != 0)
		return 0;
	if (vt_loop_run_until(shop->loop, &t, &stock) != 0) // expect: double-consume "'t'"
		return 1;
	return stock;
}

void bad_warms_the_cache(struct shop *shop, uint64_t id)
{
	struct value_task t = service_stock(shop, id); // expect: never-consumed "'t'"

	if (value_task_is_done(&t))
		return;
	vt_loop_run(shop->loop);
}

uint64_t bad_does_not_wait(struct shop *shop, uint64_t id)
{
	struct value_task t = service_stock(shop, id);
	uint64_t stock = 0;

	if (value_task_take(&t, &stock) != 0) // expect: result-before-completion
		return 0;
	return stock;
}

uint64_t bad_forgets_the_task_on_failure(struct shop *shop, uint64_t id)
{
	struct value_task t = service_stock(shop, id);
	struct vt_task *task = value_task_as_task(&t); // expect: never-consumed
	uint64_t stock = 0;

	if (!task)
		return value_task_discard(&t) == 0;
	if (vt_task_get(task, &stock) != 0)
		return 0;
	vt_task_unref(task);
	return stock;
}

