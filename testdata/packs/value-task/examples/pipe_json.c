// SPDX-License-Identifier: Apache-2.0
// runtime/examples/pipe_json.c, written wrongly.
#include <once/pipe.h>
#include <stddef.h>

size_t parse(const struct vt_pipe_view *view);

int bad_completed_twice(int fd)
{
	struct vt_pipe_reader *reader = vt_pipe_reader_from_fd(fd, NULL, 0);
	int rc;

	if (!reader)
		return -1;
	rc = vt_pipe_complete_reader(reader);
	if (!rc)
		rc = vt_pipe_complete_reader(reader); // expect: double-complete
	vt_pipe_reader_free(reader);
	return rc;
}

int bad_never_completed(int fd)
{
	struct vt_pipe_reader *reader = vt_pipe_reader_from_fd(fd, NULL, 0);
	struct value_task read;
	uint64_t size;
	int rc;

	if (!reader)
		return -1;
	read = vt_pipe_read(reader, NULL);
	rc = value_task_wait(&read, &size);
	vt_pipe_reader_free(reader);
	return rc; // expect: never-completed "'reader'"
}

int bad_second_read_beside_the_first(struct vt_pipe_reader *reader)
{
	struct value_task read = vt_pipe_read(reader, NULL);
	struct value_task beside = vt_pipe_read(reader, NULL); // expect: double-consume
	uint64_t size;
	int rc = value_task_wait(&beside, &size);

	return rc ? value_task_wait(&read, &size) : value_task_discard(&read);
}

int bad_reads_without_advancing(struct vt_pipe_reader *reader)
{
	struct vt_pipe_view view = { 0 };
	uint64_t size;

	while (!view.ended) {
		struct value_task read = vt_pipe_read(reader, NULL); // expect: double-consume

		if (value_task_wait(&read, &size) != 0)
			break;
		if (vt_pipe_view(reader, &view) != 0)
			break;
		parse(&view);
	}
	return vt_pipe_complete_reader(reader);
}

int bad_completed_by_a_borrower(struct vt_pipe_reader *owner)
{
	struct vt_pipe_reader *reader = vt_pipe_reader_borrow(owner);

	return vt_pipe_complete_reader(reader); // expect-todo: double-complete
}

int bad_writer_completed_twice(struct vt_pipe *pipe, int error)
{
	if (error)
		vt_pipe_complete_writer(pipe, error);
	return vt_pipe_complete_writer(pipe, 0); // expect: double-complete
}

int bad_writer_never_completed(const void *bytes, size_t size)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	int rc;

	if (!pipe)
		return -1;
	rc = vt_pipe_write(pipe, bytes, size);
	vt_pipe_complete_reader(vt_pipe_reader(pipe));
	vt_pipe_free(pipe);
	return rc; // expect: never-completed "'pipe'"
}

void bad_flush_forgotten(struct vt_pipe *pipe)
{
	vt_pipe_flush(pipe); // expect: never-consumed
}

int ok_reads_to_the_end(int fd)
{
	struct vt_pipe_reader *reader = vt_pipe_reader_from_fd(fd, NULL, 0);
	struct vt_pipe_view view;
	uint64_t size;
	int rc;

	if (!reader)
		return -1;
	do {
		struct value_task read = vt_pipe_read(reader, NULL);

		rc = value_task_wait(&read, &size);
		if (rc)
			break;
		rc = vt_pipe_view(reader, &view);
		if (!rc)
			rc = vt_pipe_advance(reader, parse(&view), view.size);
	} while (!rc && !view.ended);
	vt_pipe_complete_reader(reader);
	vt_pipe_reader_free(reader);
	return rc;
}
