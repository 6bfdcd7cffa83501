// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

int bad_waited_twice(pid_t child)
{
	int status;

	if (waitpid(child, &status, 0) != child)
		return -1;
	return waitpid(child, &status, 0); // expect: double-consume "'child'"
}

int bad_waited_again_after_poll(pid_t child)
{
	int status = 0;

	if (waitpid(child, &status, WNOHANG) == child)
		waitpid(child, &status, 0); // expect: double-consume
	return status;
}

int bad_fork_and_wait_twice(int slow)
{
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	if (child < 0)
		return -1;
	if (slow)
		waitpid(child, NULL, 0);
	return waitpid(child, NULL, 0); // expect: double-consume
}

int ok_retried_after_a_signal(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

int ok_polled_then_waited(pid_t child)
{
	int status;

	if (waitpid(child, &status, WNOHANG) == 0)
		return waitpid(child, &status, 0);
	return 0;
}

int ok_looked_first(pid_t child)
{
	siginfo_t info;

	waitid(P_PID, child, &info, WEXITED | WNOWAIT);
	return waitpid(child, NULL, 0);
}

int ok_may_be_stopped(pid_t child)
{
	int status;

	waitpid(child, &status, WUNTRACED);
	return waitpid(child, &status, 0);
}
