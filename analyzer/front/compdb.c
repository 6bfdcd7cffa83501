// SPDX-License-Identifier: Apache-2.0
// The text is mapped, not read. Each top-level object's bounds are found
// lexically, and that object alone becomes a JSON tree for a moment.
#include "front/compdb.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "front/words.h"

struct reader {
	struct compdb *db;
	const char *folder; // of the database: relative directories start here
	const char *start, *at, *end;
	uint32_t number; // of the entry
	struct err *e;
};

// ---- the text

static bool map_text(struct reader *r, const char *path, void **map,
		     size_t *size)
{
	struct stat info;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool ok = fd >= 0 && fstat(fd, &info) == 0;

	*map = NULL;
	*size = ok ? (size_t)info.st_size : 0;
	if (ok && *size) {
		*map = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
		ok = *map != MAP_FAILED;
	}
	if (!ok)
		err_set(r->e, ERR_COMPDB, "cannot read '%s': %s", path,
			strerror(errno));
	if (fd >= 0)
		close(fd);
	r->start = r->at = *map ? *map : "";
	r->end = r->start + *size;
	return ok;
}

static bool complain(const struct reader *r, const char *expected)
{
	unsigned line = 1;

	for (const char *p = r->start; p < r->at; p++)
		line += *p == '\n';
	return err_set(r->e, ERR_COMPDB, "%s:%u: expected %s", r->db->path,
		       line, expected);
}

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && isspace((unsigned char)*r->at))
		r->at++;
}

static bool take(struct reader *r, char c)
{
	skip_blanks(r);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

// The end of the object that starts at r->at; NULL if the text ends first.
static const char *object_end(const struct reader *r)
{
	unsigned depth = 0;
	bool in_string = false;

	for (const char *p = r->at; p < r->end; p++) {
		if (in_string) {
			if (*p == '\\')
				p++;
			else if (*p == '"')
				in_string = false;
		} else if (*p == '"') {
			in_string = true;
		} else if (*p == '{' || *p == '[') {
			depth++;
		} else if ((*p == '}' || *p == ']') && --depth == 0) {
			return p + 1;
		}
	}
	return NULL;
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
			VEC_PUSH(w->arena, &w->list, intern(w->table, word));
		}
	} else if ((command = json_get_string(object, "command"))) {
		words_split(w, command);
	}
	if (!w->list.count)
		json_mistake(object, "expected 'arguments' or 'command'");
	return w->list.count > 0;
}

static void add_entry(struct reader *r, struct json *object)
{
	struct compdb *db = r->db;
	const char *directory = json_get_string(object, "directory");
	const char *file = json_get_string(object, "file");
	struct words w = { .arena = db->arena, .table = &db->words };

	if (!directory || !file) {
		if (!object->doc->mistake_count)
			json_mistake(object, "expected 'directory' and 'file'");
		return;
	}
	if (!read_words(&w, object) || !is_our_language(file))
		return;
	directory = intern(&db->words,
			   path_absolute(db->arena, r->folder, directory));
	file = path_absolute(db->arena, directory, file);
	words_unwrap(&w);
	words_expand(&w, directory);
	words_finish(&w, directory, file);
	VEC_PUSH(
		db->arena, &db->entries,
		(struct compdb_entry){ file, directory, w.list.at, r->number });
}

static bool read_entry(struct reader *r)
{
	struct json_doc doc;
	struct str name = STR_INIT;
	const char *end = object_end(r);

	if (!end)
		return complain(r, "the end of this entry, but the file ends "
				   "(was it still being written?)");
	r->number++;
	str_printf(&name, "%s: entry %u", r->db->path, r->number);
	if (json_open(&doc, name.text, r->at, (size_t)(end - r->at), 0)) {
		struct json root = json_root(&doc);

		add_entry(r, &root);
	}
	bool ok = json_is_sound(&doc, ERR_COMPDB, r->e);
	json_close(&doc);
	str_release(&name);
	r->at = end;
	return ok;
}

static bool read_entries(struct reader *r)
{
	if (!take(r, '['))
		return complain(r, "an array of entries");
	if (take(r, ']'))
		return true;
	do {
		skip_blanks(r);
		if (r->at == r->end || *r->at != '{')
			return complain(r, "an entry in braces");
		if (!read_entry(r))
			return false;
	} while (take(r, ','));
	return take(r, ']') || complain(r, "',' or ']'");
}

// ---- order

static int words_compare(const char *const *a, const char *const *b)
{
	for (; *a && *b; a++, b++)
		if (*a != *b) // interned
			return strcmp(*a, *b);
	return (*a != NULL) - (*b != NULL);
}

static bool is_same(const struct compdb_entry *a, const struct compdb_entry *b)
{
	return strcmp(a->file, b->file) == 0 && a->directory == b->directory &&
	       words_compare(a->arguments, b->arguments) == 0;
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
	struct reader r = { .db = db, .e = e };
	void *map;
	size_t size;

	*db = (struct compdb){ .arena = a, .path = path };
	intern_init(&db->words, a);
	r.folder = path_directory(a, path);
	bool ok = map_text(&r, path, &map, &size) && read_entries(&r);
	if (map && map != MAP_FAILED)
		munmap(map, size);
	finish(db);
	return ok;
}

void compdb_release(struct compdb *db)
{
	intern_release(&db->words);
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
