// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pthread.h>

#include <request.h>

// Each is in a file of its own and only hands on to the next.
void b_finish(pthread_t t);
void c_finish(pthread_t t);
void d_finish(pthread_t *t);
void e_finish(pthread_t t);

int b_look(struct request *r);
int c_look(struct request *r);

int b_start(pthread_t *t);
int b_maybe(struct request *r, int eager);
