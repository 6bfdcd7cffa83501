// SPDX-License-Identifier: Apache-2.0
#include <exec/task.hpp>

exec::task<int> bad_awaited_twice(exec::task<int> task)
{
	int first = co_await std::move(task);

	co_return first + co_await std::move(task); // expect: double-consume "'task'"
}

int ok_waited_for(exec::task<int> task)
{
	return stdexec::sync_wait(std::move(task));
}

exec::task<int> ok_awaited_once(exec::task<int> task, bool wanted)
{
	if (!wanted)
		co_return 0;
	co_return co_await std::move(task);
}
