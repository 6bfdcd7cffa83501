// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int pid_t;
typedef unsigned int id_t;
typedef unsigned int uid_t;
typedef long ssize_t;
typedef long off_t;

#ifdef __cplusplus
}
#endif
