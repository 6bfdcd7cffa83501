// SPDX-License-Identifier: Apache-2.0
//
// Every interleaving of the operations on one word. The core is compiled into
// this test with a scheduling point before each atomic access; fibers run the
// operations, and all schedules are tried, depth first.
#include <stdbool.h>
#include <string.h>
#include <ucontext.h>

static void step(void);
#define CORE_STEP() step()
#include "../src/core.c"

#include "test.h"

enum { FIBERS = 4, STACK = 64 * 1024, DEPTH = 64, GENERATION = 1 };

static struct {
	ucontext_t scheduler;
	ucontext_t fiber[FIBERS];
	void (*body[FIBERS])(void);
	bool ended[FIBERS];
	unsigned char stack[FIBERS][STACK];
	int count;
	int current;       // -1 outside the fibers
	int chosen[DEPTH]; // among those that could run
	int choices[DEPTH];
	int depth; // of the schedule that is to be followed
	int at;
} model = { .current = -1 };

static void step(void)
{
	int self = model.current;

	if (self >= 0)
		swapcontext(&model.fiber[self], &model.scheduler);
}

static void fiber_main(void)
{
	model.body[model.current]();
	model.ended[model.current] = true;
}

static int nth_runnable(int n)
{
	for (int i = 0; i < model.count; i++)
		if (!model.ended[i] && n-- == 0)
			return i;
	return -1;
}

static int runnable_count(void)
{
	int n = 0;

	for (int i = 0; i < model.count; i++)
		n += !model.ended[i];
	return n;
}

static void prepare(int i)
{
	ucontext_t *fiber = &model.fiber[i];

	model.ended[i] = false;
	getcontext(fiber);
	fiber->uc_stack.ss_sp = model.stack[i];
	fiber->uc_stack.ss_size = STACK;
	fiber->uc_link = &model.scheduler;
	makecontext(fiber, fiber_main, 0);
}

static void run_schedule(void)
{
	for (int i = 0; i < model.count; i++)
		prepare(i);
	for (model.at = 0; runnable_count(); model.at++) {
		assert_in_range(model.at, 0, DEPTH - 1);
		if (model.at >= model.depth)
			model.chosen[model.at] = 0;
		model.choices[model.at] = runnable_count();
		model.current = nth_runnable(model.chosen[model.at]);
		swapcontext(&model.scheduler, &model.fiber[model.current]);
		model.current = -1;
	}
	model.depth = model.at;
}

static bool next_schedule(void)
{
	while (model.depth) {
		int last = model.depth - 1;

		if (++model.chosen[last] < model.choices[last])
			return true;
		model.depth--;
	}
	return false;
}

// ---- one source, and what happened to it

static struct {
	struct vt_core core;
	int completed; // accepted completions
	int discarded; // completions nobody wanted
	int attached;  // continuations promised
	int called;
	int attach_done; // attaches that found the outcome there
	int taken;       // successful takes
	int dropped;     // successful discards
	int recycled;
	int refused;
	uint64_t accepted; // the value of the accepted completion
	uint64_t seen;     // by the taker
} now;

static void recycle(void)
{
	now.recycled++;
	core_retire(&now.core);
}

static void take(void)
{
	uint64_t value = 0;
	int rc = vt_core_take(&now.core, GENERATION, &value);

	if (rc < 0) {
		now.refused++;
		return;
	}
	now.taken++;
	now.seen = value;
	recycle();
}

static void complete_with(uint64_t value)
{
	int rc = vt_core_complete(&now.core, GENERATION, value);

	if (rc == VT_EDISCARDED) {
		now.discarded++;
		recycle();
	} else if (rc == VT_OK) {
		now.completed++;
		now.accepted = value;
	} else {
		now.refused++;
	}
}

static void complete_a(void)
{
	complete_with(7);
}

static void complete_b(void)
{
	complete_with(9);
}

static void continuation(void *arg)
{
	(void)arg;
	now.called++;
	take();
}

static void attach_and_take(void)
{
	struct vt_continuation k = { continuation, NULL, NULL };
	int rc = vt_core_on_done(&now.core, GENERATION, &k);

	if (rc == VT_PENDING) {
		now.attached++;
	} else if (rc == VT_OK) {
		now.attach_done++;
		take();
	} else {
		now.refused++;
	}
}

static void discard(void)
{
	int rc = vt_core_discard(&now.core, GENERATION);

	if (rc == VT_OK || rc == VT_PENDING)
		now.dropped++;
	else
		now.refused++;
	if (rc == VT_OK)
		recycle();
}

static void look(void)
{
	int rc = vt_core_status(&now.core, GENERATION);

	assert_true(rc == VT_OK || rc == VT_ECLAIMED || rc == VT_ESTALE);
}

static void check_once(void)
{
	assert_in_range(now.taken + now.dropped, 0, 1);
	assert_in_range(now.recycled, 0, 1);
	assert_in_range(now.completed + now.discarded, 0, 1);
	assert_in_range(now.attached, 0, 1);
	assert_int_equal(now.called, now.attached && now.completed ? 1 : 0);
	if (now.taken)
		assert_int_equal(now.seen, now.accepted);
	assert_int_equal(
		now.recycled,
		now.taken + (now.dropped && now.completed + now.discarded));
	// Recycled means next generation, with nothing of the old one left.
	if (now.recycled)
		assert_int_equal(now.core.word, (uint64_t)(GENERATION + 1)
							<< CORE_SHIFT);
}

// Runs all schedules of the bodies over a fresh core and checks each end.
static long explore(bool done, void (*extra)(void), int count, ...)
{
	long schedules = 0;
	va_list bodies;

	va_start(bodies, count);
	model.count = count;
	for (int i = 0; i < count; i++)
		model.body[i] = va_arg(bodies, void (*)(void));
	va_end(bodies);
	model.depth = 0;
	do {
		memset(&now, 0, sizeof(now));
		vt_core_init(&now.core);
		if (done)
			complete_with(5);
		run_schedule();
		check_once();
		extra();
		schedules++;
	} while (next_schedule());
	print_message("%ld schedules\n", schedules);
	return schedules;
}

static void exactly_one_take(void)
{
	assert_int_equal(now.taken, 1);
}

static void nothing_more(void)
{
}

static void takers(void **state)
{
	(void)state;
	explore(true, exactly_one_take, 2, take, take);
	explore(true, exactly_one_take, 3, take, take, take);
	explore(true, exactly_one_take, 3, take, take, look);
}

static void attach_against_complete(void **state)
{
	(void)state;
	explore(false, exactly_one_take, 2, complete_a, attach_and_take);
	explore(false, exactly_one_take, 3, complete_a, attach_and_take,
		complete_b);
	explore(false, exactly_one_take, 3, complete_a, attach_and_take,
		attach_and_take);
	explore(false, nothing_more, 3, attach_and_take, attach_and_take,
		attach_and_take);
}

static void take_against_attach(void **state)
{
	(void)state;
	explore(false, exactly_one_take, 3, complete_a, attach_and_take, take);
	explore(true, exactly_one_take, 3, attach_and_take, take, complete_b);
}

static void one_consumer(void)
{
	assert_int_equal(now.taken + now.dropped, 1);
}

static void discard_against_all(void **state)
{
	(void)state;
	explore(false, one_consumer, 2, complete_a, discard);
	explore(false, one_consumer, 3, complete_a, discard, discard);
	explore(false, nothing_more, 3, complete_a, discard, take);
	explore(false, one_consumer, 3, complete_a, discard, attach_and_take);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takers),
		cmocka_unit_test(attach_against_complete),
		cmocka_unit_test(take_against_attach),
		cmocka_unit_test(discard_against_all),
	};

	if (UNDER_TSAN)
		return 0;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
