// SPDX-License-Identifier: Apache-2.0
#include <cppcoro/task.hpp>

cppcoro::task<int> make();

void bad_never_run()
{
	make(); // expect: never-consumed
}

cppcoro::task<int> ok_awaited()
{
	cppcoro::task<int> t = make();

	co_return co_await t;
}
