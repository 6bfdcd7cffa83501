// SPDX-License-Identifier: Apache-2.0
#include <cppcoro/task.hpp>

using cppcoro::task;

task<int> bad_moved_out_twice(task<int> t)
{
	int first = co_await std::move(t);

	co_return first + co_await std::move(t); // expect: double-consume "'t'"
}

int bad_waited_for_twice(task<int> t)
{
	int first = cppcoro::sync_wait(std::move(t));

	return first + cppcoro::sync_wait(std::move(t)); // expect: double-consume
}

task<int> ok_awaited_again_as_an_lvalue(task<int> t)
{
	int first = co_await t;

	co_return first + co_await t;
}

int ok_shared(task<int> t)
{
	cppcoro::shared_task<int> shared = cppcoro::make_shared_task(std::move(t));
	cppcoro::shared_task<int> copy = shared;

	(void)copy;
	return 0;
}
