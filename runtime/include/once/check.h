// SPDX-License-Identifier: Apache-2.0
//
// The checked build: link libonce-checked instead of libonce and every misuse
// is told with who produced the operation, who consumed it first and who did it
// again. Objects compiled with -DVT_CHECKED also give ready values an identity,
// so that a second take of one is found; they mix freely with other objects,
// and with either library.
//
// Environment, read once: ONCE_ON=report|abort|skip, ONCE_STACK=none|site|fp.
#ifndef ONCE_CHECK_H
#define ONCE_CHECK_H

#include <once/value_task.h>

#ifdef __cplusplus
extern "C" {
#endif

// What was done wrong; on the right the finding's kind in the analyzer.
enum vt_misuse {
	VT_MISUSE_DOUBLE_CONSUME, // double-consume
	VT_MISUSE_AFTER_RECYCLE,  // double-consume; the source serves another
	VT_MISUSE_CONCURRENT,     // concurrent-consume
	VT_MISUSE_INCOMPLETE,     // result-before-completion
	VT_MISUSE_SECOND_CONTINUATION, // concurrent-consume
	VT_MISUSE_EMPTY,               // consume-unstarted
	VT_MISUSE_USE_AFTER_CONSUME,   // use-after-consume
	VT_MISUSE_DOUBLE_COMPLETE,     // double-complete
	VT_MISUSE_RESET_PENDING,       // overwritten-handle
	VT_MISUSE_NEVER_CONSUMED,      // never-consumed
	VT_MISUSE_NEVER_COMPLETED,     // never-completed
	VT_MISUSE_SECOND_READ,         // concurrent-consume
	VT_MISUSE_BORROWED, // double-complete; by one who only borrows
	VT_MISUSE_COUNT,
};

// A name such as "after-recycle", and the analyzer's kind.
const char *vt_misuse_name(enum vt_misuse misuse);
const char *vt_misuse_kind(enum vt_misuse misuse);

enum vt_event {
	VT_EVENT_PRODUCE,
	VT_EVENT_COMPLETE,
	VT_EVENT_ATTACH,
	VT_EVENT_CONSUME,
	VT_EVENT_COUNT,
};

#define VT_STACK_MAX 24

// Where something happened. `depth` 0: not known, or no longer kept.
struct vt_place {
	unsigned depth;
	uint64_t thread;
	uintptr_t pc[VT_STACK_MAX]; // return addresses; 0: the call itself
};

// A misuse. Valid during the call only.
struct vt_report {
	enum vt_misuse misuse;
	const char *family; // "value_task", "channel", "pipe"
	const void *source; // with `generation` the identity; may be NULL
	uint64_t generation;
	struct vt_place at[VT_EVENT_COUNT]; // produced, completed, ...
	struct vt_place again;              // the call that is wrong
};

enum vt_policy {
	VT_POLICY_REPORT, // tell, and return the code
	VT_POLICY_ABORT,  // tell, and abort
	VT_POLICY_SKIP,   // return the code, count only
};

// Receives events and misuses; either function may be NULL. Called from any
// thread, possibly with locks of the library held: it must not call back. The
// default sink writes misuses to stderr.
struct vt_sink {
	void *context;
	void (*event)(void *context, enum vt_event event, const void *source,
		      uint64_t generation);
	void (*misuse)(void *context, const struct vt_report *report);
};

// Replaces the sink, NULL for the default one. The struct must outlive its use.
// Does nothing in the unchecked library.
void vt_check_set_sink(const struct vt_sink *sink);
void vt_check_set_policy(enum vt_policy policy);

// True in the checked library.
bool vt_check_enabled(void);

// Misuses of one sort so far. 0 in the unchecked library.
uint64_t vt_check_count(enum vt_misuse misuse);

// Reports every pooled operation that is complete and not consumed, or pending,
// at this moment, and returns how many. Runs at exit too. Call it when no
// operation should be under way.
size_t vt_check_leaks(void);

// Writes a report as the default sink does.
void vt_report_print(const struct vt_report *report, int fd);

#ifdef __cplusplus
}
#endif
#endif
