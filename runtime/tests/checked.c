// SPDX-License-Identifier: Apache-2.0
//
// Every misuse is told, once, with who produced, who was first and who is
// wrong. Compiled with VT_CHECKED: ready values have an identity too.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <once/channel.h>
#include <once/check.h>
#include <once/frame.h>
#include <once/pipe.h>
#include <once/task.h>

#include "test.h"

enum { REPORTS = 8 };

static struct {
	struct vt_report report[REPORTS];
	int count;
	long events[VT_EVENT_COUNT];
} told;

static void on_event(void *context, enum vt_event event, const void *source,
		     uint64_t generation)
{
	(void)context;
	(void)source;
	(void)generation;
	told.events[event]++;
}

static void on_misuse(void *context, const struct vt_report *report)
{
	assert_ptr_equal(context, &told);
	if (told.count < REPORTS)
		told.report[told.count] = *report;
	told.count++;
}

static const struct vt_sink sink = { &told, on_event, on_misuse };

static int listen(void **state)
{
	(void)state;
	memset(&told, 0, sizeof(told));
	vt_check_set_sink(&sink);
	vt_check_set_policy(VT_POLICY_REPORT);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	vt_check_set_sink(NULL);
	return 0;
}

// A function in a section of its own, so that a report's address can be told to
// be inside it.
#define PLACE(name)                                                            \
	extern const char __start_##name##_code[];                             \
	extern const char __stop_##name##_code[];                              \
	__attribute__((noinline, section(#name "_code")))

PLACE(produce) static struct value_task produce(struct vt_promise *p)
{
	struct value_task t = vt_promise_init(p);

	__asm__ volatile("");
	return t;
}

PLACE(take_first) static int take_first(struct value_task *t)
{
	uint64_t value;
	int rc = value_task_take(t, &value);

	__asm__ volatile("");
	return rc;
}

PLACE(take_again) static int take_again(struct value_task *t)
{
	uint64_t value;
	int rc = value_task_take(t, &value);

	__asm__ volatile("");
	return rc;
}

static bool is_in(const struct vt_place *place, const char *start,
		  const char *stop)
{
	return place->depth && place->pc[0] > (uintptr_t)start &&
	       place->pc[0] <= (uintptr_t)stop;
}

#define IN(place, name)                                                        \
	is_in(place, __start_##name##_code, __stop_##name##_code)

// The only report so far is `misuse`; forgets it.
static struct vt_report *only(enum vt_misuse misuse)
{
	assert_int_equal(told.count, 1);
	assert_string_equal(vt_misuse_name(told.report[0].misuse),
			    vt_misuse_name(misuse));
	told.count = 0;
	return &told.report[0];
}

static void double_take(void **state)
{
	struct vt_promise p;
	struct value_task t = produce(&p), copy = t;
	struct vt_report *r;

	(void)state;
	vt_promise_complete(p, 1);
	assert_int_equal(take_first(&t), VT_OK);
	assert_int_equal(take_again(&copy), VT_ESTALE);
	r = only(VT_MISUSE_DOUBLE_CONSUME);
	assert_string_equal(r->family, "value_task");
	assert_true(IN(&r->at[VT_EVENT_PRODUCE], produce));
	assert_true(IN(&r->at[VT_EVENT_CONSUME], take_first));
	assert_true(IN(&r->again, take_again));
	assert_int_equal(r->generation, p.token);
}

static void same_variable_twice(void **state)
{
	struct vt_promise p;
	struct value_task t = produce(&p);
	struct vt_report *r;

	(void)state;
	vt_promise_complete(p, 1);
	assert_int_equal(take_first(&t), VT_OK);
	assert_int_equal(take_again(&t), VT_EEMPTY);
	r = only(VT_MISUSE_DOUBLE_CONSUME);
	assert_true(IN(&r->at[VT_EVENT_PRODUCE], produce));
	assert_true(IN(&r->at[VT_EVENT_CONSUME], take_first));
	assert_true(IN(&r->again, take_again));
}

PLACE(ready_value_twice) static void ready_value_twice(void **state)
{
	struct value_task t = value_task_value(7), copy = t;
	struct vt_report *r;

	(void)state;
	assert_int_equal(take_first(&t), VT_OK);
	assert_int_equal(take_again(&copy), VT_ESTALE);
	r = only(VT_MISUSE_DOUBLE_CONSUME);
	assert_true(IN(&r->at[VT_EVENT_PRODUCE], ready_value_twice));
	assert_true(IN(&r->at[VT_EVENT_CONSUME], take_first));
	assert_true(IN(&r->again, take_again));
	t = copy = value_task_error(EIO);
	assert_int_equal(take_first(&t), EIO);
	assert_int_equal(take_again(&copy), VT_ESTALE);
	only(VT_MISUSE_DOUBLE_CONSUME);
}

// The slot serves somebody else by now; the history still knows.
static void after_recycle(void **state)
{
	struct vt_promise p, q;
	struct value_task t = produce(&p), copy = t, other;
	struct vt_report *r;

	(void)state;
	vt_promise_complete(p, 1);
	assert_int_equal(take_first(&t), VT_OK);
	for (;;) {
		other = vt_promise_init(&q);
		if (q.slot == p.slot)
			break;
		vt_promise_complete(q, 5);
		assert_int_equal(take_first(&other), VT_OK);
	}
	assert_int_equal(take_again(&copy), VT_ESTALE);
	r = only(VT_MISUSE_AFTER_RECYCLE);
	assert_string_equal(vt_misuse_kind(r->misuse), "double-consume");
	assert_true(IN(&r->at[VT_EVENT_CONSUME], take_first));
	vt_promise_complete(q, 6);
	assert_int_equal(take_first(&other), VT_OK);
}

static void before_completion(void **state)
{
	struct vt_promise p;
	struct value_task t = produce(&p);
	struct vt_report *r;

	(void)state;
	assert_int_equal(take_again(&t), VT_EINCOMPLETE);
	r = only(VT_MISUSE_INCOMPLETE);
	assert_true(IN(&r->at[VT_EVENT_PRODUCE], produce));
	assert_int_equal(r->at[VT_EVENT_COMPLETE].thread, 0);
	vt_promise_complete(p, 1);
	assert_int_equal(take_first(&t), VT_OK);
	assert_int_equal(told.count, 0);
}

static void empty(void **state)
{
	struct value_task t = { 0 };

	(void)state;
	assert_int_equal(take_again(&t), VT_EEMPTY);
	assert_true(IN(&only(VT_MISUSE_EMPTY)->again, take_again));
	// To ask is no misuse, nor is to clean up.
	assert_int_equal(value_task_discard(&t), VT_EEMPTY);
	assert_int_equal(value_task_status(&t), VT_EEMPTY);
	assert_int_equal(told.count, 0);
}

PLACE(two_continuations) static void two_continuations(void **state)
{
	struct vt_promise p;
	struct value_task t = produce(&p), copy = t;
	struct vt_report *r;
	int calls = 0;

	(void)state;
	assert_int_equal(value_task_on_done(&t, count_call, &calls),
			 VT_PENDING);
	assert_int_equal(value_task_on_done(&copy, count_call, &calls),
			 VT_EBUSY);
	r = only(VT_MISUSE_SECOND_CONTINUATION);
	assert_true(IN(&r->at[VT_EVENT_ATTACH], two_continuations));
	assert_int_equal(take_again(&copy), VT_EINCOMPLETE);
	only(VT_MISUSE_INCOMPLETE);
	vt_promise_complete(p, 1);
	assert_int_equal(take_first(&t), VT_OK);
	assert_int_equal(value_task_on_done(&copy, count_call, &calls),
			 VT_ESTALE);
	only(VT_MISUSE_DOUBLE_CONSUME);
}

static void use_after_consume(void **state)
{
	struct vt_promise p;
	struct value_task t = produce(&p), copy = t;

	(void)state;
	vt_promise_complete(p, 1);
	assert_int_equal(take_first(&t), VT_OK);
	assert_int_equal(value_task_status(&copy), VT_ESTALE);
	only(VT_MISUSE_USE_AFTER_CONSUME);
}

PLACE(complete_twice) static void complete_twice(void **state)
{
	struct vt_promise p;
	struct value_task t = produce(&p);
	struct vt_report *r;

	(void)state;
	vt_promise_complete(p, 1);
	assert_int_equal(vt_promise_complete(p, 2), VT_EALREADY);
	r = only(VT_MISUSE_DOUBLE_COMPLETE);
	assert_true(IN(&r->at[VT_EVENT_COMPLETE], complete_twice));
	assert_int_equal(take_first(&t), VT_OK);
	assert_int_equal(vt_promise_fail(p, EIO), VT_ESTALE);
	only(VT_MISUSE_DOUBLE_COMPLETE);
}

static void convert_twice(void **state)
{
	struct vt_promise p;
	struct value_task t = produce(&p), copy = t;
	struct vt_task *task;

	(void)state;
	vt_promise_complete(p, 1);
	task = value_task_as_task(&t);
	assert_non_null(task);
	vt_task_unref(task);
	assert_null(value_task_as_task(&copy));
	only(VT_MISUSE_DOUBLE_CONSUME);

	t = copy = produce(&p);
	task = value_task_as_task(&t);
	assert_null(value_task_as_task(&copy));
	only(VT_MISUSE_SECOND_CONTINUATION);
	vt_promise_complete(p, 1);
	vt_task_unref(task);

	t = value_task_value(1);
	t = value_task_preserve(&t);
	copy = t;
	assert_int_equal(take_first(&copy), VT_OK);
	copy = t;
	assert_int_equal(take_first(&copy), VT_OK);
	copy = t;
	assert_int_equal(value_task_unpreserve(&t), VT_OK);
	assert_int_equal(told.count, 0);
	assert_int_equal(take_again(&copy), VT_ESTALE);
	only(VT_MISUSE_DOUBLE_CONSUME);
	assert_null(value_task_as_task(&copy));
	only(VT_MISUSE_DOUBLE_CONSUME);
}

static void reset_while_pending(void **state)
{
	struct vt_core core;

	(void)state;
	vt_core_init(&core);
	vt_core_complete(&core, vt_core_token(&core), 1);
	assert_int_equal(vt_core_reset(&core), VT_EBUSY);
	only(VT_MISUSE_RESET_PENDING);
	assert_int_equal(vt_core_release(&core), VT_EBUSY);
	only(VT_MISUSE_RESET_PENDING);
	assert_int_equal(vt_core_discard(&core, vt_core_token(&core)), VT_OK);
	assert_int_equal(vt_core_reset(&core), VT_OK);
	assert_int_equal(vt_core_release(&core), VT_OK);
	assert_int_equal(told.count, 0);
}

static void leaks(void **state)
{
	struct vt_promise p, q;
	struct value_task t = produce(&p), u = produce(&q);

	(void)state;
	vt_promise_complete(p, 1);
	assert_int_equal(vt_check_leaks(), 2);
	assert_int_equal(told.count, 2);
	for (int i = 0; i < 2; i++) {
		const struct vt_report *r = &told.report[i];

		assert_true(IN(&r->at[VT_EVENT_PRODUCE], produce));
		assert_int_equal(r->misuse,
				 r->generation == p.token && r->at[1].thread
					 ? VT_MISUSE_NEVER_CONSUMED
					 : VT_MISUSE_NEVER_COMPLETED);
	}
	assert_int_equal(take_first(&t), VT_OK);
	value_task_discard(&u);
	vt_promise_complete(q, 1);
	assert_int_equal(vt_check_leaks(), 0);
}

PLACE(channels) static void channels(void **state)
{
	struct vt_channel *ch = vt_channel_new(0, VT_CHANNEL_SINGLE_READER);
	struct value_task t = vt_channel_read(ch, NULL), second;
	struct vt_report *r;
	uint64_t item;

	(void)state;
	second = vt_channel_read(ch, NULL);
	r = only(VT_MISUSE_SECOND_READ);
	assert_string_equal(r->family, "channel");
	assert_true(IN(&r->at[VT_EVENT_CONSUME], channels));
	assert_int_equal(take_first(&second), EBUSY);
	assert_int_equal(vt_channel_try_read(ch, &item), VT_EBUSY);
	only(VT_MISUSE_SECOND_READ);
	vt_channel_close(ch, 0);
	vt_channel_close(ch, 0);
	r = only(VT_MISUSE_DOUBLE_COMPLETE);
	assert_true(r->at[VT_EVENT_COMPLETE].depth > 0);
	assert_int_equal(take_first(&t), EPIPE);
	vt_channel_free(ch);
}

PLACE(pipes) static void pipes(void **state)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct value_task t = vt_pipe_read(reader, NULL), second;

	(void)state;
	second = vt_pipe_read(reader, NULL);
	only(VT_MISUSE_SECOND_READ);
	assert_int_equal(take_first(&second), EBUSY);
	vt_pipe_complete_reader(vt_pipe_reader_borrow(reader));
	only(VT_MISUSE_BORROWED);
	vt_pipe_complete_reader(reader);
	vt_pipe_complete_reader(reader);
	assert_string_equal(only(VT_MISUSE_DOUBLE_COMPLETE)->family, "pipe");
	assert_int_equal(take_first(&t), EPIPE);
	vt_pipe_free(pipe);
	assert_true(IN(&only(VT_MISUSE_NEVER_COMPLETED)->at[VT_EVENT_PRODUCE],
		       pipes));
}

// ---- two threads

static struct value_task shared;
static pthread_barrier_t start;

static void *take_shared(void *arg)
{
	struct value_task copy = shared;

	pthread_barrier_wait(&start);
	if (take_again(&copy) == VT_OK)
		++*(int *)arg;
	return NULL;
}

static void concurrent_take(void **state)
{
	(void)state;
	pthread_barrier_init(&start, NULL, 2);
	for (int i = 0; i < 500; i++) {
		struct vt_promise p;
		pthread_t threads[2];
		int won[2] = { 0, 0 };
		struct vt_report *r = &told.report[0];

		shared = produce(&p);
		vt_promise_complete(p, 1);
		for (int k = 0; k < 2; k++)
			pthread_create(&threads[k], NULL, take_shared, &won[k]);
		for (int k = 0; k < 2; k++)
			pthread_join(threads[k], NULL);
		assert_int_equal(won[0] + won[1], 1);
		assert_int_equal(told.count, 1);
		assert_string_equal(vt_misuse_kind(r->misuse),
				    r->misuse == VT_MISUSE_CONCURRENT
					    ? "concurrent-consume"
					    : "double-consume");
		assert_true(IN(&r->at[VT_EVENT_CONSUME], take_again));
		assert_int_not_equal(r->at[VT_EVENT_CONSUME].thread,
				     r->again.thread);
		told.count = 0;
	}
	pthread_barrier_destroy(&start);
}

// ---- sink and policies

static void events_are_seen(void **state)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);
	int calls = 0;

	(void)state;
	assert_int_equal(value_task_on_done(&t, count_call, &calls),
			 VT_PENDING);
	vt_promise_complete(p, 1);
	assert_int_equal(take_first(&t), VT_OK);
	for (int i = 0; i < VT_EVENT_COUNT; i++)
		assert_int_equal(told.events[i], 1);
}

static void misuse_now(void)
{
	struct value_task t = value_task_value(1), copy = t;

	take_first(&t);
	take_again(&copy);
}

static void policy_skip(void **state)
{
	uint64_t before = vt_check_count(VT_MISUSE_DOUBLE_CONSUME);

	(void)state;
	vt_check_set_policy(VT_POLICY_SKIP);
	misuse_now();
	assert_int_equal(told.count, 0);
	assert_int_equal(vt_check_count(VT_MISUSE_DOUBLE_CONSUME), before + 1);
}

// Runs misuse_now in a child, with its messages in `text`; its status.
static int in_child(enum vt_policy policy, char *text, size_t size)
{
	int ends[2], status;
	ssize_t n;
	size_t used = 0;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		dup2(ends[1], 2);
		vt_check_set_sink(NULL);
		vt_check_set_policy(policy);
		misuse_now();
		_exit(7);
	}
	close(ends[1]);
	while ((n = read(ends[0], text + used, size - 1 - used)) > 0)
		used += (size_t)n;
	text[used] = '\0';
	close(ends[0]);
	waitpid(child, &status, 0);
	return status;
}

static void policies(void **state)
{
	char text[8192];
	int status = in_child(VT_POLICY_ABORT, text, sizeof(text));

	(void)state;
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	assert_non_null(strstr(text, "double-consume"));
	assert_non_null(strstr(text, "is consumed again"));
	assert_non_null(strstr(text, "  produced by thread"));
	assert_non_null(strstr(text, "  first consumed by thread"));
	assert_non_null(strstr(text, "  wrong by thread"));
	status = in_child(VT_POLICY_REPORT, text, sizeof(text));
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_non_null(strstr(text, "  produced by thread"));
	status = in_child(VT_POLICY_SKIP, text, sizeof(text));
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_string_equal(text, "");
}

#define CHECKED(test) cmocka_unit_test_setup_teardown(test, listen, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHECKED(double_take),
		CHECKED(same_variable_twice),
		CHECKED(ready_value_twice),
		CHECKED(after_recycle),
		CHECKED(before_completion),
		CHECKED(empty),
		CHECKED(two_continuations),
		CHECKED(use_after_consume),
		CHECKED(complete_twice),
		CHECKED(convert_twice),
		CHECKED(reset_while_pending),
		CHECKED(leaks),
		CHECKED(channels),
		CHECKED(pipes),
		CHECKED(concurrent_take),
		CHECKED(events_are_seen),
		CHECKED(policy_skip),
		CHECKED(policies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
