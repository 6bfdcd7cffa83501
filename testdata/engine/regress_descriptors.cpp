// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>
#include <vector>

int serve(int fd);
int run_child();
void settings_changed();

// An owner that closes in its destructor, and remembers that it was moved from.

class descriptor
{
	int fd = -1;

      public:
	explicit descriptor(int fd) : fd(fd)
	{
	}
	descriptor(descriptor &&other) noexcept : fd(other.fd)
	{
		other.fd = -1;
	}
	descriptor &operator=(descriptor &&other) noexcept
	{
		if (this != &other) {
			reset();
			fd = std::exchange(other.fd, -1);
		}
		return *this;
	}
	~descriptor()
	{
		reset();
	}
	void reset()
	{
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	int release()
	{
		return std::exchange(fd, -1);
	}
	int get() const
	{
		return fd;
	}
};

int ok_owned(const char *path)
{
	descriptor d(open(path, 0));

	return serve(d.get());
}

int ok_owned_and_reset(const char *path)
{
	descriptor d(open(path, 0));
	int r = serve(d.get());

	d.reset();
	return r;
}

int ok_released_and_closed(const char *path)
{
	descriptor d(open(path, 0));

	return close(d.release());
}

int bad_owned_and_closed(const char *path)
{
	descriptor d(open(path, 0));
	int r = serve(d.get());

	if (d.get() >= 0)
		close(d.get());
	return r; // expect: double-consume
}

int ok_moved_on(const char *path)
{
	descriptor d(open(path, 0));
	descriptor e(std::move(d));

	return serve(e.get());
}

int ok_assigned(const char *path, const char *other)
{
	descriptor d(open(path, 0));

	d = descriptor(open(other, 0));
	return serve(d.get());
}

// Both ends of a pipe, each closed once.

struct pipe_pair {
	int fds[2] = { -1, -1 };

	bool make()
	{
		return pipe(fds) == 0;
	}
	void close_reader()
	{
		if (fds[0] != -1)
			close(fds[0]);
		fds[0] = -1;
	}
	void close_writer()
	{
		if (fds[1] != -1)
			close(fds[1]);
		fds[1] = -1;
	}
	~pipe_pair()
	{
		close_reader();
		close_writer();
	}
};

int ok_ends_closed_when_left()
{
	pipe_pair p;

	if (!p.make())
		return -1;
	p.close_reader();
	return serve(p.fds[1]);
}

int ok_both_ends()
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	close(fds[0]);
	return close(fds[1]);
}

int bad_one_end_twice()
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	close(fds[0]);
	close(fds[1]);
	return close(fds[0]); // expect: double-consume "'fds[0]'"
}

// Streams.

int bad_close_repeated_when_interrupted(FILE *f)
{
	int r;

	do {
		r = fclose(f); // expect: double-consume "'f'"
	} while (r != 0 && errno == EINTR);
	return r;
}

void ok_slots_that_were_opened(const char *const (&paths)[3])
{
	FILE *files[3] = {};

	for (int i = 0; i < 3; i++) {
		files[i] = fopen(paths[i], "r");
		if (!files[i])
			break;
	}
	for (FILE *f : files)
		if (f)
			fclose(f);
}

// Children.

int ok_any_child()
{
	int status = 0;

	waitpid(-1, &status, 0);
	waitpid(-1, &status, 0);
	return status;
}

int ok_until_it_is_the_child(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) != pid) {
		if (errno != EINTR)
			return -1;
	}
	return status;
}

int bad_waited_for_twice(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	waitpid(pid, nullptr, 0); // expect: double-consume "'pid'"
	return status;
}

int ok_children_of_a_vector(std::vector<pid_t> &children)
{
	int failed = 0;

	for (pid_t pid : children) {
		int status = 0;

		if (waitpid(pid, &status, 0) != pid || status != 0)
			failed++;
	}
	return failed;
}

int bad_children_of_a_vector(std::vector<pid_t> &children)
{
	int failed = 0;

	for (pid_t pid : children)
		failed += waitpid(pid, nullptr, 0) != pid;
	for (pid_t pid : children)
		failed += waitpid(pid, nullptr, 0) != pid; // expect-todo: double-consume
	return failed;
}

// A class that has its own way to be moved: what stays behind in it is not
// known where a container does it.
class lock_file
{
    public:
	lock_file() = default;
	lock_file(lock_file &&other) noexcept : fd_(other.fd_)
	{
		other.fd_ = -1;
	}
	~lock_file()
	{
		if (fd_ != -1)
			close(fd_);
	}
	bool take(const char *path)
	{
		fd_ = open(path, 0);
		return fd_ != -1;
	}

    private:
	int fd_ = -1;
};

bool ok_moved_into_a_container(std::vector<lock_file> &all, const char *path)
{
	lock_file lock;

	if (!lock.take(path))
		return false;
	all.push_back(std::move(lock));
	return true;
}
