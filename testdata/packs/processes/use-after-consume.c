// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/wait.h>

void bad_killed_after_the_wait(pid_t child)
{
	waitpid(child, 0, 0);
	kill(child, SIGKILL); // expect: use-after-consume
}

void ok_killed_then_waited_for(pid_t child)
{
	kill(child, SIGTERM);
	waitpid(child, 0, 0);
}

void ok_killed_while_it_runs(pid_t child)
{
	if (waitpid(child, 0, WNOHANG) == 0)
		kill(child, SIGKILL);
}
