// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include <request.h>

int chance(void);
int value_for(const struct reply *p);
void note(const char *text, int value);
void queue_later(struct reply *p);

void bad_sent_twice(int to)
{
	struct reply *p = reply_open(to);

	reply_send(p, 1);
	reply_send(p, 2); // expect: double-complete "'p'"
}

void bad_failed_and_then_sent(int to, int value)
{
	struct reply *p = reply_open(to);

	if (value < 0)
		reply_fail(p, "negative");
	reply_send(p, value); // expect: double-complete
}

void bad_parameter_sent_twice(struct reply *p, int value)
{
	reply_send(p, value);
	if (value > 9)
		reply_send(p, 9); // expect: double-complete
}

void ok_failed_or_sent(int to, int value)
{
	struct reply *p = reply_open(to);

	if (value < 0) {
		reply_fail(p, "negative");
		return;
	}
	reply_send(p, value);
}

void bad_sent_in_a_loop(struct reply *p, int n)
{
	for (int i = 0; i < n; i++)
		reply_send(p, i); // expect: double-complete "loop"
}

void ok_sent_in_a_loop_and_left(struct reply *p, int n)
{
	for (int i = 0; i < n; i++) {
		if (chance()) {
			reply_send(p, i);
			return;
		}
	}
	reply_fail(p, "no chance");
}

void bad_tried_and_sent_again(int to)
{
	struct reply *p = reply_open(to);

	if (reply_try_send(p, 1) == 0)
		note("sent", to);
	reply_send(p, 2); // expect: double-complete
}

void ok_tried_until_sent(int to)
{
	struct reply *p = reply_open(to);

	while (reply_try_send(p, 1) != 0)
		note("again", to);
}

void ok_asked_whether_open(struct reply *p, int value)
{
	if (value > 0)
		reply_send(p, value);
	if (reply_is_open(p))
		reply_fail(p, "not positive");
}

static void send_and_log(struct reply *p, int value)
{
	note("sending", value);
	reply_send(p, value);
}

void bad_helper_sent_it(int to)
{
	struct reply *p = reply_open(to);

	send_and_log(p, 1);
	send_and_log(p, 2); // expect: double-complete
}

void bad_handed_over_then_sent(int to)
{
	struct reply *p = reply_open(to);

	reply_hand_over(p);
	reply_send(p, 1); // expect: use-after-transfer
}

int bad_early_return_forgets(int to, int value)
{
	struct reply *p = reply_open(to);

	if (value < 0)
		return -1; // expect: never-completed "'p'"
	reply_send(p, value);
	return 0;
}

void bad_one_case_forgets(int to, int mode)
{
	struct reply *p = reply_open(to);

	switch (mode) {
	case 0:
		reply_send(p, 0);
		break;
	case 1:
		note("unknown mode", mode);
		break;
	default:
		reply_fail(p, "mode");
	}
} // expect: never-completed

void ok_no_reply_to_send(int to)
{
	struct reply *p = reply_open(to);

	if (p == NULL)
		return;
	reply_send(p, to);
}

void ok_handed_on_or_stored(int to, struct reply **slot)
{
	struct reply *p = reply_open(to);

	if (to == 0)
		reply_hand_over(p);
	else if (to == 1)
		queue_later(p);
	else
		*slot = p;
}

void ok_path_aborts(int to)
{
	struct reply *p = reply_open(to);

	if (to < 0)
		abort();
	reply_send(p, to);
}

static void bad_handler_forgets(struct reply *p)
{
	int value = value_for(p);

	if (value == 0)
		return; // expect: never-completed
	reply_send(p, value);
}

static void ok_handler_answers(struct reply *p)
{
	if (chance())
		reply_fail(p, "no chance");
	else
		reply_send(p, 1);
}

static void bad_handler_answers_twice(struct reply *p)
{
	if (chance())
		reply_fail(p, "no chance");
	reply_send(p, 1); // expect: double-complete
}

void serve_all(void)
{
	reply_serve(bad_handler_forgets);
	reply_serve(ok_handler_answers);
	reply_serve(bad_handler_answers_twice);
}
