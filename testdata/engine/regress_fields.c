// SPDX-License-Identifier: Apache-2.0
// A handle that is a struct inside another struct: the object at that address
// stays the same one, whoever wrote into it and however it was reached.
#include <aio.h>
#include <stddef.h>
#include <uv.h>

struct first {
	uv_timer_t timer;
	int closed;
};

struct second {
	int closed;
	uv_timer_t timer;
	struct aiocb request;
};

static void close_first(struct first *c)
{
	uv_close((uv_handle_t *)&c->timer, NULL);
}

static void close_second(struct second *c)
{
	uv_timer_stop(&c->timer);
	uv_close((uv_handle_t *)&c->timer, NULL);
}

static void reap(struct second *c)
{
	aio_return(&c->request);
}

void bad_closed_by_helper(struct first *c)
{
	close_first(c);
	uv_close((uv_handle_t *)&c->timer, NULL); // expect: double-consume
}

void bad_stopped_and_closed_by_helper(struct second *c)
{
	close_second(c);
	uv_close((uv_handle_t *)&c->timer, NULL); // expect: double-consume
}

void bad_reaped_by_helper(struct second *c)
{
	reap(c);
	aio_return(&c->request); // expect: double-consume
}

void trace_timer(uv_timer_t *timer);

void bad_seen_by_a_stranger(struct second *c)
{
	trace_timer(&c->timer);
	uv_close((uv_handle_t *)&c->timer, NULL);
	uv_close((uv_handle_t *)&c->timer, NULL); // expect: double-consume
}

// The stranger may have closed and started it anew.
void good_started_by_a_stranger(struct second *c)
{
	uv_close((uv_handle_t *)&c->timer, NULL);
	trace_timer(&c->timer);
	uv_close((uv_handle_t *)&c->timer, NULL);
}

int good_asked_while_it_closes(struct second *c)
{
	uv_close((uv_handle_t *)&c->timer, NULL);
	return uv_is_active((uv_handle_t *)&c->timer);
}

void good_two_objects(struct second *a, struct second *b)
{
	close_second(a);
	close_second(b);
}

// An accessor: what it points to is a part of what it was given.
static uv_timer_t *timer_of(struct second *c) // expect summary: "return = &c->timer"
{
	return &c->timer;
}

void bad_closed_through_an_accessor(struct second *c)
{
	uv_close((uv_handle_t *)timer_of(c), NULL);
	uv_close((uv_handle_t *)timer_of(c), NULL); // expect: double-consume
}

void bad_accessor_and_field(struct second *c)
{
	uv_timer_t *timer = timer_of(c);

	uv_close((uv_handle_t *)&c->timer, NULL);
	uv_close((uv_handle_t *)timer, NULL); // expect: double-consume
}

void good_accessor_of_two(struct second *a, struct second *b)
{
	uv_close((uv_handle_t *)timer_of(a), NULL);
	uv_close((uv_handle_t *)timer_of(b), NULL);
}
