// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <signal.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rusage;
typedef enum { P_ALL, P_PID, P_PGID, P_PIDFD } idtype_t;
#define WNOHANG 1
#define WUNTRACED 2
#define WEXITED 4
#define WCONTINUED 8
#define WNOWAIT 0x01000000
#define WIFEXITED(status) (((status)&0x7f) == 0)
#define WIFSIGNALED(status) (((signed char)(((status)&0x7f) + 1) >> 1) > 0)
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)
extern pid_t wait(int *status);
extern pid_t waitpid(pid_t pid, int *status, int options);
extern pid_t wait3(int *status, int options, struct rusage *usage);
extern pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);
extern int waitid(idtype_t type, id_t id, siginfo_t *info, int options);

#ifdef __cplusplus
}
#endif
