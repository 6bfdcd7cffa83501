// SPDX-License-Identifier: Apache-2.0
//
// One to three layers, each awaiting the one below, on a hit and on a miss.
#include "bench.h"

#include <errno.h>
#include <stdlib.h>

#include <once/frame.h>
#include <once/task.h>

// ---- value tasks

struct layer {
	struct vt_frame frame;
	unsigned below;
	bool is_there;
	struct value_task inner;
	uint64_t value;
};

static struct value_task layer(unsigned layers, bool is_there);

static int layer_step(struct vt_frame *frame)
{
	struct layer *self = (struct layer *)frame;
	int rc;

	VT_BEGIN(frame);
	if (!self->below) {
		if (!self->is_there)
			VT_YIELD(frame, vt_loop_executor(bench_loop));
		VT_RETURN(frame, 1);
	}
	self->inner = layer(self->below, self->is_there);
	VT_AWAIT(frame, rc, &self->inner, &self->value);
	if (rc)
		VT_FAIL(frame, rc);
	VT_RETURN(frame, self->value + 1);
	VT_END(frame);
}

static struct value_task layer(unsigned layers, bool is_there)
{
	struct layer *self = vt_frame_new(sizeof(*self), layer_step);

	if (!self)
		return value_task_error(ENOMEM);
	self->below = layers - 1;
	self->is_there = is_there;
	return vt_frame_start(&self->frame);
}

static void chain(uint64_t n, unsigned layers, bool is_there)
{
	while (n--) {
		struct value_task t = layer(layers, is_there);
		uint64_t value = 0;

		vt_loop_run(bench_loop);
		if (value_task_take(&t, &value) || value != layers)
			bench_fail("chain");
		bench_sink += value;
	}
}

// ---- tasks

struct pending {
	struct vt_work work;
	struct vt_task *inner;
	struct vt_task *outer;
};

static struct pending *pending_new(struct vt_task *inner)
{
	struct pending *p = malloc(sizeof(*p));

	if (!p)
		bench_fail("malloc");
	p->inner = inner;
	p->outer = vt_task_new();
	if (!p->outer)
		bench_fail("malloc");
	vt_task_ref(p->outer);
	return p;
}

static void pending_finish(struct pending *p, uint64_t value)
{
	vt_task_complete(p->outer, value);
	vt_task_unref(p->outer);
	vt_task_unref(p->inner);
	free(p);
}

static void answer(struct vt_work *work)
{
	pending_finish((struct pending *)work, 1);
}

static void inner_done(void *arg)
{
	struct pending *p = arg;
	uint64_t value = 0;

	if (vt_task_get(p->inner, &value))
		bench_fail("chain");
	pending_finish(p, value + 1);
}

static struct vt_task *bottom_task(bool is_there)
{
	struct pending *p;

	if (is_there)
		return vt_task_value(1);
	p = pending_new(NULL);
	p->work.run = answer;
	vt_executor_post(vt_loop_executor(bench_loop), &p->work);
	return p->outer;
}

static struct vt_task *layer_task(struct vt_task *inner)
{
	struct pending *p;
	uint64_t value;

	if (!vt_task_get(inner, &value)) {
		vt_task_unref(inner);
		return vt_task_value(value + 1);
	}
	p = pending_new(inner);
	if (vt_task_on_done(inner, inner_done, p) != VT_PENDING)
		bench_fail("on_done");
	return p->outer;
}

static void chain_task(uint64_t n, unsigned layers, bool is_there)
{
	while (n--) {
		struct vt_task *task = bottom_task(is_there);
		uint64_t value = 0;

		for (unsigned i = 1; i < layers; i++)
			task = layer_task(task);
		vt_loop_run(bench_loop);
		if (vt_task_get(task, &value) || value != layers)
			bench_fail("chain");
		vt_task_unref(task);
		bench_sink += value;
	}
}

#define CHAIN(layers)                                                          \
	static void hit_##layers(uint64_t n)                                   \
	{                                                                      \
		chain(n, layers, true);                                        \
	}                                                                      \
	static void miss_##layers(uint64_t n)                                  \
	{                                                                      \
		chain(n, layers, false);                                       \
	}                                                                      \
	static void task_hit_##layers(uint64_t n)                              \
	{                                                                      \
		chain_task(n, layers, true);                                   \
	}                                                                      \
	static void task_miss_##layers(uint64_t n)                             \
	{                                                                      \
		chain_task(n, layers, false);                                  \
	}

CHAIN(1)
CHAIN(2)
CHAIN(3)

enum { N = 200000 };

const struct bench bench_chain[] = {
	{ "chain of 1, hit/value_task", hit_1, N },
	{ "chain of 1, hit/task", task_hit_1, N },
	{ "chain of 2, hit/value_task", hit_2, N },
	{ "chain of 2, hit/task", task_hit_2, N },
	{ "chain of 3, hit/value_task", hit_3, N },
	{ "chain of 3, hit/task", task_hit_3, N },
	{ "chain of 1, miss/value_task", miss_1, N },
	{ "chain of 1, miss/task", task_miss_1, N },
	{ "chain of 2, miss/value_task", miss_2, N },
	{ "chain of 2, miss/task", task_miss_2, N },
	{ "chain of 3, miss/value_task", miss_3, N },
	{ "chain of 3, miss/task", task_miss_3, N },
	{ 0 },
};
