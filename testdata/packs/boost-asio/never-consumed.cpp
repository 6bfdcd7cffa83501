// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/awaitable.hpp>

boost::asio::awaitable<int> make();

void bad_never_run()
{
	make(); // expect: never-consumed
}

boost::asio::awaitable<int> ok_awaited()
{
	co_return co_await make();
}
