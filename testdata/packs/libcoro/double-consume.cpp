// SPDX-License-Identifier: Apache-2.0
#include <coro/coro.hpp>

coro::task<int> bad_moved_out_twice(coro::task<int> t)
{
	int first = co_await std::move(t);

	co_return first + co_await std::move(t); // expect: double-consume "'t'"
}

coro::task<int> ok_awaited_again_as_an_lvalue(coro::task<int> t)
{
	int first = co_await t;

	co_return first + co_await t;
}

int ok_waited_for(coro::task<int> t)
{
	return coro::sync_wait(std::move(t));
}
