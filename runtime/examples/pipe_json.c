// SPDX-License-Identifier: Apache-2.0
//
// Sums the readings of a large JSON array in three ways: the whole document in
// memory, a stream with a buffer of our own, and a pipe. The pipe gives bytes
// where they were read, in segments from a pool: no buffer that grows, no
// moving of what is left over, and an item that is split over two segments is
// the only one copied.
//
// usage: pipe_json [READINGS]
#include <cjson/cJSON.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <once/pipe.h>

#include "example.h"

struct sum {
	unsigned long count;
	double value;
};

static void add_item(struct sum *sum, const char *json, size_t size)
{
	cJSON *item = cJSON_ParseWithLength(json, size);
	const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, "value");

	must(cJSON_IsNumber(value), "parsing an item");
	sum->count++;
	sum->value += value->valuedouble;
	cJSON_Delete(item);
}

// ---- where items begin and end, byte by byte

struct scan {
	unsigned depth; // 1 inside the array, 2 inside an item
	bool in_string;
	bool escaped;
};

enum scanned { NOTHING, BEGIN, END };

static enum scanned scan_byte(struct scan *s, int byte)
{
	if (s->in_string) {
		if (s->escaped)
			s->escaped = false;
		else if (byte == '\\')
			s->escaped = true;
		else if (byte == '"')
			s->in_string = false;
		return NOTHING;
	}
	if (byte == '"')
		s->in_string = true;
	if (byte == '{' || byte == '[')
		return ++s->depth == 2 ? BEGIN : NOTHING;
	if (byte == '}' || byte == ']')
		return s->depth-- == 2 ? END : NOTHING;
	return NOTHING;
}

// ---- the whole document

static void sum_document(int fd, struct sum *sum)
{
	size_t size = (size_t)lseek(fd, 0, SEEK_END);
	char *text = malloc(size);
	const cJSON *item;
	cJSON *all;

	must(text && pread(fd, text, size, 0) == (ssize_t)size, "reading");
	all = cJSON_ParseWithLength(text, size);
	must(cJSON_IsArray(all), "parsing");
	cJSON_ArrayForEach(item, all)
	{
		sum->count++;
		sum->value += cJSON_GetObjectItemCaseSensitive(item, "value")
				      ->valuedouble;
	}
	cJSON_Delete(all);
	free(text);
}

// ---- a stream: what is left over moves to the front, and the buffer grows

enum { BUFFER = 4096 };

struct buffer {
	char *bytes;
	size_t room;
	size_t size;
	size_t scanned;
};

static void give_items(struct buffer *b, struct scan *scan, struct sum *sum)
{
	size_t begin = 0;
	size_t used = 0;

	for (; b->scanned < b->size; b->scanned++) {
		switch (scan_byte(scan, b->bytes[b->scanned])) {
		case BEGIN:
			begin = b->scanned;
			break;
		case END:
			used = b->scanned + 1;
			add_item(sum, b->bytes + begin, used - begin);
			begin = used;
			break;
		case NOTHING:
			if (scan->depth < 2)
				begin = used = b->scanned + 1;
			break;
		}
	}
	memmove(b->bytes, b->bytes + used, b->size - used);
	b->size -= used;
	b->scanned -= used;
}

static void sum_stream(int fd, struct sum *sum)
{
	struct buffer b = { 0 };
	struct scan scan = { 0 };
	ssize_t n;

	do {
		if (b.room - b.size < BUFFER) {
			b.room = b.room ? 2 * b.room : 2 * BUFFER;
			b.bytes = realloc(b.bytes, b.room);
			must(b.bytes, "realloc");
		}
		n = read(fd, b.bytes + b.size, BUFFER);
		must(n >= 0, "read");
		b.size += (size_t)n;
		give_items(&b, &scan, sum);
	} while (n > 0);
	free(b.bytes);
}

// ---- a pipe: what is consumed goes back to the pool, the rest stays in place

enum { LONGEST = 1024 };

struct parser {
	struct scan scan;
	size_t examined; // bytes of the view that the scan has seen
	struct sum *sum;
};

static void give(struct parser *p, const struct vt_pipe_view *view,
		 size_t begin, size_t size)
{
	char scratch[LONGEST];
	const char *item = NULL;

	if (size <= sizeof(scratch))
		item = vt_pipe_slice(view, begin, size, scratch);
	must(item, "an item of reasonable size");
	add_item(p->sum, item, size);
}

// How many bytes of the view are done with. Items begin where the view does,
// or after bytes that belong to none.
static size_t give_view(struct parser *p, const struct vt_pipe_view *view)
{
	struct vt_pipe_cursor c = vt_pipe_cursor(view);
	size_t begin = 0;
	size_t used = 0;
	int byte;

	while ((byte = vt_pipe_next(&c)) >= 0) {
		if (c.offset <= p->examined)
			continue;
		switch (scan_byte(&p->scan, byte)) {
		case BEGIN:
			begin = c.offset - 1;
			break;
		case END:
			used = c.offset;
			give(p, view, begin, used - begin);
			begin = used;
			break;
		case NOTHING:
			if (p->scan.depth < 2)
				begin = used = c.offset;
			break;
		}
	}
	p->examined = view->size - used;
	return used;
}

static void sum_pipe(int fd, struct sum *sum)
{
	struct vt_pipe_reader *reader =
		vt_pipe_reader_from_fd(fd, NULL, VT_PIPE_LEAVE_OPEN);
	struct parser parser = { .sum = sum };
	struct vt_pipe_view view;

	must(reader, "vt_pipe_reader_from_fd");
	do {
		struct value_task read = vt_pipe_read(reader, NULL);
		uint64_t size;

		must(value_task_wait(&read, &size) == 0, "read");
		must(vt_pipe_view(reader, &view) == 0, "view");
		must(vt_pipe_advance(reader, give_view(&parser, &view),
				     view.size) == 0,
		     "advance");
	} while (!view.ended);
	must(vt_pipe_complete_reader(reader) == 0, "complete");
	vt_pipe_reader_free(reader);
}

// ---- the comparison

static void write_document(FILE *f, unsigned long readings)
{
	for (unsigned long i = 0; i < readings; i++)
		fprintf(f,
			"%c\n{\"id\": %lu, \"sensor\": \"s{%lu}\", "
			"\"unit\": \"C\", \"value\": %lu.5, \"ok\": true}",
			i ? ',' : '[', i, i % 100, i % 40);
	fputs("\n]\n", f);
	must(!fflush(f), "writing");
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void measure(const char *name, int fd, void (*run)(int, struct sum *))
{
	struct count before = count_now();
	double start = seconds();
	struct sum sum = { 0 };
	struct count used;

	lseek(fd, 0, SEEK_SET);
	run(fd, &sum);
	start = seconds() - start;
	used = count_minus(count_now(), before);
	printf("%s: %lu readings, mean %g, %.3f s, %llu B in %llu calls\n",
	       name, sum.count, sum.value / (double)sum.count, start,
	       (unsigned long long)used.bytes, (unsigned long long)used.calls);
}

int main(int argc, char **argv)
{
	unsigned long readings = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
	FILE *f = tmpfile();

	must(f && readings, "usage: pipe_json [READINGS]");
	write_document(f, readings);
	printf("document: %ld B\n", ftell(f));
	measure("whole document", fileno(f), sum_document);
	measure("stream", fileno(f), sum_stream);
	measure("pipe", fileno(f), sum_pipe);
	fclose(f);
	return EXIT_SUCCESS;
}
