// SPDX-License-Identifier: Apache-2.0
#include <folly/coro/Task.h>

int bad_read_twice(folly::Future<int> future)
{
	int first = std::move(future).get();

	return first + std::move(future).get(); // expect: double-consume "'future'"
}

folly::coro::Task<int> bad_awaited_twice(folly::coro::Task<int> task)
{
	int first = co_await std::move(task);

	co_return first + co_await std::move(task); // expect: double-consume
}

int ok_waited_for_and_read(folly::Future<int> future)
{
	future.wait();
	return std::move(future).get();
}

int ok_continued(folly::Future<int> future)
{
	return std::move(future).thenValue([](int n) { return n; }).get();
}
