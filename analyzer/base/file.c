// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Appends the components of `path` to `out`, going back over '..'.
static void add_components(struct str *out, const char *path)
{
	while (*path) {
		size_t length = strcspn(path, "/");

		if (length == 2 && memcmp(path, "..", 2) == 0) {
			while (out->length && out->text[--out->length] != '/')
				;
			if (out->room)
				out->text[out->length] = '\0';
		} else if (length && !(length == 1 && *path == '.')) {
			str_add_char(out, '/');
			str_add_bytes(out, path, length);
		}
		path += length;
		path += *path == '/';
	}
}

char *path_absolute(struct arena *a, const char *directory, const char *path)
{
	struct str s = STR_INIT;

	if (*path != '/')
		add_components(&s, directory);
	add_components(&s, path);
	char *result = arena_strdup(a, s.length ? s.text : "/");
	str_release(&s);
	return result;
}

char *path_current(struct arena *a)
{
	char *cwd = getcwd(NULL, 0);
	char *copy = arena_strdup(a, cwd ? cwd : "/");

	free(cwd);
	return copy;
}

char *path_directory(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return arena_strdup(a, ".");
	return arena_strndup(a, path,
			     slash == path ? 1 : (size_t)(slash - path));
}

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *path_join(struct arena *a, const char *directory, const char *name)
{
	if (*name == '/')
		return arena_strdup(a, name);
	size_t n = strlen(directory), m = strlen(name);
	bool ends = n && directory[n - 1] == '/';
	char *path = arena_alloc(a, n + !ends + m + 1);
	memcpy(path, directory, n);
	if (!ends)
		path[n] = '/';
	memcpy(path + n + !ends, name, m);
	return path;
}

bool path_is_below(const char *path, const char *directory)
{
	size_t length = strlen(directory);

	if (strncmp(path, directory, length) != 0)
		return false;
	return path[length] == '\0' || path[length] == '/' ||
	       (length && directory[length - 1] == '/');
}

const char *path_relative(const char *path, const char *directory)
{
	if (!path_is_below(path, directory))
		return path;
	const char *rest = path + strlen(directory);
	rest += *rest == '/';
	return *rest ? rest : path;
}

bool path_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool path_is_directory(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

char *path_find_upward(struct arena *a, const char *directory, const char *name)
{
	for (;;) {
		char *candidate = path_join(a, directory, name);

		if (path_exists(candidate))
			return candidate;
		if (strcmp(directory, "/") == 0 || strcmp(directory, ".") == 0)
			return NULL;
		directory = path_directory(a, directory);
	}
}

static bool read_all(int fd, struct str *out)
{
	char buffer[64 * 1024];

	for (;;) {
		ssize_t n = read(fd, buffer, sizeof(buffer));

		if (n == 0)
			return true;
		if (n > 0)
			str_add_bytes(out, buffer, (size_t)n);
		else if (errno != EINTR)
			return false;
	}
}

bool file_read(const char *path, struct str *out, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return err_set(e, ERR_IO, "cannot read '%s': %s", path,
			       strerror(errno));
	bool ok = read_all(fd, out);
	if (!ok)
		err_set(e, ERR_IO, "cannot read '%s': %s", path,
			strerror(errno));
	close(fd);
	return ok;
}

bool file_write_all(int fd, const void *data, size_t size)
{
	const char *p = data;

	while (size) {
		ssize_t n = write(fd, p, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		size -= (size_t)n;
	}
	return true;
}

// Writes and closes; errno tells why not.
static bool write_and_close(int fd, const struct str *text)
{
	bool ok = file_write_all(fd, text->text, text->length) && (fsync(fd) == 0 || errno == EINVAL);
	int reason = errno;

	if (close(fd) != 0 && ok)
		return false;
	errno = reason;
	return ok;
}

// What stands there keeps its permissions.
static bool keep_mode(int fd, const struct stat *old)
{
	return !old || fchmod(fd, old->st_mode & 07777) == 0;
}

// In the folder of `path`, since a rename does not cross file systems.
static bool write_beside(const char *path, const struct str *text,
			 const struct stat *old)
{
	struct arena a = { 0 };
	char *temporary =
		arena_printf(&a, "%s/.%s.%d.tmp", path_directory(&a, path),
			     path_base(path), (int)getpid());
	int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	bool ok = fd >= 0 && keep_mode(fd, old) && write_and_close(fd, text) &&
		  rename(temporary, path) == 0;
	int reason = errno;

	if (fd >= 0 && !ok)
		unlink(temporary);
	arena_release(&a);
	errno = reason;
	return ok;
}

// A link stays one: what it leads to is replaced.
static bool write_regular(const char *path, const struct str *text,
			  const struct stat *old)
{
	char *real = old ? realpath(path, NULL) : NULL;
	bool ok = write_beside(real ? real : path, text, old);
	int reason = errno;

	free(real);
	errno = reason;
	return ok;
}

bool file_write(const char *path, const struct str *text, struct err *e)
{
	struct stat info;
	bool is_there = stat(path, &info) == 0;
	bool is_special = is_there && !S_ISREG(info.st_mode);
	int fd = is_special ? open(path, O_WRONLY | O_CLOEXEC) : -1;
	bool ok = is_special
			  ? fd >= 0 && write_and_close(fd, text)
			  : write_regular(path, text, is_there ? &info : NULL);

	return ok || err_set(e, ERR_IO, "cannot write '%s': %s", path,
			     strerror(errno));
}
