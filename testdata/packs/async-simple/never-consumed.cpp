// SPDX-License-Identifier: Apache-2.0
#include <lazy.hpp>

using namespace async_simple::coro;

Lazy<int> make();

void bad_discarded()
{
	make(); // expect: never-consumed
}

Lazy<int> bad_not_awaited_on_one_path(bool wanted)
{
	Lazy<int> task = make(); // expect: never-consumed "'task'"

	if (!wanted)
		co_return 0;
	co_return co_await task;
}

Lazy<int> ok_returned(bool ready)
{
	if (ready)
		co_return 1;
	co_return co_await make();
}

Lazy<int> ok_handed_over()
{
	return make();
}
