// SPDX-License-Identifier: Apache-2.0
//
// What a second await does depends on what the value task is made of, which its
// consumer cannot see. That is why the rule is: once.
//
// Each row takes the outcome through two copies of one value task, as a
// program does that keeps one for later.
#include <once/check.h>
#include <once/task.h>

#include "example.h"

struct row {
	int first;
	int second;
};

static struct row take_twice(struct value_task t)
{
	struct value_task copy = t;
	uint64_t value;
	struct row row;

	row.first = value_task_wait(&t, &value);
	// oncelint-ignore(double-consume): what this program shows
	row.second = value_task_take(&copy, &value);
	return row;
}

static struct row ready(void)
{
	return take_twice(value_task_value(42));
}

static struct row pooled(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	must(vt_promise_complete(p, 42) == 0, "complete");
	return take_twice(t);
}

// The slot serves another operation by the time of the second take: that one's
// outcome must not be given away.
static struct row recycled(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task copy = t;
	struct value_task other;
	uint64_t value;
	struct row row;

	must(vt_promise_complete(p, 42) == 0, "complete");
	row.first = value_task_wait(&t, &value);
	other = vt_promise_init(&p);
	must(vt_promise_complete(p, 43) == 0, "complete");
	// oncelint-ignore(double-consume): what this program shows
	row.second = value_task_take(&copy, &value);
	must(value_task_wait(&other, &value) == 0 && value == 43, "other");
	return row;
}

// ---- a source that is neither pooled nor claimed: the lenient policy

struct lenient {
	const struct vt_source_ops *ops;
	struct vt_core core;
};

static int lenient_status(void *source, uint64_t token)
{
	return vt_core_status(&((struct lenient *)source)->core, token);
}

static int lenient_on_done(void *source, uint64_t token,
			   const struct vt_continuation *k)
{
	return vt_core_on_done(&((struct lenient *)source)->core, token, k);
}

static int lenient_take(void *source, uint64_t token, uint64_t *value)
{
	return vt_core_peek(&((struct lenient *)source)->core, token, value);
}

static const struct vt_source_ops lenient_ops = {
	.status = lenient_status,
	.on_done = lenient_on_done,
	.take = lenient_take,
};

static struct row lenient(void)
{
	struct lenient source = { .ops = &lenient_ops };
	uint64_t token, value;
	struct row row;

	vt_core_init(&source.core);
	token = vt_core_token(&source.core);
	must(vt_core_complete(&source.core, token, 42) == 0, "complete");
	row = take_twice(value_task_from_source(&source, token));
	must(vt_core_take(&source.core, token, &value) == 0, "claim");
	must(vt_core_release(&source.core) == 0, "release");
	return row;
}

// ---- the two ways to have it more than once

static struct row as_task(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct vt_task *task = value_task_as_task(&t);
	uint64_t value;
	struct row row;

	must(task, "as_task");
	must(vt_promise_complete(p, 42) == 0, "complete");
	row.first = vt_task_get(task, &value);
	row.second = vt_task_get(task, &value);
	vt_task_unref(task);
	return row;
}

static struct row preserved(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task kept = value_task_preserve(&t);
	struct value_task copy = kept;
	uint64_t value;
	struct row row;

	must(vt_promise_complete(p, 42) == 0, "complete");
	row.first = value_task_wait(&copy, &value);
	copy = kept;
	row.second = value_task_wait(&copy, &value);
	must(value_task_unpreserve(&kept) == 0, "unpreserve");
	return row;
}

static void print(const char *what, struct row row)
{
	printf("%-32s %-6s %s\n", what, vt_code_name(row.first),
	       vt_code_name(row.second));
}

// In the checked library each refusal is counted, and by default told with who
// produced the operation, who consumed it first and who did it again.
static void print_misuses(void)
{
	for (int i = 0; i < VT_MISUSE_COUNT; i++)
		if (vt_check_count(i))
			printf("%s: %d\n", vt_misuse_name(i),
			       (int)vt_check_count(i));
}

int main(void)
{
	vt_check_set_policy(VT_POLICY_SKIP);
	printf("%-32s %-6s %s\n", "value task", "first", "second await");
	print("ready at once", ready());
	print("completed later, lenient source", lenient());
	print("completed later, pooled", pooled());
	print("pooled, slot in use again", recycled());
	print("as_task", as_task());
	print("preserve", preserved());
	print_misuses();
	return EXIT_SUCCESS;
}
