// SPDX-License-Identifier: Apache-2.0
// Parent and workers speak over a socket pair: an order is a task's number, an
// answer is a length and that many bytes.
#include "driver/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"

#define NOBODY UINT32_MAX
#define TICK_MS 250
// On a busy machine the clock runs faster than the processor time.
#define PATIENCE 4

struct order {
	uint32_t task;
	uint32_t is_retry;
};

struct worker {
	pid_t pid; // 0: not running
	int fd;
	uint32_t task; // NOBODY: idle
	double deadline;
	struct str answer;
};

struct pool_state {
	const struct pool *pool;
	struct worker *workers;
	uint32_t worker_count;
	uint32_t count; // tasks
	uint32_t next;  // first that was never given out
	uint32_t settled;
	uint32_t *again; // tasks to be tried once more
	uint32_t again_count;
	char **retried; // why the first try failed, by task
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// ---- the worker's side

static bool read_whole(int fd, void *data, size_t size)
{
	char *p = data;

	while (size) {
		ssize_t n = read(fd, p, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		size -= (size_t)n;
	}
	return true;
}

// To a socket: no signal when the other end is gone.
static bool write_whole(int fd, const void *data, size_t size)
{
	const char *p = data;

	while (size) {
		ssize_t n = send(fd, p, size, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		size -= (size_t)n;
	}
	return true;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#	define IS_SANITIZED 1
#elif defined(__has_feature)
#	if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#		define IS_SANITIZED 1
#	endif
#endif
#ifndef IS_SANITIZED
#	define IS_SANITIZED 0 // shadow memory would count as data
#endif

static void limit_memory(uint32_t mib)
{
	struct rlimit limit;

	if (!mib || IS_SANITIZED || getrlimit(RLIMIT_DATA, &limit) != 0)
		return;
	limit.rlim_cur = (rlim_t)mib << 20;
	setrlimit(RLIMIT_DATA, &limit);
	limit = (struct rlimit){ 0, 0 };
	setrlimit(RLIMIT_CORE, &limit);
}

// The limit counts from the process' start, so it moves with each task.
static void limit_time(uint32_t seconds)
{
	struct rusage used;
	struct rlimit limit;

	if (!seconds || getrusage(RUSAGE_SELF, &used) != 0 ||
	    getrlimit(RLIMIT_CPU, &limit) != 0)
		return;
	limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec +
				  1 + seconds);
	setrlimit(RLIMIT_CPU, &limit);
}

NORETURN static void serve(const struct pool *p, int fd)
{
	struct order order;
	struct str message = STR_INIT;

	limit_memory(p->memory);
	while (read_whole(fd, &order, sizeof(order))) {
		limit_time(p->timeout);
		str_clear(&message);
		p->work(p->data, order.task, order.is_retry, &message);
		uint64_t length = message.length;
		if (!write_whole(fd, &length, sizeof(length)) ||
		    !write_whole(fd, message.text, message.length))
			break;
	}
	_exit(0);
}

// ---- starting and stopping

static void close_others(struct pool_state *s)
{
	for (uint32_t i = 0; i < s->worker_count; i++)
		if (s->workers[i].pid)
			close(s->workers[i].fd);
}

static bool start(struct pool_state *s, struct worker *w, struct err *e)
{
	int fds[2];
	pid_t parent = getpid();

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
		return err_set(e, ERR_IO, "cannot start a worker: %s",
			       strerror(errno));
	fflush(stdout);
	fflush(stderr);
	pid_t pid = fork();
	if (pid < 0) {
		err_set(e, ERR_IO, "cannot start a worker: %s",
			strerror(errno));
		close(fds[0]);
		close(fds[1]);
		return false;
	}
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(0);
		close(fds[0]);
		close_others(s);
		serve(s->pool, fds[1]);
	}
	close(fds[1]);
	fcntl(fds[0], F_SETFL, O_NONBLOCK);
	*w = (struct worker){ pid, fds[0], NOBODY, 0, STR_INIT };
	return true;
}

// Ends the worker; the text says how it died and belongs to the caller.
static char *bury(struct worker *w)
{
	struct str text = STR_INIT;
	int status = 0;

	close(w->fd);
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		str_add(&text, "took more processor time than --timeout gives");
	else if (WIFSIGNALED(status))
		str_printf(&text, "the analysis crashed (%s)",
			   strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) == 2)
		str_add(&text, "took more memory than --memory gives");
	else
		str_printf(&text, "the analysis ended with status %d",
			   WEXITSTATUS(status));
	str_release(&w->answer);
	w->pid = 0;
	char *reason = xstrdup(text.text);
	str_release(&text);
	return reason;
}

static void stop_all(struct pool_state *s)
{
	for (uint32_t i = 0; i < s->worker_count; i++) {
		struct worker *w = &s->workers[i];

		if (!w->pid)
			continue;
		shutdown(w->fd, SHUT_RDWR);
		if (w->task != NOBODY)
			kill(w->pid, SIGKILL);
		free(bury(w));
	}
}

// ---- tasks

static void settle_failure(struct pool_state *s, uint32_t task, char *reason)
{
	if (!s->retried[task]) {
		s->retried[task] = reason;
		s->again[s->again_count++] = task;
		return;
	}
	s->settled++;
	s->pool->failed(s->pool->data, task, reason);
	free(reason);
}

static void settle_done(struct pool_state *s, struct worker *w,
			const struct str *message)
{
	uint32_t task = w->task;

	w->task = NOBODY;
	s->settled++;
	s->pool->done(s->pool->data, task, s->retried[task], message);
}

static void lose(struct pool_state *s, struct worker *w, const char *why)
{
	uint32_t task = w->task;
	char *reason = bury(w);

	if (why) {
		free(reason);
		reason = xstrdup(why);
	}
	w->task = NOBODY;
	if (task == NOBODY)
		free(reason);
	else
		settle_failure(s, task, reason);
}

// New tasks first: what failed once waits until the rest is done.
static bool next_order(struct pool_state *s, struct order *o)
{
	if (s->next < s->count)
		*o = (struct order){ s->next++, false };
	else if (s->again_count)
		*o = (struct order){ s->again[--s->again_count], true };
	else
		return false;
	return true;
}

static bool give_order(struct pool_state *s, struct worker *w, struct err *e)
{
	struct order o;

	if (!next_order(s, &o))
		return true;
	if (!w->pid && !start(s, w, e))
		return false;
	w->task = o.task;
	w->deadline = s->pool->timeout
			      ? now() + (double)s->pool->timeout * PATIENCE
			      : 0;
	if (!write_whole(w->fd, &o, sizeof(o)))
		lose(s, w, NULL);
	return true;
}

// ---- answers

static void take_answer(struct pool_state *s, struct worker *w)
{
	uint64_t length;

	if (w->answer.length < sizeof(length))
		return;
	memcpy(&length, w->answer.text, sizeof(length));
	if (w->answer.length - sizeof(length) < length)
		return;
	struct str message = { w->answer.text + sizeof(length), (size_t)length,
			       0 };
	settle_done(s, w, &message);
	str_clear(&w->answer);
}

static void hear(struct pool_state *s, struct worker *w)
{
	char buffer[64 * 1024];
	ssize_t n = read(w->fd, buffer, sizeof(buffer));

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		lose(s, w, NULL);
		return;
	}
	str_add_bytes(&w->answer, buffer, (size_t)n);
	if (w->task != NOBODY)
		take_answer(s, w);
}

static void kill_late(struct pool_state *s)
{
	double t = now();

	for (uint32_t i = 0; i < s->worker_count; i++) {
		struct worker *w = &s->workers[i];

		if (!w->pid || w->task == NOBODY || !w->deadline ||
		    t < w->deadline)
			continue;
		kill(w->pid, SIGKILL);
		lose(s, w, "took more time than --timeout gives");
	}
}

static void wait_for_answers(struct pool_state *s, struct pollfd *fds)
{
	nfds_t n = 0;

	for (uint32_t i = 0; i < s->worker_count; i++)
		if (s->workers[i].pid)
			fds[n++] =
				(struct pollfd){ s->workers[i].fd, POLLIN, 0 };
	if (poll(fds, n, TICK_MS) <= 0)
		return;
	for (nfds_t k = 0; k < n; k++) {
		if (!fds[k].revents)
			continue;
		for (uint32_t i = 0; i < s->worker_count; i++)
			if (s->workers[i].pid && s->workers[i].fd == fds[k].fd)
				hear(s, &s->workers[i]);
	}
}

static bool run_workers(struct pool_state *s, struct err *e)
{
	struct pollfd *fds = xcalloc(s->worker_count, sizeof(*fds));
	bool ok = true;

	while (ok && s->settled < s->count) {
		for (uint32_t i = 0; ok && i < s->worker_count; i++)
			if (s->workers[i].task == NOBODY)
				ok = give_order(s, &s->workers[i], e);
		wait_for_answers(s, fds);
		kill_late(s);
		if (s->pool->tick)
			s->pool->tick(s->pool->data);
	}
	free(fds);
	return ok;
}

static void run_here(const struct pool *p, uint32_t count)
{
	for (uint32_t task = 0; task < count; task++) {
		struct str message = STR_INIT;

		p->work(p->data, task, false, &message);
		p->done(p->data, task, NULL, &message);
		str_release(&message);
		if (p->tick)
			p->tick(p->data);
	}
}

bool pool_run(const struct pool *p, uint32_t count, struct err *e)
{
	struct pool_state s = { .pool = p, .count = count };

	if (!p->jobs) {
		run_here(p, count);
		return true;
	}
	s.worker_count = p->jobs < count ? p->jobs : count;
	s.workers = xcalloc(s.worker_count, sizeof(*s.workers));
	s.again = xcalloc(count, sizeof(*s.again));
	s.retried = xcalloc(count, sizeof(*s.retried));
	for (uint32_t i = 0; i < s.worker_count; i++)
		s.workers[i].task = NOBODY;
	bool ok = run_workers(&s, e);
	stop_all(&s);
	for (uint32_t i = 0; i < count; i++)
		free(s.retried[i]);
	free(s.retried);
	free(s.again);
	free(s.workers);
	return ok;
}
