// SPDX-License-Identifier: Apache-2.0
//
// An object compiled for the checked build and one that is not, in one program,
// over either library: values made in one are taken in the other.
#include "mixed.h"

#include <errno.h>

#include <once/check.h>
#include <once/frame.h>
#include <once/task.h>

#include "test.h"

#ifdef VT_CHECKED
#	error "this half is the unchecked one"
#endif

static struct value_task plain_value(uint64_t value)
{
	return value_task_value(value);
}

static int plain_take(struct value_task *t, uint64_t *value)
{
	return value_task_take(t, value);
}

static void across(void **state)
{
	struct value_task t = checked_value(4);
	struct value_task u = plain_value(5);
	struct value_task e = checked_error(EIO);
	uint64_t value = 0;

	(void)state;
	assert_true(value_task_is_done(&t));
	assert_int_equal(plain_take(&t, &value), VT_OK);
	assert_int_equal(value, 4);
	assert_int_equal(plain_take(&t, &value), VT_EEMPTY);
	assert_int_equal(checked_take(&u, &value), VT_OK);
	assert_int_equal(value, 5);
	assert_int_equal(checked_take(&u, &value), VT_EEMPTY);
	assert_int_equal(plain_take(&e, &value), EIO);
	assert_int_equal(live_slots(), 0);
}

// Found only where the value was made with an identity, and only by the library
// that gives one.
static void copies(void **state)
{
	struct value_task t = checked_value(4), copy = t;
	uint64_t value = 0;
	bool checked = vt_check_enabled();

	(void)state;
	assert_int_equal(plain_take(&t, &value), VT_OK);
	assert_int_equal(plain_take(&copy, &value),
			 checked ? VT_ESTALE : VT_OK);
	t = copy = plain_value(6);
	assert_int_equal(checked_take(&t, &value), VT_OK);
	assert_int_equal(checked_take(&copy, &value), VT_OK);
	assert_int_equal(vt_check_count(VT_MISUSE_EMPTY), checked ? 1 : 0);
	assert_int_equal(vt_check_count(VT_MISUSE_DOUBLE_CONSUME),
			 checked ? 2 : 0);
}

struct add {
	struct vt_frame frame;
	struct value_task inner;
	uint64_t value;
};

static int add_step(struct vt_frame *frame)
{
	struct add *self = (struct add *)frame;
	int rc;

	VT_BEGIN(frame);
	VT_AWAIT(frame, rc, &self->inner, &self->value);
	if (rc)
		VT_FAIL(frame, rc);
	VT_RETURN(frame, self->value + 1);
	VT_END(frame);
}

static void frames(void **state)
{
	struct add *self = vt_frame_new(sizeof(*self), add_step);
	struct value_task t;
	uint64_t value = 0;

	(void)state;
	self->inner = checked_value(1);
	t = vt_frame_start(&self->frame);
	assert_int_equal(checked_take(&t, &value), VT_OK);
	assert_int_equal(value, 2);
	t = checked_value(3);
	struct vt_task *task = value_task_as_task(&t);

	assert_int_equal(vt_task_get(task, &value), VT_OK);
	assert_int_equal(value, 3);
	vt_task_unref(task);
	assert_int_equal(live_slots(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(across),
		cmocka_unit_test(copies),
		cmocka_unit_test(frames),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
