// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

void note(const char *text, int value);
int run_child(void);

// -1 and 0 mean any child, and are nobody's handle.

void ok_any_child(int n)
{
	int status;

	for (int i = 0; i < n; i++)
		waitpid(-1, &status, 0);
}

void ok_any_child_twice(void)
{
	int status;

	waitpid(-1, &status, 0);
	waitpid(-1, &status, 0);
}

void ok_any_child_of_the_group(void)
{
	waitpid(0, NULL, 0);
	waitpid(0, NULL, 0);
}

void ok_any_child_in_a_variable(void)
{
	pid_t any = -1;

	waitpid(any, NULL, 0);
	waitpid(any, NULL, 0);
}

int ok_one_and_any_other(void)
{
	pid_t pid = fork();

	if (pid < 0)
		return -1;
	if (pid == 0)
		_exit(run_child());
	waitpid(pid, NULL, 0);
	while (waitpid(-1, NULL, 0) > 0)
		;
	return 0;
}

int bad_one_child_twice(void)
{
	pid_t pid = fork();

	if (pid < 0)
		return -1;
	if (pid == 0)
		_exit(run_child());
	waitpid(pid, NULL, 0);
	waitpid(pid, NULL, 0); // expect: double-consume "'pid'"
	return 0;
}

// A wait that did not give its child is repeated.

int ok_until_it_is_the_child(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) != pid)
		;
	return status;
}

int ok_until_it_is_not_interrupted(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

int ok_until_it_is_not_minus_one(pid_t pid)
{
	int status;
	pid_t r;

	do {
		r = waitpid(pid, &status, 0);
	} while (r == -1 && errno == EINTR);
	return r == pid ? status : -1;
}

int ok_until_it_ended_somehow(pid_t pid)
{
	int status;

	do {
		if (waitpid(pid, &status, WUNTRACED) < 0)
			return -1;
	} while (!WIFEXITED(status) && !WIFSIGNALED(status));
	return status;
}

int bad_retried_and_once_more(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) != pid)
		;
	waitpid(pid, &status, 0); // expect: double-consume "'pid'"
	return status;
}

static int reap(pid_t pid, int *status)
{
	pid_t r;

	do
		r = waitpid(pid, status, 0);
	while (r < 0 && errno == EINTR);
	return r;
}

int ok_reaped_by_a_helper(void)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		return -1;
	if (pid == 0)
		_exit(run_child());
	if (reap(pid, &status) != pid)
		return -1;
	return status;
}

int bad_reaped_and_killed(void)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		return -1;
	if (pid == 0)
		_exit(run_child());
	if (reap(pid, &status) == pid)
		kill(pid, SIGTERM); // expect: use-after-consume "'pid'"
	return status;
}

int ok_killed_when_it_still_runs(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, WNOHANG) == 0) {
		kill(pid, SIGTERM);
		waitpid(pid, &status, 0);
	}
	return status;
}

int ok_polled(pid_t pid)
{
	int status;
	pid_t r;

	while ((r = waitpid(pid, &status, WNOHANG)) == 0)
		sleep(1);
	return r < 0 ? -1 : status;
}

int bad_polled_and_waited_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, WNOHANG) != pid)
		sleep(1);
	waitpid(pid, &status, 0); // expect: double-consume "'pid'"
	return status;
}

// Children in an array, each waited for.

int ok_each_child(int n)
{
	pid_t pids[8];
	int status;

	for (int i = 0; i < n; i++) {
		pids[i] = fork();
		if (pids[i] == 0)
			_exit(run_child());
	}
	for (int i = 0; i < n; i++)
		if (pids[i] > 0)
			waitpid(pids[i], &status, 0);
	return 0;
}

// A start that failed has made nothing, however that is asked.

static pid_t helper;

int starts(void) // expect summary: "::helper: produce >= 1 if return == 0; ::helper: produce_empty if return == -1"
{
	helper = fork();
	if (helper < 0)
		return -1;
	if (helper == 0)
		_exit(run_child());
	return 0;
}

// Who may wait no longer owes nothing: there is no such child.

static int reaps(pid_t pid) // expect summary: "pid: consume if return == 1; pid: consume if return == 1; pid: read if return == 0"
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 0;
	return 1;
}

int ok_tried_to_reap(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(run_child());
	if (pid > 0)
		reaps(pid);
	return 0;
}

// What flags say, nobody here knows: one call waits once all the same.

struct child {
	pid_t pid;
	int state;
};

struct child *child_at(int i);

void ok_one_wait_a_child(int n)
{
	int status;

	for (int i = 0; i < n; i++) {
		struct child *c = child_at(i);
		int flags = c->state ? 0 : WNOHANG;

		if (waitpid(c->pid, &status, flags) == c->pid)
			c->state = 0;
	}
}
