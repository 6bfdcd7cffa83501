// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

void bad_closed_though_the_runtime_does(void (*work)(void *))
{
	HANDLE thread = (HANDLE)_beginthread(work, 0, NULL);

	CloseHandle(thread); // expect: use-after-transfer
}

void bad_closed_after_duplicate(HANDLE from, HANDLE *to)
{
	DuplicateHandle(GetCurrentProcess(), from, GetCurrentProcess(), to, 0,
			0, DUPLICATE_CLOSE_SOURCE | DUPLICATE_SAME_ACCESS);
	CloseHandle(from); // expect: use-after-transfer "'from'"
}

void ok_duplicated(HANDLE from, HANDLE *to)
{
	DuplicateHandle(GetCurrentProcess(), from, GetCurrentProcess(), to, 0,
			0, DUPLICATE_SAME_ACCESS);
	CloseHandle(from);
}
