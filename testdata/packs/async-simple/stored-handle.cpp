// SPDX-License-Identifier: Apache-2.0
#include <lazy.hpp>

using namespace async_simple::coro;

Lazy<int> make();

struct session {
	Lazy<int> login;
};

void bad_kept_in_a_field(session &s)
{
	s.login = make(); // expect: stored-handle
}

Lazy<int> ok_in_a_container(std::vector<Lazy<int>> tasks)
{
	tasks.push_back(make());
	co_await collectAll(std::move(tasks));
	co_return 0;
}
