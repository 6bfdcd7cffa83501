// SPDX-License-Identifier: Apache-2.0
//
// One operation, used again and again: a source of the user's own over the
// core. A socket would have two of these, one for receiving and one for
// sending, made with the socket; here a sensor has one.
//
// The generation does what a comment "do not await twice" cannot: a value task
// that was kept from an earlier round is refused, whatever the round is.
#include <once/executor.h>

#include "example.h"

enum { ROUNDS = 100000 };

struct sensor {
	const struct vt_source_ops *ops; // first: what a value task asks
	struct vt_core core;
	struct vt_work work; // the measurement under way
	struct vt_loop *loop;
	uint64_t token;
	uint64_t level;
};

static int sensor_status(void *source, uint64_t token)
{
	struct sensor *sensor = source;

	return vt_core_status(&sensor->core, token);
}

static int sensor_on_done(void *source, uint64_t token,
			  const struct vt_continuation *k)
{
	struct sensor *sensor = source;

	return vt_core_on_done(&sensor->core, token, k);
}

// The take that wins ends the round. One that is refused changes nothing: it
// must not reset a sensor that measures for somebody else by now.
static int sensor_take(void *source, uint64_t token, uint64_t *value)
{
	struct sensor *sensor = source;
	int rc = vt_core_take(&sensor->core, token, value);

	if (rc >= 0)
		must(vt_core_reset(&sensor->core) == 0, "reset");
	return rc;
}

static const struct vt_source_ops sensor_ops = {
	.status = sensor_status,
	.on_done = sensor_on_done,
	.take = sensor_take,
};

static void measured(struct vt_work *work)
{
	struct sensor *sensor =
		(struct sensor *)(void *)((char *)work -
					  offsetof(struct sensor, work));

	sensor->level++;
	must(vt_core_complete(&sensor->core, sensor->token, sensor->level) == 0,
	     "complete");
}

static void sensor_init(struct sensor *sensor, struct vt_loop *loop)
{
	*sensor = (struct sensor){ .ops = &sensor_ops, .loop = loop };
	vt_core_init(&sensor->core);
	sensor->work.run = measured;
}

// One measurement at a time: the last one's outcome must have been taken.
static struct value_task sensor_measure(struct sensor *sensor)
{
	sensor->token = vt_core_token(&sensor->core);
	vt_executor_post(vt_loop_executor(sensor->loop), &sensor->work);
	return value_task_from_source(sensor, sensor->token);
}

static uint64_t measure(struct sensor *sensor)
{
	struct value_task t = sensor_measure(sensor);
	uint64_t level;

	must(vt_loop_run_until(sensor->loop, &t, &level) == 0, "measure");
	return level;
}

int main(void)
{
	struct sensor sensor;
	struct value_task kept, t;
	struct count before;
	uint64_t first = 0;
	uint64_t last = 0;
	int rc;

	sensor_init(&sensor, vt_loop_new());
	must(sensor.loop, "vt_loop_new");
	before = count_now();
	t = sensor_measure(&sensor);
	kept = t;
	must(vt_loop_run_until(sensor.loop, &t, &first) == 0, "first");
	for (unsigned i = 1; i < ROUNDS; i++)
		last = measure(&sensor);
	printf("%d measurements, %d to %d: %llu B\n", ROUNDS, (int)first,
	       (int)last, bytes_since(before));
	// oncelint-ignore(use-after-consume): what the next line shows
	rc = value_task_status(&kept);
	printf("one kept from the first round: %s\n", vt_code_name(rc));
	must(vt_core_release(&sensor.core) == 0, "release");
	vt_loop_free(sensor.loop);
	return EXIT_SUCCESS;
}
