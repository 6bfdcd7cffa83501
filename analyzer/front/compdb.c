// SPDX-License-Identifier: Apache-2.0
// The text passes through a buffer. Each top-level object's bounds are found
// lexically, and that object alone becomes a JSON tree for a moment. Of its
// command only a hash is kept, and where it stands: most of a large database's
// commands are not asked for at once.
#include "front/compdb.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/json.h"
#include "front/words.h"

#define CHUNK ((size_t)256 << 10)     // of a whole database
#define ENTRY_CHUNK ((size_t)4 << 10) // of one entry: most are smaller

// The file, open as long as its commands may be asked for: one that a build
// tool puts in its place is another.
struct compdb_text {
	int fd;
	const char *path;
	const char *folder; // relative directories start here
};

struct reader {
	const struct compdb_text *text;
	struct compdb *db; // NULL: only one entry is read
	char *buffer;
	size_t chunk; // read at once
	size_t room;
	char *at, *end;      // what is not yet read of it
	uint64_t end_offset; // of `end`, in the file
	uint32_t number;     // of the entry
	uint32_t line;
	bool is_at_end;
	struct arena scratch; // of an entry
	struct err *e;
};

// What is said of a unit.
struct entry {
	const char *directory;
	const char *file;
	struct words words;
};

// ---- the text

static bool complain(const struct reader *r, const char *expected)
{
	return err_set(r->e, ERR_COMPDB, "%s:%u: expected %s", r->text->path,
		       r->line, expected);
}

static bool fail(const struct reader *r, const char *path)
{
	return err_set(r->e, ERR_COMPDB, "cannot read '%s': %s", path,
		       strerror(errno));
}

// Gets more of the file behind what is there, if there is more.
static bool fill(struct reader *r)
{
	size_t kept = (size_t)(r->end - r->at);
	ssize_t n;

	if (kept + r->chunk > r->room) {
		char *longer = xmalloc(2 * r->room + r->chunk);

		memcpy(longer, r->at, kept);
		free(r->buffer);
		r->buffer = longer;
		r->room = 2 * r->room + r->chunk;
	} else {
		memmove(r->buffer, r->at, kept);
	}
	r->at = r->buffer;
	r->end = r->buffer + kept;
	do
		n = pread(r->text->fd, r->end, r->room - kept,
			  (off_t)r->end_offset);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return fail(r, r->text->path);
	r->is_at_end = n == 0;
	r->end += n;
	r->end_offset += (uint64_t)n;
	return true;
}

static void reader_init(struct reader *r, const struct compdb_text *text,
			uint64_t offset, size_t chunk, struct err *e)
{
	*r = (struct reader){ .text = text, .line = 1, .e = e };
	r->chunk = r->room = chunk;
	r->at = r->end = r->buffer = xmalloc(chunk);
	r->end_offset = offset;
}

static void reader_release(struct reader *r)
{
	free(r->buffer);
	arena_release(&r->scratch);
}

static uint64_t offset_of(const struct reader *r)
{
	return r->end_offset - (uint64_t)(r->end - r->at);
}

static void pass(struct reader *r, const char *to)
{
	for (; r->at < to; r->at++)
		r->line += *r->at == '\n';
}

// The next character that is not blank, 0 at the end.
static char peek(struct reader *r)
{
	for (;;) {
		while (r->at < r->end && isspace((unsigned char)*r->at))
			pass(r, r->at + 1);
		if (r->at < r->end)
			return *r->at;
		if (r->is_at_end || !fill(r))
			return 0;
	}
}

static bool take(struct reader *r, char c)
{
	if (peek(r) != c)
		return false;
	r->at++;
	return true;
}

// How far the object that starts the buffer was looked at.
struct bounds {
	size_t done;
	unsigned depth;
	bool in_string;
};

// The length of the object that starts at r->at; 0 if more of it is needed.
static size_t object_length(const struct reader *r, struct bounds *b)
{
	const char *p = r->at + b->done;

	for (; p < r->end; p++) {
		if (b->in_string) {
			if (*p == '\\' && p + 1 == r->end)
				break;
			if (*p == '\\')
				p++;
			else if (*p == '"')
				b->in_string = false;
		} else if (*p == '"') {
			b->in_string = true;
		} else if (*p == '{' || *p == '[') {
			b->depth++;
		} else if ((*p == '}' || *p == ']') && --b->depth == 0) {
			return (size_t)(p + 1 - r->at);
		}
	}
	b->done = (size_t)(p - r->at);
	return 0;
}

static size_t whole_object(struct reader *r)
{
	struct bounds b = { 0, 0, false };
	size_t length;

	while (!(length = object_length(r, &b))) {
		if (!r->is_at_end && !fill(r))
			return 0;
		if (r->is_at_end) {
			complain(r, "the end of this entry, but the file ends "
				    "(was it still being written?)");
			return 0;
		}
	}
	return length;
}

// ---- one entry

static bool is_our_language(const char *file)
{
	static const char *const others[] = { ".s",   ".S",     ".asm", ".f",
					      ".f90", ".F",     ".F90", ".cu",
					      ".rc",  ".swift", ".go",  ".rs" };

	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (str_ends(file, others[i]))
			return false;
	return true;
}

static bool read_words(struct words *w, struct json *object)
{
	struct json list, item;
	const char *command;

	if (json_get(object, "arguments", &list)) {
		if (json_type(&list) != JSON_ARRAY) {
			json_mistake(&list, "expected an array of strings");
			return false;
		}
		JSON_EACH(item, &list)
		{
			const char *word = json_string(&item);

			if (!word)
				return false;
			VEC_PUSH(w->arena, &w->list,
				 arena_strdup(w->arena, word));
		}
	} else if ((command = json_get_string(object, "command"))) {
		words_split(w, command);
	}
	if (!w->list.count)
		json_mistake(object, "expected 'arguments' or 'command'");
	return w->list.count > 0;
}

// False if it is not of use: a mistake, which the document has, or another
// language.
static bool read_entry(const struct compdb_text *text, struct json *object,
		       struct arena *a, struct entry *out)
{
	const char *directory = json_get_string(object, "directory");
	const char *file = json_get_string(object, "file");

	*out = (struct entry){ .words = { .arena = a } };
	if (!directory || !file) {
		if (!object->doc->mistake_count)
			json_mistake(object, "expected 'directory' and 'file'");
		return false;
	}
	if (!read_words(&out->words, object) || !is_our_language(file))
		return false;
	out->directory = path_absolute(a, text->folder, directory);
	out->file = path_absolute(a, out->directory, file);
	return true;
}

static const char *const *finish_words(struct entry *x)
{
	words_unwrap(&x->words);
	words_expand(&x->words, x->directory);
	words_finish(&x->words, x->directory, x->file);
	return x->words.list.at;
}

static uint64_t hash_words(const char *const *words)
{
	uint64_t hash = 0;

	for (; *words; words++)
		hash = XXH3_64bits_withSeed(*words, strlen(*words) + 1, hash);
	return hash;
}

static void add_entry(struct reader *r, struct entry *x, uint64_t offset)
{
	struct compdb *db = r->db;
	struct compdb_entry new = { .file = arena_strdup(db->arena, x->file),
				    .directory = intern(&db->directories,
							x->directory),
				    .text = db->text,
				    .offset = offset,
				    .number = r->number };

	new.hash = hash_words(finish_words(x));
	if (db->entries.count == db->entries.room) {
		// Not from the arena, where old copies would stay.
		db->entries.room = db->entries.room ? 2 * db->entries.room : 64;
		db->entries.at = xrealloc(db->entries.at,
					  db->entries.room * sizeof(new));
	}
	db->entries.at[db->entries.count++] = new;
}

static bool add_next(struct reader *r)
{
	struct json_doc doc;
	struct entry x;
	char *name = arena_printf(&r->scratch, "%s: entry %u", r->text->path,
				  ++r->number);
	size_t length = whole_object(r);
	uint64_t offset = offset_of(r);

	if (!length)
		return false;
	if (json_open(&doc, name, r->at, length, 0)) {
		struct json root = json_root(&doc);

		if (read_entry(r->text, &root, &r->scratch, &x))
			add_entry(r, &x, offset);
	}
	bool ok = json_is_sound(&doc, ERR_COMPDB, r->e);
	json_close(&doc);
	arena_reset(&r->scratch);
	pass(r, r->at + length);
	return ok;
}

static bool read_entries(struct reader *r)
{
	if (!take(r, '['))
		return complain(r, "an array of entries");
	if (take(r, ']'))
		return true;
	do {
		if (peek(r) != '{')
			return complain(r, "an entry in braces");
		if (!add_next(r))
			return false;
	} while (take(r, ','));
	return take(r, ']') || complain(r, "',' or ']'");
}

// ---- one command again

const char *const *compdb_arguments(const struct compdb_text *text,
				    uint64_t offset, uint64_t hash,
				    struct arena *a, struct err *e)
{
	const char *const *words = NULL;
	struct err reason = ERR_INIT;
	struct json_doc doc;
	struct reader r;
	struct entry x;

	reader_init(&r, text, offset, ENTRY_CHUNK, &reason);
	size_t length = peek(&r) == '{' ? whole_object(&r) : 0;
	if (length) {
		if (json_open(&doc, text->path, r.at, length, 0)) {
			struct json root = json_root(&doc);

			if (read_entry(text, &root, a, &x))
				words = finish_words(&x);
		}
		json_close(&doc);
	}
	if (words && hash_words(words) != hash)
		words = NULL;
	reader_release(&r);
	err_release(&reason);
	if (!words)
		err_set(e, ERR_UNIT,
			"'%s' was changed while it was being used: its command "
			"is not known any more",
			text->path);
	return words;
}

// ---- order

static bool is_same(const struct compdb_entry *a, const struct compdb_entry *b)
{
	return strcmp(a->file, b->file) == 0 && a->directory == b->directory &&
	       a->hash == b->hash;
}

static int entry_compare(const void *a, const void *b)
{
	const struct compdb_entry *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	return order ? order : x->number < y->number ? -1 : 1;
}

// Equal entries of a file stand near each other, few in number.
static bool is_repeated(const struct compdb *db, uint32_t kept,
			const struct compdb_entry *x)
{
	while (kept && strcmp(db->entries.at[kept - 1].file, x->file) == 0)
		if (is_same(&db->entries.at[--kept], x))
			return true;
	return false;
}

static void finish(struct compdb *db)
{
	uint32_t kept = 0;

	if (!db->entries.count)
		return;
	qsort(db->entries.at, db->entries.count, sizeof(*db->entries.at),
	      entry_compare);
	for (uint32_t i = 0; i < db->entries.count; i++)
		if (!is_repeated(db, kept, &db->entries.at[i]))
			db->entries.at[kept++] = db->entries.at[i];
	db->entries.count = kept;
}

bool compdb_load(struct compdb *db, struct arena *a, const char *path,
		 struct err *e)
{
	struct compdb_text *text = ARENA_NEW(a, struct compdb_text);
	struct reader r;

	*db = (struct compdb){ .arena = a, .path = path, .text = text };
	intern_init(&db->directories, a);
	text->path = path;
	text->folder = path_directory(a, path);
	text->fd = open(path, O_RDONLY | O_CLOEXEC);
	reader_init(&r, text, 0, CHUNK, e);
	r.db = db;
	bool ok = text->fd < 0 ? fail(&r, path) : read_entries(&r);
	reader_release(&r);
	finish(db);
	return ok;
}

void compdb_drop_entries(struct compdb *db)
{
	free(db->entries.at);
	db->entries.at = NULL;
	db->entries.count = db->entries.room = 0;
	intern_release(&db->directories);
}

void compdb_release(struct compdb *db)
{
	compdb_drop_entries(db);
	if (db->text && db->text->fd >= 0)
		close(db->text->fd);
	db->text = NULL;
}

// ---- questions

const struct compdb_entry *compdb_find(const struct compdb *db,
				       const char *file)
{
	uint32_t low = 0, high = db->entries.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (strcmp(db->entries.at[middle].file, file) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < db->entries.count &&
	    strcmp(db->entries.at[low].file, file) == 0)
		return &db->entries.at[low];
	return NULL;
}

// How near: 2 the same stem, 1 the same folder, 0 neither.
static int nearness(const char *a, const char *b)
{
	const char *x = path_base(a), *y = path_base(b);
	size_t stem_x = strcspn(x, "."), stem_y = strcspn(y, ".");

	if (stem_x == stem_y && strncmp(x, y, stem_x) == 0)
		return 2;
	return x - a == y - b && strncmp(a, b, (size_t)(x - a)) == 0;
}

static bool names(const char *file, const char *header)
{
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	const char *base = path_base(header);
	bool found = file_read(file, &text, &ignored) &&
		     memmem(text.text, text.length, base, strlen(base));

	err_release(&ignored);
	str_release(&text);
	return found;
}

const struct compdb_entry *compdb_find_includer(const struct compdb *db,
						const char *header)
{
	for (int near = 2; near >= 0; near--)
		VEC_EACH (struct compdb_entry, x, &db->entries)
			if (nearness(x->file, header) == near &&
			    names(x->file, header))
				return x;
	return NULL;
}

const struct compdb_entry *compdb_find_similar(const struct compdb *db,
					       const char *file)
{
	for (int near = 2; near >= 0; near--)
		VEC_EACH (struct compdb_entry, x, &db->entries)
			if (nearness(x->file, file) == near)
				return x;
	return NULL;
}
