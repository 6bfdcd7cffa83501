// SPDX-License-Identifier: Apache-2.0
//
// A chain of callers, each awaiting the one below: controller, service, cache.
// With tasks every layer has one of its own, so the price of an answer that
// was there all the time grows with the depth of the program.
#include <errno.h>

#include <once/frame.h>
#include <once/task.h>

#include "example.h"

enum { CALLS = 1000, MAX_LAYERS = 3 };

struct bottom {
	struct vt_loop *loop;
	bool ready; // a hit in the cache
};

// ---- value tasks: a layer is an asynchronous function

struct layer {
	struct vt_frame frame;
	struct bottom *bottom;
	unsigned below; // layers
	struct value_task inner;
	uint64_t value;
};

static struct value_task layer(struct bottom *bottom, unsigned layers);

static int bottom_step(struct vt_frame *frame)
{
	struct layer *self = (struct layer *)frame;

	VT_BEGIN(frame);
	VT_YIELD(frame, vt_loop_executor(self->bottom->loop));
	VT_RETURN(frame, 1);
	VT_END(frame);
}

static int layer_step(struct vt_frame *frame)
{
	struct layer *self = (struct layer *)frame;
	int rc;

	VT_BEGIN(frame);
	self->inner = layer(self->bottom, self->below);
	VT_AWAIT(frame, rc, &self->inner, &self->value);
	if (rc)
		VT_FAIL(frame, rc);
	VT_RETURN(frame, self->value + 1);
	VT_END(frame);
}

static struct value_task layer(struct bottom *bottom, unsigned layers)
{
	struct layer *self;

	if (layers == 0 && bottom->ready)
		return value_task_value(1);
	self = vt_frame_new(sizeof(*self), layers ? layer_step : bottom_step);
	if (!self)
		return value_task_error(ENOMEM);
	self->bottom = bottom;
	self->below = layers - 1;
	return vt_frame_start(&self->frame);
}

static uint64_t call(struct bottom *bottom, unsigned layers)
{
	struct value_task t = layer(bottom, layers);
	uint64_t value = 0;

	must(vt_loop_run_until(bottom->loop, &t, &value) == 0, "chain");
	return value;
}

// ---- tasks: a layer is a task, and a callback while it is pending

struct request {
	struct vt_work work;
	struct vt_task *task;
};

struct pending {
	struct vt_task *inner;
	struct vt_task *outer;
};

static void answer(struct vt_work *work)
{
	struct request *request = (struct request *)work;

	vt_task_complete(request->task, 1);
	vt_task_unref(request->task);
	free(request);
}

static struct vt_task *bottom_task(struct bottom *bottom)
{
	struct request *request;

	if (bottom->ready)
		return vt_task_value(1);
	request = calloc(1, sizeof(*request));
	must(request, "malloc");
	request->work.run = answer;
	request->task = vt_task_new();
	must(request->task, "vt_task_new");
	vt_task_ref(request->task);
	vt_executor_post(vt_loop_executor(bottom->loop), &request->work);
	return request->task;
}

static void inner_done(void *arg)
{
	struct pending *p = arg;
	uint64_t value = 0;
	int rc = vt_task_get(p->inner, &value);

	if (rc)
		vt_task_fail(p->outer, rc);
	else
		vt_task_complete(p->outer, value + 1);
	vt_task_unref(p->inner);
	vt_task_unref(p->outer);
	free(p);
}

static struct vt_task *await_inner(struct vt_task *inner)
{
	struct pending *p = malloc(sizeof(*p));

	must(p, "malloc");
	p->inner = inner;
	p->outer = vt_task_new();
	must(p->outer, "vt_task_new");
	vt_task_ref(p->outer);
	must(vt_task_on_done(inner, inner_done, p) == VT_PENDING, "on_done");
	return p->outer;
}

static struct vt_task *layer_task(struct bottom *bottom, unsigned layers)
{
	struct vt_task *task = bottom_task(bottom);

	must(task, "task");
	for (unsigned i = 0; i < layers; i++) {
		uint64_t value = 0;

		if (vt_task_status(task) == VT_PENDING) {
			task = await_inner(task);
			continue;
		}
		must(vt_task_get(task, &value) == 0, "inner task");
		vt_task_unref(task);
		task = vt_task_value(value + 1);
		must(task, "vt_task_value");
	}
	return task;
}

static uint64_t call_by_task(struct bottom *bottom, unsigned layers)
{
	struct vt_task *task = layer_task(bottom, layers);
	uint64_t value = 0;

	vt_loop_run(bottom->loop);
	must(vt_task_wait(task, &value) == 0, "chain");
	vt_task_unref(task);
	return value;
}

// ---- the table

typedef uint64_t call_fn(struct bottom *bottom, unsigned layers);

static double bytes_per_call(struct bottom *bottom, unsigned layers,
			     call_fn *call_layers)
{
	struct count before;

	call_layers(bottom, layers); // warms the pool
	before = count_now();
	for (unsigned i = 0; i < CALLS; i++)
		must(call_layers(bottom, layers) == layers + 1, "value");
	return (double)bytes_since(before) / CALLS;
}

int main(void)
{
	struct bottom bottom = { .loop = vt_loop_new() };

	must(bottom.loop, "vt_loop_new");
	puts("bytes per call   value task   task");
	for (unsigned layers = 1; layers <= MAX_LAYERS; layers++) {
		bottom.ready = true;
		printf("%u layers, hit    %10g %6g\n", layers,
		       bytes_per_call(&bottom, layers - 1, call),
		       bytes_per_call(&bottom, layers - 1, call_by_task));
		bottom.ready = false;
		printf("%u layers, miss   %10g %6g\n", layers,
		       bytes_per_call(&bottom, layers - 1, call),
		       bytes_per_call(&bottom, layers - 1, call_by_task));
	}
	vt_loop_free(bottom.loop);
	return EXIT_SUCCESS;
}
