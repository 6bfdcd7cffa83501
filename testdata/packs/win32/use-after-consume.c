// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

void bad_waited_after_close(HANDLE thread)
{
	CloseHandle(thread);
	WaitForSingleObject(thread, INFINITE); // expect: use-after-consume
}

void ok_waited_then_closed(HANDLE thread)
{
	WaitForSingleObject(thread, INFINITE);
	CloseHandle(thread);
}
