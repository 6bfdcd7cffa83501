// SPDX-License-Identifier: Apache-2.0
// The jobs that wait for a device, oldest first.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define QUEUE_SLOTS 32
#define JOB_TEXT 64

struct job {
	unsigned id;
	char text[JOB_TEXT];
};

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct job slot[QUEUE_SLOTS];
	size_t first, count;
	bool closed;
};

int queue_init(struct queue *q);
void queue_release(struct queue *q);

// False when the queue is full or closed.
bool queue_push(struct queue *q, const struct job *job);
// Waits for a job. False when the queue is closed and empty.
bool queue_pop(struct queue *q, struct job *job);
void queue_close(struct queue *q);
