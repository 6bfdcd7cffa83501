// SPDX-License-Identifier: Apache-2.0
//
// The names of misuses, in both libraries.
#include <once/check.h>

static const struct {
	const char *name;
	const char *kind;
} misuses[VT_MISUSE_COUNT] = {
	[VT_MISUSE_DOUBLE_CONSUME] = { "double-consume", "double-consume" },
	[VT_MISUSE_AFTER_RECYCLE] = { "after-recycle", "double-consume" },
	[VT_MISUSE_CONCURRENT] = { "concurrent", "concurrent-consume" },
	[VT_MISUSE_INCOMPLETE] = { "incomplete", "result-before-completion" },
	[VT_MISUSE_SECOND_CONTINUATION] = { "second-continuation",
					    "concurrent-consume" },
	[VT_MISUSE_EMPTY] = { "empty", "consume-unstarted" },
	[VT_MISUSE_USE_AFTER_CONSUME] = { "use-after-consume",
					  "use-after-consume" },
	[VT_MISUSE_DOUBLE_COMPLETE] = { "double-complete", "double-complete" },
	[VT_MISUSE_RESET_PENDING] = { "reset-pending", "overwritten-handle" },
	[VT_MISUSE_NEVER_CONSUMED] = { "never-consumed", "never-consumed" },
	[VT_MISUSE_NEVER_COMPLETED] = { "never-completed", "never-completed" },
	[VT_MISUSE_SECOND_READ] = { "second-read", "concurrent-consume" },
	[VT_MISUSE_BORROWED] = { "borrowed", "double-complete" },
};

const char *vt_misuse_name(enum vt_misuse misuse)
{
	return misuses[misuse].name;
}

const char *vt_misuse_kind(enum vt_misuse misuse)
{
	return misuses[misuse].kind;
}
