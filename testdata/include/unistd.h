// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

extern pid_t fork(void);
extern pid_t vfork(void);
extern pid_t getpid(void);
extern pid_t getpgid(pid_t pid);
extern int execv(const char *path, char *const argv[]);
extern void _exit(int status) __attribute__((noreturn));
extern int open(const char *path, int flags, ...);
extern int close(int fd);
extern int dup(int fd);
extern int dup2(int from, int to);
extern int pipe(int fds[2]);
extern ssize_t read(int fd, void *to, size_t n);
extern ssize_t write(int fd, const void *from, size_t n);
extern unsigned int sleep(unsigned int seconds);
extern int usleep(unsigned int microseconds);

#ifdef __cplusplus
}
#endif
