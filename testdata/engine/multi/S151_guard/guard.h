// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pthread.h>

extern int joined;
extern pthread_t kept;

void join_unless_done(pthread_t t);
void join_now(pthread_t t);
void join_unless_kept(pthread_t t);

typedef void (*finish_fn)(pthread_t t);
void finish_with(finish_fn f, pthread_t t);
