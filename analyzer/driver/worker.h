// SPDX-License-Identifier: Apache-2.0
// Long-lived worker processes. A task that crashes, hangs or eats its worker's
// memory costs that worker, never the run: it is tried once more, marked as a
// retry, in a fresh worker, and then given up.
#ifndef ONCELINT_DRIVER_WORKER_H
#define ONCELINT_DRIVER_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct pool {
	uint32_t jobs;    // 0: in this process, without limits
	uint32_t timeout; // seconds of processor time for a task; 0: any
	uint32_t memory;  // MiB a worker may use; 0: any
	void *data;
	// In the worker: does the task, appends its message.
	void (*work)(void *data, uint32_t task, bool is_retry,
		     struct str *message);
	// Here, in no particular order: a task's message; `retried` says why
	// the first try failed, NULL if it did not.
	void (*done)(void *data, uint32_t task, const char *retried,
		     const struct str *message);
	// Here: both tries failed, the second for `reason`.
	void (*failed)(void *data, uint32_t task, const char *reason);
	// Here, at least twice a second.
	void (*tick)(void *data);
};

// Runs tasks 0..count-1. Fails only if no worker can be started.
MUST_USE bool pool_run(const struct pool *p, uint32_t count, struct err *e);

#endif
