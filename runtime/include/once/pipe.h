// SPDX-License-Identifier: Apache-2.0
//
// A byte stream between a writer and a reader over pooled segments: bytes are
// read where they were written. The reader says how far it consumed and how far
// it looked; what it did not consume it sees again, with more behind it.
//
// Each side is completed exactly once, by its owner. One thread at a time uses
// each side; the two sides may be used from two threads.
#ifndef ONCE_PIPE_H
#define ONCE_PIPE_H

#include <once/cancel.h>
#include <once/value_task.h>

#ifdef __cplusplus
extern "C" {
#endif

struct vt_pipe;
struct vt_pipe_reader;

struct vt_pipe_options {
	size_t segment; // bytes per segment; 0: 4096
	size_t minimum; // least room that a reservation offers; 0: 1024
	size_t pause;   // unread bytes at which a flush waits; 0: never
	size_t resume;  // and at which it goes on; 0: half of `pause`
};

// NULL if there is no memory. `options` may be NULL.
VT_MUST_USE struct vt_pipe *vt_pipe_new(const struct vt_pipe_options *options);

// Frees the pipe and its segments. Both sides must be completed; otherwise it
// is freed all the same and the checked build tells. NULL is fine.
void vt_pipe_free(struct vt_pipe *pipe);

// ---- writing

// Room for at least `size` bytes (0: the pipe's minimum); *room is how many.
// The pointer is good until the commit. NULL if there is no memory or the
// writer is completed.
VT_MUST_USE void *vt_pipe_reserve(struct vt_pipe *pipe, size_t size,
				  size_t *room);

// `size` of the reserved bytes are written. VT_EINVAL if more than reserved.
int vt_pipe_commit(struct vt_pipe *pipe, size_t size);

// Copies bytes in: reserve and commit, as often as needed.
VT_MUST_USE int vt_pipe_write(struct vt_pipe *pipe, const void *bytes,
			      size_t size);

// Makes the committed bytes visible to the reader; pending while the reader is
// behind. The value is 0, or 1 when the reader is completed and writing on is
// pointless. Fails with EBUSY beside another flush, with ENOMEM.
VT_MUST_USE struct value_task vt_pipe_flush(struct vt_pipe *pipe);

// No more bytes; what is committed is flushed. The reader gets `error` after
// the last byte, 0 for a plain end. VT_EALREADY the second time.
int vt_pipe_complete_writer(struct vt_pipe *pipe, int error);

// ---- reading

// The reading side. The pipe owns it; it is the same one every time.
struct vt_pipe_reader *vt_pipe_reader(struct vt_pipe *pipe);

enum {
	VT_PIPE_LEAVE_OPEN = 1, // completing does not close the descriptor
};

// A reader over a file descriptor, blocking, with segments as a pipe has them.
// Completing it closes the descriptor unless VT_PIPE_LEAVE_OPEN. NULL if there
// is no memory; the descriptor is left alone then.
VT_MUST_USE struct vt_pipe_reader *
vt_pipe_reader_from_fd(int fd, const struct vt_pipe_options *options,
		       unsigned flags);

// Frees a reader over a descriptor, which must be completed; otherwise it is
// completed now and the checked build tells. NULL is fine.
void vt_pipe_reader_free(struct vt_pipe_reader *reader);

// Lends the reader: through the result one can read and advance, but completing
// is refused with VT_EBORROWED. It lives as long as the reader does.
struct vt_pipe_reader *vt_pipe_reader_borrow(struct vt_pipe_reader *reader);

// The unread bytes of one segment, and the segments after it.
struct vt_pipe_segment {
	const struct vt_pipe_segment *next;
	const unsigned char *bytes;
	size_t size;
};

struct vt_pipe_view {
	const struct vt_pipe_segment *first; // NULL when there are no bytes
	size_t size;                         // of all segments together
	bool ended; // the writer is completed: no more will come
};

// Waits for bytes that the last advance had not examined, or for the end. The
// value is the number of unread bytes. Exactly one advance follows. Fails with
// the writer's error once all bytes are consumed, EBUSY beside another read or
// before the advance, EPIPE after completion, ECANCELED, ENOMEM.
VT_MUST_USE struct value_task vt_pipe_read(struct vt_pipe_reader *reader,
					   struct vt_cancel *cancel);

// What is unread, after a read was taken; good until the advance. VT_EINVAL
// where no read was.
int vt_pipe_view(struct vt_pipe_reader *reader, struct vt_pipe_view *view);

// `consumed` bytes from the view's beginning are done with, `examined` were
// looked at: the next read waits for more than those. VT_EINVAL where no read
// was taken, where examined < consumed or they are beyond the view.
int vt_pipe_advance(struct vt_pipe_reader *reader, size_t consumed,
		    size_t examined);

// The reader is done; segments return to the pool and the writer is told.
// VT_EALREADY the second time, VT_EBORROWED through a borrowed reader.
int vt_pipe_complete_reader(struct vt_pipe_reader *reader);

// ---- values that are split over segments

// Copies `size` bytes from `offset` on. False if the view is shorter.
VT_MUST_USE bool vt_pipe_copy(const struct vt_pipe_view *view, size_t offset,
			      void *to, size_t size);

// `size` bytes from `offset` on as one piece: where they are, or copied to
// `scratch` if they are split. NULL if the view is shorter.
VT_MUST_USE const void *vt_pipe_slice(const struct vt_pipe_view *view,
				      size_t offset, size_t size,
				      void *scratch);

// The offset of the first `byte` at `offset` or later; view->size if none.
size_t vt_pipe_find(const struct vt_pipe_view *view, size_t offset,
		    unsigned char byte);

// Walks the bytes of a view: `for (c = vt_pipe_cursor(&v); (b =
// vt_pipe_next(&c)) >= 0;)`. `offset` is that of the next byte.
struct vt_pipe_cursor {
	const struct vt_pipe_segment *segment;
	size_t in_segment;
	size_t offset;
};

struct vt_pipe_cursor vt_pipe_cursor(const struct vt_pipe_view *view);

// The next byte, or -1 at the end of the view.
VT_INLINE int vt_pipe_next(struct vt_pipe_cursor *c)
{
	while (c->segment && c->in_segment == c->segment->size) {
		c->segment = c->segment->next;
		c->in_segment = 0;
	}
	if (!c->segment)
		return -1;
	c->offset++;
	return c->segment->bytes[c->in_segment++];
}

#ifdef __cplusplus
}
#endif
#endif
