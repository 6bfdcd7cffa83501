// SPDX-License-Identifier: Apache-2.0
#include <coro/coro.hpp>

coro::task<int> make();

void bad_never_run()
{
	coro::task<int> t = make(); // expect: never-consumed
}

void ok_destroyed_on_purpose()
{
	coro::task<int> t = make();

	t.destroy();
}
