// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <once/pipe.h>

#include "test.h"

static uint64_t take(struct value_task t)
{
	uint64_t value = 0;

	assert_int_equal(value_task_take(&t, &value), VT_OK);
	return value;
}

static int failure(struct value_task t)
{
	uint64_t value;

	return value_task_take(&t, &value);
}

static void write_and_flush(struct vt_pipe *pipe, const char *text)
{
	assert_int_equal(vt_pipe_write(pipe, text, strlen(text)), VT_OK);
	assert_int_equal(take(vt_pipe_flush(pipe)), 0);
}

static void end(struct vt_pipe *pipe)
{
	vt_pipe_complete_writer(pipe, 0);
	vt_pipe_complete_reader(vt_pipe_reader(pipe));
	vt_pipe_free(pipe);
	assert_int_equal(live_slots(), 0);
}

static void read_what_was_written(void **state)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct vt_pipe_view view;
	char text[6] = { 0 };

	(void)state;
	write_and_flush(pipe, "hello");
	assert_int_equal(take(vt_pipe_read(reader, NULL)), 5);
	assert_int_equal(vt_pipe_view(reader, &view), VT_OK);
	assert_true(vt_pipe_copy(&view, 0, text, 5));
	assert_string_equal(text, "hello");
	assert_false(vt_pipe_copy(&view, 1, text, 5));
	assert_int_equal(vt_pipe_advance(reader, 5, 5), VT_OK);
	end(pipe);
}

static void unflushed_is_not_seen(void **state)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct value_task t = vt_pipe_read(reader, NULL);

	(void)state;
	assert_int_equal(vt_pipe_write(pipe, "x", 1), VT_OK);
	assert_int_equal(value_task_status(&t), VT_PENDING);
	take(vt_pipe_flush(pipe));
	assert_int_equal(take(t), 1);
	end(pipe);
}

// What was examined is not offered again before there is more.
static void examined_waits_for_more(void **state)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct value_task t;

	(void)state;
	write_and_flush(pipe, "12345");
	take(vt_pipe_read(reader, NULL));
	assert_int_equal(vt_pipe_advance(reader, 2, 5), VT_OK);
	t = vt_pipe_read(reader, NULL);
	assert_int_equal(value_task_status(&t), VT_PENDING);
	write_and_flush(pipe, "6");
	assert_int_equal(take(t), 4);
	assert_int_equal(vt_pipe_advance(reader, 0, 2), VT_OK);
	assert_int_equal(take(vt_pipe_read(reader, NULL)), 4);
	end(pipe);
}

static void read_advance_protocol(void **state)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct vt_pipe_view view;
	struct value_task t;

	(void)state;
	assert_int_equal(vt_pipe_view(reader, &view), VT_EINVAL);
	assert_int_equal(vt_pipe_advance(reader, 0, 0), VT_EINVAL);
	t = vt_pipe_read(reader, NULL);
	assert_int_equal(failure(vt_pipe_read(reader, NULL)), EBUSY);
	write_and_flush(pipe, "abc");
	assert_int_equal(failure(vt_pipe_read(reader, NULL)), EBUSY);
	assert_int_equal(take(t), 3);
	assert_int_equal(vt_pipe_advance(reader, 2, 1), VT_EINVAL);
	assert_int_equal(vt_pipe_advance(reader, 4, 4), VT_EINVAL);
	assert_int_equal(vt_pipe_advance(reader, 3, 3), VT_OK);
	end(pipe);
}

static void completed_once(void **state)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct vt_pipe_reader *lent = vt_pipe_reader_borrow(reader);
	size_t room;

	(void)state;
	write_and_flush(pipe, "abc");
	assert_int_equal(take(vt_pipe_read(lent, NULL)), 3);
	assert_int_equal(vt_pipe_complete_reader(lent), VT_EBORROWED);
	assert_int_equal(vt_pipe_advance(lent, 3, 3), VT_OK);
	assert_int_equal(vt_pipe_complete_reader(reader), VT_OK);
	assert_int_equal(vt_pipe_complete_reader(reader), VT_EALREADY);
	assert_int_equal(failure(vt_pipe_read(reader, NULL)), EPIPE);
	assert_int_equal(vt_pipe_write(pipe, "d", 1), VT_OK);
	assert_int_equal(take(vt_pipe_flush(pipe)), 1);
	assert_int_equal(vt_pipe_complete_writer(pipe, 0), VT_OK);
	assert_int_equal(vt_pipe_complete_writer(pipe, 0), VT_EALREADY);
	assert_null(vt_pipe_reserve(pipe, 1, &room));
	assert_int_equal(vt_pipe_write(pipe, "d", 1), VT_ECLOSED);
	vt_pipe_free(pipe);
}

static void end_and_error(void **state)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct vt_pipe_view view;

	(void)state;
	assert_int_equal(vt_pipe_write(pipe, "z", 1), VT_OK);
	vt_pipe_complete_writer(pipe, EIO);
	assert_int_equal(take(vt_pipe_read(reader, NULL)), 1);
	assert_int_equal(vt_pipe_view(reader, &view), VT_OK);
	assert_true(view.ended);
	assert_int_equal(vt_pipe_advance(reader, 1, 1), VT_OK);
	assert_int_equal(failure(vt_pipe_read(reader, NULL)), EIO);
	vt_pipe_complete_reader(reader);
	vt_pipe_free(pipe);

	// A plain end, for a reader who waits.
	pipe = vt_pipe_new(NULL);
	reader = vt_pipe_reader(pipe);
	struct value_task t = vt_pipe_read(reader, NULL);

	vt_pipe_complete_writer(pipe, 0);
	assert_int_equal(take(t), 0);
	assert_int_equal(vt_pipe_view(reader, &view), VT_OK);
	assert_true(view.ended);
	assert_null(view.first);
	vt_pipe_complete_reader(reader);
	vt_pipe_free(pipe);
}

static void split_values(void **state)
{
	struct vt_pipe_options small = { .segment = 8, .minimum = 1 };
	struct vt_pipe *pipe = vt_pipe_new(&small);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct vt_pipe_view view;
	struct vt_pipe_cursor c;
	const char text[] = "first,second value,third";
	char scratch[32];
	size_t at = 0;
	int byte;

	(void)state;
	write_and_flush(pipe, text);
	take(vt_pipe_read(reader, NULL));
	assert_int_equal(vt_pipe_view(reader, &view), VT_OK);
	assert_int_equal(view.size, strlen(text));
	assert_int_equal(vt_pipe_find(&view, 0, ','), 5);
	assert_int_equal(vt_pipe_find(&view, 6, ','), 18);
	assert_int_equal(vt_pipe_find(&view, 19, ','), view.size);
	assert_ptr_equal(vt_pipe_slice(&view, 0, 5, scratch),
			 view.first->bytes);
	assert_memory_equal(vt_pipe_slice(&view, 6, 12, scratch),
			    "second value", 12);
	assert_null(vt_pipe_slice(&view, 20, 12, scratch));
	c = vt_pipe_cursor(&view);
	while ((byte = vt_pipe_next(&c)) >= 0)
		assert_int_equal(byte, text[at++]);
	assert_int_equal(at, strlen(text));
	assert_int_equal(c.offset, at);
	assert_int_equal(vt_pipe_advance(reader, 18, 24), VT_OK);
	write_and_flush(pipe, "!");
	assert_int_equal(take(vt_pipe_read(reader, NULL)), 7);
	end(pipe);
}

static void backpressure(void **state)
{
	struct vt_pipe_options options = { .pause = 10, .resume = 4 };
	struct vt_pipe *pipe = vt_pipe_new(&options);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct value_task t;

	(void)state;
	assert_int_equal(vt_pipe_write(pipe, "0123456789", 10), VT_OK);
	t = vt_pipe_flush(pipe);
	assert_int_equal(value_task_status(&t), VT_PENDING);
	assert_int_equal(failure(vt_pipe_flush(pipe)), EBUSY);
	take(vt_pipe_read(reader, NULL));
	vt_pipe_advance(reader, 5, 5);
	assert_int_equal(value_task_status(&t), VT_PENDING);
	take(vt_pipe_read(reader, NULL));
	vt_pipe_advance(reader, 1, 1);
	assert_int_equal(take(t), 0);
	end(pipe);
}

static void cancelled_read(void **state)
{
	struct vt_pipe *pipe = vt_pipe_new(NULL);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct vt_cancel *cancel = vt_cancel_new();
	struct value_task t = vt_pipe_read(reader, cancel);

	(void)state;
	vt_cancel_request(cancel);
	assert_int_equal(failure(t), ECANCELED);
	t = vt_pipe_read(reader, NULL);
	write_and_flush(pipe, "a");
	assert_int_equal(take(t), 1);
	vt_cancel_unref(cancel);
	end(pipe);
}

static void discarded_read_and_flush(void **state)
{
	struct vt_pipe_options options = { .pause = 1 };
	struct vt_pipe *pipe = vt_pipe_new(&options);
	struct vt_pipe_reader *reader = vt_pipe_reader(pipe);
	struct value_task t = vt_pipe_read(reader, NULL);

	(void)state;
	assert_int_equal(value_task_discard(&t), VT_OK);
	assert_int_equal(vt_pipe_write(pipe, "ab", 2), VT_OK);
	t = vt_pipe_flush(pipe);
	assert_int_equal(value_task_discard(&t), VT_OK);
	assert_int_equal(live_slots(), 0);
	assert_int_equal(take(vt_pipe_read(reader, NULL)), 2);
	assert_int_equal(vt_pipe_advance(reader, 2, 2), VT_OK);
	end(pipe);
}

// ---- two threads; the second reads whole numbers from text

enum { NUMBERS = 20000 };

static void *write_numbers(void *arg)
{
	struct vt_pipe *pipe = arg;
	char text[16];
	uint64_t unused;

	for (int i = 1; i <= NUMBERS; i++) {
		int n = snprintf(text, sizeof(text), "%d\n", i);
		struct value_task t;

		assert_int_equal(vt_pipe_write(pipe, text, (size_t)n), VT_OK);
		t = vt_pipe_flush(pipe);
		assert_int_equal(value_task_wait(&t, &unused), VT_OK);
	}
	vt_pipe_complete_writer(pipe, 0);
	return NULL;
}

// Sums the numbers of the view; returns the bytes that are whole lines.
static size_t sum_lines(const struct vt_pipe_view *view, uint64_t *sum)
{
	struct vt_pipe_cursor c = vt_pipe_cursor(view);
	uint64_t number = 0;
	size_t whole = 0;
	int byte;

	while ((byte = vt_pipe_next(&c)) >= 0) {
		if (byte != '\n') {
			number = number * 10 + (uint64_t)(byte - '0');
			continue;
		}
		*sum += number;
		number = 0;
		whole = c.offset;
	}
	return whole;
}

static uint64_t sum_all(struct vt_pipe_reader *reader)
{
	uint64_t sum = 0, unused;

	for (;;) {
		struct value_task t = vt_pipe_read(reader, NULL);
		struct vt_pipe_view view;
		size_t whole;

		assert_int_equal(value_task_wait(&t, &unused), VT_OK);
		assert_int_equal(vt_pipe_view(reader, &view), VT_OK);
		whole = sum_lines(&view, &sum);
		assert_int_equal(vt_pipe_advance(reader, whole, view.size),
				 VT_OK);
		if (view.ended && whole == view.size)
			return sum;
	}
}

static void streaming(void **state)
{
	struct vt_pipe_options options = { .segment = 61,
					   .minimum = 7,
					   .pause = 500 };
	struct vt_pipe *pipe = vt_pipe_new(&options);
	pthread_t thread;

	(void)state;
	pthread_create(&thread, NULL, write_numbers, pipe);
	assert_int_equal(sum_all(vt_pipe_reader(pipe)),
			 (uint64_t)NUMBERS * (NUMBERS + 1) / 2);
	pthread_join(thread, NULL);
	vt_pipe_complete_reader(vt_pipe_reader(pipe));
	vt_pipe_free(pipe);
	assert_int_equal(live_slots(), 0);
}

static int text_file(void)
{
	FILE *file = tmpfile();
	int fd;

	for (int i = 1; i <= NUMBERS; i++)
		fprintf(file, "%d\n", i);
	rewind(file);
	fd = dup(fileno(file));
	fclose(file);
	return fd;
}

static void descriptor(void **state)
{
	int fd = text_file();
	struct vt_pipe_reader *reader = vt_pipe_reader_from_fd(fd, NULL, 0);

	(void)state;
	assert_int_equal(sum_all(reader),
			 (uint64_t)NUMBERS * (NUMBERS + 1) / 2);
	assert_int_equal(vt_pipe_complete_reader(reader), VT_OK);
	assert_int_equal(fcntl(fd, F_GETFD), -1);
	assert_int_equal(vt_pipe_complete_reader(reader), VT_EALREADY);
	vt_pipe_reader_free(reader);
	vt_pipe_reader_free(NULL);

	fd = text_file();
	reader = vt_pipe_reader_from_fd(fd, NULL, VT_PIPE_LEAVE_OPEN);
	take(vt_pipe_read(reader, NULL));
	assert_int_equal(vt_pipe_complete_reader(reader), VT_OK);
	assert_int_not_equal(fcntl(fd, F_GETFD), -1);
	vt_pipe_reader_free(reader);
	close(fd);

	// A descriptor that cannot be read: the error comes with the read.
	reader = vt_pipe_reader_from_fd(-2, NULL, VT_PIPE_LEAVE_OPEN);
	vt_pipe_complete_reader(reader);
	vt_pipe_reader_free(reader);
	fd = open("/", O_RDONLY);
	reader = vt_pipe_reader_from_fd(fd, NULL, 0);
	assert_int_equal(failure(vt_pipe_read(reader, NULL)), EISDIR);
	vt_pipe_complete_reader(reader);
	vt_pipe_reader_free(reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(read_what_was_written),
		cmocka_unit_test(unflushed_is_not_seen),
		cmocka_unit_test(examined_waits_for_more),
		cmocka_unit_test(read_advance_protocol),
		cmocka_unit_test(completed_once),
		cmocka_unit_test(end_and_error),
		cmocka_unit_test(split_values),
		cmocka_unit_test(backpressure),
		cmocka_unit_test(cancelled_read),
		cmocka_unit_test(discarded_read_and_flush),
		cmocka_unit_test(streaming),
		cmocka_unit_test(descriptor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
