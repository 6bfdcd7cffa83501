// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/artifact.h"
#include "sample.h"

static const struct family *family_at(void *data, uint32_t n)
{
	return n == 0 ? data : NULL;
}

static struct family family = { .id = "pthread", .pack = "posix-threads" };
static const struct rules rules = { .data = &family, .family_at = family_at };

static struct operation *sample_operation(struct arena *a)
{
	static const int64_t values[] = { 0, 22 };
	static const char *const names[] = { NULL, "EINVAL" };
	static const char *const self[] = { "g_source_get_id", NULL };
	static const struct obligation owes = { true, SEVERITY_WARNING,
						AT_DISCARD, 0, 1 };
	struct operation *op = ARENA_NEW(a, struct operation);
	struct outcome *outcome = ARENA_NEW(a, struct outcome);

	outcome->when = ARENA_NEW(a, struct when);
	outcome->when[0] = (struct when){ .kind = WHEN_RETURN,
					  .operator= BINARY_EQUAL,
					  .values = values,
					  .names = names,
					  .value_count = 2 };
	outcome->when_count = 1;
	outcome->effects = ARENA_NEW(a, struct effect);
	outcome->effects[0] = (struct effect){
		.kind = EFFECT_CONSUME,
		.family = &family,
		.subject = { .root = PATH_ARGUMENT,
			     .name = "t",
			     .count = 1,
			     .steps = { { .projection = PROJECT_DEREF } } },
		.owes = &owes,
		.operation = "pthread_join",
	};
	outcome->effect_count = 1;
	*op = (struct operation){ .name = "stop",
				  .is_const = -1,
				  .max_arguments = NONE,
				  .is_summary = true };
	op->choices = ARENA_NEW(a, struct choice);
	op->choices[0].outcomes = outcome;
	op->choices[0].outcome_count = 1;
	op->choice_count = 1;
	op->callbacks = ARENA_NEW(a, struct callback);
	op->callbacks[0].self = self;
	op->callback_count = 1;
	return op;
}

static struct artifact sample_artifact(struct arena *a)
{
	struct artifact x = { .file = "/w/pool.c",
			      .status = UNIT_DEGRADED,
			      .reason = "1 error",
			      .function_count = 3,
			      .state_limit_hits = 1u << 30 };
	struct summary s = { .key = "c:@F@stop",
			     .name = "stop",
			     .loc = { .file = "/w/pool.c" },
			     .operation = sample_operation(a),
			     .ir = NONE };

	VEC_PUSH(a, &x.findings.list, sample_finding(a, x.file));
	VEC_PUSH(a, &x.summaries, s);
	VEC_PUSH(a, &x.notes,
		 (struct note){ "big", { .file = "/w/pool.c" }, "too big" });
	VEC_PUSH(a, &x.dependencies, "/w/pool.h");
	return x;
}

static void what_is_written_is_read(void **state)
{
	struct arena a = { 0 };
	struct artifact x = sample_artifact(&a), y;
	struct str bytes = STR_INIT, again = STR_INIT;
	struct str text_x = STR_INIT, text_y = STR_INIT;
	struct err e = ERR_INIT;

	(void)state;
	artifact_write(&x, "/w", &bytes);
	assert_true(
		artifact_read(bytes.text, bytes.length, "/w", &rules, &a, &y, &e));
	assert_string_equal(y.file, x.file);
	assert_int_equal(y.state_limit_hits, x.state_limit_hits);
	assert_string_equal(y.findings.list.at[0]->steps[1].message,
			    "joined again");
	operation_dump(&text_x, x.summaries.at[0].operation);
	operation_dump(&text_y, y.summaries.at[0].operation);
	assert_string_equal(text_x.text, text_y.text);
	artifact_write(&y, "/w", &again);
	assert_int_equal(again.length, bytes.length);
	assert_memory_equal(again.text, bytes.text, bytes.length);
	str_release(&text_x);
	str_release(&text_y);
	str_release(&again);
	str_release(&bytes);
	arena_release(&a);
}

static void every_flipped_byte_is_refused(void **state)
{
	struct arena a = { 0 };
	struct artifact x = sample_artifact(&a), y;
	struct str bytes = STR_INIT;

	(void)state;
	artifact_write(&x, "/w", &bytes);
	for (size_t i = 0; i < bytes.length; i++) {
		struct arena scratch = { 0 };
		struct err e = ERR_INIT;

		if (i >= 20 && i < 24)
			continue; // reserved
		bytes.text[i] ^= 0x41;
		assert_false(artifact_read(bytes.text, bytes.length, "/w", &rules,
					   &scratch, &y, &e));
		bytes.text[i] ^= 0x41;
		err_release(&e);
		arena_release(&scratch);
	}
	str_release(&bytes);
	arena_release(&a);
}

static void every_cut_is_refused(void **state)
{
	struct arena a = { 0 };
	struct artifact x = sample_artifact(&a), y;
	struct str bytes = STR_INIT;

	(void)state;
	artifact_write(&x, "/w", &bytes);
	for (size_t length = 0; length < bytes.length; length++) {
		struct arena scratch = { 0 };
		struct err e = ERR_INIT;

		assert_false(artifact_read(bytes.text, length, "/w", &rules, &scratch,
					   &y, &e));
		err_release(&e);
		arena_release(&scratch);
	}
	str_release(&bytes);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(every_flipped_byte_is_refused),
		cmocka_unit_test(every_cut_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
