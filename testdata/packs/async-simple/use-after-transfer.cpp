// SPDX-License-Identifier: Apache-2.0
#include <lazy.hpp>

using namespace async_simple::coro;

Lazy<int> bad_awaited_after_via(Lazy<int> task, async_simple::Executor *pool)
{
	int first = co_await std::move(task).via(pool);

	co_return first + co_await task; // expect: use-after-transfer
}

void bad_started_then_awaited(Lazy<int> task)
{
	task.start([](auto) {});
	syncAwait(std::move(task)); // expect: use-after-transfer
}

void bad_awaited_after_collect(Lazy<int> a, Lazy<int> b)
{
	syncAwait(collectAll(std::move(a), std::move(b)));
	syncAwait(std::move(a)); // expect: use-after-transfer "'a'"
}

Lazy<int> ok_via(Lazy<int> task, async_simple::Executor *pool)
{
	co_return co_await std::move(task).via(pool);
}

void ok_detached(Lazy<int> task, async_simple::Executor *pool)
{
	std::move(task).via(pool).detach();
}
