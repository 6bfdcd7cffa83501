// SPDX-License-Identifier: Apache-2.0
//
// What the checked build adds to the library: nothing at all in the other one.
// Codes pass through, so a refusal is written `return TRACE_REFUSED(...)`.
#ifndef RUNTIME_TRACE_H
#define RUNTIME_TRACE_H

#include <once/check.h>

// A place that an object remembers, such as where it was closed.
struct trace_mark {
#ifdef VT_CHECKED
	uint64_t here;
#else
	char none;
#endif
};

#ifdef VT_CHECKED

enum trace_call { TRACE_TAKE, TRACE_LOOK, TRACE_ATTACH, TRACE_COMPLETE };

// A few words that even a library loaded late finds room for, without a call.
#	define TRACE_THREAD_LOCAL                                             \
		_Thread_local __attribute__((tls_model("initial-exec")))

// The frame of the library function that the user called last, so that stacks
// begin with the user's call; NULL while user code runs.
extern TRACE_THREAD_LOCAL void *trace_entry_frame;

static inline void *trace_enter(void *frame)
{
	void *outer = trace_entry_frame;

	if (!outer)
		trace_entry_frame = frame;
	return outer;
}

static inline void *trace_leave(void)
{
	void *outer = trace_entry_frame;

	trace_entry_frame = NULL;
	return outer;
}

static inline void trace_restore(void *const *outer)
{
	trace_entry_frame = *outer;
}

// Something happened to the operation `token` of `core`.
void trace_event(struct vt_core *core, enum vt_event event, uint64_t token);

// `call` was refused with `code`; returns it.
int trace_refused(struct vt_core *core, uint64_t token, enum trace_call call,
		  int code);

// A misuse whose sort the caller knows; `core` may be NULL. Returns `code`.
int trace_misuse(enum vt_misuse misuse, const char *family,
		 struct vt_core *core, uint64_t token, int code);

// A misuse of an object that remembers where `event` happened to it.
int trace_object(enum vt_misuse misuse, const char *family, const void *object,
		 enum vt_event event, const struct trace_mark *mark, int code);

void trace_mark(struct trace_mark *mark);

// An emptied variable remembers, in its payload, what it held.
uint64_t trace_ghost(const struct value_task *held);

// A variable that is empty was to be consumed; returns VT_EEMPTY.
int trace_empty(const struct value_task *t);

// Ends the history of a core.
void trace_release(struct vt_core *core);

// At the head of a function that users call, and around calls of the user's.
#	define TRACE_ENTRY()                                                  \
		void *trace_outer __attribute__((cleanup(trace_restore))) =    \
			trace_enter(__builtin_frame_address(0))
#	define TRACE_CALLBACK()                                               \
		void *trace_outer __attribute__((cleanup(trace_restore))) =    \
			trace_leave()
#	define TRACE_EVENT(core, event, token)                                \
		trace_event(core, VT_EVENT_##event, token)
#	define TRACE_REFUSED(core, token, call, code)                         \
		trace_refused(core, token, TRACE_##call, code)
#	define TRACE_MISUSE(misuse, family, core, token, code)                \
		trace_misuse(VT_MISUSE_##misuse, family, core, token, code)
#	define TRACE_OBJECT(misuse, family, object, event, mark, code)        \
		trace_object(VT_MISUSE_##misuse, family, object,               \
			     VT_EVENT_##event, mark, code)
#	define TRACE_MARK(mark) trace_mark(mark)
#	define TRACE_GHOST(held) trace_ghost(held)
#	define TRACE_EMPTY(t) trace_empty(t)
#	define TRACE_RELEASE(core) trace_release(core)

#else

#	define TRACE_ENTRY() ((void)0)
#	define TRACE_CALLBACK() ((void)0)
#	define TRACE_EVENT(core, event, token) ((void)(core), (void)(token))
#	define TRACE_REFUSED(core, token, call, code) (code)
#	define TRACE_MISUSE(misuse, family, core, token, code) (code)
#	define TRACE_OBJECT(misuse, family, object, event, mark, code) (code)
#	define TRACE_MARK(mark) ((void)(mark))
#	define TRACE_GHOST(held) ((void)(held), (uint64_t)0)
#	define TRACE_EMPTY(t) ((void)(t), (int)VT_EEMPTY)
#	define TRACE_RELEASE(core) ((void)(core))

#endif
#endif
