// SPDX-License-Identifier: Apache-2.0
//
// A source of the user's own over the core: a reusable operation, strict and
// lenient.
#include <errno.h>

#include "test.h"

struct operation {
	const struct vt_source_ops *ops; // first
	struct vt_core core;
	int taken;
};

static int operation_status(void *source, uint64_t token)
{
	struct operation *op = source;

	return vt_core_status(&op->core, token);
}

static int operation_on_done(void *source, uint64_t token,
			     const struct vt_continuation *k)
{
	struct operation *op = source;

	return vt_core_on_done(&op->core, token, k);
}

static int operation_take(void *source, uint64_t token, uint64_t *value)
{
	struct operation *op = source;
	int rc = vt_core_take(&op->core, token, value);

	if (rc >= 0) {
		op->taken++;
		assert_int_equal(vt_core_reset(&op->core), VT_OK);
	}
	return rc;
}

static int operation_peek(void *source, uint64_t token, uint64_t *value)
{
	struct operation *op = source;

	return vt_core_peek(&op->core, token, value);
}

static const struct vt_source_ops strict = {
	operation_status,
	operation_on_done,
	operation_take,
	NULL,
};

static const struct vt_source_ops lenient = {
	operation_status,
	operation_on_done,
	operation_peek,
	NULL,
};

static struct value_task start(struct operation *op)
{
	return value_task_from_source(op, vt_core_token(&op->core));
}

static void reused(void **state)
{
	struct operation op = { .ops = &strict };
	struct value_task first, copy;
	uint64_t value = 0;

	(void)state;
	vt_core_init(&op.core);
	for (uint64_t i = 0; i < 1000; i++) {
		first = copy = start(&op);
		assert_int_equal(value_task_status(&first), VT_PENDING);
		assert_int_equal(vt_core_complete(&op.core, first.payload, i),
				 VT_OK);
		assert_int_equal(value_task_take(&first, &value), VT_OK);
		assert_int_equal(value, i);
		assert_int_equal(value_task_take(&copy, &value), VT_ESTALE);
	}
	assert_int_equal(op.taken, 1000);
	assert_int_equal(vt_core_release(&op.core), VT_OK);
}

static void reset_while_pending_is_refused(void **state)
{
	struct operation op = { .ops = &strict };
	struct value_task t;
	uint64_t token, value;
	int calls = 0;

	(void)state;
	vt_core_init(&op.core);
	token = vt_core_token(&op.core);
	t = value_task_from_source(&op, token);
	assert_int_equal(vt_core_reset(&op.core), VT_EBUSY);
	assert_int_equal(value_task_on_done(&t, count_call, &calls),
			 VT_PENDING);
	assert_int_equal(vt_core_release(&op.core), VT_EBUSY);
	vt_core_complete(&op.core, token, 3);
	assert_int_equal(vt_core_reset(&op.core), VT_EBUSY);
	assert_int_equal(vt_core_release(&op.core), VT_EBUSY);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(vt_core_complete(&op.core, token, 4), VT_ESTALE);
	assert_int_equal(vt_core_release(&op.core), VT_OK);
}

static void without_discard(void **state)
{
	struct operation op = { .ops = &strict };
	struct value_task t;

	(void)state;
	vt_core_init(&op.core);
	t = start(&op);
	assert_int_equal(value_task_discard(&t), VT_EINVAL);
	assert_false(value_task_is_empty(&t));
	vt_core_release(&op.core);
}

// The default of the managed original: a second await works, by luck.
static void lenient_second_await(void **state)
{
	struct operation op = { .ops = &lenient };
	struct value_task t, copy;
	uint64_t value = 0, again = 0;

	(void)state;
	vt_core_init(&op.core);
	t = copy = start(&op);
	assert_int_equal(value_task_take(&t, &value), VT_EINCOMPLETE);
	vt_core_complete(&op.core, t.payload, 11);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value_task_take(&copy, &again), VT_OK);
	assert_int_equal(value, 11);
	assert_int_equal(again, 11);
	assert_int_equal(
		vt_core_take(&op.core, vt_core_token(&op.core), &value), VT_OK);
	assert_int_equal(vt_core_reset(&op.core), VT_OK);
	assert_int_equal(vt_core_release(&op.core), VT_OK);
}

static void failure(void **state)
{
	struct operation op = { .ops = &strict };
	struct value_task t;
	uint64_t value;

	(void)state;
	vt_core_init(&op.core);
	t = start(&op);
	assert_int_equal(vt_core_fail(&op.core, t.payload, 0), VT_EINVAL);
	assert_int_equal(vt_core_fail(&op.core, t.payload, EIO), VT_OK);
	assert_int_equal(value_task_status(&t), EIO);
	assert_int_equal(value_task_take(&t, &value), EIO);
	assert_int_equal(vt_core_release(&op.core), VT_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reused),
		cmocka_unit_test(reset_while_pending_is_refused),
		cmocka_unit_test(without_discard),
		cmocka_unit_test(lenient_second_await),
		cmocka_unit_test(failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
