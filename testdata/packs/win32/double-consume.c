// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

int bad_closed_twice(const char *name)
{
	HANDLE file = CreateFileA(name, 0, 0, NULL, 3, 0, NULL);

	if (file == INVALID_HANDLE_VALUE)
		return -1;
	CloseHandle(file);
	CloseHandle(file); // expect: double-consume "'file'"
	return 0;
}

int ok_waited_for_and_closed(LPTHREAD_START_ROUTINE work)
{
	HANDLE thread = CreateThread(NULL, 0, work, NULL, 0, NULL);

	if (!thread)
		return -1;
	WaitForSingleObject(thread, INFINITE);
	WaitForSingleObject(thread, INFINITE);
	CloseHandle(thread);
	return 0;
}

void ok_set_to_null(HANDLE *event)
{
	if (*event) {
		CloseHandle(*event);
		*event = NULL;
	}
	if (*event)
		CloseHandle(*event);
}
