// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int chance(void);
int pipe2(int ends[2], int flags);
int serve(int fd);
int settings(void);
void note(const char *text, int value);
void settings_changed(void);

// The elements of an array that one call fills are different handles.

int ok_pipe_each_end_once(void)
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	close(fds[0]);
	close(fds[1]);
	return 0;
}

int bad_pipe_one_end_twice(void)
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	close(fds[1]);
	close(fds[1]); // expect: double-consume "'fds[1]'"
	return close(fds[0]);
}

int ok_socketpair_each_end_once(void)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == -1)
		return -1;
	close(fds[0]);
	close(fds[1]);
	return 0;
}

int bad_socketpair_one_end_twice(void)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == -1)
		return -1;
	close(fds[0]);
	close(fds[1]);
	return close(fds[0]); // expect: double-consume "'fds[0]'"
}

void ok_both_ends_of_a_parameter(int fds[2])
{
	close(fds[0]);
	close(fds[1]);
}

static void drop_pipe(int *fds)
{
	close(fds[0]);
	close(fds[1]);
}

int ok_pipe_dropped_by_a_helper(void)
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	drop_pipe(fds);
	return 0;
}

int bad_pipe_end_and_a_helper(void)
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	close(fds[0]);
	drop_pipe(fds); // expect: double-consume "'fds[0]'"
	return 0;
}

// pipe() answers 0 or -1, and whoever calls the helper may ask for either.

static int pair_open(int fds[2])
{
	int r;

	r = pipe(fds);
	if (r < 0)
		note("no pipe", errno);
	return r;
}

int ok_answer_of_a_helper(void)
{
	int fds[2];

	if (pair_open(fds) == -1)
		return -1;
	close(fds[0]);
	return close(fds[1]);
}

int bad_answer_of_a_helper(void)
{
	int fds[2];

	if (pair_open(fds) == -1)
		return -1;
	close(fds[0]);
	close(fds[1]);
	return close(fds[1]); // expect: double-consume "'fds[1]'"
}

static int checked_open(const char *path)
{
	int fd = open(path, 0);

	if (fd == -1)
		note("cannot open", errno);
	return fd;
}

int ok_answer_tested_otherwise(const char *path)
{
	int fd = checked_open(path);

	if (fd < 0)
		return -1;
	return close(fd);
}

int bad_answer_tested_otherwise(const char *path)
{
	int fd = checked_open(path);

	if (fd < 0)
		return -1;
	if (serve(fd) < 0)
		close(fd);
	return close(fd); // expect: double-consume "'fd'"
}

// A descriptor that was closed is set to -1, and tested before the next close.

int ok_none_after_close(const char *path)
{
	int fd = open(path, 0);

	if (fd == -1)
		return -1;
	if (serve(fd) == 0) {
		close(fd);
		fd = -1;
	}
	if (fd != -1)
		close(fd);
	return 0;
}

int bad_none_after_close_forgotten(const char *path)
{
	int fd = open(path, 0);

	if (fd == -1)
		return -1;
	if (serve(fd) == 0)
		close(fd);
	if (fd != -1)
		close(fd); // expect: double-consume "'fd'"
	return 0;
}

int ok_none_in_a_loop(const char *paths[], int n)
{
	int fd = -1;

	for (int i = 0; i < n; i++) {
		if (fd >= 0) {
			close(fd);
			fd = -1;
		}
		fd = open(paths[i], 0);
		if (fd < 0)
			continue;
		serve(fd);
	}
	if (fd >= 0)
		close(fd);
	return 0;
}

int bad_none_in_a_loop_forgotten(const char *paths[], int n)
{
	int fd = -1;

	for (int i = 0; i < n; i++) {
		fd = open(paths[i], 0);
		if (fd < 0)
			continue;
		serve(fd);
		close(fd);
	}
	if (fd >= 0)
		close(fd); // expect: double-consume "'fd'"
	return 0;
}

// Whether close() succeeds or not, the descriptor is gone.

int bad_closed_again_at_the_label(const char *path, const char *text, size_t n)
{
	int fd = open(path, 1);

	if (fd == -1)
		return -1;
	if (write(fd, text, n) < 0)
		goto error;
	if (close(fd) == EOF)
		goto error;
	return 0;

error:
	if (fd != -1)
		close(fd); // expect: double-consume "'fd'"
	return -1;
}

int ok_closed_at_one_place(const char *path, const char *text, size_t n)
{
	int fd = open(path, 1);
	int r;

	if (fd == -1)
		return -1;
	if (write(fd, text, n) < 0)
		goto error;
	r = close(fd);
	fd = -1;
	if (r == EOF)
		goto error;
	return 0;

error:
	if (fd != -1)
		close(fd);
	return -1;
}

int bad_listener_closed_at_the_label_too(int port)
{
	int peer = -1;
	int r = -1;
	int s = socket(AF_INET, SOCK_STREAM, port);

	if (s < 0)
		return -1;
	if (listen(s, 1) < 0)
		goto out;
	peer = accept(s, NULL, NULL);
	close(s);
	if (peer < 0)
		goto out;
	r = serve(peer);
	close(peer);
	return r;

out:
	close(s); // expect: double-consume "'s'"
	return r;
}

int ok_listener_closed_once(int port)
{
	int peer = -1;
	int r = -1;
	int s = socket(AF_INET, SOCK_STREAM, port);

	if (s < 0)
		return -1;
	if (listen(s, 1) < 0)
		goto out;
	peer = accept(s, NULL, NULL);
	if (peer < 0)
		goto out;
	r = serve(peer);
	close(peer);
out:
	close(s);
	return r;
}

// A helper that closes when it fails, and tells so by its result.

static int attach(int fd)
{
	if (serve(fd) < 0) {
		close(fd);
		return -1;
	}
	return 0;
}

int ok_closed_unless_attached(const char *path)
{
	int fd = open(path, 0);

	if (fd < 0)
		return -1;
	if (attach(fd) < 0)
		return -1;
	return close(fd);
}

int bad_closed_though_not_attached(const char *path)
{
	int fd = open(path, 0);

	if (fd < 0)
		return -1;
	if (attach(fd) < 0) {
		close(fd); // expect: double-consume "'fd'"
		return -1;
	}
	return close(fd);
}

static int attach_or_tell(int fd, int *gone)
{
	*gone = 0;
	if (serve(fd) < 0) {
		close(fd);
		*gone = 1;
	}
	return *gone;
}

int ok_told_beside_the_result(const char *path)
{
	int gone;
	int fd = open(path, 0);

	if (fd < 0)
		return -1;
	attach_or_tell(fd, &gone);
	return gone ? -1 : close(fd);
}

int bad_told_beside_the_result(const char *path)
{
	int gone;
	int fd = open(path, 0);

	if (fd < 0)
		return -1;
	attach_or_tell(fd, &gone);
	return gone ? close(fd) : 0; // expect: double-consume "'fd'"
}

// What a file keeps to itself may be changed by whatever its functions are
// called from, so a call into the unknown ends what is known.

static int log_fd = -1;

void log_use(int fd)
{
	log_fd = fd;
}

int ok_unknown_call_in_between(const char *path)
{
	log_fd = open(path, 1);
	if (log_fd < 0)
		return -1;
	close(log_fd);
	settings_changed();
	return close(log_fd);
}

int ok_set_by_an_unknown_call(void)
{
	log_fd = -1;
	settings_changed();
	return close(log_fd);
}

int bad_nothing_in_between(const char *path)
{
	log_fd = open(path, 1);
	if (log_fd < 0)
		return -1;
	close(log_fd);
	return close(log_fd); // expect: double-consume "'log_fd'"
}

// A global can be changed by any function that is not seen.

int shared_fd = -1;

int ok_global_and_an_unknown_call(const char *path)
{
	shared_fd = open(path, 1);
	if (shared_fd < 0)
		return -1;
	close(shared_fd);
	settings_changed();
	return close(shared_fd);
}

int bad_global_and_nothing_in_between(const char *path)
{
	shared_fd = open(path, 1);
	if (shared_fd < 0)
		return -1;
	close(shared_fd);
	return close(shared_fd); // expect: double-consume "'shared_fd'"
}

// Both ends are told apart through a helper too.
static int open_pipe(int ends[2], int flags)
{
	if (pipe2(ends, flags) == 0)
		return 0;
	return pipe(ends);
}

int ok_two_pipes_through_a_helper(void)
{
	int ends[2], writer, reader;

	if (open_pipe(ends, 0) == -1)
		return -1;
	reader = ends[0];
	writer = ends[1];
	if (open_pipe(ends, 0) == -1) {
		close(writer);
		close(reader);
		return -1;
	}
	close(ends[0]);
	close(ends[1]);
	close(writer);
	return close(reader);
}

int bad_end_closed_twice_through_a_helper(void)
{
	int ends[2];

	if (open_pipe(ends, 0) == -1)
		return -1;
	close(ends[0]);
	close(ends[1]);
	return close(ends[0]); // expect: double-consume "'ends[0]'"
}

// More ways out than are told apart: those that do the same are one.
static int open_and_set_up(int ends[2])
{
	if (pipe(ends) != 0)
		return -1;
	if (chance() && serve(ends[0]))
		goto failed;
	if (chance() && serve(ends[1]))
		goto failed;
	if (chance() && serve(ends[0]))
		goto failed;
	if (chance() && serve(ends[1]))
		goto failed;
	return 0;
failed:
	close(ends[0]);
	close(ends[1]);
	return -1;
}

int bad_closed_after_a_failed_helper(void)
{
	int ends[2] = { -1, -1 };

	if (open_and_set_up(ends) == -1) {
		if (ends[0] != -1)
			close(ends[0]); // expect: double-consume "ends[0]"
		return -1;
	}
	close(ends[0]);
	return close(ends[1]);
}

// Each turn reads another element, whatever its path.

struct entry {
	int fd;
	int done;
};

void ok_all_but_some(struct entry *list, int n)
{
	int fd;

	for (int i = 0; i < n; i++) {
		if (list[i].done)
			continue;
		fd = list[i].fd;
		close(fd);
	}
}

void bad_some_twice(struct entry *list, int n)
{
	int fd;

	for (int i = 0; i < n; i++) {
		fd = list[i].fd;
		close(fd);
		if (list[i].done)
			close(list[i].fd); // expect: double-consume
	}
}

// Two ends are two, whether they were made or not.

int ok_ends_without_a_test(int other)
{
	int ends[2];

	if (pipe(ends) == -1)
		note("no pipe", other);
	close(ends[0]);
	return close(ends[1]);
}

// What always returns the same says so, whatever else it does.
static int fail(const char *what)
{
	note(what, errno);
	if (errno == ENOMEM)
		return -1;
	settings_changed();
	return -1;
}

static int open_or_fail(int ends[2])
{
	if (pipe(ends) == -1)
		return fail("pipe");
	if (serve(ends[0])) {
		close(ends[0]);
		close(ends[1]);
		return fail("serve");
	}
	return 0;
}

int ok_opened_by_a_helper_that_says_so(void)
{
	int ends[2];

	if (open_or_fail(ends) != 0)
		return -1;
	close(ends[0]);
	return close(ends[1]);
}

// The first of what a pointer points to is what it points to.
static int open_by_pointer(int *ends)
{
	if (pipe(ends) == -1)
		return -1;
	if (serve(ends[0])) {
		close(ends[0]);
		close(ends[1]);
		return -1;
	}
	return 0;
}

int ok_opened_by_pointer(void)
{
	int ends[2];

	if (open_by_pointer(ends) != 0)
		return -1;
	close(ends[0]);
	return close(ends[1]);
}

int bad_opened_by_pointer(void)
{
	int ends[2] = { -1, -1 };

	if (open_by_pointer(ends) != 0) {
		if (ends[0] >= 0)
			close(ends[0]); // expect: double-consume "ends[0]"
		return -1;
	}
	close(ends[0]);
	return close(ends[1]);
}

// Closed again where they were made; what came in was written over.
static void open_and_close(int *list)
{
	for (int i = 0; i < 40; i++)
		list[i] = dup(0);
	for (int i = 0; i < 40; i++)
		close(list[i]);
}

static int compare_and_close(const int *list)
{
	int same = 0;

	for (int i = 0; i < 40; i++)
		same += list[i] == chance();
	for (int i = 0; i < 40; i++)
		close(list[i]);
	return same;
}

int ok_elements_made_by_a_helper(void)
{
	int list[40];

	open_and_close(list);
	for (int i = 0; i < 40; i++)
		list[i] = dup(0);
	return compare_and_close(list);
}

// What a helper's answers tell of the arguments is told apart, answer by answer:
// the child comes back with 0 only when there is nothing to run.

static int run_in_child(int ready, const char *command, int login)
{
	if (login && settings() == -1)
		return -1;
	write(ready, "", 1);
	close(ready);
	if (command) {
		execlp(command, command, (char *)NULL);
		_exit(1);
	}
	return 0;
}

static int start_command(const char *command, int login, int *spare)
{
	int ready[2];

	if (pipe(ready) != 0)
		return -1;
	*spare = dup(0);
	if (*spare == -1)
		return -1;
	switch (fork()) {
	case -1:
		return -1;
	case 0:
		close(ready[0]);
		close(*spare);
		return run_in_child(ready[1], command, login);
	default:
		close(ready[0]);
		close(ready[1]);
		return 0;
	}
}

int ok_parent_closes_its_own(char **words, int login)
{
	int spare;

	if (start_command(words[0], login, &spare) == -1)
		return -1;
	note("started", login);
	close(spare);
	return 0;
}

int bad_child_comes_back(int login)
{
	int spare;

	if (start_command(NULL, login, &spare) == -1)
		return -1;
	close(spare); // expect: double-consume "'spare'"
	return 0;
}

// Numbers are given out again: one that equals a new one is the new one.

void ok_the_same_number_again(void)
{
	int old = dup(0), again;

	close(old);
	again = dup(0);
	if (again == old)
		close(old);
}

int bad_another_number(void)
{
	int old = dup(0), again;

	close(old);
	again = dup(0);
	if (again != old)
		close(old); // expect: double-consume "'old'"
	return again;
}

static void open_all(int *list)
{
	for (int i = 0; i < 40; i++)
		list[i] = dup(0);
	for (int i = 0; i < 40; i++)
		close(list[i]);
}

static void all_are_free_again(int *list)
{
	for (int i = 0; i < 40; i++)
		if (list[i] != dup(0))
			abort();
	for (int i = 0; i < 40; i++)
		close(list[i]);
}

void ok_all_numbers_again(void)
{
	int list[40];

	open_all(list);
	note("others are opened and closed here", 40);
	all_are_free_again(list);
}

// Two ways to bind one object, each chosen by its kind: what either closes is of
// its own attempt.
struct receiver {
	int fd;
	unsigned flags;
};

int offered(const struct receiver *rx);
int prepare(int fd);

int good_bind_one_kind(struct receiver *rx)
{
	int fd = rx->fd;

	if (prepare(fd) < 0) {
		close(fd);
		return -1;
	}
	rx->fd = offered(rx);
	return 0;
}

int good_bind_other_kind(struct receiver *rx)
{
	int fd = rx->fd;

	if (prepare(fd) < 0) {
		close(fd);
		return -1;
	}
	rx->fd = offered(rx);
	return 0;
}
