// SPDX-License-Identifier: Apache-2.0
#ifndef RUNTIME_TASK_H
#define RUNTIME_TASK_H

#include <once/executor.h>
#include <once/task.h>

struct waiting {
	struct vt_work work;
	vt_fn *fn;
	void *arg;
};

enum task_state { TASK_PENDING, TASK_COMPLETING, TASK_DONE, TASK_FAILED };

struct vt_task {
	_Atomic uint32_t references;
	_Atomic uint8_t state;
	atomic_flag first_used;
	uint64_t value;
	_Atomic(struct waiting *) waiting; // newest first; closed when done
	struct waiting first;              // most tasks are awaited once
};

// Allocates a pending task at the head of a struct of `size` bytes.
struct vt_task *task_alloc(size_t size);

int task_complete(struct vt_task *task, uint64_t value, bool failed);

int task_attach(struct vt_task *task, const struct vt_continuation *k);

#endif
