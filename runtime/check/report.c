// SPDX-License-Identifier: Apache-2.0
//
// A report as text: who produced, who was first, who is wrong. Addresses are
// given as module and offset, for addr2line; symbols cost too much here.
#include <once/check.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char *const sentences[VT_MISUSE_COUNT] = {
	[VT_MISUSE_DOUBLE_CONSUME] = "is consumed again",
	[VT_MISUSE_AFTER_RECYCLE] =
		"is consumed again, and its source serves another operation",
	[VT_MISUSE_CONCURRENT] = "is consumed while another consumes it",
	[VT_MISUSE_INCOMPLETE] = "is taken before its completion",
	[VT_MISUSE_SECOND_CONTINUATION] = "is awaited by a second continuation",
	[VT_MISUSE_EMPTY] = "is empty: it was never produced",
	[VT_MISUSE_USE_AFTER_CONSUME] = "is used after it was consumed",
	[VT_MISUSE_DOUBLE_COMPLETE] = "is completed again",
	[VT_MISUSE_RESET_PENDING] = "is reset or released while in use",
	[VT_MISUSE_NEVER_CONSUMED] = "was never consumed",
	[VT_MISUSE_NEVER_COMPLETED] = "was never completed",
	[VT_MISUSE_SECOND_READ] = "is read while another read is outstanding",
	[VT_MISUSE_BORROWED] = "is completed by one who only borrows it",
};

static const char *const headings[VT_EVENT_COUNT] = {
	[VT_EVENT_PRODUCE] = "produced",
	[VT_EVENT_COMPLETE] = "completed",
	[VT_EVENT_ATTACH] = "awaited",
	[VT_EVENT_CONSUME] = "first consumed",
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void print_place(int fd, const char *heading,
			const struct vt_place *place)
{
	if (!place->thread)
		return;
	dprintf(fd, "  %s by thread %llu%s\n", heading,
		(unsigned long long)place->thread,
		place->depth ? "" : ", place not kept");
	for (unsigned i = 0; i < place->depth; i++) {
		Dl_info info;
		// The call, not what comes after it.
		uintptr_t pc = place->pc[i] - 1;

		if (!dladdr((const void *)pc, &info) || !info.dli_fname) {
			dprintf(fd, "    #%u 0x%zx\n", i, (size_t)pc);
			continue;
		}
		dprintf(fd, "    #%u %s+0x%zx%s%s\n", i,
			base_name(info.dli_fname),
			(size_t)(pc - (uintptr_t)info.dli_fbase),
			info.dli_sname ? " " : "",
			info.dli_sname ? info.dli_sname : "");
	}
}

void vt_report_print(const struct vt_report *report, int fd)
{
	dprintf(fd, "once: %s: the %s", vt_misuse_kind(report->misuse),
		report->family);
	if (report->source)
		dprintf(fd, " %p", report->source);
	if (report->generation)
		dprintf(fd, ", generation %llu,",
			(unsigned long long)report->generation);
	dprintf(fd, " %s\n", sentences[report->misuse]);
	for (int i = 0; i < VT_EVENT_COUNT; i++)
		print_place(fd, headings[i], &report->at[i]);
	print_place(fd, "wrong", &report->again);
}
