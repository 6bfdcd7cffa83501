// SPDX-License-Identifier: Apache-2.0
//
// Segments form a list: the reader eats at the head, the writer adds at the
// tail, which stays while he may be writing into it. The reader sees the first
// `length` bytes; behind them is what was committed and not flushed.
#include <once/pipe.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "segment.h"
#include "trace.h"
#include "waiter.h"

struct vt_pipe_reader {
	struct vt_pipe *pipe;
	bool borrowed;
};

struct vt_pipe {
	pthread_mutex_t lock;
	struct vt_pipe_options options;
	struct segment *head;
	struct segment *tail;

	size_t unflushed;
	size_t reserved;
	bool ended; // the writer is completed
	int error;
	struct waiter_list flushes;

	size_t length; // unread bytes
	size_t examined;
	size_t seen;   // length at the last read or view
	bool reading;  // between a read's outcome and its advance
	bool finished; // the reader is completed
	struct waiter_list reads;

	struct vt_pipe_reader own;
	struct vt_pipe_reader lent;
	int fd; // or -1
	bool leave_open;

	struct trace_mark made_at, ended_at, finished_at, read_at;
};

enum { DEFAULT_MINIMUM = 1024 };

static void set_options(struct vt_pipe *p, const struct vt_pipe_options *o)
{
	if (o)
		p->options = *o;
	if (!p->options.segment)
		p->options.segment = SEGMENT_SIZE;
	if (!p->options.minimum)
		p->options.minimum = DEFAULT_MINIMUM;
	if (p->options.minimum > p->options.segment)
		p->options.minimum = p->options.segment;
	if (!p->options.resume)
		p->options.resume = p->options.pause / 2;
}

struct vt_pipe *vt_pipe_new(const struct vt_pipe_options *options)
{
	TRACE_ENTRY();
	struct vt_pipe *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	set_options(p, options);
	pthread_mutex_init(&p->lock, NULL);
	waiter_list_init(&p->flushes, &p->lock);
	waiter_list_init(&p->reads, &p->lock);
	p->own.pipe = p;
	p->lent.pipe = p;
	p->lent.borrowed = true;
	p->fd = -1;
	TRACE_MARK(&p->made_at);
	return p;
}

static void release_segments(struct vt_pipe *p, const struct segment *until)
{
	while (p->head != until) {
		struct segment *next = p->head->link;

		segment_free(p->head);
		p->head = next;
	}
	if (!p->head)
		p->tail = NULL;
}

void vt_pipe_free(struct vt_pipe *pipe)
{
	TRACE_ENTRY();
	if (!pipe)
		return;
	if (!pipe->ended || !pipe->finished)
		(void)TRACE_OBJECT(NEVER_COMPLETED, "pipe", pipe, PRODUCE,
				   &pipe->made_at, VT_OK);
	if (!pipe->ended)
		vt_pipe_complete_writer(pipe, 0);
	if (!pipe->finished)
		vt_pipe_complete_reader(&pipe->own);
	release_segments(pipe, NULL);
	pthread_mutex_destroy(&pipe->lock);
	free(pipe);
}

// ---- writing

static bool add_segment(struct vt_pipe *p, size_t size)
{
	struct segment *s = segment_new(
		size > p->options.segment ? size : p->options.segment);

	if (!s)
		return false;
	if (p->tail)
		p->tail->link = s;
	else
		p->head = s;
	p->tail = s;
	return true;
}

static size_t room_of(const struct vt_pipe *p)
{
	return p->tail ? p->tail->capacity - p->tail->end : 0;
}

void *vt_pipe_reserve(struct vt_pipe *pipe, size_t size, size_t *room)
{
	void *at = NULL;

	if (!size)
		size = pipe->options.minimum;
	pthread_mutex_lock(&pipe->lock);
	if (!pipe->ended &&
	    (room_of(pipe) >= size || add_segment(pipe, size))) {
		*room = pipe->reserved = room_of(pipe);
		at = pipe->tail->data + pipe->tail->end;
	}
	pthread_mutex_unlock(&pipe->lock);
	return at;
}

int vt_pipe_commit(struct vt_pipe *pipe, size_t size)
{
	int rc = VT_OK;

	pthread_mutex_lock(&pipe->lock);
	if (pipe->ended) {
		rc = VT_ECLOSED;
	} else if (size > pipe->reserved) {
		rc = VT_EINVAL;
	} else {
		if (!pipe->finished) {
			pipe->tail->end += size;
			pipe->unflushed += size;
		}
		pipe->reserved = 0;
	}
	pthread_mutex_unlock(&pipe->lock);
	return rc;
}

int vt_pipe_write(struct vt_pipe *pipe, const void *bytes, size_t size)
{
	const unsigned char *from = bytes;

	while (size) {
		size_t room;
		void *to = vt_pipe_reserve(pipe, 1, &room);

		if (!to)
			return pipe->ended ? VT_ECLOSED : VT_ENOMEM;
		if (room > size)
			room = size;
		memcpy(to, from, room);
		vt_pipe_commit(pipe, room);
		from += room;
		size -= room;
	}
	return VT_OK;
}

// Makes what is committed visible; gives the reader who was waiting for it, or
// NULL. The lock is held.
static struct waiter *publish(struct vt_pipe *p)
{
	struct waiter *reader;

	p->length += p->unflushed;
	p->unflushed = 0;
	if (!p->ended && p->length <= p->examined)
		return NULL;
	reader = waiter_pop(&p->reads);
	if (reader) {
		p->reading = true;
		p->seen = p->length;
	}
	return reader;
}

// Gives the reader his outcome; the lock is not held. If nobody wanted it, it
// is as if there had been no read.
static void answer(struct vt_pipe *p, struct waiter *reader, size_t length,
		   int error)
{
	if (!reader || waiter_finish(reader, length, error) != VT_EDISCARDED)
		return;
	pthread_mutex_lock(&p->lock);
	p->reading = false;
	pthread_mutex_unlock(&p->lock);
}

struct value_task vt_pipe_flush(struct vt_pipe *pipe)
{
	TRACE_ENTRY();
	struct value_task t = { 0 };
	struct waiter *reader;
	size_t length;
	bool busy, finished, wait;

	pthread_mutex_lock(&pipe->lock);
	busy = pipe->flushes.head;
	finished = pipe->finished;
	reader = publish(pipe);
	length = pipe->length;
	wait = !busy && !finished && pipe->options.pause &&
	       length >= pipe->options.pause;
	if (wait)
		t = waiter_add(&pipe->flushes, 0, NULL);
	pthread_mutex_unlock(&pipe->lock);
	answer(pipe, reader, length, 0);
	if (wait)
		return t;
	return busy ? value_task_error(EBUSY) : value_task_value(finished);
}

int vt_pipe_complete_writer(struct vt_pipe *pipe, int error)
{
	TRACE_ENTRY();
	struct waiter *reader;
	size_t length;
	int failure = 0;

	pthread_mutex_lock(&pipe->lock);
	if (pipe->ended) {
		pthread_mutex_unlock(&pipe->lock);
		return TRACE_OBJECT(DOUBLE_COMPLETE, "pipe", pipe, COMPLETE,
				    &pipe->ended_at, VT_EALREADY);
	}
	pipe->ended = true;
	TRACE_MARK(&pipe->ended_at);
	pipe->error = error > 0 ? error : 0;
	reader = publish(pipe);
	length = pipe->length;
	if (!length)
		failure = pipe->error;
	if (failure)
		pipe->reading = false;
	pthread_mutex_unlock(&pipe->lock);
	answer(pipe, reader, length, failure);
	return VT_OK;
}

// ---- reading

struct vt_pipe_reader *vt_pipe_reader(struct vt_pipe *pipe)
{
	return &pipe->own;
}

struct vt_pipe_reader *
vt_pipe_reader_from_fd(int fd, const struct vt_pipe_options *options,
		       unsigned flags)
{
	TRACE_ENTRY();
	struct vt_pipe *p = vt_pipe_new(options);

	if (!p)
		return NULL;
	p->fd = fd;
	p->leave_open = flags & VT_PIPE_LEAVE_OPEN;
	return &p->own;
}

void vt_pipe_reader_free(struct vt_pipe_reader *reader)
{
	TRACE_ENTRY();
	if (!reader)
		return;
	// Its writing side is the descriptor, and ends with the reader.
	reader->pipe->ended = true;
	vt_pipe_free(reader->pipe);
}

struct vt_pipe_reader *vt_pipe_reader_borrow(struct vt_pipe_reader *reader)
{
	return &reader->pipe->lent;
}

// Reads from the descriptor until there is something to look at. 0 or ENOMEM;
// an error of the descriptor is found by the read when all bytes are consumed.
static int fill(struct vt_pipe *p)
{
	while (!p->ended && p->length <= p->examined) {
		size_t room;
		void *to = vt_pipe_reserve(p, 0, &room);
		ssize_t n;

		if (!to)
			return ENOMEM;
		do
			n = read(p->fd, to, room);
		while (n < 0 && errno == EINTR);
		if (n <= 0) {
			vt_pipe_complete_writer(p, n < 0 ? errno : 0);
			return 0;
		}
		vt_pipe_commit(p, (size_t)n);
		pthread_mutex_lock(&p->lock);
		publish(p);
		pthread_mutex_unlock(&p->lock);
	}
	return 0;
}

// Why a read is refused, or 0. The lock is held.
static int read_error(const struct vt_pipe *p)
{
	if (p->finished)
		return EPIPE;
	if (p->reading || p->reads.head)
		return EBUSY;
	if (p->ended && !p->length)
		return p->error;
	return 0;
}

struct value_task vt_pipe_read(struct vt_pipe_reader *reader,
			       struct vt_cancel *cancel)
{
	TRACE_ENTRY();
	struct vt_pipe *p = reader->pipe;
	struct value_task t;
	int error = 0;

	if (p->fd >= 0 && !p->reading && !p->finished)
		error = fill(p);
	if (error)
		return value_task_error(error);
	pthread_mutex_lock(&p->lock);
	error = read_error(p);
	if (!error)
		TRACE_MARK(&p->read_at);
	if (!error && (p->ended || p->length > p->examined)) {
		p->reading = true;
		p->seen = p->length;
		t = value_task_value(p->length);
	} else if (!error) {
		t = waiter_add(&p->reads, 0, cancel);
	}
	pthread_mutex_unlock(&p->lock);
	if (!error)
		return t;
	if (error == EBUSY)
		(void)TRACE_OBJECT(SECOND_READ, "pipe", p, CONSUME, &p->read_at,
				   VT_EBUSY);
	return value_task_error(error);
}

int vt_pipe_view(struct vt_pipe_reader *reader, struct vt_pipe_view *view)
{
	struct vt_pipe *p = reader->pipe;
	int rc = VT_EINVAL;

	pthread_mutex_lock(&p->lock);
	if (p->reading && !p->finished) {
		view->first = segment_show(p->head, p->length);
		view->size = p->seen = p->length;
		view->ended = p->ended;
		rc = VT_OK;
	}
	pthread_mutex_unlock(&p->lock);
	return rc;
}

// Removes `size` bytes at the head. An empty tail is used again from its
// beginning unless somebody may be writing into it.
static void eat(struct vt_pipe *p, size_t size)
{
	p->length -= size;
	while (size || (p->head != p->tail && p->head->start == p->head->end)) {
		struct segment *s = p->head;
		size_t n = s->end - s->start;

		if (n > size)
			n = size;
		s->start += n;
		size -= n;
		if (s->start != s->end || s == p->tail)
			continue;
		p->head = s->link;
		segment_free(s);
	}
	if (p->tail && p->tail->start == p->tail->end && !p->reserved)
		p->tail->start = p->tail->end = 0;
}

int vt_pipe_advance(struct vt_pipe_reader *reader, size_t consumed,
		    size_t examined)
{
	struct vt_pipe *p = reader->pipe;
	struct waiter *writer = NULL;

	pthread_mutex_lock(&p->lock);
	if (!p->reading || p->finished || consumed > examined ||
	    examined > p->seen) {
		pthread_mutex_unlock(&p->lock);
		return VT_EINVAL;
	}
	p->reading = false;
	p->examined = examined - consumed;
	eat(p, consumed);
	if (p->length <= p->options.resume)
		writer = waiter_pop(&p->flushes);
	pthread_mutex_unlock(&p->lock);
	if (writer)
		waiter_finish(writer, 0, 0);
	return VT_OK;
}

int vt_pipe_complete_reader(struct vt_pipe_reader *reader)
{
	TRACE_ENTRY();
	struct vt_pipe *p = reader->pipe;
	struct waiter *waiting, *writer;

	if (reader->borrowed)
		return TRACE_OBJECT(BORROWED, "pipe", reader->pipe, PRODUCE,
				    &reader->pipe->made_at, VT_EBORROWED);
	pthread_mutex_lock(&p->lock);
	if (p->finished) {
		pthread_mutex_unlock(&p->lock);
		return TRACE_OBJECT(DOUBLE_COMPLETE, "pipe", p, COMPLETE,
				    &p->finished_at, VT_EALREADY);
	}
	p->finished = true;
	TRACE_MARK(&p->finished_at);
	p->reading = false;
	p->length = p->examined = p->unflushed = 0;
	release_segments(p, p->tail);
	if (p->tail)
		p->tail->start = p->tail->end;
	waiting = waiter_pop(&p->reads);
	writer = waiter_pop(&p->flushes);
	pthread_mutex_unlock(&p->lock);
	if (p->fd >= 0 && !p->leave_open)
		close(p->fd);
	if (waiting)
		waiter_finish(waiting, 0, EPIPE);
	if (writer)
		waiter_finish(writer, 1, 0);
	return VT_OK;
}
