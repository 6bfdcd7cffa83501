// SPDX-License-Identifier: Apache-2.0
#include "report/source.h"

#include <string.h>
#include <uthash.h>

#include "base/file.h"

struct source_entry {
	struct source_file file;
	UT_hash_handle hh;
};

// A source text larger than this is not one.
#define LARGEST ((size_t)256 * 1024 * 1024)

void source_release(struct source_cache *c)
{
	HASH_CLEAR(hh, c->entries);
	c->entries = NULL;
	arena_release(&c->arena);
}

static void index_lines(struct source_cache *c, struct source_file *f)
{
	const char *end = f->text + f->length;
	uint32_t count = 0;

	for (const char *p = f->text; p < end; count++) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));
		p = eol ? eol + 1 : end;
	}
	uint32_t *lines = ARENA_ARRAY(&c->arena, uint32_t, count);
	uint32_t n = 0;
	for (const char *p = f->text; p < end; n++) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));
		lines[n] = (uint32_t)(p - f->text);
		p = eol ? eol + 1 : end;
	}
	f->lines = lines;
	f->line_count = count;
}

static struct source_entry *find(const struct source_cache *c, const char *path)
{
	struct source_entry *entry;

	HASH_FIND_STR(c->entries, path, entry);
	return entry;
}

bool source_has(const struct source_cache *c, const char *path)
{
	return find(c, path) != NULL;
}

static struct source_entry *entry_new(struct source_cache *c, const char *path)
{
	struct source_entry *entry = ARENA_NEW(&c->arena, struct source_entry);

	entry->file.path = arena_strdup(&c->arena, path);
	HASH_ADD_KEYPTR(hh, c->entries, entry->file.path,
			strlen(entry->file.path), entry);
	return entry;
}

void source_put(struct source_cache *c, const char *path, const char *text,
		size_t length)
{
	struct source_entry *entry = find(c, path);

	if (!entry)
		entry = entry_new(c, path);
	entry->file.text = arena_strndup(&c->arena, text, length);
	entry->file.length = length;
	index_lines(c, &entry->file);
}

const struct source_file *source_get(struct source_cache *c, const char *path)
{
	struct source_entry *entry = find(c, path);

	if (entry)
		return &entry->file;
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	if (file_read(path, &text, &ignored) && text.length < LARGEST)
		source_put(c, path, text.text, text.length);
	else
		entry_new(c, path);
	err_release(&ignored);
	str_release(&text);
	return &find(c, path)->file;
}

const char *source_line(const struct source_file *f, uint32_t number,
			size_t *length)
{
	if (number == 0 || number > f->line_count)
		return NULL;
	const char *line = f->text + f->lines[number - 1];
	size_t n = number < f->line_count
			   ? f->lines[number] - f->lines[number - 1]
			   : f->length - f->lines[number - 1];

	while (n && (line[n - 1] == '\n' || line[n - 1] == '\r'))
		n--;
	*length = n;
	return line;
}

uint32_t source_column(const struct source_file *f, uint32_t line,
		       uint32_t byte_column, enum column_unit unit)
{
	size_t length = 0;
	const char *text = source_line(f, line, &length);

	return text ? utf_column(text, length, byte_column, unit) : byte_column;
}
