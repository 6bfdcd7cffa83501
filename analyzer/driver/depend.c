// SPDX-License-Identifier: Apache-2.0
// A name may be found in any folder of a list, and it does not matter here
// which one the compiler would take: whatever comes or goes in any of them
// counts as a change. So neither the order of folders nor #include_next needs
// to be understood. Includes that only comments or other branches have count
// too; one whose name is a macro does not.
#include "driver/depend.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uthash.h>
#include <xxhash.h>

#include "base/file.h"

struct depend_entry {
	const char *key;
	void *value;
	UT_hash_handle hh;
};

// Names in a folder, as sorted hashes.
struct folder {
	const char *path;
	uint64_t *at;
	uint32_t count;
};

struct answer {
	uint32_t number; // of the file or name, from 1; 0: free
	bool is_known;
	bool is_noted;
	uint64_t value;
};

// By number. A list knows few of all files: an array would be lists times
// files.
struct answers {
	struct answer *at;
	uint32_t count;
	uint32_t room; // a power of two
};

struct depend_list {
	VEC(const struct folder *) quoted;
	VEC(const struct folder *) folders;
	struct answers of_quoted; // by name
	struct answers of_angled;
	struct answers of_files; // by file
	VEC(const struct depend_file *) noted;
};

// ---- tables

static void *find(struct depend_entry *table, const char *key)
{
	struct depend_entry *entry;

	HASH_FIND_STR(table, key, entry);
	return entry ? entry->value : NULL;
}

static void put(struct depend *d, struct depend_entry **table, const char *key,
		void *value)
{
	struct depend_entry *entry = ARENA_NEW(&d->arena, struct depend_entry);

	entry->key = key;
	entry->value = value;
	HASH_ADD_KEYPTR(hh, *table, entry->key, strlen(key), entry);
}

static struct answer *slot_of(const struct answers *list, uint32_t number)
{
	uint32_t i = number * 2654435769u & (list->room - 1);

	while (list->at[i].number && list->at[i].number != number)
		i = (i + 1) & (list->room - 1);
	return &list->at[i];
}

static void answers_grow(struct answers *list)
{
	struct answers old = *list;

	list->room = old.room ? old.room * 2 : 16;
	list->at = xcalloc(list->room, sizeof(*list->at));
	for (uint32_t i = 0; i < old.room; i++)
		if (old.at[i].number)
			*slot_of(list, old.at[i].number) = old.at[i];
	free(old.at);
}

// Until the next one is asked for.
static struct answer *answer_at(struct answers *list, uint32_t index)
{
	if (list->count * 2 >= list->room)
		answers_grow(list);
	struct answer *x = slot_of(list, index + 1);
	if (!x->number) {
		x->number = index + 1;
		list->count++;
	}
	return x;
}

void depend_release(struct depend *d)
{
	struct depend_entry *entry, *next;

	HASH_ITER(hh, d->lists, entry, next)
	{
		struct depend_list *l = entry->value;

		free(l->of_quoted.at);
		free(l->of_angled.at);
		free(l->of_files.at);
	}
	HASH_CLEAR(hh, d->lists);
	HASH_CLEAR(hh, d->files);
	HASH_CLEAR(hh, d->folders);
	HASH_CLEAR(hh, d->numbers);
	arena_release(&d->arena);
	arena_release(&d->scratch);
	*d = (struct depend){ 0 };
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	const uint64_t both[] = { a, b };

	return XXH3_64bits(both, sizeof(both));
}

// ---- folders

static int hash_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void read_folder(struct depend *d, struct folder *f)
{
	VEC(uint64_t) list = { NULL, 0, 0 };
	DIR *dir = opendir(f->path);
	struct dirent *x;

	while (dir && (x = readdir(dir)))
		VEC_PUSH(&d->arena, &list,
			 XXH3_64bits(x->d_name, strlen(x->d_name)));
	if (dir)
		closedir(dir);
	if (list.count)
		qsort(list.at, list.count, sizeof(*list.at), hash_compare);
	f->at = list.at;
	f->count = list.count;
}

static const struct folder *folder_at(struct depend *d, const char *path)
{
	struct folder *f = find(d->folders, path);

	if (f)
		return f;
	f = ARENA_NEW(&d->arena, struct folder);
	f->path = arena_strdup(&d->arena, path);
	read_folder(d, f);
	put(d, &d->folders, f->path, f);
	return f;
}

static bool has_entry(const struct folder *f, const char *name)
{
	uint64_t hash = XXH3_64bits(name, strlen(name));

	return f->count &&
	       bsearch(&hash, f->at, f->count, sizeof(*f->at), hash_compare);
}

uint64_t depend_names(struct depend *d, const char *path)
{
	const struct folder *f = folder_at(d, path);

	return XXH3_64bits(f->at, f->count * sizeof(*f->at));
}

static bool has_path(struct depend *d, const struct folder *f, const char *name)
{
	if (!strchr(name, '/'))
		return has_entry(f, name);
	const char *path = path_absolute(&d->scratch, f->path, name);
	bool found = has_entry(folder_at(d, path_directory(&d->scratch, path)),
			       path_base(path));

	arena_reset(&d->scratch);
	return found;
}

// ---- names in a text

struct scan {
	struct depend *depend;
	struct depend_file *file;
	const char *end;
};

static uint32_t number_of(struct depend *d, const char *name, size_t length)
{
	struct depend_entry *entry;

	HASH_FIND(hh, d->numbers, name, length, entry);
	if (entry)
		return (uint32_t)(uintptr_t)entry->value;
	uint32_t number = d->names.count;
	const char *copy = arena_strndup(&d->arena, name, length);
	VEC_PUSH(&d->arena, &d->names, copy);
	put(d, &d->numbers, copy, (void *)(uintptr_t)number);
	return number;
}

static const char *skip_blanks(const struct scan *s, const char *p)
{
	while (p < s->end && (*p == ' ' || *p == '\t' || *p == '('))
		p++;
	return p;
}

// <name> or "name" at `p`, after blanks and a parenthesis.
static void take_name(struct scan *s, const char *p)
{
	struct depend_file *f = s->file;

	p = skip_blanks(s, p);
	if (p == s->end || (*p != '<' && *p != '"'))
		return;
	bool is_quoted = *p == '"';
	const char *name = ++p;
	while (p < s->end && *p != '\n' && *p != (is_quoted ? '"' : '>'))
		p++;
	if (p == s->end || *p == '\n' || p == name)
		return;
	uint32_t number = number_of(s->depend, name, (size_t)(p - name));
	uint32_t count = is_quoted ? f->quoted.count : f->angled.count;
	const uint32_t *list = is_quoted ? f->quoted.at : f->angled.at;
	for (uint32_t i = 0; i < count; i++)
		if (list[i] == number)
			return;
	if (is_quoted)
		VEC_PUSH(&s->depend->arena, &f->quoted, number);
	else
		VEC_PUSH(&s->depend->arena, &f->angled, number);
}

// The end of a directive that goes on after a backslash.
static const char *line_end(const struct scan *s, const char *p)
{
	for (;;) {
		const char *end = memchr(p, '\n', (size_t)(s->end - p));

		if (!end)
			return s->end;
		if (end == p ||
		    (end[-1] != '\\' &&
		     !(end[-1] == '\r' && end - p > 1 && end[-2] == '\\')))
			return end;
		p = end + 1;
	}
}

static void take_directive(struct scan *s, const char *p)
{
	static const char has[] = "__has_include";
	const char *end = line_end(s, p);
	size_t length = 0;

	p = skip_blanks(s, p);
	while (p + length < end && p[length] >= 'a' && p[length] <= 'z')
		length++;
	if ((length == 7 && memcmp(p, "include", 7) == 0) ||
	    (length == 6 && memcmp(p, "import", 6) == 0)) {
		p += length;
		take_name(s,
			  p + (end - p > 5 && !memcmp(p, "_next", 5) ? 5 : 0));
		return;
	}
	while ((p = memmem(p, (size_t)(end - p), has, sizeof(has) - 1))) {
		p += sizeof(has) - 1;
		take_name(s,
			  p + (end - p > 5 && !memcmp(p, "_next", 5) ? 5 : 0));
	}
}

static void take_names(struct depend *d, struct depend_file *f,
		       const char *text, size_t size)
{
	struct scan s = { d, f, text + size };

	for (const char *p = text;
	     (p = memchr(p, '#', (size_t)(s.end - p))) != NULL;)
		take_directive(&s, ++p);
}

// ---- files

static uint64_t find_beside(struct depend *d, const struct depend_file *f)
{
	const struct folder *own =
		f->quoted.count
			? folder_at(d, path_directory(&d->scratch, f->path))
			: NULL;
	uint64_t hash = 0;

	VEC_EACH (const uint32_t, number, &f->quoted)
		hash = mix(hash, has_path(d, own, d->names.at[*number]));
	arena_reset(&d->scratch);
	return hash;
}

static bool read_text(int fd, size_t size, char *text)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = read(fd, text + done, size - done);

		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

static void set_stat(struct depend_file *f, const struct stat *info)
{
	f->device = (uint64_t)info->st_dev;
	f->inode = (uint64_t)info->st_ino;
	f->size = (uint64_t)info->st_size;
	f->changed = info->st_ctim;
}

static void read_file(struct depend *d, struct depend_file *f)
{
	struct stat info;
	int fd = open(f->path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
		size_t size = (size_t)info.st_size;
		char *text = xmalloc(size + 1);

		set_stat(f, &info);
		f->is_there = read_text(fd, size, text);
		if (f->is_there) {
			f->hash = XXH3_64bits(text, size);
			take_names(d, f, text, size);
		}
		free(text);
	}
	close(fd);
	f->beside = find_beside(d, f);
}

const struct depend_file *depend_file(struct depend *d, const char *path)
{
	struct depend_file *f = find(d->files, path);

	if (f)
		return f;
	f = ARENA_NEW(&d->arena, struct depend_file);
	f->path = arena_strdup(&d->arena, path);
	f->index = d->file_count++;
	put(d, &d->files, f->path, f);
	read_file(d, f);
	return f;
}

bool depend_is_current(const struct depend_file *f)
{
	struct depend_file now = { 0 };
	struct stat info;

	if (!f->is_there || stat(f->path, &info) != 0)
		return false;
	set_stat(&now, &info);
	return now.device == f->device && now.inode == f->inode &&
	       now.size == f->size && now.changed.tv_sec == f->changed.tv_sec &&
	       now.changed.tv_nsec == f->changed.tv_nsec;
}

// ---- lists

static void add_text(struct str *key, const char *path)
{
	str_add(key, path);
	str_add_char(key, '\n');
}

static struct depend_list *new_list(struct depend *d, const struct search *s)
{
	struct depend_list *l = ARENA_NEW(&d->arena, struct depend_list);

	VEC_EACH (const char *, path, &s->quoted)
		VEC_PUSH(&d->arena, &l->quoted, folder_at(d, *path));
	VEC_EACH (const char *, path, &s->folders)
		VEC_PUSH(&d->arena, &l->folders, folder_at(d, *path));
	return l;
}

struct depend_list *depend_list(struct depend *d, const struct search *s)
{
	struct str key = STR_INIT;

	VEC_EACH (const char *, path, &s->quoted)
		add_text(&key, *path);
	str_add_char(&key, '\n');
	VEC_EACH (const char *, path, &s->folders)
		add_text(&key, *path);
	struct depend_list *l = find(d->lists, key.text);
	if (!l) {
		l = new_list(d, s);
		put(d, &d->lists, arena_strdup(&d->arena, key.text), l);
	}
	str_release(&key);
	return l;
}

static uint64_t find_in(struct depend *d, const struct folder *const *folders,
			uint32_t count, const char *name)
{
	uint64_t hash = 0;

	for (uint32_t i = 0; i < count; i++)
		if (has_path(d, folders[i], name))
			hash = mix(hash, i + 1);
	return hash;
}

static uint64_t resolve_angled(struct depend *d, struct depend_list *l,
			       uint32_t number)
{
	struct answer *x = answer_at(&l->of_angled, number);

	if (!x->is_known) {
		x->value = find_in(d, l->folders.at, l->folders.count,
				   d->names.at[number]);
		x->is_known = true;
	}
	return x->value;
}

static uint64_t resolve_quoted(struct depend *d, struct depend_list *l,
			       uint32_t number)
{
	struct answer *x = answer_at(&l->of_quoted, number);

	if (!x->is_known) {
		x->value = find_in(d, l->quoted.at, l->quoted.count,
				   d->names.at[number]);
		x->is_known = true;
	}
	return mix(x->value, resolve_angled(d, l, number));
}

uint64_t depend_resolution(struct depend *d, struct depend_list *l,
			   const struct depend_file *f)
{
	struct answer *x = answer_at(&l->of_files, f->index);
	uint64_t hash = f->beside;

	if (x->is_known)
		return x->value;
	VEC_EACH (const uint32_t, number, &f->quoted)
		hash = mix(hash, resolve_quoted(d, l, *number));
	VEC_EACH (const uint32_t, number, &f->angled)
		hash = mix(hash, resolve_angled(d, l, *number));
	x->is_known = true;
	x->value = hash;
	return hash;
}

void depend_note(struct depend *d, struct depend_list *l,
		 const struct depend_file *f)
{
	struct answer *x = answer_at(&l->of_files, f->index);

	if (!x->is_noted)
		VEC_PUSH(&d->arena, &l->noted, f);
	x->is_noted = true;
}

const struct depend_file *depend_noted(const struct depend_list *l, uint32_t n)
{
	return n < l->noted.count ? l->noted.at[n] : NULL;
}

uint64_t depend_forced(struct depend *d, struct depend_list *l,
		       const struct search *s, const char *directory)
{
	uint64_t hash = 0;

	VEC_EACH (const char *, name, &s->forced) {
		uint32_t number = number_of(d, *name, strlen(*name));

		hash = mix(hash, has_path(d, folder_at(d, directory), *name));
		hash = mix(hash, resolve_quoted(d, l, number));
	}
	return hash;
}
