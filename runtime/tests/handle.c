// SPDX-License-Identifier: Apache-2.0
//
// The value task and its pooled producer, one thread: what each call does, and
// what a wrong one is told.
#include <errno.h>
#include <string.h>

#include "core.h"
#include "pool.h"
#include "test.h"

static void ready_value(void **state)
{
	struct value_task t = value_task_value(42);
	uint64_t value = 0;

	(void)state;
	assert_int_equal(sizeof(t), 16);
	assert_true(value_task_is_done(&t));
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value, 42);
	assert_true(value_task_is_empty(&t));
	assert_int_equal(value_task_take(&t, &value), VT_EEMPTY);
}

static void ready_error(void **state)
{
	struct value_task t = value_task_error(EIO);
	uint64_t value = 5;

	(void)state;
	assert_int_equal(value_task_status(&t), EIO);
	assert_int_equal(value_task_take(&t, &value), EIO);
	assert_int_equal(value, 5);
	assert_true(value_task_is_empty(&t));
}

static void zeroed_is_empty(void **state)
{
	struct value_task t = { 0 };
	uint64_t value;

	(void)state;
	assert_true(value_task_is_empty(&t));
	assert_int_equal(value_task_status(&t), VT_EEMPTY);
	assert_int_equal(value_task_take(&t, &value), VT_EEMPTY);
	assert_int_equal(value_task_discard(&t), VT_EEMPTY);
	assert_int_equal(value_task_on_done(&t, count_call, NULL), VT_EEMPTY);
	assert_null(value_task_as_task(&t));
}

static void pending_then_complete(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	uint64_t value = 0;
	int calls = 0;

	(void)state;
	assert_int_equal(value_task_status(&t), VT_PENDING);
	assert_int_equal(value_task_take(&t, &value), VT_EINCOMPLETE);
	assert_int_equal(value_task_on_done(&t, count_call, &calls),
			 VT_PENDING);
	assert_int_equal(value_task_on_done(&t, count_call, &calls), VT_EBUSY);
	assert_int_equal(calls, 0);
	assert_int_equal(vt_promise_complete(p, 7), VT_OK);
	assert_int_equal(calls, 1);
	assert_int_equal(vt_promise_complete(p, 8), VT_EALREADY);
	assert_int_equal(vt_promise_fail(p, EIO), VT_EALREADY);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value, 7);
	assert_int_equal(vt_promise_complete(p, 9), VT_ESTALE);
	assert_int_equal(live_slots(), 0);
}

static void attach_to_done_is_not_called(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	uint64_t value;
	int calls = 0;

	(void)state;
	vt_promise_fail(p, ECANCELED);
	assert_int_equal(value_task_on_done(&t, count_call, &calls), VT_OK);
	assert_int_equal(calls, 0);
	assert_int_equal(value_task_take(&t, &value), ECANCELED);
}

// The next user of the slot is not touched, whatever the stale copy does.
static void stale_copy_is_refused(void **state)
{
	struct vt_promise p, q;
	struct value_task t = vt_promise_init(&p);
	struct value_task copy = t;
	struct value_task other;
	uint64_t value = 0;

	(void)state;
	vt_promise_complete(p, 1);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	other = vt_promise_init(&q);
	vt_promise_complete(q, 99);
	assert_int_equal(value_task_take(&copy, &value), VT_ESTALE);
	assert_int_equal(value_task_status(&copy), VT_ESTALE);
	assert_int_equal(value_task_discard(&copy), VT_ESTALE);
	assert_int_equal(value_task_on_done(&copy, count_call, NULL),
			 VT_ESTALE);
	assert_null(value_task_as_task(&copy));
	assert_int_equal(vt_promise_complete(p, 3), VT_ESTALE);
	assert_int_equal(value, 1);
	assert_int_equal(value_task_take(&other, &value), VT_OK);
	assert_int_equal(value, 99);
}

static void awaited_is_spoken_for(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task copy = t;
	uint64_t value;
	int calls = 0;

	(void)state;
	assert_int_equal(value_task_on_done(&t, count_call, &calls),
			 VT_PENDING);
	assert_int_equal(value_task_discard(&copy), VT_EBUSY);
	vt_promise_complete(p, 1);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
}

static void discard(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task copy = t;

	(void)state;
	assert_int_equal(value_task_discard(&t), VT_OK);
	assert_true(value_task_is_empty(&t));
	assert_int_equal(value_task_status(&copy), VT_ECLAIMED);
	assert_int_equal(live_slots(), 1);
	assert_int_equal(vt_promise_complete(p, 1), VT_EDISCARDED);
	assert_int_equal(live_slots(), 0);
	assert_int_equal(vt_promise_complete(p, 1), VT_ESTALE);

	t = vt_promise_init(&p);
	vt_promise_complete(p, 1);
	assert_int_equal(value_task_discard(&t), VT_OK);
	assert_int_equal(live_slots(), 0);
}

static void move_empties(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task moved = value_task_move(&t);

	(void)state;
	assert_true(value_task_is_empty(&t));
	assert_int_equal(vt_promise_fail(p, -3), VT_EINVAL);
	assert_int_equal(value_task_discard(&moved), VT_OK);
	assert_int_equal(vt_promise_complete(p, 0), VT_EDISCARDED);
}

// A token of 16 or 32 bits would be accepted again here.
static void generations_do_not_wrap(void **state)
{
	static const uint64_t jumps[] = { 1 << 16, (uint64_t)1 << 32,
					  ((uint64_t)1 << 55) };

	(void)state;
	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); i++) {
		struct vt_promise p, q;
		struct value_task t = vt_promise_init(&p);
		struct value_task copy = t;
		uint64_t value = 0;

		vt_promise_complete(p, 1);
		assert_int_equal(value_task_take(&t, &value), VT_OK);
		core_set_generation(&p.slot->core, p.token + jumps[i]);
		do
			t = vt_promise_init(&q);
		while (q.slot != p.slot);
		assert_int_equal(q.token, p.token + jumps[i]);
		vt_promise_complete(q, 2);
		assert_int_equal(value_task_take(&copy, &value), VT_ESTALE);
		assert_int_equal(vt_promise_complete(p, 3), VT_ESTALE);
		assert_int_equal(value_task_take(&t, &value), VT_OK);
		assert_int_equal(value, 2);
	}
}

// A slot whose generations are used up is never rented again.
static void last_generation_retires(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	const struct vt_slot *retired = p.slot;
	uint64_t value;

	(void)state;
	core_set_generation(&p.slot->core, UINT64_MAX >> CORE_SHIFT);
	t.payload = p.token = UINT64_MAX >> CORE_SHIFT;
	vt_promise_complete(p, 1);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	for (int i = 0; i < 200; i++) {
		t = vt_promise_init(&p);
		assert_ptr_not_equal(p.slot, retired);
		vt_promise_complete(p, 1);
		assert_int_equal(value_task_take(&t, &value), VT_OK);
	}
}

static void codes_have_names(void **state)
{
	(void)state;
	assert_string_equal(vt_code_name(VT_ESTALE), "VT_ESTALE");
	assert_string_equal(vt_code_name(VT_EBORROWED), "VT_EBORROWED");
	assert_string_equal(vt_code_name(-99), "unknown code");
	assert_string_equal(vt_code_name(EIO), strerror(EIO));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ready_value),
		cmocka_unit_test(ready_error),
		cmocka_unit_test(zeroed_is_empty),
		cmocka_unit_test(pending_then_complete),
		cmocka_unit_test(attach_to_done_is_not_called),
		cmocka_unit_test(stale_copy_is_refused),
		cmocka_unit_test(awaited_is_spoken_for),
		cmocka_unit_test(discard),
		cmocka_unit_test(move_empties),
		cmocka_unit_test(generations_do_not_wrap),
		cmocka_unit_test(last_generation_retires),
		cmocka_unit_test(codes_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
