// SPDX-License-Identifier: Apache-2.0
#include <once/value_task.h>

struct value_task bad_left_on_error(int rc)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	if (rc)
		return t; // expect: never-completed "'p'"
	vt_promise_complete(p, 1);
	return t;
}

struct value_task ok_no_memory(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	if (value_task_is_empty(&t))
		return t;
	vt_promise_complete(p, 1);
	return t;
}

// What the runtime does behind its own interface.

void slot_preset(struct vt_slot *slot, uint64_t value);

struct value_task ok_slot_is_null(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	if (p.slot)
		vt_promise_complete(p, 1);
	return t;
}

struct value_task ok_slot_given_on(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	slot_preset(p.slot, 1);
	return t;
}

struct value_task bad_slot_only_tested(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	if (!p.slot)
		return t;
	return t; // expect: never-completed "'p'"
}
