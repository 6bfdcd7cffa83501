// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sockaddr;
typedef unsigned int socklen_t;
#define AF_UNIX 1
#define AF_INET 2
#define SOCK_STREAM 1
extern int socket(int domain, int type, int protocol);
extern int socketpair(int domain, int type, int protocol, int fds[2]);
extern int bind(int fd, const struct sockaddr *address, socklen_t n);
extern int listen(int fd, int backlog);
extern int accept(int fd, struct sockaddr *address, socklen_t *n);
extern int shutdown(int fd, int how);

#ifdef __cplusplus
}
#endif
