// SPDX-License-Identifier: Apache-2.0
#include <exec/task.hpp>

int bad_waited_for_after_then(exec::task<int> task)
{
	int sender = stdexec::then(std::move(task), [](int n) { return n; });

	return sender + stdexec::sync_wait(std::move(task)); // expect: use-after-transfer
}

int ok_adapted(exec::task<int> task)
{
	return stdexec::then(std::move(task), [](int n) { return n; });
}
