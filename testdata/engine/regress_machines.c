// SPDX-License-Identifier: Apache-2.0
// State machines: the state says which steps are possible.
#include <stddef.h>

#include <request.h>

int more(void);

enum phase { IDLE, RUNNING, DONE };

struct machine {
	enum phase phase;
	struct request *request;
};

static void step(struct machine *m)
{
	switch (m->phase) {
	case IDLE:
		m->request = request_open(1);
		m->phase = RUNNING;
		break;
	case RUNNING:
		m->phase = DONE;
		request_wait(m->request);
		break;
	case DONE:
		m->phase = IDLE;
		break;
	}
}

void ok_stepped_by_helper(void)
{
	struct machine m = { IDLE, NULL };

	while (more())
		step(&m);
	if (m.phase == RUNNING)
		request_wait(m.request);
}

enum stage { CLOSED, OPENED, ASKED, ANSWERED, PAUSED };

void ok_five_stages(void)
{
	struct request *r = NULL;
	enum stage stage = CLOSED;

	while (more()) {
		switch (stage) {
		case CLOSED:
			r = request_open(1);
			stage = OPENED;
			break;
		case OPENED:
			if (more())
				stage = ASKED;
			break;
		case ASKED:
			request_wait(r);
			stage = ANSWERED;
			break;
		case ANSWERED:
			stage = more() ? PAUSED : CLOSED;
			break;
		case PAUSED:
			stage = CLOSED;
			break;
		}
	}
	if (stage == ASKED || stage == OPENED)
		request_wait(r);
}

void bad_back_to_the_wrong_stage(void)
{
	struct request *r = NULL;
	enum stage stage = CLOSED;

	while (more()) {
		switch (stage) {
		case CLOSED:
			r = request_open(1); // expect: never-consumed
			stage = ASKED;
			break;
		case ASKED:
			request_wait(r); // expect: double-consume
			stage = ANSWERED;
			break;
		case ANSWERED:
			stage = more() ? ASKED : CLOSED;
			break;
		case OPENED:
		case PAUSED:
			break;
		}
	}
}

// The greatest value has no next one.
int ok_greatest_value(struct request *r, long long n)
{
	int seen = 0;

	if (n == 0x7fffffffffffffffLL && more())
		seen = 1;
	if (n == 0x7fffffffffffffffLL) {
		if (more())
			seen = 2;
		request_wait(r);
	}
	return seen;
}

// What a message asks for is done once for each message, and messages of a kind
// that ends something come once.

enum wish { WISH_WORK = 1, WISH_STOP = 2 };

struct letter {
	enum wish wish;
	struct letter *next;
};

struct clerk {
	struct request *desk;
	struct letter *letters;
};

void work_on(struct letter *l);
struct letter *take_all(struct letter **from);

static int answer_letter(struct clerk *c, struct letter *l)
{
	switch (l->wish) {
	case WISH_STOP:
		request_wait(c->desk);
		return 0;
	default:
		work_on(l);
		return 1;
	}
}

static int answer_letters(struct clerk *c)
{
	struct letter *l = take_all(&c->letters);

	if (!l)
		return 0;
	while (l) {
		struct letter *next = l->next;
		if (!answer_letter(c, l))
			return 2;
		l = next;
	}
	return 1;
}

void ok_letters_until_none_is_left(struct clerk *c)
{
	while (answer_letters(c) != 0)
		;
}

void bad_one_letter_twice(struct clerk *c, struct letter *l)
{
	if (l->wish != WISH_STOP)
		return;
	answer_letter(c, l);
	answer_letter(c, l); // expect: double-consume
}
