// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/awaitable.hpp>

using boost::asio::awaitable;

awaitable<int> bad_awaited_twice(awaitable<int> task)
{
	int first = co_await std::move(task);

	co_return first + co_await std::move(task); // expect: double-consume "'task'"
}

awaitable<int> ok_awaited_once(awaitable<int> task)
{
	co_return co_await std::move(task);
}
