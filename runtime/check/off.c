// SPDX-License-Identifier: Apache-2.0
//
// The unchecked library's side of once/check.h: nothing is recorded.
#include <once/check.h>

void vt_check_set_sink(const struct vt_sink *sink)
{
	(void)sink;
}

void vt_check_set_policy(enum vt_policy policy)
{
	(void)policy;
}

bool vt_check_enabled(void)
{
	return false;
}

uint64_t vt_check_count(enum vt_misuse misuse)
{
	(void)misuse;
	return 0;
}

size_t vt_check_leaks(void)
{
	return 0;
}
