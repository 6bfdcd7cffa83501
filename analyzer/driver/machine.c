// SPDX-License-Identifier: Apache-2.0
#include "driver/machine.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// What a worker needs for a large unit of C++. Most need a tenth of that, but
// they all parse at once.
#define WORKER_KIB (512 * UINT64_C(1024))

uint32_t machine_jobs_for(uint32_t cores, uint64_t free_kib)
{
	uint64_t fitting = free_kib / WORKER_KIB;
	uint64_t jobs = fitting < cores ? fitting : cores;

	return jobs ? (uint32_t)jobs : 1;
}

static uint32_t core_count(void)
{
	cpu_set_t allowed;
	long n = sched_getaffinity(0, sizeof(allowed), &allowed) == 0
			 ? CPU_COUNT(&allowed)
			 : sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (uint32_t)n : 1;
}

// The number after `label` in a file; UINT64_MAX if there is none.
static uint64_t number_in(const char *path, const char *label)
{
	FILE *f = fopen(path, "r");
	char line[256];
	uint64_t value = UINT64_MAX;

	while (f && value == UINT64_MAX && fgets(line, sizeof(line), f)) {
		if (strncmp(line, label, strlen(label)) != 0 ||
		    sscanf(line + strlen(label), "%" SCNu64, &value) != 1)
			value = UINT64_MAX;
	}
	if (f)
		fclose(f);
	return value;
}

// A container's limit may be tighter than what the machine has.
static uint64_t free_memory(void)
{
	uint64_t kib = number_in("/proc/meminfo", "MemAvailable:");
	uint64_t limit = number_in("/sys/fs/cgroup/memory.max", "");
	uint64_t used = number_in("/sys/fs/cgroup/memory.current", "");

	if (limit == UINT64_MAX || used == UINT64_MAX)
		return kib;
	uint64_t left = limit > used ? (limit - used) / 1024 : 0;
	return left < kib ? left : kib;
}

uint32_t machine_jobs(void)
{
	return machine_jobs_for(core_count(), free_memory());
}
