// SPDX-License-Identifier: Apache-2.0
//
// Where continuations run. An executor is anything that runs a unit of work
// later; the user's own event loop becomes one with a single function.
#ifndef ONCE_EXECUTOR_H
#define ONCE_EXECUTOR_H

#include <once/value_task.h>

#ifdef __cplusplus
extern "C" {
#endif

// The hook for an event loop: make this the first member of a struct of your
// own. `post` may be called from any thread, must not run the work itself, and
// cannot fail: the work is a list node, owned by the executor until it calls
// work->run(work).
struct vt_executor {
	void (*post)(struct vt_executor *self, struct vt_work *work);
};

// Posts `work`, whose `run` is set; the memory must last until it runs.
VT_INLINE void vt_executor_post(struct vt_executor *executor,
				struct vt_work *work)
{
	executor->post(executor, work);
}

// Runs `work` now unless this thread is inside such a call already, in which
// case it runs when the outer call is done with its own. Completions use it, so
// a chain of a million of them does not deepen the stack.
void vt_trampoline(struct vt_work *work);

// A run queue: work is posted from any thread and run by those that call
// vt_loop_run, in the order of posting.
struct vt_loop;

// NULL if there is no memory.
VT_MUST_USE struct vt_loop *vt_loop_new(void);

// The queue must be empty. NULL is fine.
void vt_loop_free(struct vt_loop *loop);

struct vt_executor *vt_loop_executor(struct vt_loop *loop);

// Calls wake(arg) whenever work is posted to an empty queue, from the posting
// thread: uv_async_send, a write to an eventfd. Set it before the first post.
void vt_loop_on_wake(struct vt_loop *loop, vt_fn *wake, void *arg);

// Runs what is queued, and what that queues, until the queue is empty. Returns
// how many units ran. Never blocks. Not from within a continuation, as the
// trampoline would keep the work until that returns.
size_t vt_loop_run(struct vt_loop *loop);

// Runs the loop, sleeping where there is nothing to do, until *t is complete;
// then takes it as value_task_take does. Not from within a continuation.
VT_MUST_USE int vt_loop_run_until(struct vt_loop *loop, struct value_task *t,
				  uint64_t *value);

// A pool of threads over one run queue.
struct vt_threads;

// `count` threads, 0 for one per processor. NULL if there is no memory or
// not even one thread could be started.
VT_MUST_USE struct vt_threads *vt_threads_new(unsigned count);

// Runs what is queued, then ends and joins the threads. NULL is fine.
void vt_threads_free(struct vt_threads *threads);

struct vt_executor *vt_threads_executor(struct vt_threads *threads);

#ifdef __cplusplus
}
#endif
#endif
