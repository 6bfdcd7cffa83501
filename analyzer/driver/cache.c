// SPDX-License-Identifier: Apache-2.0
// An entry is a file, in a subfolder by the first byte of its key. It is
// written beside and renamed, so that it is there whole or not at all, and has
// a checksum, because after a power failure it may be there in part.
#include "driver/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/arena.h"
#include "base/file.h"
#include "driver/cache_folder.h"

#define MAGIC 0x43434e4fu // "ONCC"
#define VERSION 1u
#define NAME_SIZE 64
// When an entry was used last is known to this many seconds.
#define RECENT 3600

struct header {
	uint32_t magic;
	uint32_t version;
	uint64_t size; // of what follows
	uint64_t checksum;
};

const char *cache_kind_word(enum cache_kind kind)
{
	static const char *const words[] = {
		[CACHE_RECORD] = "record", [CACHE_ARTIFACT] = "artifact",
		[CACHE_LINK] = "link",     [CACHE_RUN] = "run",
		[CACHE_FIX] = "fix",       [CACHE_SOLUTIONS] = "solutions"
	};

	return words[kind];
}

// ---- keys

void cache_key_add(struct cache_key *key, const void *data, size_t size)
{
	const XXH128_hash_t one = XXH3_128bits(data, size);
	const uint64_t all[] = { key->low, key->high, one.low64, one.high64,
				 size };
	const XXH128_hash_t hash = XXH3_128bits(all, sizeof(all));

	*key = (struct cache_key){ hash.low64, hash.high64 };
}

void cache_key_text(struct cache_key *key, const char *text)
{
	cache_key_number(key, text != NULL);
	if (text)
		cache_key_add(key, text, strlen(text));
}

void cache_key_number(struct cache_key *key, uint64_t n)
{
	cache_key_add(key, &n, sizeof(n));
}

static void name_of(enum cache_kind kind, const struct cache_key *key,
		    char name[NAME_SIZE])
{
	snprintf(name, NAME_SIZE, "%02x/%014llx%016llx.%s",
		 (unsigned)(key->high >> 56),
		 (unsigned long long)(key->high & 0xffffffffffffff),
		 (unsigned long long)key->low, cache_kind_word(kind));
}

// An entry that lies under another's name is none.
static uint64_t checksum_of(enum cache_kind kind, const struct cache_key *key,
			    const void *data, size_t size)
{
	return XXH3_64bits_withSeed(data, size,
				    key->low ^ key->high ^ (uint64_t)kind);
}

// ---- the folder

void cache_open(struct cache *c, const char *path, uint64_t limit)
{
	*c = (struct cache){ .path = path, .limit = limit, .is_on = true };
	c->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (getrandom(&c->token, sizeof(c->token), GRND_NONBLOCK) < 0)
		c->token = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
}

void cache_close(struct cache *c)
{
	if (c->is_on && c->folder >= 0) {
		folder_account(c);
		close(c->folder);
	}
	*c = (struct cache){ .folder = -1 };
}

static void give_up(struct cache *c)
{
	fprintf(stderr,
		"oncelint: warning: the cache '%s' cannot be written (%s), so "
		"nothing more is kept there\n",
		c->path, strerror(errno));
	c->is_full = true;
}

// ---- reading

// NULL: it cannot be read whole, or is too short to be an entry.
static char *read_entry(int fd, size_t *size, bool *is_stale)
{
	struct stat info;

	if (fstat(fd, &info) != 0 ||
	    (size_t)info.st_size < sizeof(struct header))
		return NULL;
	*size = (size_t)info.st_size;
	*is_stale = info.st_mtime + RECENT < time(NULL);
	char *data = xmalloc(*size);
	for (size_t done = 0; done < *size;) {
		ssize_t n = read(fd, data + done, *size - done);

		if (n > 0) {
			done += (size_t)n;
		} else if (n == 0 || errno != EINTR) {
			free(data);
			return NULL;
		}
	}
	return data;
}

static bool is_sound(enum cache_kind kind, const struct cache_key *key,
		     const char *data, size_t size)
{
	struct header h;

	memcpy(&h, data, sizeof(h));
	return h.magic == MAGIC && h.version == VERSION &&
	       h.size == size - sizeof(h) &&
	       h.checksum == checksum_of(kind, key, data + sizeof(h),
					 size - sizeof(h));
}

bool cache_get(struct cache *c, enum cache_kind kind,
	       const struct cache_key *key, struct str *out)
{
	char name[NAME_SIZE];
	size_t size = 0;
	bool is_stale = false;

	if (!c->is_on || c->folder < 0)
		return false;
	name_of(kind, key, name);
	int fd = openat(c->folder, name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	char *data = read_entry(fd, &size, &is_stale);
	bool ok = data && is_sound(kind, key, data, size);
	if (ok)
		str_add_bytes(out, data + sizeof(struct header),
			      size - sizeof(struct header));
	else
		unlinkat(c->folder, name, 0);
	if (ok && is_stale)
		futimens(fd, NULL);
	free(data);
	close(fd);
	return ok;
}

// ---- writing

static bool make_folder(struct cache *c)
{
	struct arena scratch = { 0 };
	bool ok = folder_make(c->path, &scratch);

	arena_release(&scratch);
	if (!ok)
		return false;
	c->folder = open(c->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return c->folder >= 0;
}

static int open_temporary(struct cache *c, const char *name, char *temporary)
{
	for (int tries = 0; tries < 2; tries++) {
		snprintf(temporary, NAME_SIZE, "%.2s/.%llx.%llx", name,
			 (unsigned long long)c->token,
			 (unsigned long long)c->count++);
		int fd = openat(c->folder, temporary,
				O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0)
			return fd;
		if (errno != ENOENT)
			return -1;
		temporary[2] = '\0';
		if (mkdirat(c->folder, temporary, 0777) != 0 && errno != EEXIST)
			return -1;
	}
	return -1;
}

static bool write_entry(struct cache *c, const char *name,
			const struct header *h, const void *data)
{
	char temporary[NAME_SIZE];
	int fd = open_temporary(c, name, temporary);

	if (fd < 0)
		return false;
	bool ok = file_write_all(fd, h, sizeof(*h)) &&
		  file_write_all(fd, data, (size_t)h->size);
	int reason = errno;
	if (close(fd) != 0 && ok) {
		ok = false;
		reason = errno;
	}
	// Somebody who clears the folder may take the file away.
	if (ok && renameat(c->folder, temporary, c->folder, name) != 0 &&
	    errno != ENOENT) {
		ok = false;
		reason = errno;
	}
	if (!ok)
		unlinkat(c->folder, temporary, 0);
	errno = reason;
	return ok;
}

void cache_put(struct cache *c, enum cache_kind kind,
	       const struct cache_key *key, const void *data, size_t size)
{
	const struct header h = { MAGIC, VERSION, size,
				  checksum_of(kind, key, data, size) };
	char name[NAME_SIZE];

	if (!c->is_on || c->is_full)
		return;
	name_of(kind, key, name);
	if ((c->folder < 0 && !make_folder(c)) ||
	    !write_entry(c, name, &h, data)) {
		give_up(c);
		return;
	}
	c->added_entries++;
	c->added_bytes += folder_rounded(sizeof(h) + size);
	// A run that is killed should not leave much uncounted.
	if (c->added_entries >= 256)
		folder_account(c);
}
