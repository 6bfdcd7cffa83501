// SPDX-License-Identifier: Apache-2.0
#include <boost/cobalt.hpp>

namespace cobalt = boost::cobalt;

cobalt::task<int> bad_promise_awaited_twice(cobalt::promise<int> promise)
{
	int first = co_await promise;

	co_return first + co_await promise; // expect: double-consume "'promise'"
}

cobalt::task<int> bad_task_awaited_twice(cobalt::task<int> task)
{
	int first = co_await task;

	co_return first + co_await task; // expect: double-consume
}

cobalt::task<int> ok_tested(cobalt::promise<int> promise, bool early)
{
	int n = 0;

	if (early)
		n = co_await promise;
	if (promise)
		n += co_await promise;
	co_return n;
}

void ok_detached(cobalt::promise<int> promise)
{
	+std::move(promise);
}
