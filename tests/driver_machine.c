// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/machine.h"

#define GIB (UINT64_C(1024) * 1024) // in KiB

static void workers_fit_in_memory(void **state)
{
	(void)state;
	assert_int_equal(machine_jobs_for(8, 64 * GIB), 8);
	assert_int_equal(machine_jobs_for(8, 4 * GIB), 8);
	assert_int_equal(machine_jobs_for(8, 2 * GIB), 4);
	assert_int_equal(machine_jobs_for(64, 16 * GIB), 32);
	assert_int_equal(machine_jobs_for(8, 100), 1);
	assert_int_equal(machine_jobs_for(4, UINT64_MAX), 4); // not known
}

static void this_machine_has_some(void **state)
{
	uint32_t jobs = machine_jobs();

	(void)state;
	assert_in_range(jobs, 1, sysconf(_SC_NPROCESSORS_CONF));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(workers_fit_in_memory),
		cmocka_unit_test(this_machine_has_some),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
