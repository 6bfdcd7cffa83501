// SPDX-License-Identifier: Apache-2.0
#include "queue.h"

int queue_init(struct queue *q)
{
	int rc = pthread_mutex_init(&q->lock, NULL);

	if (rc != 0)
		return rc;
	rc = pthread_cond_init(&q->changed, NULL);
	if (rc != 0) {
		pthread_mutex_destroy(&q->lock);
		return rc;
	}
	q->first = q->count = 0;
	q->closed = false;
	return 0;
}

void queue_release(struct queue *q)
{
	pthread_cond_destroy(&q->changed);
	pthread_mutex_destroy(&q->lock);
}

bool queue_push(struct queue *q, const struct job *job)
{
	bool room;

	pthread_mutex_lock(&q->lock);
	room = !q->closed && q->count < QUEUE_SLOTS;
	if (room) {
		q->slot[(q->first + q->count++) % QUEUE_SLOTS] = *job;
		pthread_cond_signal(&q->changed);
	}
	pthread_mutex_unlock(&q->lock);
	return room;
}

bool queue_pop(struct queue *q, struct job *job)
{
	bool got;

	pthread_mutex_lock(&q->lock);
	while (q->count == 0 && !q->closed)
		pthread_cond_wait(&q->changed, &q->lock);
	got = q->count > 0;
	if (got) {
		*job = q->slot[q->first];
		q->first = (q->first + 1) % QUEUE_SLOTS;
		q->count--;
	}
	pthread_mutex_unlock(&q->lock);
	return got;
}

void queue_close(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->closed = true;
	pthread_cond_broadcast(&q->changed);
	pthread_mutex_unlock(&q->lock);
}
