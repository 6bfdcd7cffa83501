// SPDX-License-Identifier: Apache-2.0
//
// The builder of asynchronous functions: a step function over a pooled frame
// that is source, state and locals in one. Written by hand, or readably
// with the coroutine macros:
//
//	struct lookup {
//		struct vt_frame frame; // first
//		int id;
//		struct value_task inner;
//		uint64_t row;
//	};
//
//	static int lookup_step(struct vt_frame *frame)
//	{
//		struct lookup *self = (struct lookup *)frame;
//		int rc;
//
//		VT_BEGIN(frame);
//		self->inner = database_get(self->id);
//		VT_AWAIT(frame, rc, &self->inner, &self->row);
//		if (rc)
//			VT_FAIL(frame, rc);
//		VT_RETURN(frame, self->row + 1);
//		VT_END(frame);
//	}
//
//	struct value_task lookup(int id)
//	{
//		struct lookup *self = vt_frame_new(sizeof(*self), lookup_step);
//
//		if (!self)
//			return value_task_error(ENOMEM);
//		self->id = id;
//		return vt_frame_start(&self->frame);
//	}
//
// Locals that live across an await are members of the frame; ordinary locals do
// not survive it. A switch may not enclose an await.
#ifndef ONCE_FRAME_H
#define ONCE_FRAME_H

#include <once/executor.h>
#include <once/value_task.h>

#ifdef __cplusplus
extern "C" {
#endif

struct vt_frame;

// Runs the function up to its next suspension. Returns VT_PENDING if it
// suspended: somebody will call vt_frame_resume, maybe already has, so the
// frame must not be touched any more. Returns 0 with frame->value set, or a
// positive error, when the function is finished.
typedef int vt_step_fn(struct vt_frame *frame);

// The head of every frame. `value` is for the step function, the rest private.
struct vt_frame {
	const struct vt_source_ops *ops;
	struct vt_core core;
	vt_step_fn *step;
	struct vt_work work;
	uint64_t value;
	uint32_t line; // where the coroutine macros go on
	uint32_t size_class;
};

// The largest frame, head included.
#define VT_FRAME_MAX 65536

// Rents a frame of `size` bytes, the head included; what follows the head is
// zeroed. No memory once the pool is warm. NULL if there is none.
VT_MUST_USE void *vt_frame_new(size_t size, vt_step_fn *step);

// Gives back a frame that was never started.
void vt_frame_free(void *frame);

// Runs the first step and returns the function's value task: ready if it did
// not suspend, and then the frame is back in the pool. The frame belongs to the
// value task from here on.
VT_MUST_USE struct value_task vt_frame_start(struct vt_frame *frame);

// Goes on with a suspended frame; a vt_fn, to be given as continuation.
void vt_frame_resume(void *frame);

// Goes on with a suspended frame on `executor`.
void vt_frame_post(struct vt_frame *frame, struct vt_executor *executor);

#if defined(__has_attribute)
#	if __has_attribute(fallthrough)
#		define VT_FALLTHROUGH __attribute__((fallthrough))
#	endif
#endif
#ifndef VT_FALLTHROUGH
#	define VT_FALLTHROUGH ((void)0)
#endif

#define VT_BEGIN(frame)                                                        \
	switch ((frame)->line) {                                               \
	case 0:

#define VT_END(frame)                                                          \
	}                                                                      \
	return VT_EINVAL

// Suspends until *task is complete, then takes it: `rc` and *out become what
// value_task_take gives. A refusal to attach is given as `rc` too.
#define VT_AWAIT(frame, rc, task, out)                                         \
	do {                                                                   \
		(frame)->line = __LINE__;                                      \
		(rc) = value_task_on_done((task), vt_frame_resume, (frame));   \
		if ((rc) == VT_PENDING)                                        \
			return VT_PENDING;                                     \
		if ((rc) < 0)                                                  \
			break;                                                 \
		VT_FALLTHROUGH;                                                \
	case __LINE__:                                                         \
		(rc) = value_task_take((task), (out));                         \
	} while (0)

// Suspends and goes on later on `executor`.
#define VT_YIELD(frame, executor)                                              \
	do {                                                                   \
		(frame)->line = __LINE__;                                      \
		vt_frame_post((frame), (executor));                            \
		return VT_PENDING;                                             \
	case __LINE__:;                                                        \
	} while (0)

#define VT_RETURN(frame, result)                                               \
	do {                                                                   \
		(frame)->value = (result);                                     \
		return VT_OK;                                                  \
	} while (0)

// Ends the function as failed; a refusal (negative) becomes EINVAL.
#define VT_FAIL(frame, error) return vt_frame_error(error)

// What a step function returns for a failure of any sort.
int vt_frame_error(int code);

#ifdef __cplusplus
}
#endif
#endif
