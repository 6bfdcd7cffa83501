// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gio/gio.h>

extern char *args[];
int serve(int fd);
int chance(void);
void note(const char *text, int value);

static void *work(void *p)
{
	return p;
}

static void close_pair(int fds[2])
{
	close(fds[0]);
	close(fds[1]);
}

int ok_spawn(void)
{
	int in[2], out[2];
	pid_t pid;

	if (pipe(in) < 0)
		return -1;
	if (pipe(out) < 0) {
		close_pair(in);
		return -1;
	}
	pid = fork();
	if (pid < 0) {
		close_pair(in);
		close_pair(out);
		return -1;
	}
	if (pid == 0) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		close_pair(in);
		close_pair(out);
		execv("/bin/sh", args);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	serve(in[1]);
	close(in[1]);
	close(out[0]);
	return waitpid(pid, NULL, 0) == pid ? 0 : -1;
}

int bad_spawn(void)
{
	int in[2];
	pid_t pid;

	if (pipe(in) < 0)
		return -1;
	pid = fork();
	if (pid == 0) {
		dup2(in[0], 0);
		close_pair(in);
		execv("/bin/sh", args);
		_exit(127);
	}
	close(in[0]);
	if (pid < 0) {
		close_pair(in); // expect: double-consume "'in[0]'"
		return -1;
	}
	close(in[1]);
	return waitpid(pid, NULL, 0) == pid ? 0 : -1;
}

int ok_cleanup(const char *a, const char *b)
{
	int ret = -1, fd1 = -1, fd2 = -1;

	fd1 = open(a, 0);
	if (fd1 < 0)
		goto out;
	fd2 = open(b, 0);
	if (fd2 < 0)
		goto out;
	ret = serve(fd1) + serve(fd2);
out:
	if (fd2 >= 0)
		close(fd2);
	if (fd1 >= 0)
		close(fd1);
	return ret;
}

int bad_cleanup(const char *a, const char *b)
{
	int ret = -1, fd1 = -1, fd2 = -1;

	fd1 = open(a, 0);
	if (fd1 < 0)
		goto out;
	fd2 = open(b, 0);
	if (fd2 < 0) {
		close(fd1);
		goto out;
	}
	ret = serve(fd1) + serve(fd2);
out:
	if (fd2 >= 0)
		close(fd2);
	if (fd1 >= 0)
		close(fd1); // expect: double-consume "'fd1'"
	return ret;
}

int ok_fdopen(const char *a)
{
	int fd = open(a, 0);
	FILE *f;

	if (fd < 0)
		return -1;
	f = fdopen(fd, "r");
	if (!f) {
		close(fd);
		return -1;
	}
	fgetc(f);
	return fclose(f);
}

int bad_fdopen(const char *a)
{
	int fd = open(a, 0);
	FILE *f;

	if (fd < 0)
		return -1;
	f = fdopen(fd, "r");
	if (f)
		fclose(f);
	return close(fd); // expect: use-after-transfer "'fd'"
}

int ok_two_streams(const char *a, const char *b)
{
	FILE *in = NULL, *out = NULL;
	int ret = -1;

	if (!(in = fopen(a, "r")) || !(out = fopen(b, "w")))
		goto done;
	while (!feof(in))
		fputs("x", out);
	ret = 0;
	if (fclose(out) != 0)
		ret = -1;
	out = NULL;
done:
	if (in)
		fclose(in);
	if (out)
		fclose(out);
	return ret;
}

int bad_two_streams(const char *a, const char *b)
{
	FILE *in = NULL, *out = NULL;
	int ret = -1;

	if (!(in = fopen(a, "r")) || !(out = fopen(b, "w")))
		goto done;
	while (!feof(in))
		fputs("x", out);
	if (fclose(out) == 0)
		ret = 0;
done:
	if (in)
		fclose(in);
	if (out)
		fclose(out); // expect: double-consume "'out'"
	return ret;
}

int ok_standard_input(const char *a)
{
	FILE *f = strcmp(a, "-") == 0 ? stdin : fopen(a, "r");

	if (!f)
		return -1;
	fgetc(f);
	if (f != stdin)
		fclose(f);
	return 0;
}

int ok_accept_loop(int s)
{
	for (;;) {
		int c = accept(s, NULL, NULL);

		if (c < 0) {
			if (errno == EINTR)
				continue;
			break;
		}
		if (fork() == 0) {
			close(s);
			serve(c);
			close(c);
			_exit(0);
		}
		close(c);
	}
	return close(s);
}

int bad_accept_loop(int s)
{
	for (;;) {
		int c = accept(s, NULL, NULL);

		if (c < 0)
			break;
		if (serve(c) < 0)
			close(c);
		close(c); // expect: double-consume "'c'"
	}
	return close(s);
}

int ok_best_of(const char *paths[], int n)
{
	int best = -1;

	for (int i = 0; i < n; i++) {
		int fd = open(paths[i], 0);

		if (fd < 0)
			continue;
		if (serve(fd) > 3) {
			if (best >= 0)
				close(best);
			best = fd;
		} else {
			close(fd);
		}
	}
	return best;
}

int bad_best_of(const char *paths[], int n)
{
	int best = -1;

	for (int i = 0; i < n; i++) {
		int fd = open(paths[i], 0);

		if (fd < 0)
			continue;
		if (serve(fd) > 3) {
			if (best >= 0)
				close(best); // expect: double-consume
			best = fd;
		}
		close(fd);
	}
	return best;
}

void ok_standard_ones(void)
{
	int fd = open("/dev/null", 2);

	if (fd < 0)
		return;
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);
	if (fd > 2)
		close(fd);
}

void ok_every_number(void)
{
	for (int i = 3; i < 256; i++)
		close(i);
}

void ok_same_or_different(int a, int b)
{
	close(a);
	if (b != a)
		close(b);
}

// Threads.

int ok_unwound(void)
{
	pthread_t t[4];
	int i;

	for (i = 0; i < 4; i++) {
		if (pthread_create(&t[i], NULL, work, NULL)) {
			while (--i >= 0)
				pthread_join(t[i], NULL);
			return -1;
		}
	}
	for (i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}

int ok_as_many_as_started(void)
{
	pthread_t t[4];
	int n, i, ret = 0;

	for (n = 0; n < 4; n++) {
		if (pthread_create(&t[n], NULL, work, NULL) != 0) {
			ret = -1;
			break;
		}
	}
	for (i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	return ret;
}

int bad_joined_in_both_loops(void)
{
	pthread_t t[4];
	int i;

	for (i = 0; i < 4; i++)
		if (pthread_create(&t[i], NULL, work, NULL))
			abort();
	for (i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	for (i = 0; i < 4; i++)
		pthread_join(t[i], NULL); // expect: double-consume
	return 0;
}

struct service {
	pthread_t thread;
	bool started;
};

static int service_start(struct service *s)
{
	if (s->started)
		return 0;
	if (pthread_create(&s->thread, NULL, work, s))
		return -1;
	s->started = true;
	return 0;
}

static void service_stop(struct service *s)
{
	if (!s->started)
		return;
	pthread_join(s->thread, NULL);
	s->started = false;
}

void ok_service(void)
{
	struct service s = { .started = false };

	if (service_start(&s))
		return;
	service_stop(&s);
	service_start(&s);
	service_stop(&s);
	service_stop(&s);
}

static void service_stop_forgets(struct service *s)
{
	if (s->started)
		pthread_join(s->thread, NULL);
}

void bad_service(void)
{
	struct service s = { .started = false };

	if (service_start(&s))
		return;
	service_stop_forgets(&s);
	service_stop(&s); // expect: double-consume
}

int ok_second_one_may_fail(void)
{
	pthread_t a, b;
	int have_b;

	if (pthread_create(&a, NULL, work, NULL))
		return -1;
	have_b = pthread_create(&b, NULL, work, NULL) == 0;
	pthread_join(a, NULL);
	if (have_b)
		pthread_join(b, NULL);
	return 0;
}

int bad_second_one_may_fail(void)
{
	pthread_t a, b;
	int r;

	if (pthread_create(&a, NULL, work, NULL))
		return -1;
	r = pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	if (r != 0)
		note("no second", r);
	pthread_join(b, NULL); // expect: consume-unstarted "'b'"
	return 0;
}

static pid_t children[8];
static int child_count;

void ok_children(void)
{
	while (child_count > 0)
		waitpid(children[--child_count], NULL, 0);
}

void ok_receives_the_next(double *v, int n)
{
	MPI_Request current, next = MPI_REQUEST_NULL;

	MPI_Irecv(v, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &current);
	for (int i = 0; i < n; i++) {
		if (i + 1 < n)
			MPI_Irecv(v + i + 1, 1, MPI_DOUBLE, 0, 0,
				  MPI_COMM_WORLD, &next);
		MPI_Wait(&current, MPI_STATUS_IGNORE);
		current = next;
		next = MPI_REQUEST_NULL;
	}
	MPI_Wait(&current, MPI_STATUS_IGNORE);
}

// Sources of a main loop.

struct watch {
	guint id;
	int left;
};

static gboolean on_tick(gpointer data)
{
	struct watch *w = data;

	if (w->left-- > 0)
		return G_SOURCE_CONTINUE;
	w->id = 0;
	return G_SOURCE_REMOVE;
}

void ok_watch_start(struct watch *w)
{
	if (w->id == 0)
		w->id = g_timeout_add(10, on_tick, w);
}

void ok_watch_stop(struct watch *w)
{
	if (w->id) {
		g_source_remove(w->id);
		w->id = 0;
	}
}

void ok_watch_restart(struct watch *w)
{
	ok_watch_stop(w);
	w->id = g_timeout_add(10, on_tick, w);
}

void bad_watch_stopped_twice(struct watch *w)
{
	g_source_remove(w->id);
	if (w->left)
		g_source_remove(w->id); // expect: double-consume
	w->id = 0;
}

// How a function does what its rules say is its own affair.

void request_block(struct request *r)
{
	request_wait(r);
	request_start(r);
	request_wait(r);
	request_poll(r);
}
