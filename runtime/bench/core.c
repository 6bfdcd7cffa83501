// SPDX-License-Identifier: Apache-2.0
//
// One lookup, answered from a table (hit) or on a later turn of the loop
// (miss), as a plain call, value tasks of every make, and heap tasks.
#include "bench.h"

#include <errno.h>
#include <stdlib.h>

#include <once/frame.h>
#include <once/task.h>

#define NOINLINE __attribute__((noinline))

static uint64_t table[16] = { 0, 42 };

static void sink(int rc, uint64_t value)
{
	if (rc)
		bench_fail("take");
	bench_sink += value;
}

static void sink_task(struct vt_task *task)
{
	uint64_t value = 0;
	int rc = vt_task_get(task, &value);

	vt_task_unref(task);
	sink(rc, value);
}

// ---- hits

NOINLINE static uint64_t plain_get(unsigned id)
{
	__asm__ volatile("");
	return table[id];
}

NOINLINE static struct value_task value_task_get(unsigned id)
{
	return value_task_value(table[id]);
}

NOINLINE static struct vt_task *task_get(unsigned id)
{
	return vt_task_value(table[id]);
}

static void hit_plain(uint64_t n)
{
	while (n--)
		bench_sink += plain_get(1);
}

static void hit_value_task(uint64_t n)
{
	while (n--) {
		struct value_task t = value_task_get(1);
		uint64_t value = 0;
		int rc = value_task_take(&t, &value);

		sink(rc, value);
	}
}

static void hit_task(uint64_t n)
{
	while (n--)
		sink_task(task_get(1));
}

static void hit_as_task(uint64_t n)
{
	while (n--) {
		struct value_task t = value_task_get(1);

		sink_task(value_task_as_task(&t));
	}
}

// Completed before it is awaited, but not when it was made.
static void hit_promise(uint64_t n)
{
	while (n--) {
		struct vt_promise p;
		struct value_task t = vt_promise_init(&p);
		uint64_t value = 0;
		int rc;

		vt_promise_complete(p, table[1]);
		rc = value_task_take(&t, &value);
		sink(rc, value);
	}
}

// ---- an asynchronous function that may suspend

struct lookup {
	struct vt_frame frame;
	unsigned id;
	bool is_there;
};

static int lookup_step(struct vt_frame *frame)
{
	struct lookup *self = (struct lookup *)frame;

	VT_BEGIN(frame);
	if (!self->is_there)
		VT_YIELD(frame, vt_loop_executor(bench_loop));
	VT_RETURN(frame, table[self->id]);
	VT_END(frame);
}

NOINLINE static struct value_task lookup(unsigned id, bool is_there)
{
	struct lookup *self = vt_frame_new(sizeof(*self), lookup_step);

	if (!self)
		return value_task_error(ENOMEM);
	self->id = id;
	self->is_there = is_there;
	return vt_frame_start(&self->frame);
}

static void set(void *arg)
{
	*(bool *)arg = true;
}

// Attaches a continuation, runs the loop, takes: what an awaiting caller does.
static void await(struct value_task t)
{
	bool done = false;
	uint64_t value = 0;
	int rc = value_task_on_done(&t, set, &done);

	if (rc == VT_PENDING) {
		vt_loop_run(bench_loop);
		if (!done)
			bench_fail("completion");
	}
	rc = value_task_take(&t, &value);
	sink(rc, value);
}

static void hit_frame(uint64_t n)
{
	while (n--)
		await(lookup(1, true));
}

static void miss_value_task(uint64_t n)
{
	while (n--)
		await(lookup(1, false));
}

// ---- misses without an asynchronous function

struct request {
	struct vt_work work;
	struct vt_promise promise;
	unsigned id;
};

static void request_run(struct vt_work *work)
{
	struct request *r = (struct request *)work;

	vt_promise_complete(r->promise, table[r->id]);
}

static void miss_promise(uint64_t n)
{
	struct request r = { .work.run = request_run, .id = 1 };

	while (n--) {
		struct value_task t = vt_promise_init(&r.promise);

		vt_executor_post(vt_loop_executor(bench_loop), &r.work);
		await(t);
	}
}

// A source on the heap, freed by the take: what a value task costs that is not
// pooled. A copy that is taken later reads freed memory.
struct heap_source {
	const struct vt_source_ops *ops;
	struct vt_core core;
	struct vt_work work;
	unsigned id;
};

static int heap_status(void *source, uint64_t token)
{
	return vt_core_status(&((struct heap_source *)source)->core, token);
}

static int heap_on_done(void *source, uint64_t token,
			const struct vt_continuation *k)
{
	return vt_core_on_done(&((struct heap_source *)source)->core, token, k);
}

static int heap_take(void *source, uint64_t token, uint64_t *value)
{
	struct heap_source *s = source;
	int rc = vt_core_take(&s->core, token, value);

	if (rc >= 0 && !vt_core_release(&s->core))
		free(s);
	return rc;
}

static const struct vt_source_ops heap_ops = {
	.status = heap_status,
	.on_done = heap_on_done,
	.take = heap_take,
};

static void heap_run(struct vt_work *work)
{
	struct heap_source *s =
		(struct heap_source *)(void *)((char *)work -
					       offsetof(struct heap_source,
							work));

	vt_core_complete(&s->core, vt_core_token(&s->core), table[s->id]);
}

NOINLINE static struct value_task heap_lookup(unsigned id)
{
	struct heap_source *s = malloc(sizeof(*s));

	if (!s)
		return value_task_error(ENOMEM);
	s->ops = &heap_ops;
	vt_core_init(&s->core);
	s->work.run = heap_run;
	s->id = id;
	vt_executor_post(vt_loop_executor(bench_loop), &s->work);
	return value_task_from_source(s, vt_core_token(&s->core));
}

static void miss_heap_source(uint64_t n)
{
	while (n--)
		await(heap_lookup(1));
}

// ---- the same with tasks

struct task_request {
	struct vt_work work;
	struct vt_task *task;
	unsigned id;
};

static void task_request_run(struct vt_work *work)
{
	struct task_request *r = (struct task_request *)work;

	vt_task_complete(r->task, table[r->id]);
	vt_task_unref(r->task);
	free(r);
}

NOINLINE static struct vt_task *task_lookup(unsigned id)
{
	struct task_request *r = malloc(sizeof(*r));

	if (!r)
		bench_fail("malloc");
	r->work.run = task_request_run;
	r->task = vt_task_new();
	r->id = id;
	if (!r->task)
		bench_fail("malloc");
	vt_task_ref(r->task);
	vt_executor_post(vt_loop_executor(bench_loop), &r->work);
	return r->task;
}

static void await_task(struct vt_task *task)
{
	bool done = false;

	if (vt_task_on_done(task, set, &done) == VT_PENDING) {
		vt_loop_run(bench_loop);
		if (!done)
			bench_fail("completion");
	}
	sink_task(task);
}

static void miss_task(uint64_t n)
{
	while (n--)
		await_task(task_lookup(1));
}

// ---- nine hits and a miss

static void mix_value_task(uint64_t n)
{
	while (n--)
		await(n % 10 ? value_task_get(1) : lookup(1, false));
}

static void mix_heap_source(uint64_t n)
{
	while (n--)
		await(n % 10 ? value_task_get(1) : heap_lookup(1));
}

static void mix_task(uint64_t n)
{
	while (n--)
		await_task(n % 10 ? task_get(1) : task_lookup(1));
}

enum { MANY = 1000000, SOME = 300000 };

const struct bench bench_core[] = {
	{ "hit/plain call", hit_plain, MANY },
	{ "hit/value_task", hit_value_task, MANY },
	{ "hit/value_task async function", hit_frame, MANY },
	{ "hit/value_task completed promise", hit_promise, MANY },
	{ "hit/task", hit_task, MANY },
	{ "hit/value_task as_task", hit_as_task, MANY },
	{ "miss/value_task async function", miss_value_task, SOME },
	{ "miss/value_task promise", miss_promise, SOME },
	{ "miss/value_task heap source", miss_heap_source, SOME },
	{ "miss/task", miss_task, SOME },
	{ "mix/value_task", mix_value_task, MANY },
	{ "mix/value_task heap source", mix_heap_source, MANY },
	{ "mix/task", mix_task, MANY },
	{ 0 },
};
