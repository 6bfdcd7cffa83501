// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
	int si_code;
	pid_t si_pid;
	int si_status;
} siginfo_t;
typedef struct {
	unsigned long bits[16];
} sigset_t;
union sigval {
	int sival_int;
	void *sival_ptr;
};
struct sigevent {
	int sigev_notify;
	int sigev_signo;
	union sigval sigev_value;
	void (*sigev_notify_function)(union sigval value);
};
#define SIGTERM 15
#define SIGKILL 9
#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
extern int kill(pid_t pid, int signal);

#ifdef __cplusplus
}
#endif
