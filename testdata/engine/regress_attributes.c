// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>

#include <request.h>

// Attributes for other tools, on functions that a pack describes as well: both
// speak of the same handle.
int request_wait(struct request *r) __attribute__((ownership_takes(malloc, 1)));
void request_free(struct request *r)
	__attribute__((ownership_takes(malloc, 1)));
struct request *request_open(int what)
	__attribute__((ownership_returns(malloc), warn_unused_result));

struct holder {
	struct request *r;
};

int ok_waited_for_once(void)
{
	struct request *r = request_open(1);

	return r ? request_wait(r) : 0;
}

int ok_parameter_waited_for_once(struct request *r)
{
	return request_wait(r);
}

int ok_one_or_the_other(int kind)
{
	struct request *r = request_open(kind);

	if (!r)
		return -1;
	if (kind)
		return request_wait(r);
	request_free(r);
	return 0;
}

int bad_waited_for_twice(void)
{
	struct request *r = request_open(1);
	int outcome;

	if (!r)
		return -1;
	outcome = request_wait(r);
	return outcome + request_wait(r); // expect: double-consume "request 'r'"
}

void bad_never_waited_for(void)
{
	struct request *r = request_open(1); // expect: never-consumed "request 'r'"

	if (r)
		request_poll(r);
}

void bad_dropped(void)
{
	(void)request_open(1); // expect: never-consumed
}

static int holder_start(struct holder *h)
{
	h->r = request_open(1);
	return h->r != NULL;
}

int ok_held_when_there_is_one(void)
{
	struct holder h;

	if (!holder_start(&h))
		return -1;
	return request_wait(h.r);
}

int bad_held_and_waited_for_twice(void)
{
	struct holder h;
	int outcome;

	if (!holder_start(&h))
		return -1;
	outcome = request_wait(h.r);
	return outcome + request_wait(h.r); // expect: double-consume "'h.r'"
}

// A type of nobody's pack: the attributes are all that is known.
typedef unsigned int ticket_t;
int ticket_take(ticket_t *out __attribute__((acquire_handle("ticket"))));
int ticket_use(ticket_t t __attribute__((release_handle("ticket"))));
int ticket_look(ticket_t t __attribute__((use_handle("ticket"))));

int ok_ticket_used_once(void)
{
	ticket_t t;

	if (ticket_take(&t))
		return -1;
	ticket_look(t);
	return ticket_use(t);
}

int bad_ticket_used_twice(void)
{
	ticket_t t;

	if (ticket_take(&t))
		return -1;
	ticket_use(t);
	return ticket_use(t); // expect: double-consume "'t'"
}

int bad_ticket_looked_at_afterwards(void)
{
	ticket_t t;

	if (ticket_take(&t))
		return -1;
	ticket_use(t);
	return ticket_look(t); // expect: use-after-consume "'t'"
}
