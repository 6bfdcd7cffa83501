// SPDX-License-Identifier: Apache-2.0
//
// The pool of segments, and looking at what is split over several.
#include "segment.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_MAX = 256 };

static struct {
	pthread_mutex_t lock;
	struct segment *free;
	unsigned count;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct segment *take_kept(void)
{
	struct segment *s;

	pthread_mutex_lock(&pool.lock);
	s = pool.free;
	if (s) {
		pool.free = s->link;
		pool.count--;
	}
	pthread_mutex_unlock(&pool.lock);
	return s;
}

static bool keep(struct segment *s)
{
	bool kept;

	pthread_mutex_lock(&pool.lock);
	kept = pool.count < KEPT_MAX;
	if (kept) {
		s->link = pool.free;
		pool.free = s;
		pool.count++;
	}
	pthread_mutex_unlock(&pool.lock);
	return kept;
}

struct segment *segment_new(size_t size)
{
	struct segment *s = NULL;

	if (size == SEGMENT_SIZE)
		s = take_kept();
	if (!s && size < SIZE_MAX - sizeof(*s))
		s = malloc(sizeof(*s) + size);
	if (!s)
		return NULL;
	s->link = NULL;
	s->start = s->end = 0;
	s->capacity = size;
	return s;
}

void segment_free(struct segment *s)
{
	if (s->capacity != SEGMENT_SIZE || !keep(s))
		free(s);
}

const struct vt_pipe_segment *segment_show(struct segment *head, size_t size)
{
	const struct vt_pipe_segment **last;
	const struct vt_pipe_segment *first = NULL;

	last = &first;
	for (struct segment *s = head; size; s = s->link) {
		size_t n = s->end - s->start;

		if (!n)
			continue;
		if (n > size)
			n = size;
		s->view.bytes = s->data + s->start;
		s->view.size = n;
		s->view.next = NULL;
		*last = &s->view;
		last = &s->view.next;
		size -= n;
	}
	return first;
}

// ---- looking

struct place {
	const struct vt_pipe_segment *segment;
	size_t at;
};

static struct place seek(const struct vt_pipe_view *view, size_t offset)
{
	struct place p = { view->first, offset };

	while (p.segment && p.at >= p.segment->size) {
		p.at -= p.segment->size;
		p.segment = p.segment->next;
	}
	return p;
}

static bool holds(const struct vt_pipe_view *view, size_t offset, size_t size)
{
	return offset <= view->size && size <= view->size - offset;
}

bool vt_pipe_copy(const struct vt_pipe_view *view, size_t offset, void *to,
		  size_t size)
{
	struct place p = seek(view, offset);
	unsigned char *out = to;

	if (!holds(view, offset, size))
		return false;
	while (size && p.segment) {
		size_t n = p.segment->size - p.at;

		if (n > size)
			n = size;
		memcpy(out, p.segment->bytes + p.at, n);
		out += n;
		size -= n;
		p.segment = p.segment->next;
		p.at = 0;
	}
	return !size;
}

const void *vt_pipe_slice(const struct vt_pipe_view *view, size_t offset,
			  size_t size, void *scratch)
{
	struct place p = seek(view, offset);

	if (!holds(view, offset, size))
		return NULL;
	if (p.segment && size <= p.segment->size - p.at)
		return p.segment->bytes + p.at;
	return vt_pipe_copy(view, offset, scratch, size) ? scratch : NULL;
}

size_t vt_pipe_find(const struct vt_pipe_view *view, size_t offset,
		    unsigned char byte)
{
	struct place p = seek(view, offset);

	while (p.segment) {
		const unsigned char *from = p.segment->bytes + p.at;
		size_t n = p.segment->size - p.at;
		const unsigned char *hit = memchr(from, byte, n);

		if (hit)
			return offset + (size_t)(hit - from);
		offset += n;
		p.segment = p.segment->next;
		p.at = 0;
	}
	return view->size;
}

struct vt_pipe_cursor vt_pipe_cursor(const struct vt_pipe_view *view)
{
	return (struct vt_pipe_cursor){ view->first, 0, 0 };
}
