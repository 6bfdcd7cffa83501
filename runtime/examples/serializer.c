// SPDX-License-Identifier: Apache-2.0
//
// An interface that some implementations answer at once and others cannot. A
// small object is written on the spot; a large one is handed to a thread. The
// caller awaits both in the same way, and only the large one pays for waiting.
#include <errno.h>
#include <string.h>

#include <once/frame.h>

#include "example.h"

enum { LARGE = 4096, SMALL_SIZE = 100, LARGE_SIZE = 100000 };

struct object {
	const unsigned char *bytes;
	size_t size;
};

// Writes `object` to `out`, which has room for two characters a byte. The
// value is the number of characters. Both are the caller's, until then.
struct serializer {
	struct value_task (*write)(struct serializer *self,
				   const struct object *object, char *out);
};

static size_t write_hex(const struct object *object, char *out)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < object->size; i++) {
		*out++ = digits[object->bytes[i] >> 4];
		*out++ = digits[object->bytes[i] & 15];
	}
	return 2 * object->size;
}

// ---- always at once

static struct value_task write_now(struct serializer *self,
				   const struct object *object, char *out)
{
	(void)self;
	return value_task_value(write_hex(object, out));
}

static struct serializer simple = { write_now };

// ---- large objects elsewhere

struct threaded {
	struct serializer serializer; // first
	struct vt_threads *threads;
	unsigned offloaded;
};

struct job {
	struct vt_frame frame;
	struct vt_threads *threads;
	const struct object *object;
	char *out;
};

static int job_step(struct vt_frame *frame)
{
	struct job *self = (struct job *)frame;

	VT_BEGIN(frame);
	VT_YIELD(frame, vt_threads_executor(self->threads));
	VT_RETURN(frame, write_hex(self->object, self->out)); // on a thread
	VT_END(frame);
}

static struct value_task write_threaded(struct serializer *serializer,
					const struct object *object, char *out)
{
	struct threaded *self = (struct threaded *)serializer;
	struct job *job;

	if (object->size < LARGE)
		return value_task_value(write_hex(object, out));
	job = vt_frame_new(sizeof(*job), job_step);
	if (!job)
		return value_task_error(ENOMEM);
	job->threads = self->threads;
	job->object = object;
	job->out = out;
	self->offloaded++;
	return vt_frame_start(&job->frame);
}

// ---- a caller, who does not know which it has

static size_t serialize(struct serializer *serializer,
			const struct object *object, char *out)
{
	struct value_task written = serializer->write(serializer, object, out);
	uint64_t size = 0;

	must(value_task_wait(&written, &size) == 0, "write");
	return size;
}

static void demonstrate(const char *name, struct serializer *serializer)
{
	static unsigned char bytes[LARGE_SIZE];
	static char out[2 * LARGE_SIZE];
	struct object small = { bytes, SMALL_SIZE };
	struct object large = { bytes, LARGE_SIZE };
	size_t size = 0;

	memset(bytes, 0xa5, sizeof(bytes));
	for (int i = 0; i < 1000; i++)
		size += serialize(serializer, &small, out);
	for (int i = 0; i < 10; i++)
		size += serialize(serializer, &large, out);
	must(!memcmp(out, "a5a5", 4), "contents");
	printf("%s: %zu characters\n", name, size);
}

int main(void)
{
	struct threaded threaded = {
		.serializer = { write_threaded },
		.threads = vt_threads_new(2),
	};

	must(threaded.threads, "vt_threads_new");
	demonstrate("simple", &simple);
	demonstrate("threaded", &threaded.serializer);
	printf("threaded: %u of 1010 objects went to a thread\n",
	       threaded.offloaded);
	vt_threads_free(threaded.threads);
	return EXIT_SUCCESS;
}
