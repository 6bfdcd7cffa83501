// SPDX-License-Identifier: Apache-2.0
#include "relay.hpp"

using async_simple::coro::Lazy;

int bad_S147_two_files(std::future<int> f)
{
	int first = c_drain(&f);

	return first + f.get(); // expect: double-consume "'f'"
}

int bad_S147_three_files()
{
	auto f = b_begin();
	int first = b_drain(f);

	return first + b_drain(f); // expect: double-consume "'f'"
}

Lazy<int> bad_S147_awaited_in_another_file(Lazy<int> t)
{
	int first = co_await b_await(t);

	co_return first + co_await t; // expect: double-consume "'t'"
}

int ok_S147_polled_in_another_file(std::future<int> f)
{
	while (!c_ready(f))
		std::this_thread::yield();
	return b_drain(f);
}

// stop() and the destructor are not kept apart: here is who calls both.
void bad_S136_stopped_then_destroyed()
{
	session s;

	s.stop();
} // expect: double-consume "s.thread"

void ok_S136_stopped_then_destroyed()
{
	guarded_session s;

	s.stop();
}
