// SPDX-License-Identifier: Apache-2.0
#include <cppcoro/task.hpp>

using cppcoro::task;

task<int> bad_awaited_after_when_all(task<int> a, task<int> b)
{
	co_await cppcoro::when_all(std::move(a), std::move(b));
	co_return co_await a; // expect: use-after-transfer
}

task<int> ok_when_all(task<int> a, task<int> b)
{
	co_return co_await cppcoro::when_all(std::move(a), std::move(b));
}
