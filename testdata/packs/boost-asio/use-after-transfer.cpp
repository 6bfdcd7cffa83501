// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/awaitable.hpp>

using namespace boost::asio;

awaitable<int> bad_awaited_after_spawn(io_context &context, awaitable<int> task)
{
	co_spawn(context, std::move(task), detached);
	co_return co_await std::move(task); // expect: use-after-transfer
}

void ok_spawned(io_context &context, awaitable<int> task)
{
	co_spawn(context, std::move(task), detached);
}
