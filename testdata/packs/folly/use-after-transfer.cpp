// SPDX-License-Identifier: Apache-2.0
#include <folly/futures/Future.h>

int bad_read_after_then(folly::Future<int> future)
{
	auto next = std::move(future).thenValue([](int n) { return n; });

	return std::move(next).get() + std::move(future).get(); // expect: use-after-transfer "'future'"
}

int bad_read_after_via(folly::SemiFuture<int> future, folly::Executor *pool)
{
	auto next = std::move(future).via(pool);

	return std::move(next).get() + std::move(future).get(); // expect: use-after-transfer
}

int ok_via_of_an_lvalue(folly::Future<int> future, folly::Executor *pool)
{
	auto other = future.via(pool);

	return std::move(other).get() + std::move(future).get();
}
