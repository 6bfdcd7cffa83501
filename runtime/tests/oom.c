// SPDX-License-Identifier: Apache-2.0
//
// The n-th allocation fails, for every n, once and from then on. Each run is a
// process of its own, so that the pool is cold: it must end with an error code
// or a right result, nothing leaked and no operation lost.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <once/channel.h>
#include <once/executor.h>
#include <once/frame.h>
#include <once/pipe.h>
#include <once/task.h>

#include "test.h"

// ---- the allocator; the linker puts these before the real ones

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *p);

static struct {
	long until_failure; // <= 0 after it
	bool for_good;
	bool armed;
	bool failed;
	long outstanding; // slabs, which are kept, apart
} allocator;

static bool fails(void)
{
	if (!allocator.armed)
		return false;
	allocator.until_failure--;
	if (allocator.until_failure == 0 ||
	    (allocator.until_failure < 0 && allocator.for_good)) {
		allocator.failed = true;
		return true;
	}
	return false;
}

void *__wrap_malloc(size_t size)
{
	void *p = fails() ? NULL : __real_malloc(size);

	allocator.outstanding += p != NULL;
	return p;
}

void *__wrap_calloc(size_t count, size_t size)
{
	void *p = fails() ? NULL : __real_calloc(count, size);

	allocator.outstanding += p != NULL;
	return p;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

void __wrap_free(void *p)
{
	allocator.outstanding -= p != NULL;
	__real_free(p);
}

// ---- scenarios: false if something is neither right nor an error code

#define CHECK(condition)                                                       \
	do {                                                                   \
		if (!(condition)) {                                            \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,     \
				#condition);                                   \
			return false;                                          \
		}                                                              \
	} while (0)

static bool promises(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	uint64_t value = 0;

	if (value_task_is_empty(&t)) {
		CHECK(vt_promise_complete(p, 1) == VT_EEMPTY);
		return true;
	}
	CHECK(vt_promise_complete(p, 3) == VT_OK);
	CHECK(value_task_take(&t, &value) == VT_OK && value == 3);
	return true;
}

// A conversion that fails leaves the value task as it was.
static bool conversions(void)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	struct value_task kept;
	struct vt_task *task;
	uint64_t value = 0;

	if (value_task_is_empty(&t))
		return true;
	task = value_task_as_task(&t);
	if (task) {
		t = value_task_from_task(task);
		if (value_task_is_empty(&t)) {
			vt_promise_complete(p, 5);
			CHECK(vt_task_get(task, &value) == VT_OK);
			vt_task_unref(task);
			return value == 5;
		}
	}
	kept = value_task_preserve(&t);
	vt_promise_complete(p, 5);
	if (value_task_is_empty(&kept)) {
		CHECK(value_task_take(&t, &value) == VT_OK && value == 5);
		return true;
	}
	t = kept;
	CHECK(value_task_take(&t, &value) == VT_OK && value == 5);
	CHECK(value_task_unpreserve(&kept) == VT_OK);
	return true;
}

static bool combinations(void)
{
	struct vt_task *tasks[3] = { 0 };
	struct vt_task *all, *any;
	bool right = true;
	int calls = 0, rc = VT_OK, attached = 0;
	uint64_t value;

	for (int i = 0; i < 3; i++)
		tasks[i] = vt_task_new();
	all = vt_task_when_all(tasks, 3);
	any = vt_task_when_any(tasks, 3);
	for (int i = 0; tasks[0] && i < 2; i++) {
		rc = vt_task_on_done(tasks[0], count_call, &calls);
		right = right && (rc == VT_PENDING || rc == VT_ENOMEM);
		attached += rc == VT_PENDING;
	}
	for (int i = 0; i < 3; i++)
		if (tasks[i])
			vt_task_complete(tasks[i], (uint64_t)i);
	if (all)
		right = right && vt_task_get(all, &value) == VT_OK;
	if (any)
		right = right && vt_task_get(any, &value) == VT_OK;
	vt_task_unref(all);
	vt_task_unref(any);
	for (int i = 0; i < 3; i++)
		vt_task_unref(tasks[i]);
	CHECK(right && calls == attached);
	return true;
}

struct waiting {
	struct vt_frame frame;
	struct value_task inner;
	uint64_t value;
	char big[700];
};

static int waiting_step(struct vt_frame *frame)
{
	struct waiting *self = (struct waiting *)frame;
	int rc;

	VT_BEGIN(frame);
	VT_AWAIT(frame, rc, &self->inner, &self->value);
	if (rc)
		VT_FAIL(frame, rc);
	VT_RETURN(frame, self->value);
	VT_END(frame);
}

static bool channels(void)
{
	struct vt_channel *ch = vt_channel_new(0, 0);
	struct vt_cancel *cancel = vt_cancel_new();
	struct waiting *self = vt_frame_new(sizeof(*self), waiting_step);
	struct value_task t = { 0 };
	uint64_t value = 0, written = 0, read = 0;
	int rc;

	if (!ch || !cancel || !self) {
		vt_channel_free(ch);
		vt_cancel_unref(cancel);
		vt_frame_free(self);
		return true;
	}
	self->inner = vt_channel_read(ch, cancel);
	t = vt_frame_start(&self->frame);
	for (int i = 0; i < 100; i++) {
		rc = vt_channel_try_write(ch, 1);
		CHECK(rc == VT_OK || rc == VT_ENOMEM);
		written += rc == VT_OK;
	}
	rc = value_task_take(&t, &value);
	CHECK(rc == VT_OK || rc == ENOMEM);
	read += rc == VT_OK;
	while (vt_channel_try_read(ch, &value) == VT_OK)
		read++;
	CHECK(read == written);
	vt_channel_free(ch);
	vt_cancel_unref(cancel);
	return true;
}

static bool pipes(void)
{
	struct vt_pipe_options small = { .segment = 16, .minimum = 1 };
	struct vt_pipe *pipe = vt_pipe_new(&small);
	struct vt_pipe_reader *reader;
	struct value_task t;
	uint64_t size = 0;
	int rc;

	if (!pipe)
		return true;
	reader = vt_pipe_reader(pipe);
	t = vt_pipe_read(reader, NULL);
	rc = vt_pipe_write(pipe, "0123456789012345678901234567890123456789",
			   40);
	CHECK(rc == VT_OK || rc == VT_ENOMEM);
	vt_pipe_complete_writer(pipe, rc ? ENOMEM : 0);
	if (value_task_take(&t, &size) == VT_OK && !rc)
		CHECK(size == 40);
	CHECK(vt_pipe_complete_reader(reader) == VT_OK);
	vt_pipe_free(pipe);
	return true;
}

static bool executors(void)
{
	struct vt_loop *loop = vt_loop_new();
	struct vt_threads *threads = vt_threads_new(1);

	vt_threads_free(threads);
	vt_loop_free(loop);
	return true;
}

// ---- the n-th, for every n

enum { WRONG = 1, NEVER_FAILED = 2 };

static int child(bool (*scenario)(void), long n, bool for_good)
{
	allocator.outstanding = 0;
	allocator.until_failure = n;
	allocator.for_good = for_good;
	allocator.armed = true;
	if (!scenario())
		return WRONG;
	allocator.armed = false;
	if (allocator.outstanding || live_slots()) {
		fprintf(stderr, "n = %ld: %ld blocks, %zu operations lost\n", n,
			allocator.outstanding, live_slots());
		return WRONG;
	}
	return allocator.failed ? 0 : NEVER_FAILED;
}

static int run(bool (*scenario)(void), long n, bool for_good)
{
	pid_t pid = fork();
	int status;

	if (pid == 0)
		_exit(child(scenario, n, for_good));
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : WRONG;
}

static void every_n(bool (*scenario)(void))
{
	for (int for_good = 0; for_good < 2; for_good++) {
		long n = 0;
		int rc;

		do {
			rc = run(scenario, ++n, for_good);
			assert_int_not_equal(rc, WRONG);
		} while (rc != NEVER_FAILED);
		assert_true(n > 1);
	}
}

#define EVERY_N(name)                                                          \
	static void fail_##name(void **state)                                  \
	{                                                                      \
		(void)state;                                                   \
		every_n(name);                                                 \
	}

EVERY_N(promises)
EVERY_N(conversions)
EVERY_N(combinations)
EVERY_N(channels)
EVERY_N(pipes)
EVERY_N(executors)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fail_promises),
		cmocka_unit_test(fail_conversions),
		cmocka_unit_test(fail_combinations),
		cmocka_unit_test(fail_channels),
		cmocka_unit_test(fail_pipes),
		cmocka_unit_test(fail_executors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
