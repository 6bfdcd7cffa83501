// SPDX-License-Identifier: Apache-2.0
// runtime/examples/reusable_op.c, written wrongly.
#include <once/executor.h>
#include <stddef.h>

struct sensor {
	const struct vt_source_ops *ops;
	struct vt_core core;
	struct vt_work work;
	struct vt_loop *loop;
	uint64_t token;
	uint64_t level;
};

int bad_takes_twice(void *source, uint64_t token, uint64_t *value)
{
	struct sensor *sensor = source;
	int rc = vt_core_take(&sensor->core, token, value);

	if (rc >= 0)
		rc = vt_core_take(&sensor->core, token, value); // expect: double-consume
	return rc;
}

void bad_completes_twice(struct vt_work *work)
{
	struct sensor *sensor =
		(struct sensor *)(void *)((char *)work -
					  offsetof(struct sensor, work));

	vt_core_complete(&sensor->core, sensor->token, sensor->level);
	if (sensor->level > 100)
		vt_core_fail(&sensor->core, sensor->token, 34); // expect: double-complete
}

void bad_resets_while_pending(struct sensor *sensor)
{
	vt_core_init(&sensor->core);
	sensor->token = vt_core_token(&sensor->core);
	vt_executor_post(vt_loop_executor(sensor->loop), &sensor->work);
	vt_core_reset(&sensor->core); // expect: overwritten-handle
}

void bad_resets_before_the_outcome_is_taken(struct sensor *sensor)
{
	vt_core_init(&sensor->core);
	vt_core_complete(&sensor->core, vt_core_token(&sensor->core), 1);
	vt_core_reset(&sensor->core); // expect: overwritten-handle
}

uint64_t bad_keeps_one_from_the_first_round(struct sensor *sensor)
{
	uint64_t token = vt_core_token(&sensor->core);
	struct value_task t = value_task_from_source(sensor, token);
	struct value_task kept = t;
	uint64_t first = 0;
	uint64_t again = 0;

	vt_executor_post(vt_loop_executor(sensor->loop), &sensor->work);
	if (vt_loop_run_until(sensor->loop, &t, &first) != 0)
		return 0;
	vt_executor_post(vt_loop_executor(sensor->loop), &sensor->work);
	if (vt_loop_run_until(sensor->loop, &kept, &again) != 0) // expect: double-consume
		return first;
	return again;
}

int bad_looks_at_one_from_the_first_round(struct sensor *sensor)
{
	uint64_t token = vt_core_token(&sensor->core);
	struct value_task t = value_task_from_source(sensor, token);
	struct value_task kept = t;
	uint64_t first = 0;

	if (vt_loop_run_until(sensor->loop, &t, &first) != 0)
		return 0;
	return value_task_status(&kept); // expect: use-after-consume
}

int ok_completes_and_resets(struct sensor *sensor, uint64_t *value)
{
	uint64_t token = vt_core_token(&sensor->core);
	int rc;

	vt_core_complete(&sensor->core, token, sensor->level);
	rc = vt_core_take(&sensor->core, token, value);
	if (rc < 0)
		return rc;
	vt_core_reset(&sensor->core);
	vt_core_complete(&sensor->core, vt_core_token(&sensor->core), 2);
	return rc;
}
