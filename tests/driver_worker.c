// SPDX-License-Identifier: Apache-2.0
// Tasks that die in every way: the others' results arrive all the same.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/worker.h"

enum behaviour { FINE, CRASH, CRASH_ONCE, EXIT, SPIN, SLEEP, SAY_MUCH };

#define TASKS 40

struct log {
	enum behaviour behaviour[TASKS];
	char result[TASKS][160];
	uint32_t settled;
};

static void work(void *data, uint32_t task, bool is_retry, struct str *message)
{
	struct log *l = data;

	switch (l->behaviour[task]) {
	case CRASH_ONCE:
		if (is_retry)
			break;
		raise(SIGKILL);
		break;
	case CRASH:
		raise(SIGKILL);
		break;
	case EXIT:
		_exit(7);
	case SPIN:
		for (volatile unsigned x = 0;; x++)
			;
	case SLEEP:
		sleep(1000);
		break;
	case SAY_MUCH:
		for (int i = 0; i < 300000; i++)
			str_add(message, "0123456789");
		return;
	case FINE:
		break;
	}
	str_printf(message, "done %u", task);
}

static void done(void *data, uint32_t task, const char *retried,
		 const struct str *message)
{
	struct log *l = data;

	l->settled++;
	if (message->length > 100)
		snprintf(l->result[task], sizeof(l->result[task]), "%zu bytes",
			 message->length);
	else
		snprintf(l->result[task], sizeof(l->result[task]), "%.*s%s%s",
			 (int)message->length, message->text,
			 retried ? " after: " : "", retried ? retried : "");
}

static void failed(void *data, uint32_t task, const char *reason)
{
	struct log *l = data;

	l->settled++;
	snprintf(l->result[task], sizeof(l->result[task]), "failed: %s",
		 reason);
}

static void run(struct log *l, uint32_t jobs, uint32_t timeout)
{
	struct pool p = { .jobs = jobs,
			  .timeout = timeout,
			  .data = l,
			  .work = work,
			  .done = done,
			  .failed = failed };
	struct err e = ERR_INIT;

	assert_true(pool_run(&p, TASKS, &e));
	assert_int_equal(l->settled, TASKS);
}

static void expect(const struct log *l, uint32_t task, const char *text)
{
	assert_string_equal(l->result[task], text);
}

static void all_arrive(void **state)
{
	(void)state;
	for (uint32_t jobs = 0; jobs < 4; jobs++) {
		struct log l = { 0 };

		run(&l, jobs, 0);
		for (uint32_t i = 0; i < TASKS; i++) {
			char text[32];

			snprintf(text, sizeof(text), "done %u", i);
			expect(&l, i, text);
		}
	}
}

static void the_dead_cost_only_themselves(void **state)
{
	struct log l = { 0 };

	(void)state;
	l.behaviour[0] = CRASH;
	l.behaviour[1] = EXIT;
	l.behaviour[5] = CRASH_ONCE;
	l.behaviour[6] = SAY_MUCH;
	l.behaviour[TASKS - 1] = CRASH;
	run(&l, 3, 0);
	expect(&l, 0, "failed: the analysis crashed (Killed)");
	expect(&l, 1, "failed: the analysis ended with status 7");
	expect(&l, 5, "done 5 after: the analysis crashed (Killed)");
	expect(&l, 6, "3000000 bytes");
	expect(&l, TASKS - 1, "failed: the analysis crashed (Killed)");
	expect(&l, 2, "done 2");
}

static void the_slow_are_given_up(void **state)
{
	struct log l = { 0 };

	(void)state;
	l.behaviour[3] = SPIN;
	l.behaviour[4] = SLEEP;
	run(&l, 4, 1);
	// On a busy machine the clock runs out before the processor time.
	if (!strstr(l.result[3], "processor"))
		expect(&l, 3, "failed: took more time than --timeout gives");
	else
		expect(&l, 3,
		       "failed: took more processor time than --timeout gives");
	expect(&l, 4, "failed: took more time than --timeout gives");
	expect(&l, 5, "done 5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_arrive),
		cmocka_unit_test(the_dead_cost_only_themselves),
		cmocka_unit_test(the_slow_are_given_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
