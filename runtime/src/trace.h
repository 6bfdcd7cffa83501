// SPDX-License-Identifier: Apache-2.0
//
// What the checked build adds to the library: nothing at all in the other one.
// Codes pass through, so a refusal is written `return TRACE_REFUSED(...)`.
#ifndef RUNTIME_TRACE_H
#define RUNTIME_TRACE_H

#include <once/check.h>

enum trace_call { TRACE_TAKE, TRACE_LOOK, TRACE_ATTACH, TRACE_COMPLETE };

#ifdef VT_CHECKED

// Something happened to the operation `token` of `core`.
void trace_event(struct vt_core *core, enum vt_event event, uint64_t token);

// `call` was refused with `code`; returns it.
int trace_refused(struct vt_core *core, uint64_t token, enum trace_call call,
		  int code);

// A misuse that is no operation's, or whose sort the caller knows; `core` may
// be NULL. Returns `code`.
int trace_misuse(enum vt_misuse misuse, const char *family,
		 struct vt_core *core, uint64_t token, int code);

// An emptied variable remembers, in its payload, what it held.
uint64_t trace_ghost(const struct vt_core *core, uint64_t token);

// A variable that is empty was to be taken; returns VT_EEMPTY.
int trace_empty(const struct value_task *t);

// The history of a core that ends.
void trace_release(struct vt_core *core);

#	define TRACE_EVENT(core, event, token)                                \
		trace_event(core, VT_EVENT_##event, token)
#	define TRACE_REFUSED(core, token, call, code)                         \
		trace_refused(core, token, TRACE_##call, code)
#	define TRACE_MISUSE(misuse, family, core, token, code)                \
		trace_misuse(VT_MISUSE_##misuse, family, core, token, code)
#	define TRACE_GHOST(core, token) trace_ghost(core, token)
#	define TRACE_EMPTY(t) trace_empty(t)
#	define TRACE_RELEASE(core) trace_release(core)

#else

#	define TRACE_EVENT(core, event, token) ((void)0)
#	define TRACE_REFUSED(core, token, call, code) (code)
#	define TRACE_MISUSE(misuse, family, core, token, code) (code)
#	define TRACE_GHOST(core, token) 0
#	define TRACE_EMPTY(t) VT_EEMPTY
#	define TRACE_RELEASE(core) ((void)0)

#endif
#endif
