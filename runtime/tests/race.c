// SPDX-License-Identifier: Apache-2.0
//
// Two threads do the same to one operation, many times: exactly one wins, and
// the other is told.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <once/task.h>

#include "test.h"

static int most_rounds = UNDER_TSAN ? 20000 : 200000;
static int rounds;

// A spinning barrier: the two threads should meet as closely as can be.
static struct {
	atomic_int arrived;
	atomic_int turn;
} barrier;

static void meet(void)
{
	int turn = atomic_load(&barrier.turn);

	if (atomic_fetch_add(&barrier.arrived, 1) == 1) {
		atomic_store(&barrier.arrived, 0);
		atomic_fetch_add(&barrier.turn, 1);
		return;
	}
	for (int spins = 0; atomic_load(&barrier.turn) == turn; spins++)
		if (spins > 100)
			sched_yield();
}

static struct {
	struct vt_promise promise;
	struct value_task task;
	atomic_int winners;
	atomic_int losers;
	atomic_int strange; // a code that does not belong here
	long bad_rounds;
} race;

typedef int contestant_fn(int me);

static contestant_fn *contestants[2];
static void (*before)(void);
static void (*after)(void);

static void *contest(void *arg)
{
	int me = *(const int *)arg;

	for (int i = 0; i < rounds; i++) {
		if (me == 0) {
			race.winners = race.losers = 0;
			before();
		}
		meet();
		if (contestants[me](me))
			race.winners++;
		else
			race.losers++;
		meet();
		if (me == 0) {
			race.bad_rounds += race.winners != 1;
			after();
		}
		meet();
	}
	return NULL;
}

static void run(int share, contestant_fn *first, contestant_fn *second)
{
	static const int ids[2] = { 0, 1 };
	pthread_t thread;

	rounds = most_rounds / share;
	contestants[0] = first;
	contestants[1] = second;
	race.bad_rounds = 0;
	race.strange = 0;
	pthread_create(&thread, NULL, contest, (void *)(uintptr_t)&ids[1]);
	contest((void *)(uintptr_t)&ids[0]);
	pthread_join(thread, NULL);
	assert_int_equal(race.bad_rounds, 0);
	assert_int_equal(race.strange, 0);
	assert_int_equal(live_slots(), 0);
}

static void make_complete(void)
{
	race.task = vt_promise_init(&race.promise);
	vt_promise_complete(race.promise, 77);
}

static void make_pending(void)
{
	race.task = vt_promise_init(&race.promise);
}

static void finish_pending(void)
{
	struct value_task copy = race.task;
	uint64_t value;

	vt_promise_complete(race.promise, 1);
	if (value_task_take(&copy, &value) != VT_OK)
		race.strange++;
}

static void nothing(void)
{
}

static int take(int me)
{
	struct value_task copy = race.task;
	uint64_t value = 0;
	int rc = value_task_take(&copy, &value);

	(void)me;
	if (rc == VT_OK && value != 77)
		race.strange++;
	if (rc && rc != VT_ESTALE && rc != VT_ECLAIMED)
		race.strange++;
	return rc == VT_OK;
}

static int discard(int me)
{
	struct value_task copy = race.task;
	int rc = value_task_discard(&copy);

	(void)me;
	if (rc && rc != VT_ESTALE && rc != VT_ECLAIMED)
		race.strange++;
	return rc == VT_OK;
}

static int convert(int me)
{
	struct value_task copy = race.task;
	struct vt_task *task = value_task_as_task(&copy);

	(void)me;
	vt_task_unref(task);
	return task != NULL;
}

static int attach(int me)
{
	static int calls;
	int rc = value_task_on_done(&race.task, count_call, &calls);

	(void)me;
	if (rc != VT_PENDING && rc != VT_EBUSY)
		race.strange++;
	return rc == VT_PENDING;
}

static int complete(int me)
{
	int rc = vt_promise_complete(race.promise, (uint64_t)me);

	if (rc && rc != VT_EALREADY)
		race.strange++;
	return rc == VT_OK;
}

static void take_completed(void)
{
	struct value_task copy = race.task;
	uint64_t value;

	if (value_task_take(&copy, &value) != VT_OK)
		race.strange++;
}

static void two_takes(void **state)
{
	(void)state;
	before = make_complete;
	after = nothing;
	run(1, take, take);
}

static void take_and_discard(void **state)
{
	(void)state;
	before = make_complete;
	after = nothing;
	run(5, take, discard);
}

static void take_and_convert(void **state)
{
	(void)state;
	before = make_complete;
	after = nothing;
	run(5, take, convert);
}

static void two_attaches(void **state)
{
	(void)state;
	before = make_pending;
	after = finish_pending;
	run(5, attach, attach);
}

static void two_completions(void **state)
{
	(void)state;
	before = make_pending;
	after = take_completed;
	run(5, complete, complete);
}

// Not a contest: the waiter must never be lost, nor called twice.
static atomic_int passed_on;

static void continuation(void *arg)
{
	struct value_task *t = arg;
	uint64_t value;

	if (value_task_take(t, &value) != VT_OK)
		race.strange++;
	passed_on++;
}

static int await(int me)
{
	int rc = value_task_on_done(&race.task, continuation, &race.task);

	(void)me;
	if (rc == VT_OK)
		continuation(&race.task);
	else if (rc != VT_PENDING)
		race.strange++;
	return 0;
}

static void exactly_one_passed_on(void)
{
	if (passed_on != 1)
		race.strange++;
	passed_on = 0;
}

static void attach_and_complete(void **state)
{
	(void)state;
	before = make_pending;
	after = exactly_one_passed_on;
	run(5, await, complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_takes),
		cmocka_unit_test(take_and_discard),
		cmocka_unit_test(take_and_convert),
		cmocka_unit_test(two_attaches),
		cmocka_unit_test(two_completions),
		cmocka_unit_test(attach_and_complete),
	};

	if (getenv("RACE_ROUNDS"))
		most_rounds = atoi(getenv("RACE_ROUNDS"));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
