// SPDX-License-Identifier: Apache-2.0
// A folder's size is known from a file of totals that each process adds to,
// under a lock. One that is killed leaves a little uncounted: once a day, and
// when the limit is reached, everything is counted anew.
#include "driver/cache_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/vec.h"

#define TOTALS "totals"
#define MAGIC 0x544e4f31u // "1ONT"
#define BLOCK 4096
#define DAY (24 * 60 * 60)
#define HOUR (60 * 60)

struct totals {
	uint64_t magic;
	uint64_t bytes;
	uint64_t entries;
	uint64_t hits, misses;
	uint64_t counted;  // when all was counted, in seconds
	uint64_t checksum; // of what is above
};

struct entry {
	char *name; // below the folder
	uint64_t bytes;
	int64_t used;
	enum cache_kind kind;
};

struct entries {
	struct arena arena;
	VEC(struct entry) list;
	uint64_t bytes;
};

uint64_t folder_rounded(uint64_t size)
{
	return (size + BLOCK - 1) / BLOCK * BLOCK;
}

// ---- making it

static bool make_with_parents(const char *path, struct arena *scratch)
{
	char *part = arena_strdup(scratch, path);

	for (char *slash = part; *slash && (slash = strchr(slash + 1, '/'));) {
		*slash = '\0';
		if (mkdir(part, 0777) != 0 && errno != EEXIST)
			return false;
		*slash = '/';
	}
	return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool folder_make(const char *path, struct arena *scratch)
{
	static const char tag[] =
		"Signature: 8a477f597d28d172789f06886806bc55\n"
		"# What oncelint keeps: 'oncelint cache clear' empties it.\n";

	if (!make_with_parents(path, scratch))
		return false;
	int fd = open(path_join(scratch, path, "CACHEDIR.TAG"),
		      O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return errno == EEXIST;
	ssize_t n = write(fd, tag, sizeof(tag) - 1);
	close(fd);
	return n > 0;
}

// ---- counting

// By the ending; false for what is none of ours.
static bool kind_of(const char *name, enum cache_kind *out)
{
	const char *dot = strrchr(name, '.');

	for (int kind = 0; dot && kind < CACHE_KIND_COUNT; kind++) {
		*out = (enum cache_kind)kind;
		if (dot != name && strcmp(dot + 1, cache_kind_word(*out)) == 0)
			return true;
	}
	return false;
}

// A process that was killed leaves its temporary file.
static void drop_if_left(int folder, const char *name, int64_t older_than)
{
	struct stat info;

	if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISREG(info.st_mode) && info.st_mtime < older_than)
		unlinkat(folder, name, 0);
}

static void take_file(struct entries *out, int folder, const char *below,
		      const char *name, int64_t older_than)
{
	struct entry x;
	struct stat info;

	if (*name == '.') {
		drop_if_left(folder, name, older_than);
		return;
	}
	if (!kind_of(name, &x.kind) ||
	    fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
		return;
	x.name = arena_printf(&out->arena, "%s/%s", below, name);
	x.bytes = folder_rounded((uint64_t)info.st_size);
	x.used = info.st_mtime;
	out->bytes += x.bytes;
	VEC_PUSH(&out->arena, &out->list, x);
}

static void read_subfolder(struct entries *out, int folder, const char *name,
			   int64_t older_than)
{
	int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *x;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((x = readdir(dir)))
		take_file(out, dirfd(dir), name, x->d_name, older_than);
	closedir(dir);
}

static void read_entries(struct entries *out, int folder, int64_t older_than)
{
	char name[3] = "";

	for (int i = 0; i < 256; i++) {
		name[0] = "0123456789abcdef"[i >> 4];
		name[1] = "0123456789abcdef"[i & 15];
		read_subfolder(out, folder, name, older_than);
	}
}

// ---- the totals

static bool totals_read(int fd, struct totals *t)
{
	return pread(fd, t, sizeof(*t), 0) == (ssize_t)sizeof(*t) &&
	       t->magic == MAGIC &&
	       t->checksum == XXH3_64bits(t, offsetof(struct totals, checksum));
}

// If it fails the next process counts anew.
static void totals_write(int fd, struct totals *t)
{
	t->magic = MAGIC;
	t->checksum = XXH3_64bits(t, offsetof(struct totals, checksum));
	if (pwrite(fd, t, sizeof(*t), 0) != (ssize_t)sizeof(*t) &&
	    ftruncate(fd, 0) != 0)
		return;
}

// Opens and locks; -1 if that cannot be.
static int totals_open(int folder, int flags)
{
	int fd = openat(folder, TOTALS, flags | O_RDWR | O_CLOEXEC, 0666);

	while (fd >= 0 && flock(fd, LOCK_EX) != 0) {
		if (errno == EINTR)
			continue;
		close(fd);
		fd = -1;
	}
	return fd;
}

// ---- dropping

static int use_compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = (x->used > y->used) - (x->used < y->used);

	return order ? order : strcmp(x->name, y->name);
}

static void drop(struct entries *all, int folder, uint32_t index)
{
	unlinkat(folder, all->list.at[index].name, 0);
	all->bytes -= all->list.at[index].bytes;
}

// Down to four fifths, so that this is not needed at once again.
static uint32_t drop_oldest(struct entries *all, int folder, uint64_t limit)
{
	uint32_t gone = 0;

	if (all->bytes <= limit)
		return 0;
	qsort(all->list.at, all->list.count, sizeof(*all->list.at),
	      use_compare);
	while (gone < all->list.count && all->bytes > limit / 5 * 4)
		drop(all, folder, gone++);
	return gone;
}

static void count_anew(struct totals *t, int folder, uint64_t limit)
{
	struct entries all = { 0 };
	int64_t now = (int64_t)time(NULL);

	read_entries(&all, folder, now - HOUR);
	uint32_t gone = drop_oldest(&all, folder, limit);
	t->bytes = all.bytes;
	t->entries = all.list.count - gone;
	t->counted = (uint64_t)now;
	arena_release(&all.arena);
}

void folder_account(struct cache *c)
{
	struct totals t = { 0 };

	if (!c->hits && !c->misses && !c->added_entries)
		return;
	int fd = totals_open(c->folder, O_CREAT);
	if (fd < 0)
		return;
	bool is_known = totals_read(fd, &t);
	if (!is_known)
		t = (struct totals){ 0 };
	t.bytes += c->added_bytes;
	t.entries += c->added_entries;
	t.hits += c->hits;
	t.misses += c->misses;
	if (!is_known || t.bytes > c->limit ||
	    (c->added_entries && t.counted + DAY < (uint64_t)time(NULL)))
		count_anew(&t, c->folder, c->limit);
	totals_write(fd, &t);
	close(fd);
	c->hits = c->misses = c->added_bytes = c->added_entries = 0;
}

// ---- for people

static void add_up(const struct entries *all, struct cache_stats *out)
{
	VEC_EACH (const struct entry, x, &all->list) {
		out->entries[x->kind]++;
		out->bytes[x->kind] += x->bytes;
	}
}

// -1: not there, which is no failure, or `e` is set.
static int open_folder(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 && errno != ENOENT)
		err_set(e, ERR_IO, "cannot read '%s': %s", path,
			strerror(errno));
	return fd;
}

bool cache_count(const char *path, struct cache_stats *out, struct err *e)
{
	struct entries all = { 0 };
	struct totals t;
	int folder = open_folder(path, e);

	*out = (struct cache_stats){ 0 };
	if (folder < 0)
		return e->code == ERR_NONE;
	read_entries(&all, folder, 0);
	add_up(&all, out);
	int fd = totals_open(folder, 0);
	if (fd >= 0 && totals_read(fd, &t)) {
		out->hits = t.hits;
		out->misses = t.misses;
	}
	if (fd >= 0)
		close(fd);
	arena_release(&all.arena);
	close(folder);
	return true;
}

bool cache_clear(const char *path, struct cache_stats *out, struct err *e)
{
	struct entries all = { 0 };
	int folder = open_folder(path, e);

	*out = (struct cache_stats){ 0 };
	if (folder < 0)
		return e->code == ERR_NONE;
	int fd = totals_open(folder, O_CREAT);
	read_entries(&all, folder, INT64_MAX);
	add_up(&all, out);
	for (uint32_t i = 0; i < all.list.count; i++)
		drop(&all, folder, i);
	bool ok = !all.list.count ||
		  faccessat(folder, all.list.at[0].name, F_OK, 0) != 0 ||
		  err_set(e, ERR_IO, "cannot empty '%s'", path);
	if (fd >= 0) {
		struct totals none = { .counted = (uint64_t)time(NULL) };

		totals_write(fd, &none);
		close(fd);
	}
	arena_release(&all.arena);
	close(folder);
	return ok;
}
