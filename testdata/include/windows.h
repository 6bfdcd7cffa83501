// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef void *HANDLE;
typedef int BOOL;
typedef unsigned long DWORD;
typedef void *LPVOID;
typedef DWORD (*LPTHREAD_START_ROUTINE)(LPVOID arg);
#define INVALID_HANDLE_VALUE ((HANDLE)(long)-1)
#define INFINITE 0xffffffffu
#define DUPLICATE_CLOSE_SOURCE 1
#define DUPLICATE_SAME_ACCESS 2
extern HANDLE CreateThread(void *attributes, size_t stack,
			   LPTHREAD_START_ROUTINE start, LPVOID arg,
			   DWORD flags, DWORD *id);
extern HANDLE CreateFileA(const char *name, DWORD access, DWORD share,
			  void *attributes, DWORD disposition, DWORD flags,
			  HANDLE like);
extern BOOL CloseHandle(HANDLE handle);
extern DWORD WaitForSingleObject(HANDLE handle, DWORD timeout);
extern HANDLE GetCurrentProcess(void);
extern BOOL DuplicateHandle(HANDLE from_process, HANDLE from, HANDLE to_process,
			    HANDLE *to, DWORD access, BOOL inherit,
			    DWORD options);
extern unsigned long _beginthread(void (*start)(void *), unsigned int stack,
				  void *arg);

#ifdef __cplusplus
}
#endif
