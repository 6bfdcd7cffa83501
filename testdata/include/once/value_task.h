// SPDX-License-Identifier: Apache-2.0
//
// value_task: the outcome of an operation, to be taken once.
//
// A value task is two words and travels in registers. Ready at once it *is* the
// outcome and costs no memory; otherwise it names a source, which is usually
// pooled, and the source's generation, so that a copy that outlives its
// outcome is refused and never reads another operation's result.
//
// The rules, enforced by return codes here and told with both places in the
// checked build (once/check.h):
//  - the outcome is taken once: take, discard, convert or preserve;
//  - one continuation per value task, and only the one who attached it takes;
//  - not before completion, and complete once.
//
// Names that begin with value_task_ act on a value task, vt_ on the rest.
// Functions that return int give 0 for success, a positive number for the
// failure of the operation itself (an errno value, ECANCELED when it was
// cancelled) and a negative enum vt_code for a call that was refused. A refused
// call changes nothing.
#ifndef ONCE_VALUE_TASK_H
#define ONCE_VALUE_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#else
#	include <stdatomic.h>
#endif

#if defined(__GNUC__)
#	define VT_MUST_USE __attribute__((warn_unused_result))
#	define VT_LIKELY(x) __builtin_expect(!!(x), 1)
// Even without optimisation: the checked build tells the user's own call.
#	define VT_INLINE static inline __attribute__((always_inline))
#else
#	define VT_MUST_USE
#	define VT_LIKELY(x) (x)
#	define VT_INLINE static inline
#endif

// Why a call was refused; 0 and VT_PENDING are not refusals.
enum vt_code {
	VT_OK = 0,
	VT_PENDING = -1,     // not complete yet
	VT_EEMPTY = -2,      // no operation: never produced, or taken already
	VT_ESTALE = -3,      // a copy of this value task was consumed before
	VT_ECLAIMED = -4,    // another thread is consuming it right now
	VT_EINCOMPLETE = -5, // taken before completion
	VT_EBUSY = -6,       // somebody else awaits, reads or owns it already
	VT_EALREADY = -7,    // completed before; the first outcome is kept
	VT_EDISCARDED = -8,  // completed, but the consumer had discarded it
	VT_ENOMEM = -9,
	VT_EINVAL = -10,
	VT_ECLOSED = -11,   // channel or pipe is closed on this side
	VT_EBORROWED = -12, // only the owner may complete it
};

// The name of a code, such as "VT_ESTALE", or of the errno value.
const char *vt_code_name(int code);

// ---- the handle

// Zero-initialised is empty, which is not the same as completed with 0: a
// forgotten assignment must not look like success.
struct value_task {
	uintptr_t word;   // 0, or a tag, or a source's address
	uint64_t payload; // value, error or generation
};

enum {
	VT_TAG_EMPTY = 0,
	VT_TAG_VALUE = 1,
	VT_TAG_ERROR = 2,
	VT_TAG_TASK = 3, // in the low bits of a preserved source's address
	VT_TAG_MASK = 3,
};

typedef void vt_fn(void *arg);

struct vt_executor; // once/executor.h
struct vt_task;     // once/task.h

struct value_task vt_checked_value(uint64_t value);
struct value_task vt_checked_error(int error);
int vt_take_slow(struct value_task *t, uint64_t *value);

// A value task that has completed with `value`. No memory, no failure.
VT_MUST_USE VT_INLINE struct value_task value_task_value(uint64_t value)
{
#ifdef VT_CHECKED
	return vt_checked_value(value);
#else
	struct value_task t = { VT_TAG_VALUE, value };
	return t;
#endif
}

// A value task that has failed with `error`, which must be positive.
VT_MUST_USE VT_INLINE struct value_task value_task_error(int error)
{
#ifdef VT_CHECKED
	return vt_checked_error(error);
#else
	struct value_task t = { VT_TAG_ERROR, (uint64_t)error };
	return t;
#endif
}

// A value task over a source of the user's own: `source` begins with a pointer
// to struct vt_source_ops, `token` is its current generation. One value task
// is made per generation.
VT_MUST_USE VT_INLINE struct value_task value_task_from_source(void *source,
							       uint64_t token)
{
	struct value_task t = { (uintptr_t)source, token };
	return t;
}

// A value task for the outcome of `task`, whose reference is handed over. If
// there is no memory the result is empty and the reference stays the caller's.
VT_MUST_USE struct value_task value_task_from_task(struct vt_task *task);

// True for a variable that holds no operation.
VT_INLINE bool value_task_is_empty(const struct value_task *t)
{
	return t->word == VT_TAG_EMPTY;
}

// Hands the operation over: returns it and leaves *t empty.
VT_MUST_USE VT_INLINE struct value_task value_task_move(struct value_task *t)
{
	struct value_task moved = *t;

	t->word = VT_TAG_EMPTY;
	t->payload = 0;
	return moved;
}

// Looks without taking: VT_OK when it completed, VT_PENDING, a positive error
// when it failed, or why there is nothing to look at.
int value_task_status(const struct value_task *t);

// True once take would give an outcome.
VT_INLINE bool value_task_is_done(const struct value_task *t)
{
	return VT_LIKELY(t->word == VT_TAG_VALUE) || value_task_status(t) >= 0;
}

// Takes the outcome and empties *t. Returns 0 and stores the value, or the
// positive error of the failed operation (*value is untouched). Of any number
// of threads that take copies of one value task exactly one succeeds.
// Refusals: VT_EEMPTY, VT_ESTALE, VT_ECLAIMED, VT_EINCOMPLETE, VT_EBUSY.
VT_MUST_USE VT_INLINE int value_task_take(struct value_task *t, uint64_t *value)
{
	if (VT_LIKELY(t->word == VT_TAG_VALUE)) {
		*value = t->payload;
		t->word = VT_TAG_EMPTY;
		t->payload = 0;
		return VT_OK;
	}
	return vt_take_slow(t, value);
}

// Blocks the thread until *t is complete, then takes it as value_task_take
// does. For main() and tests: a thread that runs an executor must not call it.
VT_MUST_USE int value_task_wait(struct value_task *t, uint64_t *value);

// Gives up the outcome and empties *t, as the last thing on every way out:
// nothing is done, and nothing told, if it is empty (VT_EEMPTY). A pending
// source goes back to its pool when the producer completes it. Refused with
// VT_EBUSY while a continuation is attached and has not run, VT_EINVAL if the
// source cannot be discarded.
int value_task_discard(struct value_task *t);

int vt_on_done_slow(const struct value_task *t, vt_fn *fn, void *arg);

// Calls fn(arg) once when *t completes, on the thread that completes it.
// Returns VT_PENDING if it will be called. Returns VT_OK if the outcome is
// there already: then it will *not* be called and the caller goes on by itself,
// so a run of ready results is a loop and no recursion. Refusals: VT_EEMPTY,
// VT_ESTALE, VT_ECLAIMED, VT_EBUSY for a second continuation, VT_ENOMEM for a
// preserved one.
VT_MUST_USE VT_INLINE int value_task_on_done(const struct value_task *t,
					     vt_fn *fn, void *arg)
{
	if (VT_LIKELY(t->word == VT_TAG_VALUE))
		return VT_OK;
	return vt_on_done_slow(t, fn, arg);
}

// Same, but fn(arg) is posted to `executor` instead of run by the completer.
VT_MUST_USE int value_task_on_done_in(const struct value_task *t,
				      struct vt_executor *executor, vt_fn *fn,
				      void *arg);

// Converts *t into a task, which may be awaited any number of times; *t is
// empty afterwards. The caller owns the reference. NULL, and *t unchanged, if
// *t is refused (value_task_status tells why) or there is no memory.
VT_MUST_USE struct vt_task *value_task_as_task(struct value_task *t);

// Converts *t into a value task whose copies may all be taken, any number of
// times, until value_task_unpreserve. *t is empty afterwards. A ready value is
// returned as it is. Empty, and *t unchanged, where value_task_as_task would
// give NULL.
VT_MUST_USE struct value_task value_task_preserve(struct value_task *t);

// Ends a preserved value task and empties *t; copies are stale from here on.
// Does nothing for a ready value. VT_EINVAL for one that is not preserved.
int value_task_unpreserve(struct value_task *t);

// ---- the pooled producer

struct vt_slot;

// The right to complete one pooled operation, once. Two words; copies alias.
struct vt_promise {
	struct vt_slot *slot;
	uint64_t token;
};

// Starts an operation: fills *p and returns the value task to give to the
// consumer. No memory once the pool is warm; empty if there is none.
VT_MUST_USE struct value_task vt_promise_init(struct vt_promise *p);

// Completes the operation with `value`. VT_EALREADY or VT_ESTALE the second
// time, VT_EDISCARDED if nobody wants the value any more.
int vt_promise_complete(struct vt_promise p, uint64_t value);

// Completes the operation as failed with `error` > 0 (ECANCELED: cancelled).
int vt_promise_fail(struct vt_promise p, int error);

// ---- sources of the user's own

struct vt_continuation {
	vt_fn *fn;
	void *arg;
	struct vt_executor *executor; // NULL: run by the completer
};

// What a value task asks of its source. Every function checks `token` first and
// gives VT_ESTALE without any effect if it is not the current generation.
struct vt_source_ops {
	int (*status)(void *source, uint64_t token);
	int (*on_done)(void *source, uint64_t token,
		       const struct vt_continuation *k);
	int (*take)(void *source, uint64_t token, uint64_t *value);
	int (*discard)(void *source, uint64_t token); // may be NULL
};

// A unit of work that needs no memory of its own.
struct vt_work {
	struct vt_work *next;
	void (*run)(struct vt_work *self);
};

#ifdef __cplusplus
#	define VT_ATOMIC_WORD uint64_t
#else
#	define VT_ATOMIC_WORD _Atomic uint64_t
#endif

// The manual-reset core of a source: one generation at a time, all of its
// state in one word. The fields are private.
struct vt_core {
	VT_ATOMIC_WORD word; // generation << 8 | flags
	union {
		struct vt_executor *executor; // until completion
		struct vt_work work;          // from then on
	} u;
	vt_fn *fn;
	void *arg;
	VT_ATOMIC_WORD value;
	void *trace; // the checked build's history
};

// Prepares `core` for its first operation; the memory belongs to the caller.
void vt_core_init(struct vt_core *core);

// Ends the core, and what the checked build knows of it. VT_EBUSY if somebody
// awaits it or its outcome was not consumed.
int vt_core_release(struct vt_core *core);

// The current generation: the token of the next value task.
uint64_t vt_core_token(struct vt_core *core);

// Begins the next generation, after the outcome was taken or discarded.
// VT_EBUSY otherwise. Nothing of the old generation is accepted afterwards.
int vt_core_reset(struct vt_core *core);

// Completes; as vt_promise_complete and vt_promise_fail. After VT_EDISCARDED
// the core may be reset.
int vt_core_complete(struct vt_core *core, uint64_t token, uint64_t value);
int vt_core_fail(struct vt_core *core, uint64_t token, int error);

// The source operations, to be called from those of the user's source. A take
// that gives 0 or more has claimed the core: copy what else is needed, then
// vt_core_reset, and only then may the source be used again.
int vt_core_status(struct vt_core *core, uint64_t token);
int vt_core_on_done(struct vt_core *core, uint64_t token,
		    const struct vt_continuation *k);
int vt_core_take(struct vt_core *core, uint64_t token, uint64_t *value);

// VT_OK: claimed, reset it. VT_PENDING: the completer will get VT_EDISCARDED.
int vt_core_discard(struct vt_core *core, uint64_t token);

// Reads the outcome without claiming it, any number of times, until the reset.
// This is the lenient policy, under which a second await works.
int vt_core_peek(struct vt_core *core, uint64_t token, uint64_t *value);

// ---- the pool

struct vt_pool_stats {
	size_t bytes; // taken from malloc, kept for good
	size_t slot_count;
	size_t live; // rented and not consumed: leaks, when nothing runs
};

// Counts the pool's slots. Walks all of them; for tests and diagnostics.
void vt_pool_stats_get(struct vt_pool_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
