// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

extern int *__errno_location(void);
#define errno (*__errno_location())
#define EINTR 4
#define ECHILD 10
#define EAGAIN 11
#define EWOULDBLOCK EAGAIN
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define EPIPE 32
#define ETIMEDOUT 110
#define EINPROGRESS 115

#ifdef __cplusplus
}
#endif
