// SPDX-License-Identifier: Apache-2.0
//
// A cache in front of a slow service. Nine lookups of ten are answered from
// the cache at once; the tenth waits for the service. As value tasks neither
// costs memory; as tasks every lookup does, the ready ones for nothing.
#include <errno.h>

#include <once/frame.h>
#include <once/task.h>

#include "example.h"

enum { IDS = 100, LOOKUPS = 1000, LIFETIME = 3600 };

struct entry {
	uint64_t stock;
	uint64_t expires; // 0: not here
};

struct shop {
	struct vt_loop *loop;
	uint64_t now; // seconds; the example's own clock
	struct entry cache[IDS];
	unsigned asked; // how often the service was
};

// ---- the slow service: answers on a later turn of the loop

struct request {
	struct vt_frame frame;
	struct shop *shop;
	uint64_t id;
};

static int request_step(struct vt_frame *frame)
{
	struct request *self = (struct request *)frame;

	VT_BEGIN(frame);
	VT_YIELD(frame, vt_loop_executor(self->shop->loop));
	self->shop->asked++;
	VT_RETURN(frame, self->id * 3 + self->shop->asked);
	VT_END(frame);
}

static struct value_task service_stock(struct shop *shop, uint64_t id)
{
	struct request *self = vt_frame_new(sizeof(*self), request_step);

	if (!self)
		return value_task_error(ENOMEM);
	self->shop = shop;
	self->id = id;
	return vt_frame_start(&self->frame);
}

// ---- the miss: an asynchronous function over a pooled frame

struct miss {
	struct vt_frame frame;
	struct shop *shop;
	uint64_t id;
	struct value_task answer;
	uint64_t stock;
};

static int miss_step(struct vt_frame *frame)
{
	struct miss *self = (struct miss *)frame;
	struct entry *entry = &self->shop->cache[self->id];
	int rc;

	VT_BEGIN(frame);
	self->answer = service_stock(self->shop, self->id);
	VT_AWAIT(frame, rc, &self->answer, &self->stock);
	if (rc)
		VT_FAIL(frame, rc);
	entry->stock = self->stock;
	entry->expires = self->shop->now + LIFETIME;
	VT_RETURN(frame, self->stock);
	VT_END(frame);
}

static struct value_task miss(struct shop *shop, uint64_t id)
{
	struct miss *self = vt_frame_new(sizeof(*self), miss_step);

	if (!self)
		return value_task_error(ENOMEM);
	self->shop = shop;
	self->id = id;
	return vt_frame_start(&self->frame);
}

// ---- the cache, twice

static struct value_task stock_of(struct shop *shop, uint64_t id)
{
	const struct entry *entry = &shop->cache[id];

	if (entry->expires > shop->now)
		return value_task_value(entry->stock);
	return miss(shop, id);
}

static struct vt_task *stock_task_of(struct shop *shop, uint64_t id)
{
	struct value_task t = stock_of(shop, id);

	return value_task_as_task(&t);
}

// ---- the callers

static uint64_t get(struct shop *shop, uint64_t id)
{
	struct value_task t = stock_of(shop, id);
	uint64_t stock = 0;

	must(vt_loop_run_until(shop->loop, &t, &stock) == 0, "lookup");
	return stock;
}

static uint64_t get_by_task(struct shop *shop, uint64_t id)
{
	struct vt_task *task = stock_task_of(shop, id);
	uint64_t stock = 0;

	must(task, "lookup");
	vt_loop_run(shop->loop);
	must(vt_task_get(task, &stock) == 0, "lookup");
	vt_task_unref(task);
	return stock;
}

typedef uint64_t get_fn(struct shop *shop, uint64_t id);

static void measure(const char *name, struct shop *shop, get_fn *get_stock)
{
	struct count before = count_now();
	unsigned asked = shop->asked;
	uint64_t sum = 0;

	for (unsigned i = 0; i < LOOKUPS; i++)
		sum += get_stock(shop, i % IDS);
	asked = shop->asked - asked;
	must(sum > 0, "sum");
	printf("%s: %u hits, %u misses, %llu B\n", name, LOOKUPS - asked, asked,
	       bytes_since(before));
}

int main(void)
{
	struct shop shop = { .loop = vt_loop_new(), .now = 1 };

	must(shop.loop, "vt_loop_new");
	get(&shop, 0); // warms the pool
	shop.cache[0].expires = 0;
	measure("value task", &shop, get);
	measure("value task, all hits", &shop, get);
	shop.now += LIFETIME;
	measure("value task, an hour later", &shop, get);
	shop.now += LIFETIME;
	measure("task", &shop, get_by_task);
	measure("task, all hits", &shop, get_by_task);
	vt_loop_free(shop.loop);
	return EXIT_SUCCESS;
}
