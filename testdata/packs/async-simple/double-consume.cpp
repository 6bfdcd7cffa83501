// SPDX-License-Identifier: Apache-2.0
#include <lazy.hpp>

using async_simple::coro::Lazy;
using async_simple::coro::syncAwait;

Lazy<int> bad_awaited_twice(Lazy<int> task)
{
	int first = co_await task;

	co_return first + co_await task; // expect: double-consume "'task'"
}

int bad_waited_for_after_await(Lazy<int> task)
{
	int first = syncAwait(std::move(task));

	return first + syncAwait(std::move(task)); // expect: double-consume
}

Lazy<int> bad_awaited_in_a_loop(Lazy<int> task, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += co_await task; // expect: double-consume
	co_return sum;
}

Lazy<int> ok_awaited_once(Lazy<int> task, bool fast)
{
	if (fast)
		co_return 0;
	co_return co_await task;
}

Lazy<int> ok_a_task_for_each_turn(Lazy<int> (*make)(int), int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += co_await make(i);
	co_return sum;
}
