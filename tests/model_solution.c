// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/solution.h"
#include "sample.h"

static const struct family *no_family(void *data, uint32_t n)
{
	(void)data;
	(void)n;
	return NULL;
}

static const struct rules rules = { .family_at = no_family };

static const struct operation *sample_operation(struct arena *a, uint32_t line)
{
	struct operation *op = ARENA_NEW(a, struct operation);

	op->choices = ARENA_NEW(a, struct choice);
	op->choice_count = 1;
	op->choices->outcomes = ARENA_NEW(a, struct outcome);
	op->choices->outcome_count = 1;
	op->choices->outcomes->effects = ARENA_NEW(a, struct effect);
	op->choices->outcomes->effect_count = 1;
	op->choices->outcomes->effects[0] =
		(struct effect){ .kind = EFFECT_CONSUME,
				 .loc = { .file = "/w/pool.c", .line = line } };
	return op;
}

static void write_sample(struct arena *a, uint32_t line, struct str *out)
{
	struct solution x = { .operation = sample_operation(a, line) };

	VEC_PUSH(a, &x.findings.list, sample_finding(a, "/w/pool.c"));
	VEC_PUSH(a, &x.notes, (struct note){ .function = "stop" });
	solution_write(&x, "/w", out);
}

static void what_is_written_is_read(void **state)
{
	struct arena a = { 0 };
	struct str bytes = STR_INIT;
	struct err e = ERR_INIT;
	struct solution x;

	(void)state;
	write_sample(&a, 7, &bytes);
	assert_true(solution_read(bytes.text, bytes.length, "/other", &rules,
				  &a, &x, &e));
	assert_string_equal(x.findings.list.at[0]->loc.file, "/other/pool.c");
	assert_string_equal(x.notes.at[0].function, "stop");
	assert_int_equal(x.operation->choices->outcomes->effects->loc.line, 7);
	assert_false(solution_read(bytes.text, bytes.length - 1, "/w", &rules,
				   &a, &x, &e));
	err_release(&e);
	str_release(&bytes);
	arena_release(&a);
}

static void a_hash_is_of_places_below_any_root(void **state)
{
	struct arena a = { 0 };
	const struct operation *x = sample_operation(&a, 7);
	uint64_t hash = operation_hash(x, "/w");

	(void)state;
	assert_true(hash != 0);
	assert_true(hash == operation_hash(sample_operation(&a, 7), "/w"));
	assert_true(hash != operation_hash(sample_operation(&a, 8), "/w"));
	assert_true(hash != operation_hash(x, "/elsewhere"));
	arena_release(&a);
}

static void what_is_of_use_is_kept(void **state)
{
	static const struct solution_key keys[] = { { 1, 2 },
						    { 2, 1 },
						    { 3, 3 } };
	struct arena a = { 0 };
	struct solutions all = { 0 }, next = { 0 };
	struct str bytes = STR_INIT, kept = STR_INIT, again = STR_INIT;
	size_t size;

	(void)state;
	write_sample(&a, 7, &bytes);
	solutions_add(&all, &keys[0], bytes.text, bytes.length);
	solutions_add(&all, &keys[1], bytes.text, bytes.length);
	assert_int_equal(all.added, 2);
	solutions_write(&all, &kept);

	solutions_load(&next, kept.text, kept.length);
	assert_null(solutions_find(&next, &keys[2], &size));
	const void *found = solutions_find(&next, &keys[1], &size);
	assert_non_null(found);
	assert_int_equal(size, bytes.length);
	assert_memory_equal(found, bytes.text, size);
	assert_int_equal(next.added, 0);
	solutions_write(&next, &again);
	assert_int_equal(again.length * 2, kept.length);

	solutions_release(&next);
	solutions_load(&next, kept.text, kept.length - 1);
	assert_non_null(solutions_find(&next, &keys[0], &size));
	assert_null(solutions_find(&next, &keys[1], &size));
	solutions_release(&next);
	solutions_release(&all);
	str_release(&again);
	str_release(&kept);
	str_release(&bytes);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(a_hash_is_of_places_below_any_root),
		cmocka_unit_test(what_is_of_use_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
